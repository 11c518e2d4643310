// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/log_lines/envelope.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <array>
#include <string_view>

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

    /// Adds the lines of a text from one line of the original.
    void addAll(std::string_view text, std::uint32_t origin)
    {
        for (const auto line : splitLines(text))
            add(line, origin);
    }

    PeeledText take() { return std::move(m_peeled); }

private:
    PeeledText m_peeled;
};

/// Visits each line with its number. CR, LF and both end a line.
template <class Visit>
void forEachLine(std::string_view text, Visit visit)
{
    std::uint32_t number = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\r\n"), text.size());
        const auto line = text.substr(0, end);
        auto skipped = std::min(end + 1, text.size());
        if (text.substr(end).starts_with("\r\n"))
            ++skipped;
        text.remove_prefix(skipped);
        visit(line, ++number);
    }
}

/// Removes the codes of a terminal: ESC [ … letter, and ESC ] … BEL.
std::string withoutColours(std::string_view line)
{
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            plain += line[i];
            continue;
        }
        const auto next = i + 1 < line.size() ? line[i + 1] : '\0';
        const auto from = std::min(i + 2, line.size());
        if (next == '[')
            i = std::min(line.find_first_of("ABCDEFGHJKSTfhlmnsu", from), line.size());
        else if (next == ']')
            i = std::min(line.find('\a', from), line.size());
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

void collectTexts(const json::JsonValue& value,
                  std::size_t depth,
                  std::uint32_t line,
                  LineCollector& lines)
{
    if (value.kind() == json::JsonKind::String) {
        if (value.text().find('\n') == std::string_view::npos)
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
        if (member->text().find('\n') == std::string_view::npos)
            lines.add(member->text(), line);
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

std::optional<PeeledText> peelJson(std::string_view text)
{
    LineCollector lines;
    const auto whole = trimAscii(text);
    const auto firstLine = whole.substr(0, whole.find_first_of("\r\n"));
    const bool isOneObject = !addEntry(firstLine, 1, lines) || isOneLine(whole);
    if (isOneObject) {
        lines = {};
        if (whole.size() > kMaxJsonBytes || !addEntry(whole, 1, lines))
            return std::nullopt;
        return lines.take();
    }
    lines = {};
    forEachLine(text, [&](std::string_view line, std::uint32_t number) {
        const bool isEntry = line.starts_with('{') && line.size() <= kMaxJsonLineBytes &&
                             addEntry(line, number, lines);
        if (!isEntry)
            lines.add(line, number);
    });
    return lines.take();
}

/// What must be taken off the lines.
struct Envelope
{
    bool hasMark = false; ///< A byte order mark, of UTF-16 or not.
    bool hasColours = false;
    bool hasBareReturns = false;
    bool isQuoted = false;

    bool isNone() const { return !hasMark && !hasColours && !hasBareReturns && !isQuoted; }
};

Envelope envelopeOf(std::string_view text)
{
    const auto head = text.substr(0, kHeadBytes);
    return {.hasMark = false,
            .hasColours = text.find('\x1b') != std::string_view::npos,
            .hasBareReturns = head.find('\r') != std::string_view::npos &&
                              head.find('\n') == std::string_view::npos,
            .isQuoted = isQuoted(head)};
}

std::optional<PeeledText> peelLines(std::string_view text, const Envelope& envelope)
{
    if (envelope.isNone())
        return std::nullopt;
    LineCollector lines;
    forEachLine(text, [&](std::string_view line, std::uint32_t number) {
        const auto plain = envelope.hasColours ? withoutColours(line) : std::string(line);
        lines.add(envelope.isQuoted ? withoutQuotes(plain) : std::string_view(plain), number);
    });
    return lines.take();
}

std::optional<std::endian> utf16Order(std::string_view text)
{
    if (text.starts_with("\xff\xfe"))
        return std::endian::little;
    if (text.starts_with("\xfe\xff"))
        return std::endian::big;
    return std::nullopt;
}

} // namespace

std::optional<PeeledText> peelEnvelope(Bytes bytes)
{
    if (bytes.size() > kMaxBytes)
        return std::nullopt;
    auto text = asText(bytes);
    std::string decoded;
    const auto order = utf16Order(text);
    if (order) {
        decoded = utf8FromUtf16(bytes.subspan(2), *order);
        text = decoded;
    }
    if (text.substr(0, kHeadBytes).find('\0') != std::string_view::npos)
        return std::nullopt;
    const bool hasMark = text.starts_with("\xef\xbb\xbf");
    text.remove_prefix(hasMark ? 3 : 0);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) {
        if (auto peeled = peelJson(text))
            return peeled;
    }
    auto envelope = envelopeOf(text);
    envelope.hasMark = hasMark || order.has_value();
    return peelLines(text, envelope);
}

} // namespace faultline::loglines
