// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/native_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kHeadBytes = 256u << 10;
constexpr std::uint32_t kHeadLines = 2000;
constexpr std::size_t kBinaryHeadBytes = 1024;

constexpr std::array kForms{&kTombstoneForm,
                            &kSymbolizedAndroidForm,
                            &kMarkupForm,
                            &kSanitizerForm,
                            &kValgrindForm,
                            &kKernelForm,
                            &kBsdPanicForm,
                            &kJournalForm,
                            &kGoForm,
                            &kRustForm,
                            &kSwiftForm,
                            &kDartForm,
                            &kPythonThreadsForm,
                            &kFortranForm,
                            &kZigForm,
                            &kDForm,
                            &kMonoForm,
                            &kRubyBugForm,
                            &kDebuggerForm,
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
                            &kLuaForm,
                            &kElixirForm,
                            &kHaskellForm,
                            &kNotebookForm,
                            &kNimForm,
                            &kErlangForm,
                            &kPerlForm,
                            &kOcamlForm,
                            &kJuliaForm,
                            &kRForm,
                            &kAdaForm,
                            &kMatlabForm,
                            &kWerForm};

/// Bytes of a program's file are no text, whatever words are in it.
bool isText(std::string_view head)
{
    return head.substr(0, kBinaryHeadBytes).find('\0') == std::string_view::npos;
}

/// Asks the readers of the forms, each with its own patience: what tires one of them leaves the
/// others alone.
class FormReaders
{
public:
    explicit FormReaders(const ParseLimits& limits) : m_limits(limits) {}

    /// Reads the trace that begins at `at`, and moves `at` past it. If no trace of this form begins
    /// there, returns null and leaves `at`.
    std::shared_ptr<Event> readHere(const TraceForm& form, LineCursor& at)
    {
        if (!begins(form, at))
            return nullptr;
        auto reader = at;
        reader.workFor(effortOf(form));
        TraceBuilder trace(m_limits);
        trace.detail("form", form.name);
        trace.setBeginsAnother([&](const LineCursor& line) { return beginsOther(form, line); });
        form.read(reader, trace);
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
    LineCursor::Effort& effortOf(const TraceForm& form)
    {
        const auto index = std::ranges::find(kForms, &form) - kForms.begin();
        return m_efforts.at(static_cast<std::size_t>(index));
    }

    /// Does a trace of this form begin at `at`? Costs no copy of a cursor.
    bool begins(const TraceForm& form, LineCursor& at)
    {
        at.workFor(effortOf(form));
        const bool isBegin = !at.atEnd() && form.begins(at);
        at.workForNobody();
        return isBegin;
    }

    bool hasTraceHere(const TraceForm& form, LineCursor& at)
    {
        if (!begins(form, at))
            return false;
        auto reader = at;
        reader.workFor(effortOf(form));
        ParseLimits limits;
        limits.maxFramesPerEvent = 1;
        TraceBuilder trace(limits);
        form.read(reader, trace);
        return trace.frameCount() > 0;
    }

    bool beginsOther(const TraceForm& form, LineCursor at)
    {
        return std::ranges::any_of(kForms, [&](const TraceForm* other) {
            return other != &form && hasTraceHere(*other, at);
        });
    }

    const ParseLimits& m_limits;
    std::array<LineCursor::Effort, kForms.size()> m_efforts;
};

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
    while (!at.atEnd() && found.traces.size() < maxTraces) {
        const auto line = at.line();
        const auto form = std::ranges::find_if(
            kForms, [&](const TraceForm* each) { return readers.readHere(*each, at) != nullptr; });
        if (form == kForms.end())
            at.next();
        else
            found.traces.push_back({*form, line.number, line.firstByte, at.here().byte});
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
    for (LineCursor at(text); !at.atEnd() && at.line().number <= kHeadLines; at.next()) {
        if (readers.readHere(form, at))
            return true;
        if (at.atEnd())
            return false;
    }
    return false;
}

Result<EventPtr> readTraceOf(const TraceForm& form, const ByteView& file, const ParseLimits& limits)
{
    FormReaders readers(limits);
    for (LineCursor at(file.text()); !at.atEnd(); at.next()) {
        auto event = readers.readHere(form, at);
        if (!event)
            continue;
        if (readers.areTired())
            event->diagnostics.push_back({Diagnostic::Severity::Warning, "text",
                                          "so much of the text looks like the beginning of a trace "
                                          "that stacks may be missing"});
        return EventPtr(std::move(event));
    }
    return fail(ErrorKind::Unsupported, "the text holds no ", form.name);
}

} // namespace faultline::nativetext
