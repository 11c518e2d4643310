// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/apport_report.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace faultline::container {

namespace {

constexpr std::string_view kFirstKey = "ProblemType: ";
constexpr std::string_view kCoreKey = "CoreDump";
constexpr std::string_view kBinary = "base64";
constexpr std::size_t kMaxFields = 512;
constexpr std::size_t kMaxFieldBytes = 64 << 10;
/// Whole groups of four. A line may hold the whole core.
constexpr std::size_t kPieceCharacters = 64 << 10;

std::string_view takeLine(std::string_view& text)
{
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// The lines that belong to the value before them: they begin with a blank.
std::string_view takeContinuation(std::string_view& text)
{
    std::size_t end = 0;
    while (end < text.size() && text[end] == ' ')
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
    const auto lines = text.substr(0, end);
    text.remove_prefix(end);
    return lines;
}

std::string joinedLines(std::string_view first, std::string_view lines)
{
    std::string value(first);
    while (!lines.empty()) {
        const auto line = takeLine(lines).substr(1);
        value += concat(value.empty() ? "" : "\n", line);
    }
    return value;
}

constexpr std::uint8_t kNoDigit = 0xff;

constexpr auto kDigits = [] {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
        digits[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return digits;
}();

/// Base64 without padding (RFC 4648, 4). False for other characters, or a group that lacks some.
bool decodeDigits(std::string_view text, std::vector<std::byte>& out)
{
    out.clear();
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const auto character : text) {
        const auto digit = kDigits[static_cast<std::uint8_t>(character)];
        if (digit == kNoDigit)
            return false;
        bits = bits << 6 | digit;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out.push_back(static_cast<std::byte>(bits >> count & 0xff));
        }
    }
    return count != 6;
}

std::unexpected<Error> notBase64(std::size_t number, std::string_view line, bool isCutOff)
{
    if (isCutOff)
        return fail(ErrorKind::Malformed, kCoreKey, ": the report is cut off in line ", number,
                    ", after ", line.size(), " characters");
    return fail(ErrorKind::Malformed, kCoreKey, ": line ", number, " of ", line.size(),
                " characters is no base64");
}

} // namespace

std::string_view ApportReport::field(std::string_view key) const
{
    for (const auto& [name, value] : fields | std::views::reverse) {
        if (name == key)
            return value;
    }
    return {};
}

bool looksLikeApportReport(Bytes head)
{
    return asText(head).starts_with(kFirstKey);
}

Result<ApportReport> readApportReport(Bytes file)
{
    if (!looksLikeApportReport(file))
        return fail(ErrorKind::Unsupported, "no ", kFirstKey, "at offset 0");
    ApportReport report;
    auto text = asText(file);
    while (!text.empty()) {
        const auto line = takeLine(text);
        const auto lines = takeContinuation(text);
        const auto colon = line.find(':');
        if (colon == std::string_view::npos)
            continue;
        const auto key = line.substr(0, colon);
        const auto value = trimAscii(line.substr(colon + 1));
        if (value == kBinary && key == kCoreKey) {
            report.coresReplaced += report.coreLines.empty() ? 0 : 1;
            report.coreLines = lines;
        }
        const bool isShort = value.size() <= kMaxFieldBytes && lines.size() <= kMaxFieldBytes;
        if (value != kBinary && isShort && report.fields.size() < kMaxFields)
            report.fields.emplace_back(key, toValidUtf8(joinedLines(value, lines)));
    }
    return report;
}

Result<void> decodeApportLines(std::string_view lines,
                               const std::function<Result<void>(Bytes)>& write)
{
    std::vector<std::byte> bytes;
    for (std::size_t number = 1; !lines.empty(); ++number) {
        const bool isCutOff = !lines.contains('\n');
        const auto line = trimAscii(takeLine(lines));
        if (line.size() % 4 != 0)
            return notBase64(number, line, isCutOff);
        auto digits = line;
        while (digits.ends_with('='))
            digits.remove_suffix(1);
        while (!digits.empty()) {
            const auto piece = digits.substr(0, kPieceCharacters);
            if (!decodeDigits(piece, bytes))
                return notBase64(number, line, isCutOff);
            FL_CHECK(write(bytes));
            digits.remove_prefix(piece.size());
        }
    }
    return {};
}

} // namespace faultline::container
