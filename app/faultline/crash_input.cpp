// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/crash_input.h"

#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/model/report.h"
#include "core/requests/read_request.h"
#include "core/sources/source_parser.h"

#include <algorithm>

namespace faultline::app {

namespace {

/// JSON that no reader of crash files knows. Read as a request, it also brings its options.
bool isRequest(const ByteView& bytes)
{
    return crash::findCrashReader(bytes.span()) == nullptr && !crash::isOtherReport(bytes.span()) &&
           requests::looksLikeRequest(bytes.text());
}

Result<CrashInput> readRequest(std::string_view text, const ParseLimits& limits)
{
    requests::RequestPolicy policy;
    policy.readSources = sources::parseSources;
    FL_TRY(auto request, requests::readRequest(text, policy, limits));
    return CrashInput{.event = std::move(request.event),
                      .options = std::move(request.options),
                      .answer = request.answer};
}

} // namespace

Result<std::vector<engine::CrashFile>> chooseCrashFiles(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const ParseLimits& limits)
{
    FL_TRY(auto files, engine::findCrashFilesAt(path, limits));
    if (part == "all" || (!part && files.size() == 1))
        return files;
    if (!part)
        return fail(ErrorKind::Unsupported, "holds ", files.size(),
                    " crash files; choose one with --part NAME, or take --part all: ",
                    engine::crashFileNames(files));
    auto found = std::ranges::find(files, *part, &engine::CrashFile::name);
    if (found == files.end())
        found = std::ranges::find(
            files, *part, [](const engine::CrashFile& file) { return baseName(file.name); });
    if (found == files.end())
        return fail(ErrorKind::NotFound, "no part ", *part, "; it holds ",
                    engine::crashFileNames(files));
    return std::vector{*found};
}

std::string crashFileLabel(const std::filesystem::path& path, const engine::CrashFile& file)
{
    const auto shown = escapeControls(path.string());
    return file.name.empty() ? shown : concat(shown, ": ", escapeControls(file.name));
}

Result<CrashInput> readCrashInput(const engine::CrashFile& file, const ParseLimits& limits)
{
    FL_TRY(const auto content, file.open());
    if (isRequest(content.bytes))
        return readRequest(content.bytes.text(), limits);
    FL_TRY(auto event, engine::Engine::readEvent(content, limits));
    return CrashInput{.event = std::move(event), .options = {}, .answer = {}};
}

Result<CrashInput> readCrashInput(const std::filesystem::path& path, const ParseLimits& limits)
{
    FL_TRY(const auto files, chooseCrashFiles(path, std::nullopt, limits));
    return readCrashInput(files.front(), limits);
}

} // namespace faultline::app
