// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_event_report.h"

#include "core/base/result.h"
#include "core/symbolicate/js/in_app.h"

#include <algorithm>

namespace faultline::js {

namespace {

const ScriptEvent& scriptsOf(const Event& event)
{
    return std::get<ScriptEvent>(event.detail);
}

std::string_view trustWords(ScriptNameTrust trust)
{
    switch (trust) {
    case ScriptNameTrust::MapScopes: return "name from the source map";
    case ScriptNameTrust::OriginalText: return "name read in the original source";
    case ScriptNameTrust::MappedScope: return "name read in the generated script and mapped back";
    case ScriptNameTrust::Caller: return "a guess: the name that the caller uses";
    case ScriptNameTrust::Minified: return "name as the script has it";
    case ScriptNameTrust::None: break;
    }
    return {};
}

void addWords(std::string& note, std::string_view words)
{
    if (!note.empty() && !words.empty())
        note += "; ";
    note += words;
}

/// Returns the status of a frame. A frame of a script that needs no map counts as symbolicated.
FrameStatus statusOf(const ScriptStackFrame& frame, const ScriptState* state)
{
    using Kind = ScriptState::Kind;
    if (frame.script.isSymbolicated || state == nullptr || state->kind == Kind::Plain)
        return FrameStatus::Symbolicated;
    switch (state->kind) {
    case Kind::Mapped: return FrameStatus::MissingSymbol;
    case Kind::DamagedMap: return FrameStatus::Malformed;
    default: return FrameStatus::Missing;
    }
}

std::map<std::string_view, std::uint32_t> modulesByPath(const Event& event)
{
    std::map<std::string_view, std::uint32_t> modules;
    for (std::uint32_t i = 0; i < event.modules.size(); ++i) {
        if (event.modules[i].codeFile)
            modules.emplace(*event.modules[i].codeFile, i);
    }
    return modules;
}

class ReportMaker
{
public:
    /// `scripts` is null before the look-up; its frames are moved into the report.
    ReportMaker(const Event& event, MappedScripts* scripts)
        : m_event(event), m_scripts(scripts), m_modules(modulesByPath(event)),
          m_frameCounts(event.modules.size())
    {
    }

    std::vector<std::shared_ptr<const ThreadStack>> stacks()
    {
        std::vector<std::shared_ptr<const ThreadStack>> stacks;
        const auto& raw = scriptsOf(m_event).stacks;
        const auto count = std::min(raw.size(), m_event.threads.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            if (m_scripts != nullptr && i < m_scripts->stacks.size())
                stacks.push_back(stackOf(i, raw[i], std::move(m_scripts->stacks[i]),
                                         std::move(m_scripts->inlined[i])));
            else
                stacks.push_back(stackOf(i, raw[i], raw[i], {}));
        }
        return stacks;
    }

    std::vector<std::shared_ptr<const ModuleReport>> modules()
    {
        std::vector<std::shared_ptr<const ModuleReport>> reports;
        reports.reserve(m_event.modules.size());
        for (std::uint32_t i = 0; i < m_event.modules.size(); ++i)
            reports.push_back(moduleOf(i));
        return reports;
    }

private:
    std::shared_ptr<const ThreadStack>
    stackOf(std::uint32_t thread, const ScriptStack& raw, ScriptStack mapped, InlinedFrames inlined)
    {
        auto stack = std::make_shared<ThreadStack>();
        stack->thread = thread;
        stack->complete = m_scripts != nullptr;
        stack->error = m_event.threads[thread].error;
        const auto count =
            static_cast<std::uint32_t>(std::min(raw.frames.size(), mapped.frames.size()));
        const bool isReversed = scriptsOf(m_event).order == ScriptFrameOrder::CallerFirst;
        stack->frames.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto at = isReversed ? count - 1 - i : i;
            const auto bodies = inlined.find(at);
            if (bodies != inlined.end())
                addInlined(*stack, i, raw.frames[at], std::move(bodies->second));
            stack->frames.push_back(frameOf(raw.frames[at], std::move(mapped.frames[at])));
            stack->frames.back().originalIndex = i;
            if (const auto module = stack->frames.back().module)
                ++m_frameCounts[*module];
        }
        return stack;
    }

    void addInlined(ThreadStack& stack,
                    std::uint32_t index,
                    const ScriptStackFrame& raw,
                    std::vector<ScriptStackFrame> bodies)
    {
        for (auto& body : bodies) {
            stack.frames.push_back(frameOf(raw, std::move(body)));
            stack.frames.back().isInlined = true;
            stack.frames.back().originalIndex = index;
        }
    }

    Frame frameOf(const ScriptStackFrame& raw, ScriptStackFrame mapped)
    {
        Frame frame;
        const auto* state = findScript(raw, frame);
        frame.status = m_scripts ? statusOf(mapped, state) : FrameStatus::Missing;
        frame.inApp = mapped.inApp ? mapped.inApp : isInApp(mapped.position);
        frame.note = std::move(mapped.note);
        if (mapped.script.isSymbolicated) {
            addWords(frame.note, trustWords(mapped.script.nameTrust));
            if (!raw.bytecode) // Its note says where it runs.
                addWords(frame.note, concat("runs as ", placeWords(raw.position)));
        } else if (state != nullptr) {
            addWords(frame.note, state->kind == ScriptState::Kind::Mapped
                                     ? "the map knows no source for this position"
                                     : std::string_view(state->details));
        }
        frame.position = std::move(mapped.position);
        if (!frame.position.absPath && !frame.position.function && !raw.rawLine.empty())
            frame.position.function = raw.rawLine; // The line is not a frame.
        frame.carried = carriedOf(raw);
        frame.detail = std::move(mapped.script);
        return frame;
    }

    /// All rows of a frame share them, and most frames of an event have no more than a platform.
    CarriedFieldsPtr carriedOf(const ScriptStackFrame& raw)
    {
        const bool isLast =
            m_carried && m_carried->platform == raw.platform && m_carried->text == raw.rawLine;
        if (!isLast)
            m_carried = share({.platform = raw.platform, .text = raw.rawLine});
        return m_carried;
    }

    static std::string placeWords(const SourcePosition& position)
    {
        return concat(position.function.value_or("<anonymous>"), " at ",
                      position.absPath.value_or(""), ":", position.line.value_or(0), ":",
                      position.column.value_or(0));
    }

    const ScriptState* findScript(const ScriptStackFrame& raw, Frame& frame)
    {
        if (!raw.position.absPath)
            return nullptr;
        const auto module = m_modules.find(*raw.position.absPath);
        if (module != m_modules.end())
            frame.module = module->second;
        if (!m_scripts)
            return nullptr;
        const auto state = m_scripts->scripts.find(*raw.position.absPath);
        return state == m_scripts->scripts.end() ? nullptr : &state->second;
    }

    std::shared_ptr<const ModuleReport> moduleOf(std::uint32_t index) const
    {
        auto report = std::make_shared<ModuleReport>();
        report->module = m_event.modules[index];
        report->requestIndex = index;
        report->frameCount = m_frameCounts[index];
        const auto& path = *report->module.codeFile;
        const auto state = m_scripts->scripts.find(path);
        if (state != m_scripts->scripts.end())
            setStatus(*report, state->second);
        const auto tried = m_scripts->candidates.find(path);
        if (tried != m_scripts->candidates.end())
            report->candidates = std::move(tried->second);
        return report;
    }

    static void setStatus(ModuleReport& report, const ScriptState& state)
    {
        using Kind = ScriptState::Kind;
        report.features.hasDebugInfo = state.kind == Kind::Mapped;
        switch (state.kind) {
        case Kind::Mapped:
            report.debugStatus = ObjectFileStatus::Found;
            report.notes.push_back(state.details);
            return;
        case Kind::Plain:
            report.debugStatus = ObjectFileStatus::Unused;
            report.notes.push_back(state.details);
            return;
        case Kind::DamagedMap: report.debugStatus = ObjectFileStatus::Malformed; break;
        case Kind::MissingScript:
        case Kind::MissingMap: report.debugStatus = ObjectFileStatus::Missing; break;
        case Kind::Unreachable: report.debugStatus = ObjectFileStatus::FetchingFailed; break;
        case Kind::Late: report.debugStatus = ObjectFileStatus::Timeout; break;
        case Kind::NotAllowed: report.debugStatus = ObjectFileStatus::Other; break;
        }
        report.debugDetails = state.details;
    }

    const Event& m_event;
    MappedScripts* m_scripts; // Null before the look-up.
    std::map<std::string_view, std::uint32_t> m_modules;
    std::vector<std::uint32_t> m_frameCounts;
    CarriedFieldsPtr m_carried; // Of the last frame.
};

} // namespace

std::vector<std::shared_ptr<const ThreadStack>> rawStacks(const Event& event)
{
    return ReportMaker(event, nullptr).stacks();
}

std::shared_ptr<Report> makeScriptEventReport(EventPtr event, MappedScripts scripts)
{
    auto report = std::make_shared<Report>();
    ReportMaker maker(*event, &scripts);
    report->stacks = maker.stacks();
    report->modules = maker.modules();
    report->event = std::move(event);
    for (const auto& problem : scripts.result.problems) {
        if (problem.kind == ScriptProblemKind::MissingSourceContent)
            report->diagnostics.push_back(
                {Diagnostic::Severity::Note, "sources", concat("no text of ", problem.source)});
    }
    report->script = std::make_shared<const ScriptResult>(std::move(scripts.result));
    return report;
}

} // namespace faultline::js
