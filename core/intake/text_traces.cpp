// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/text_traces.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/container/multipart_body.h"
#include "core/formats/crash/container/sentry_envelope.h"
#include "core/formats/crash/log_lines/envelope.h"
#include "core/formats/crash/open/crash_readers.h"
#include "core/formats/crash/text/native_text.h"
#include "core/requests/read_request.h"

#include <algorithm>

namespace faultline::intake {

namespace {

constexpr std::size_t kMaxTraces = 10'000;

bool isOtherInput(const ByteView& bytes)
{
    return requests::looksLikeRequest(bytes.text()) ||
           container::looksLikeMultipart(bytes.span()) ||
           container::looksLikeSentryEnvelope(bytes.span());
}

/// May a file hold traces of the forms with something around them?
bool mayHaveEnvelope(CrashContent& content)
{
    if (const auto* reader = readerOf(content))
        return reader->form != nullptr;
    return !isOtherInput(content.bytes);
}

/// May a file hold several traces?
bool isOpenToTraces(CrashContent& content)
{
    if (const auto* reader = readerOf(content))
        return reader->rank == crash::CrashReader::Rank::Text;
    return !isOtherInput(content.bytes);
}

/// One trace of a text.
struct TracePart
{
    const crash::CrashReader* reader = nullptr;
    std::uint32_t line = 0;      ///< Where the trace begins, counted from 1.
    std::uint32_t firstLine = 0; ///< Of the part, which may have other lines before the trace.
    std::size_t firstByte = 0;
    std::size_t endByte = 0;
};

/// Finds the traces of a text: those of the forms, and between them stacks of the JVM and of
/// scripts, whose readers take all that a text holds.
class PartFinder
{
public:
    PartFinder(std::string_view text, const ParseLimits& limits) : m_text(text), m_limits(limits) {}

    std::vector<TracePart> find()
    {
        const auto found = nativetext::findTraces(m_text, m_limits, kMaxTraces + 1);
        m_mayMiss = found.mayMiss;
        for (const auto& trace : found.traces) {
            addBetween(trace.firstByte);
            add({.reader = &crash::readerOf(*trace.form),
                 .line = trace.line,
                 .firstLine = trace.firstLine,
                 .firstByte = trace.firstByte,
                 .endByte = trace.endByte});
        }
        if (!m_parts.empty())
            addBetween(m_text.size());
        return std::move(m_parts);
    }

    /// Were lines left out in find()?
    bool mayMiss() const { return m_mayMiss; }

private:
    void addBetween(std::size_t endByte)
    {
        const auto between = m_text.substr(m_atByte, endByte - m_atByte);
        if (const auto* reader = crash::findTextReader(asBytes(between)))
            add({.reader = reader,
                 .line = m_atLine + linesBefore(*reader, between),
                 .firstLine = m_atLine,
                 .firstByte = m_atByte,
                 .endByte = endByte});
        else
            moveTo(endByte);
    }

    void add(const TracePart& part)
    {
        m_parts.push_back(part);
        moveTo(part.endByte);
    }

    void moveTo(std::size_t byte)
    {
        const auto passed = m_text.substr(m_atByte, byte - m_atByte);
        m_atLine += static_cast<std::uint32_t>(std::ranges::count(passed, '\n'));
        m_atByte = byte;
    }

    /// How many lines of a text come before its first trace. The reader knows a text that is long
    /// enough to have a frame; before the frame is the line of its error.
    static std::uint32_t linesBefore(const crash::CrashReader& reader, std::string_view text)
    {
        const auto window = windowOfFirst(reader, text);
        const auto lines = splitLines(text.substr(window.first, window.second));
        const auto endOf = [&](std::string_view line) {
            return static_cast<std::size_t>(line.data() - text.data()) + line.size();
        };
        const auto frame = std::ranges::partition_point(lines, [&](std::string_view line) {
            return !reader.matches(asBytes(text.substr(window.first, endOf(line) - window.first)));
        });
        const auto before = std::ranges::count(text.substr(0, window.first), '\n');
        const auto index = frame - lines.begin();
        const bool isAfterError = index > 0 && !trimAscii(lines[std::size_t(index) - 1]).empty();
        return static_cast<std::uint32_t>(before + index - (isAfterError ? 1 : 0));
    }

    /// Narrows a text down to some lines with the first frame; begin and size. Each step looks at
    /// half of what is left, so that the work is linear in the text.
    static std::pair<std::size_t, std::size_t> windowOfFirst(const crash::CrashReader& reader,
                                                             std::string_view text)
    {
        constexpr std::size_t kFewBytes = 8192;
        std::size_t from = 0;
        std::size_t to = text.size();
        while (to - from > kFewBytes) {
            const auto middle = text.find('\n', from + (to - from) / 2);
            if (middle == std::string_view::npos || middle + 1 >= to)
                break;
            if (reader.matches(asBytes(text.substr(from, middle - from)))) {
                to = middle + 1;
                continue;
            }
            // A frame that only counts with the one before it may stand on both sides; its error
            // is in the line before them.
            auto start = middle;
            for (int i = 0; i < 2 && start != std::string_view::npos && start > from; ++i)
                start = text.rfind('\n', start - 1);
            if (start == std::string_view::npos || start < from + kFewBytes / 4)
                break;
            from = start + 1;
        }
        return {from, to - from};
    }

    std::string_view m_text;
    const ParseLimits& m_limits;
    std::vector<TracePart> m_parts;
    bool m_mayMiss = false;
    std::size_t m_atByte = 0;
    std::uint32_t m_atLine = 1;
};

Result<CrashContent> contentOf(const CrashContent& whole, const TracePart& trace)
{
    auto bytes = whole.bytes.slice(trace.firstByte, trace.endByte - trace.firstByte);
    if (!bytes)
        return fail(ErrorKind::Internal, "text: the trace in line ", trace.line,
                    " is not inside the text");
    CrashContent part(*std::move(bytes));
    part.damage = whole.damage;
    part.origin = whole.origin;
    part.origin.firstLine += trace.firstLine - 1;
    part.reader = trace.reader;
    part.isOneTrace = true;
    part.mayMissTraces = whole.mayMissTraces;
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
    auto text =
        concat("the text holds ", lines.size() >= kMaxTraces ? "at least " : "", lines.size(),
               lines.size() == 1 ? " further trace, in line" : " further traces, in lines");
    for (std::size_t i = 0; i < std::min(lines.size(), kMaxNamed); ++i)
        text += concat(i == 0 ? " " : ", ", lines[i]);
    return text + (lines.size() > kMaxNamed ? ", …" : "");
}

} // namespace

const crash::CrashReader* readerOf(CrashContent& content)
{
    if (!content.reader)
        content.reader = crash::findCrashReader(content.bytes.span());
    return *content.reader;
}

CrashContent withoutEnvelope(CrashContent content)
{
    if (content.isOneTrace || !mayHaveEnvelope(content))
        return content;
    auto peeled = loglines::peelEnvelope(content.bytes.span());
    if (!peeled)
        return content;
    auto text = ByteView::fromString(std::move(peeled->text));
    const auto* reader = crash::findCrashReader(text.span());
    const bool isKnown =
        reader != nullptr || !nativetext::findTraces(text.text(), {}, 1).traces.empty();
    if (!isKnown)
        return content;
    content.bytes = std::move(text);
    content.reader = reader;
    content.origin = {
        .firstLine = 1,
        .lines = std::make_shared<const std::vector<std::uint32_t>>(std::move(peeled->lines))};
    return content;
}

std::vector<CrashFile> findTraces(CrashContent& content, const ParseLimits& limits)
{
    if (content.isOneTrace || !isOpenToTraces(content))
        return {};
    std::vector<CrashFile> files;
    PartFinder finder(content.bytes.text(), limits);
    const auto parts = finder.find();
    auto whole = content;
    whole.mayMissTraces = finder.mayMiss();
    for (const auto& trace : parts)
        files.push_back({.name = concat("line ", content.origin.of(trace.line)),
                         .line = content.origin.of(trace.line),
                         .open = [whole, trace] { return contentOf(whole, trace); }});
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
    if (!isMoved && content.furtherTraces.empty() && !content.mayMissTraces)
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
    if (content.mayMissTraces)
        moved->diagnostics.push_back(
            {.severity = Diagnostic::Severity::Warning,
             .area = "text",
             .text = "so many lines look like the beginning of a trace that traces may be missed"});
    return moved;
}

} // namespace faultline::intake
