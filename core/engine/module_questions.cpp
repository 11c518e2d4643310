// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/module_questions.h"

#include "core/engine/source_loading.h"
#include "core/model/report.h"
#include "core/symbolicate/pipeline/pipeline.h"

#include <algorithm>

namespace faultline::engine {

namespace {

/// Questions are asked as events with one module alone.
std::shared_ptr<Event> eventOf(EventModule module)
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::NativeJson;
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    event->modules.push_back(std::move(module));
    return event;
}

/// Why a look-up found no file. A source that does not answer may have it.
Error whyMissing(const symbolicate::SymbolicationResult& found, std::string_view what)
{
    const auto& module = found.report->modules.front();
    if (module->debugStatus == ObjectFileStatus::Malformed)
        return {ErrorKind::Malformed, concat("the ", what, " is damaged")};
    const auto& candidates = module->candidates;
    if (std::ranges::find(candidates, DownloadStatus::Error, &Candidate::download) !=
        candidates.end())
        return {ErrorKind::DownloadFailed, concat("a source did not give the ", what)};
    return {ErrorKind::NotFound, concat("no source has the ", what)};
}

EventPtr eventOfFrame(EventModule module, std::uint64_t offset)
{
    auto event = eventOf(std::move(module));
    Frame frame;
    frame.makeNative().instructionAddress = offset;
    frame.makeNative().relativeTo = 0;
    event->threads.emplace_back().givenFrames.emplace().push_back(std::move(frame));
    return event;
}

/// Does the debug info name this source file for the frame or for a call inlined there? Errors:
/// PermissionDenied (no), and why it names none.
Result<void> checkNamesSource(const symbolicate::SymbolicationResult& found, std::string_view path)
{
    bool isNamed = false;
    bool hasFile = false;
    for (const auto& stack : found.report->stacks) {
        for (const auto& frame : stack->frames) {
            hasFile |= frame.position.absPath.has_value();
            isNamed |= frame.position.absPath == path;
        }
    }
    if (isNamed)
        return {};
    if (hasFile)
        return fail(ErrorKind::PermissionDenied,
                    "the debug info does not name the file at this offset");
    if (found.report->modules.front()->debugStatus == ObjectFileStatus::Found)
        return fail(ErrorKind::NotFound, "the debug info names no file at this offset");
    return std::unexpected(whyMissing(found, "module's debug file"));
}

} // namespace

ModuleQuestions::ModuleQuestions(EngineServices& services,
                                 std::vector<sources::SourceConfig> sources,
                                 symbolicate::SymbolicateOptions options)
    : m_services(services), m_sources(std::move(sources)), m_options(std::move(options))
{
    m_options.requireMatchingIds = true;
}

Result<SourceText> ModuleQuestions::readSource(EventModule module,
                                               std::uint64_t offset,
                                               std::string path,
                                               const std::stop_token& stop) const
{
    FL_TRY(const auto found, ask(eventOfFrame(std::move(module), offset), m_options, stop));
    FL_CHECK(checkNamesSource(found, path));
    auto options = m_options;
    options.useLocalSources = true;
    auto answer = loadSourceFile(m_services.services(), found.modules.front(), std::move(path), 0,
                                 options, stop);
    if (!answer.value && answer.isRefused)
        return fail(ErrorKind::PermissionDenied, "the file is not named or placed as a source");
    if (!answer.value)
        return fail(ErrorKind::NotFound, "the text of the source file was not found");
    return *std::move(answer.value);
}

Result<ModuleCode> ModuleQuestions::findCode(EventModule module, const std::stop_token& stop) const
{
    auto options = m_options;
    options.applySourceContext = false;
    options.fetchAllModules = true;
    FL_TRY(const auto found, ask(eventOf(std::move(module)), options, stop));
    const auto& answer = found.modules.front();
    if (!answer.code)
        return std::unexpected(whyMissing(found, "module's code file"));
    return ModuleCode{.file = answer.code, .symbols = answer.symCache};
}

Result<symbolicate::SymbolicationResult>
ModuleQuestions::ask(EventPtr event,
                     const symbolicate::SymbolicateOptions& options,
                     const std::stop_token& stop) const
{
    symbolicate::SymbolicationObserver silent;
    const symbolicate::RunContext context{.services = m_services.services(),
                                          .nativeCaches = m_services.nativeCaches(),
                                          .defaultSources = m_sources};
    return symbolicate::run(context, std::move(event), options, silent, stop);
}

} // namespace faultline::engine
