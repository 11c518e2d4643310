// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/native_text.h"

#include "core/formats/crash/text/fatal_message.h"
#include "core/formats/crash/text/report_of_signal.h"

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kHeadBytes = 256u << 10;
constexpr std::uint32_t kHeadLines = 2000;
constexpr std::size_t kBinaryHeadBytes = 1024;

constexpr std::array kForms{&kCrashlyticsForm,
                            &kJavacoreForm,
                            &kNativeImageForm,
                            &kSpindumpForm,
                            &kAppleSampleForm,
                            &kTombstoneForm,
                            &kSymbolizedAndroidForm,
                            &kMarkupForm,
                            &kSanitizerForm,
                            &kValgrindForm,
                            &kKernelForm,
                            &kXnuPanicForm,
                            &kBsdPanicForm,
                            &kJournalForm,
                            &kGoRaceForm,
                            &kGoForm,
                            &kRustForm,
                            &kSwiftForm,
                            &kKotlinNativeForm,
                            &kDartForm,
                            &kPythonThreadsForm,
                            &kFortranForm,
                            &kZigForm,
                            &kDForm,
                            &kMonoForm,
                            &kRubyBugForm,
                            &kEuStackForm,
                            &kBackwardForm,
                            &kCpptraceForm,
                            &kNodeNativeForm,
                            &kWasmForm,
                            &kDebuggerForm,
                            &kVisualStudioForm,
                            &kSolarisPstackForm,
                            &kDelphiForm,
                            &kWindbgForm,
                            &kStackwalkForm,
                            &kUnrealForm,
                            &kUnityForm,
                            &kBacktraceForm,
                            &kAppleSymbolsForm,
                            &kChromiumForm,
                            &kPythonForm,
                            &kRubyForm,
                            &kPhpForm,
                            &kDotnetFatalForm,
                            &kClrStackForm,
                            &kDotnetForm,
                            &kGoErrorsForm,
                            &kGodotScriptForm,
                            &kLuaForm,
                            &kElixirForm,
                            &kHaskellForm,
                            &kRubyLogForm,
                            &kPytestForm,
                            &kRichForm,
                            &kNotebookForm,
                            &kNimForm,
                            &kErlangForm,
                            &kPerlForm,
                            &kOcamlForm,
                            &kJuliaForm,
                            &kRForm,
                            &kAdaForm,
                            &kMatlabForm,
                            &kWerForm,
                            &kFatalMessageForm};

/// Bytes of a program's file are no text, whatever words are in it.
bool isText(std::string_view head)
{
    return head.substr(0, kBinaryHeadBytes).find('\0') == std::string_view::npos;
}

/// The last words of a program before a trace.
class LastMessage
{
public:
    /// Looks at a line that begins no trace.
    void see(const LineCursor& at)
    {
        if (const auto message = fatalMessageAt(at)) {
            m_text = message->text;
            m_reach = message->reach;
            m_place = at.here();
        }
    }

    bool isNear(std::uint32_t line) const
    {
        return !m_text.empty() && line - m_place.line <= m_reach;
    }

    std::string_view text() const { return m_text; }

    const LineCursor::Place& place() const { return m_place; }

    void forget() { m_text = {}; }

private:
    std::string_view m_text;
    std::uint32_t m_reach = kMaxMessageLines;
    LineCursor::Place m_place;
};

/// Asks the readers of the forms, each with its own patience: what tires one of them leaves the
/// others alone.
class FormReaders
{
public:
    explicit FormReaders(const ParseLimits& limits) : m_limits(limits) {}

    /// Reads the trace that begins at `at`, and moves `at` past it. If no trace of this form begins
    /// there, returns null and leaves `at`.
    std::shared_ptr<Event>
    readHere(std::size_t index, LineCursor& at, const LastMessage& message = {})
    {
        if (!begins(index, at))
            return nullptr;
        const auto& form = *kForms[index];
        auto reader = at;
        reader.workFor(m_efforts[index]);
        TraceBuilder trace(m_limits);
        trace.detail("form", form.name);
        trace.setBeginsAnother([&](const LineCursor& line) { return beginsOther(index, line); });
        form.read(reader, trace);
        if (form.takesMessage && message.isNear(at.line().number) && !saysError(trace))
            trace.setMessage(message.text());
        const auto& crash = trace.crash();
        if (crash.reason.empty() && !crash.assertion.empty())
            readReportOfSignal(afterTrace(reader, trace), trace);
        auto event = trace.finish();
        const auto end = trace.end().value_or(reader.afterPassed());
        if (event && end.byte > at.here().byte)
            at.moveTo(end);
        else if (event)
            at.next();
        return event;
    }

    bool areTired() const { return std::ranges::any_of(m_efforts, &LineCursor::Effort::isTired); }

    std::uint64_t steps() const
    {
        std::uint64_t steps = 0;
        for (const auto& effort : m_efforts)
            steps += effort.steps;
        return steps;
    }

private:
    /// An exception that the trace itself tells.
    static bool saysError(TraceBuilder& trace)
    {
        const auto& threads = trace.event().threads;
        return !threads.empty() && threads.front().error.has_value();
    }

    static LineCursor afterTrace(LineCursor reader, const TraceBuilder& trace)
    {
        if (const auto end = trace.end())
            reader.moveTo(*end);
        return reader;
    }

    /// Does a trace of this form begin at `at`? Costs no copy of a cursor.
    bool begins(std::size_t index, LineCursor& at)
    {
        at.workFor(m_efforts[index]);
        const bool isBegin = !at.atEnd() && kForms[index]->begins(at);
        at.workForNobody();
        return isBegin;
    }

    bool hasTraceHere(std::size_t index, LineCursor& at)
    {
        if (!begins(index, at))
            return false;
        auto reader = at;
        reader.workFor(m_efforts[index]);
        ParseLimits limits;
        limits.maxFramesPerEvent = 1;
        TraceBuilder trace(limits);
        kForms[index]->read(reader, trace);
        return trace.frameCount() > 0;
    }

    bool beginsOther(std::size_t index, LineCursor at)
    {
        for (std::size_t other = 0; other < kForms.size(); ++other) {
            if (other != index && hasTraceHere(other, at))
                return true;
        }
        return false;
    }

    const ParseLimits& m_limits;
    std::array<LineCursor::Effort, kForms.size()> m_efforts;
};

/// The position of a form in the table.
std::size_t indexOf(const TraceForm& form)
{
    return static_cast<std::size_t>(std::ranges::find(kForms, &form) - kForms.begin());
}

/// The form of the trace that begins at `at`, which moves past it; null when none does.
const TraceForm* readAny(FormReaders& readers, LineCursor& at, const LastMessage& message)
{
    for (std::size_t index = 0; index < kForms.size(); ++index) {
        if (readers.readHere(index, at, message))
            return kForms[index];
    }
    return nullptr;
}

} // namespace

std::span<const TraceForm* const> traceForms()
{
    return kForms;
}

FoundTraces findTraces(std::string_view text, const ParseLimits& limits, std::size_t maxTraces)
{
    FoundTraces found;
    if (!isText(text))
        return found;
    FormReaders readers(limits);
    LineCursor at(text);
    LastMessage message;
    while (!at.atEnd() && found.traces.size() < maxTraces) {
        const auto begin = at.here();
        const auto* form = readAny(readers, at, message);
        if (form == nullptr) {
            message.see(at);
            at.next();
            continue;
        }
        const auto first =
            form->takesMessage && message.isNear(begin.line) ? message.place() : begin;
        found.traces.push_back({form, begin.line, first.line, first.byte, at.here().byte});
        message.forget();
    }
    found.mayMiss = readers.areTired();
    found.steps = readers.steps();
    return found;
}

bool hasTraceOf(const TraceForm& form, Bytes head)
{
    const auto text = asText(head.first(std::min(head.size(), kHeadBytes)));
    if (!isText(text))
        return false;
    ParseLimits limits;
    limits.maxFramesPerEvent = 1;
    FormReaders readers(limits);
    const auto index = indexOf(form);
    for (LineCursor at(text); !at.atEnd() && at.line().number <= kHeadLines; at.next()) {
        if (readers.readHere(index, at))
            return true;
        if (at.atEnd())
            return false;
    }
    return false;
}

Result<EventPtr> readTraceOf(const TraceForm& form, const ByteView& file, const ParseLimits& limits)
{
    FormReaders readers(limits);
    const auto index = indexOf(form);
    LastMessage message;
    for (LineCursor at(file.text()); !at.atEnd(); at.next()) {
        auto event = readers.readHere(index, at, message);
        if (!event) {
            message.see(at);
            continue;
        }
        if (readers.areTired())
            event->diagnostics.push_back({Diagnostic::Severity::Warning, "text",
                                          "so much of the text looks like the beginning of a trace "
                                          "that stacks may be missing"});
        return EventPtr(std::move(event));
    }
    return fail(ErrorKind::Unsupported, "the text holds no ", form.name);
}

} // namespace faultline::nativetext
