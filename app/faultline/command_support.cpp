#include "app/faultline/command_support.h"

#include "core/base/text.h"

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

ExitCode finishOutput(OutputFile& output, ExitCode outcome)
{
    if (const auto written = output.finish(); !written) {
        complain(written.error());
        return ExitCode::Failed;
    }
    return outcome;
}

} // namespace faultline::app
