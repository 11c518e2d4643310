// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/text_traces.h"

#include "core/base/result.h"
#include "core/formats/crash/log_lines/envelope.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/formats/crash/text/native_text.h"
#include "core/requests/read_request.h"

#include <algorithm>

namespace faultline::intake {

namespace {

constexpr std::size_t kMaxTraces = 10'000;

/// May a file hold several traces, or something around one?
bool isOpenToTraces(const ByteView& bytes)
{
    const auto* reader = crash::findCrashReader(bytes.span());
    return reader != nullptr ? reader->mayRepeat : !requests::looksLikeRequest(bytes.text());
}

CrashContent contentOf(const CrashContent& whole, const nativetext::FoundTrace& trace)
{
    CrashContent part(
        whole.bytes.slice(trace.firstByte, trace.endByte - trace.firstByte).value_or(whole.bytes));
    part.damage = whole.damage;
    part.origin = whole.origin;
    part.origin.firstLine += trace.line - 1;
    return part;
}

Frame withLine(Frame frame, const LineOrigin& origin)
{
    if (!frame.carried || frame.carried->textLine == 0)
        return frame;
    auto carried = *frame.carried;
    carried.textLine = origin.of(carried.textLine);
    frame.carried = share(std::move(carried));
    return frame;
}

std::string furtherText(const std::vector<std::uint32_t>& lines)
{
    constexpr std::size_t kMaxNamed = 5;
    auto text = concat("the text holds ", lines.size(),
                       lines.size() == 1 ? " further trace, in line" : " further traces, in lines");
    for (std::size_t i = 0; i < std::min(lines.size(), kMaxNamed); ++i)
        text += concat(i == 0 ? " " : ", ", lines[i]);
    return text + (lines.size() > kMaxNamed ? ", …" : "");
}

} // namespace

CrashContent withoutEnvelope(CrashContent content)
{
    if (!isOpenToTraces(content.bytes))
        return content;
    auto peeled = loglines::peelEnvelope(content.bytes.span());
    if (!peeled)
        return content;
    auto text = ByteView::fromString(std::move(peeled->text));
    const bool isKnown = crash::findCrashReader(text.span()) != nullptr ||
                         !nativetext::findTraces(text.text(), {}, 1).empty();
    if (!isKnown)
        return content;
    content.bytes = std::move(text);
    content.origin = {
        .firstLine = 1,
        .lines = std::make_shared<const std::vector<std::uint32_t>>(std::move(peeled->lines))};
    return content;
}

std::vector<CrashFile> findTraces(const CrashContent& content, const ParseLimits& limits)
{
    if (!isOpenToTraces(content.bytes))
        return {};
    const auto traces = nativetext::findTraces(content.bytes.text(), limits, kMaxTraces);
    std::vector<CrashFile> files;
    for (const auto& trace : traces)
        files.push_back({.name = concat("line ", content.origin.of(trace.line)),
                         .line = content.origin.of(trace.line),
                         .open = [content, trace]() -> Result<CrashContent> {
                             return contentOf(content, trace);
                         }});
    return files;
}

std::string traceFormNames()
{
    std::string names;
    for (const auto& reader : crash::crashReaders()) {
        if (reader.rank == crash::CrashReader::Rank::Text)
            names += concat(names.empty() ? "" : ", ", reader.name);
    }
    return names;
}

EventPtr withOrigin(const EventPtr& event, const CrashContent& content)
{
    const bool isMoved = content.origin.firstLine != 1 || content.origin.lines != nullptr;
    if (event->kind != EventKind::NativeText || (!isMoved && content.furtherTraces.empty()))
        return event;
    auto moved = std::make_shared<Event>(*event);
    for (auto& thread : moved->threads) {
        if (!thread.givenFrames)
            continue;
        for (auto& frame : *thread.givenFrames)
            frame = withLine(std::move(frame), content.origin);
    }
    if (!content.furtherTraces.empty())
        moved->diagnostics.push_back({.severity = Diagnostic::Severity::Note,
                                      .area = "text",
                                      .text = furtherText(content.furtherTraces)});
    return moved;
}

} // namespace faultline::intake
