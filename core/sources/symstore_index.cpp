// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/symstore_index.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>

namespace faultline::sources {

namespace {

/// Removes and returns the text before a sign, and removes the sign; absent without it.
std::optional<std::string_view> takeUntil(std::string_view& text, char sign)
{
    const auto end = text.find(sign);
    if (end == std::string_view::npos)
        return std::nullopt;
    const auto head = text.substr(0, end);
    text.remove_prefix(end + 1);
    return head;
}

std::string_view takeLine(std::string_view& text)
{
    if (const auto line = takeUntil(text, '\n'))
        return *line;
    return std::exchange(text, {});
}

/// `"name\id","where it came from"`
std::optional<std::string> pathOfLine(std::string_view line)
{
    if (!takeUntil(line, '"'))
        return std::nullopt;
    auto quoted = takeUntil(line, '"');
    if (!quoted)
        return std::nullopt;
    const auto name = takeUntil(*quoted, '\\');
    if (!name || name->empty() || quoted->empty())
        return std::nullopt;
    return concat(*name, "/", *quoted, "/", *name);
}

} // namespace

std::string symstoreSegmentPath(std::uint32_t segment)
{
    constexpr std::size_t kDigits = 10;
    const auto number = std::to_string(segment);
    return concat("000Admin/", std::string(kDigits - std::min(kDigits, number.size()), '0'),
                  number);
}

Result<std::uint32_t> parseSymstoreLastId(Bytes text)
{
    constexpr std::size_t kMaxBytes = 20;
    constexpr std::uint64_t kMaxSegments = 10'000;
    if (text.size() > kMaxBytes)
        return fail(ErrorKind::Malformed, "lastid.txt: ", text.size(), " bytes, at most ",
                    kMaxBytes, " make a number");
    const auto number = parseDecimal(trimAscii(asText(text)));
    if (!number)
        return fail(ErrorKind::Malformed, "lastid.txt: not a number");
    if (*number > kMaxSegments)
        return fail(ErrorKind::Malformed, "lastid.txt: ", *number, " transactions, limit ",
                    kMaxSegments);
    return static_cast<std::uint32_t>(*number);
}

std::vector<std::string> parseSymstoreSegment(std::string_view text)
{
    std::vector<std::string> paths;
    while (!text.empty()) {
        if (auto path = pathOfLine(takeLine(text)))
            paths.push_back(*std::move(path));
    }
    return paths;
}

std::string SymstoreIndex::storedForm(std::vector<std::string> paths)
{
    std::ranges::sort(paths);
    const auto repeated = std::ranges::unique(paths);
    paths.erase(repeated.begin(), repeated.end());
    std::string text;
    for (const auto& path : paths)
        text += path + '\n';
    return text;
}

bool SymstoreIndex::contains(std::string_view path) const
{
    const auto text = m_lines.text();
    // Both bounds are always at the start of a line, or after the last one.
    std::size_t low = 0;
    std::size_t high = text.size();
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        const auto before = text.substr(low, middle - low).rfind('\n');
        const auto start = before == std::string_view::npos ? low : low + before + 1;
        const auto line = text.substr(start, std::min(text.find('\n', start), text.size()) - start);
        if (line == path)
            return true;
        if (line < path)
            low = std::min(start + line.size() + 1, text.size());
        else
            high = start;
    }
    return false;
}

} // namespace faultline::sources
