// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/log_lines/envelope.h"

#include "core/base/text.h"
#include "core/formats/crash/log_lines/log_prefix.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace faultline::loglines {

namespace {

constexpr std::size_t kMaxBytes = 256u << 20;
constexpr std::size_t kMaxJsonBytes = 64u << 20;    ///< For one object over the whole file.
constexpr std::size_t kMaxJsonLineBytes = 4u << 20; ///< For one object in a line.
constexpr std::size_t kHeadBytes = 64u << 10;
constexpr std::size_t kMaxJsonDepth = 32;

/// Members that hold the message of an entry, in the forms of many loggers.
constexpr std::array<std::string_view, 8> kMessages{"MESSAGE", "message", "msg",         "log",
                                                    "text",    "body",    "textPayload", "event"};

/// Collects lines with the line of the original that each is from.
class LineCollector
{
public:
    void add(std::string_view line, std::uint32_t origin)
    {
        m_peeled.text += line;
        m_peeled.text += '\n';
        m_peeled.lines.push_back(origin);
    }

    /// Keeps the beginning of a line of stdout or stderr: the next line of it goes on with that.
    void addPart(bool isError, std::string_view part) { partOf(isError) += part; }

    /// Adds the parts that were kept for the stream, with this end, as a line.
    void addEnd(bool isError, std::string_view end, std::uint32_t origin)
    {
        add(std::exchange(partOf(isError), {}).append(end), origin);
    }

    /// Adds the lines of a text from one line of the original.
    void addAll(std::string_view text, std::uint32_t origin)
    {
        for (const auto line : splitLines(text))
            add(line, origin);
    }

    PeeledText take()
    {
        for (const auto& part : m_parts) {
            if (!part.empty())
                add(part, m_peeled.lines.empty() ? 1 : m_peeled.lines.back());
        }
        return std::move(m_peeled);
    }

private:
    std::string& partOf(bool isError) { return m_parts[isError ? 1 : 0]; }

    PeeledText m_peeled;
    std::array<std::string, 2> m_parts; ///< Of stdout and stderr.
};

/// Joins the parts of long lines that a container's runtime logs one by one.
class PartJoiner
{
public:
    /// The whole line; absent as long as a part is open. Other lines are what they are.
    std::optional<std::string> join(std::string line)
    {
        const auto container = containerLineOf(line);
        if (!container)
            return line;
        auto& open = m_open[container->isError ? 1 : 0];
        if (open.empty() && !container->isPartial)
            return line;
        open += open.empty() ? line : std::string(container->text);
        if (container->isPartial)
            return std::nullopt;
        return std::exchange(open, {});
    }

    /// The parts whose end the log lacks.
    std::array<std::string, 2> rest() { return std::exchange(m_open, {}); }

private:
    std::array<std::string, 2> m_open; ///< Of stdout and stderr, with the prefix of the first part.
};

/// Visits each line with its number. CR, LF and both end a line; where a text has LF, CR begins no
/// new number.
template <class Visit>
void forEachLine(std::string_view text, Visit visit)
{
    const bool hasLineFeeds = text.find('\n') != std::string_view::npos;
    std::uint32_t number = 1;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\r\n"), text.size());
        const auto line = text.substr(0, end);
        const auto rest = text.substr(end);
        const std::size_t endBytes =
            rest.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, rest.size());
        const bool isCounted = !hasLineFeeds || rest.substr(0, endBytes).ends_with('\n');
        text.remove_prefix(end + endBytes);
        visit(line, number);
        number += isCounted ? 1 : 0;
    }
}

/// The position of the last byte of a terminal's code that begins at `start` (ECMA-48 §5.4,
/// §8.3.89): ESC [ … up to a byte of 0x40 to 0x7e, and ESC ] … up to BEL or ESC \.
std::size_t lastOfCode(std::string_view line, std::size_t start)
{
    const auto next = start + 1 < line.size() ? line[start + 1] : '\0';
    auto at = std::min(start + 2, line.size());
    if (next == '[') {
        while (at < line.size() && (line[at] < 0x40 || line[at] > 0x7e))
            ++at;
        return at;
    }
    if (next != ']')
        return start;
    while (at < line.size() && line[at] != '\a' && !line.substr(at).starts_with("\x1b\\"))
        ++at;
    return line.substr(at).starts_with('\x1b') ? at + 1 : at;
}

std::string withoutColours(std::string_view line)
{
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            plain += line[i];
            continue;
        }
        i = lastOfCode(line, i);
    }
    return plain;
}

/// Most lines of a quoted mail begin with ">".
bool isQuoted(std::string_view head)
{
    std::size_t quoted = 0;
    std::size_t all = 0;
    forEachLine(head, [&](std::string_view line, std::uint32_t) {
        all += trimAscii(line).empty() ? 0 : 1;
        quoted += line.starts_with('>') ? 1 : 0;
    });
    constexpr std::size_t kLeastLines = 3;
    return quoted >= kLeastLines && quoted * 2 > all;
}

std::string_view withoutQuotes(std::string_view line)
{
    while (line.starts_with('>')) {
        line.remove_prefix(1);
        if (line.starts_with(' '))
            line.remove_prefix(1);
    }
    return line;
}

/// Loggers of containers keep the end of the line in the text.
std::string_view withoutLineEnd(std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    if (text.ends_with('\r'))
        text.remove_suffix(1);
    return text;
}

bool hasLines(std::string_view text)
{
    return withoutLineEnd(text).find('\n') != std::string_view::npos;
}

void collectTexts(const json::JsonValue& value,
                  std::size_t depth,
                  std::uint32_t line,
                  LineCollector& lines)
{
    if (value.kind() == json::JsonKind::String) {
        if (!hasLines(value.text()))
            return;
        lines.addAll(value.text(), line);
        lines.add({}, line);
        return;
    }
    if (depth < kMaxJsonDepth)
        json::forEachChild(value, [&](const json::JsonValue& child) {
            collectTexts(child, depth + 1, line, lines);
        });
}

/// The message of an entry, if it has one line: longer texts are collected wherever they are.
void addMessage(const json::JsonValue& entry, std::uint32_t line, LineCollector& lines)
{
    for (const auto name : kMessages) {
        const auto member = json::member(entry, name);
        if (!member || member->kind() != json::JsonKind::String)
            continue;
        // Docker cuts lines of more than 16 KiB into entries of which the last has the line's end.
        const auto text = member->text();
        const auto stream = name == "log" ? json::member(entry, "stream") : std::nullopt;
        const bool isError =
            stream && stream->kind() == json::JsonKind::String && stream->text() == "stderr";
        if (hasLines(text))
            return;
        if (stream && !text.ends_with('\n'))
            lines.addPart(isError, text);
        else if (stream)
            lines.addEnd(isError, withoutLineEnd(text), line);
        else
            lines.add(withoutLineEnd(text), line);
        return;
    }
}

bool addEntry(std::string_view text, std::uint32_t line, LineCollector& lines)
{
    const auto document = json::parseJson(text);
    if (!document || document->isEmpty())
        return false;
    const auto root = document->root();
    addMessage(root, line, lines);
    collectTexts(root, 0, line, lines);
    return true;
}

bool isOneLine(std::string_view text)
{
    return text.find('\n') + 1 >= text.size();
}

bool addEntryLine(std::string_view text, std::uint32_t line, LineCollector& lines)
{
    return text.starts_with('{') && text.size() <= kMaxJsonLineBytes && addEntry(text, line, lines);
}

/// Does one of the first lines hold an object?
bool hasEntryLine(std::string_view text)
{
    const auto begin = text.data();
    bool isFound = false;
    forEachLine(text.substr(0, kHeadBytes + kMaxJsonLineBytes),
                [&](std::string_view line, std::uint32_t number) {
                    LineCollector lines;
                    const bool isHead = line.data() - begin < std::ptrdiff_t{kHeadBytes};
                    isFound = isFound || (isHead && addEntryLine(line, number, lines));
                });
    return isFound;
}

/// One object over the whole text. Objects in lines are peeled with the lines.
std::optional<PeeledText> peelObject(std::string_view text)
{
    const auto whole = trimAscii(text);
    if (whole.size() > kMaxJsonBytes)
        return std::nullopt;
    LineCollector lines;
    if (!isOneLine(whole) && addEntryLine(whole.substr(0, whole.find_first_of("\r\n")), 1, lines))
        return std::nullopt;
    lines = {};
    return addEntry(whole, 1, lines) ? std::optional(lines.take()) : std::nullopt;
}

bool hasParts(std::string_view text)
{
    bool isFound = false;
    forEachLine(text, [&](std::string_view line, std::uint32_t) {
        constexpr std::size_t kHead = 64; // Of the time and the stream.
        isFound = isFound || (line.substr(0, kHead).find(" P ") != std::string_view::npos &&
                              containerLineOf(line).value_or(ContainerLine()).isPartial);
    });
    return isFound;
}

/// A log that was not written to its end, as when the power fails, has runs of zeros between text.
bool isTextWithZeros(std::string_view text)
{
    constexpr std::size_t kFewestBytes = 64;
    constexpr std::size_t kMostOthers = 50; // One in so many.
    std::size_t readable = 0;
    std::size_t others = 0;
    for (const char c : text.substr(0, kHeadBytes)) {
        const bool isText = (c >= ' ' && c != 0x7f) || c == '\n' || c == '\r' || c == '\t' ||
                            c == '\x1b' || static_cast<unsigned char>(c) >= 0x80;
        readable += isText ? 1 : 0;
        others += isText || c == 0 ? 0 : 1;
    }
    return readable >= kFewestBytes && others * kMostOthers <= readable &&
           isValidUtf8(text.substr(0, text.find('\0')));
}

/// What must be taken off the lines.
struct Envelope
{
    bool hasZeros = false;
    bool hasMark = false; ///< A byte order mark, of UTF-16 or not.
    bool hasColours = false;
    bool hasBareReturns = false;
    bool isQuoted = false;
    bool hasEntries = false; ///< Objects of JSON in lines.
    bool hasParts = false;   ///< Lines of a container that are cut.

    bool isNone() const
    {
        return !hasZeros && !hasMark && !hasColours && !hasBareReturns && !isQuoted &&
               !hasEntries && !hasParts;
    }
};

Envelope envelopeOf(std::string_view text)
{
    const auto head = text.substr(0, kHeadBytes);
    return {.hasZeros = head.find('\0') != std::string_view::npos,
            .hasMark = false,
            .hasColours = text.find('\x1b') != std::string_view::npos,
            .hasBareReturns = head.find('\r') != std::string_view::npos &&
                              head.find('\n') == std::string_view::npos,
            .isQuoted = isQuoted(head),
            .hasEntries = hasEntryLine(text),
            .hasParts = hasParts(text)};
}

std::optional<PeeledText> peelLines(std::string_view text, const Envelope& envelope)
{
    if (envelope.isNone())
        return std::nullopt;
    LineCollector lines;
    PartJoiner joiner;
    std::uint32_t last = 1;
    forEachLine(text, [&](std::string_view line, std::uint32_t number) {
        last = number;
        if (envelope.hasEntries && addEntryLine(line, number, lines))
            return;
        auto plain = envelope.hasColours ? withoutColours(line) : std::string(line);
        if (envelope.hasZeros)
            std::erase(plain, '\0');
        const auto whole =
            envelope.hasParts ? joiner.join(std::move(plain)) : std::optional(std::move(plain));
        if (whole)
            lines.add(envelope.isQuoted ? withoutQuotes(*whole) : std::string_view(*whole), number);
    });
    for (const auto& open : joiner.rest()) {
        if (!open.empty())
            lines.addAll(open, last);
    }
    return lines.take();
}

struct Utf16
{
    std::endian order;
    std::size_t markBytes; ///< 0 without a byte order mark, as from redirections on Windows.
};

/// Without a mark, the first characters tell: each is of ASCII.
std::optional<std::endian> orderOfAscii(std::string_view text)
{
    constexpr std::size_t kProbeBytes = 16;
    if (text.size() < kProbeBytes)
        return std::nullopt;
    const auto isAscii = [text](std::size_t i, std::size_t low) {
        const char c = text[i + low];
        return text[i + 1 - low] == 0 &&
               ((c >= ' ' && c < 0x7f) || c == '\n' || c == '\r' || c == '\t');
    };
    for (const std::size_t low : {0u, 1u}) {
        bool isAll = true;
        for (std::size_t i = 0; i < kProbeBytes; i += 2)
            isAll = isAll && isAscii(i, low);
        if (isAll)
            return low == 0 ? std::endian::little : std::endian::big;
    }
    return std::nullopt;
}

std::optional<Utf16> utf16Of(std::string_view text)
{
    constexpr std::size_t kMarkBytes = 2;
    if (text.starts_with("\xff\xfe"))
        return Utf16{std::endian::little, kMarkBytes};
    if (text.starts_with("\xfe\xff"))
        return Utf16{std::endian::big, kMarkBytes};
    const auto order = orderOfAscii(text);
    return order ? std::optional(Utf16{*order, 0}) : std::nullopt;
}

} // namespace

std::optional<PeeledText> peelEnvelope(Bytes bytes)
{
    if (bytes.size() > kMaxBytes)
        return std::nullopt;
    auto text = asText(bytes);
    std::string decoded;
    const auto wide = utf16Of(text);
    if (wide) {
        decoded = utf8FromUtf16(bytes.subspan(wide->markBytes), wide->order);
        text = decoded;
    }
    if (text.substr(0, kHeadBytes).find('\0') != std::string_view::npos && !isTextWithZeros(text))
        return std::nullopt;
    const bool hasMark = text.starts_with("\xef\xbb\xbf");
    text.remove_prefix(hasMark ? 3 : 0);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) {
        if (auto peeled = peelObject(text))
            return peeled;
    }
    auto envelope = envelopeOf(text);
    envelope.hasMark = hasMark || wide.has_value();
    return peelLines(text, envelope);
}

} // namespace faultline::loglines
