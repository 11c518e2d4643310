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

constexpr std::array kForms{&kTombstoneForm, &kSanitizerForm, &kValgrindForm, &kKernelForm,
                            &kJournalForm,   &kGoForm,        &kRustForm,     &kDebuggerForm,
                            &kBacktraceForm, &kPythonForm,    &kRubyForm,     &kPhpForm,
                            &kDotnetForm};

/// Bytes of a program's file are no text, whatever words are in it.
bool isText(std::string_view head)
{
    return head.substr(0, kBinaryHeadBytes).find('\0') == std::string_view::npos;
}

/// Is there a trace of this form?
bool hasTraceHere(const TraceForm& form, const LineCursor& at)
{
    if (!form.begins(at))
        return false;
    ParseLimits limits;
    limits.maxFramesPerEvent = 1;
    TraceBuilder trace(limits);
    auto ahead = at;
    form.read(ahead, trace);
    return trace.frameCount() > 0;
}

bool beginsOther(const TraceForm& form, const LineCursor& at)
{
    return std::ranges::any_of(
        kForms, [&](const TraceForm* other) { return other != &form && hasTraceHere(*other, at); });
}

/// Reads the trace that begins at `at`, and moves `at` past it. If no trace of this form begins
/// there, returns null and leaves `at`.
std::shared_ptr<Event> readHere(const TraceForm& form, LineCursor& at, const ParseLimits& limits)
{
    if (!form.begins(at))
        return nullptr;
    TraceBuilder trace(limits);
    trace.detail("form", form.name);
    trace.setBeginsAnother([&form](const LineCursor& line) { return beginsOther(form, line); });
    auto reader = at.forReader();
    form.read(reader, trace);
    auto event = trace.finish();
    const auto end = trace.end().value_or(reader.afterPassed());
    if (event && end.byte > at.here().byte)
        at.moveTo(end);
    else if (event)
        at.next();
    return event;
}

} // namespace

std::span<const TraceForm* const> traceForms()
{
    return kForms;
}

std::vector<FoundTrace>
findTraces(std::string_view text, const ParseLimits& limits, std::size_t maxTraces)
{
    std::vector<FoundTrace> found;
    if (!isText(text))
        return found;
    LineCursor at(text);
    while (!at.atEnd() && found.size() < maxTraces) {
        const auto line = at.line();
        const auto form = std::ranges::find_if(
            kForms, [&](const TraceForm* each) { return readHere(*each, at, limits) != nullptr; });
        if (form == kForms.end())
            at.next();
        else
            found.push_back({*form, line.number, line.firstByte, at.here().byte});
    }
    return found;
}

bool hasTraceOf(const TraceForm& form, Bytes head)
{
    const auto text = asText(head.first(std::min(head.size(), kHeadBytes)));
    if (!isText(text))
        return false;
    ParseLimits limits;
    limits.maxFramesPerEvent = 1;
    for (LineCursor at(text); !at.atEnd() && at.line().number <= kHeadLines; at.next()) {
        if (readHere(form, at, limits))
            return true;
        if (at.atEnd())
            return false;
    }
    return false;
}

Result<EventPtr> readTraceOf(const TraceForm& form, const ByteView& file, const ParseLimits& limits)
{
    LineCursor at(file.text());
    while (!at.atEnd()) {
        if (auto event = readHere(form, at, limits))
            return EventPtr(std::move(event));
        at.next();
    }
    return fail(ErrorKind::Unsupported, "the text holds no ", form.name);
}

} // namespace faultline::nativetext
