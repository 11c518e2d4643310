// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/selfdump/secret_values.h"
#include "core/selfdump/secret_variables.h"

#include <cstdio>

namespace faultline::app {

void complain(const std::string& file, const Error& error)
{
    std::fprintf(stderr, "faultline: %s: %s\n", escapeControls(file).c_str(),
                 escapeControls(error.detail).c_str());
}

void complain(const Error& error)
{
    std::fprintf(stderr, "faultline: %s\n", escapeControls(error.detail).c_str());
}

void showRemarks(const config::ServiceConfig& config)
{
    for (const auto& remark : config.remarks)
        std::fprintf(stderr, "faultline: configuration: %s\n", escapeControls(remark).c_str());
}

Result<std::string> readSecret(const std::optional<std::filesystem::path>& file,
                               const char* variable)
{
    constexpr std::uint64_t kMostBytes = 4096;
    if (!file)
        return selfdump::takeVariable(variable).value_or("");
    FL_TRY(const auto content, readFile(*file, kMostBytes));
    const auto secret = trimAscii(content.text());
    if (secret.empty())
        return fail(ErrorKind::Malformed, file->string(), " is empty, expected a token or key");
    selfdump::keepSecret(secret);
    return std::string(secret);
}

ExitCode finishOutput(OutputFile& output, ExitCode outcome)
{
    if (outcome != ExitCode::Ok && !output.hasContent())
        return outcome;
    if (const auto written = output.finish(); !written) {
        complain(written.error());
        return ExitCode::Failed;
    }
    return outcome;
}

} // namespace faultline::app
