// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/windbg_lines.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kHalfDigits = 8; ///< Of an address of 64 bits.
constexpr std::size_t kMaxModuleName = 128;
constexpr std::string_view kInlineMark = "(Inline";

bool areHexDigits(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return hexValue(c) >= 0; });
}

/// The names of modules in a debugger have letters, digits and few signs.
bool isModuleName(std::string_view name)
{
    return !name.empty() && name.size() <= kMaxModuleName && std::ranges::all_of(name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '_' || c == '.' || c == '-' || c == '$';
    });
}

/// Takes " [D:\\src\\a.cpp @ 88]" from the end of a site.
std::string_view takeSource(FrameText& frame, std::string_view text)
{
    text = trimAscii(text);
    const auto open = text.rfind(" [");
    if (!text.ends_with(']') || open == std::string_view::npos)
        return text;
    const auto inside = text.substr(open + 2, text.size() - open - 3);
    const auto at = inside.rfind(" @ ");
    if (at == std::string_view::npos)
        return text;
    LineScanner number(inside.substr(at + 3));
    const auto line = number.decimal();
    if (!line || *line > UINT32_MAX)
        return text;
    frame.file = trimAscii(inside.substr(0, at));
    frame.line = static_cast<std::uint32_t>(*line);
    return trimAscii(text.substr(0, open));
}

/// "main+0x80". Without an offset, the frame is at the function's first instruction.
bool setSymbol(FrameText& frame, std::string_view text)
{
    if (text.empty())
        return false;
    setFunctionPlace(frame, text);
    if (!frame.functionOffset)
        frame.functionOffset = 0;
    return !frame.function.empty();
}

/// Takes "00 " or "1a " from the front: the number that kn and !analyze print.
std::optional<std::uint64_t> takeNumber(std::string_view& text)
{
    const auto blank = text.find(' ');
    constexpr std::size_t kMaxDigits = 4;
    if (blank == std::string_view::npos || blank < 2 || blank > kMaxDigits ||
        !areHexDigits(text.substr(0, blank)))
        return std::nullopt;
    const auto number = parseHex(text.substr(0, blank));
    text = trimAscii(text.substr(blank));
    return number;
}

/// Takes the arguments: ": 1 2 3 4 :" of 64-bit programs, or up to three numbers.
std::string_view withoutArguments(std::string_view text)
{
    text = trimAscii(text);
    if (text.starts_with(':')) {
        const auto end = text.find(" : ", 1);
        return end == std::string_view::npos ? std::string_view() : trimAscii(text.substr(end + 3));
    }
    constexpr int kArguments = 3;
    for (int i = 0; i < kArguments; ++i) {
        auto rest = text;
        if (!takeWindbgAddress(rest) || !rest.starts_with(' '))
            break;
        text = trimAscii(rest);
    }
    return text;
}

/// "(Inline Function) --------`--------     viewer!foo+0x12": the call was inlined into the next.
std::optional<WindbgFrame> parseInlined(std::string_view text)
{
    const auto close = text.find(')');
    if (!text.starts_with(kInlineMark) || close == std::string_view::npos)
        return std::nullopt;
    text = trimAscii(text.substr(close + 1));
    const auto end = text.find_first_not_of("-`");
    if (end == std::string_view::npos || end == 0)
        return std::nullopt;
    text = trimAscii(text.substr(end));
    if (text.starts_with(':')) {
        const auto last = text.rfind(" : ");
        text = last == std::string_view::npos ? std::string_view() : text.substr(last + 3);
    }
    auto site = parseWindbgSite(trimAscii(text));
    if (!site)
        return std::nullopt;
    site->isInlined = true;
    return WindbgFrame{.frame = *site};
}

} // namespace

std::optional<std::uint64_t> takeWindbgAddress(std::string_view& text)
{
    const auto end = std::min(text.find_first_not_of("0123456789abcdefABCDEF`"), text.size());
    const auto word = text.substr(0, end);
    const auto mark = word.find('`');
    std::optional<std::uint64_t> value;
    if (mark == kHalfDigits && word.size() == 2 * kHalfDigits + 1) {
        const auto high = parseHex(word.substr(0, mark));
        const auto low = parseHex(word.substr(mark + 1));
        if (high && low)
            value = (*high << 32) | *low;
    } else if (mark == std::string_view::npos &&
               (word.size() == kHalfDigits || word.size() == 2 * kHalfDigits)) {
        value = parseHex(word);
    }
    if (value)
        text.remove_prefix(end);
    return value;
}

std::optional<FrameText> parseWindbgSite(std::string_view text)
{
    FrameText frame;
    auto site = takeSource(frame, text);
    const auto mark = site.find('!');
    if (mark != std::string_view::npos && isModuleName(site.substr(0, mark))) {
        frame.module = site.substr(0, mark);
        return setSymbol(frame, site.substr(mark + 1)) ? std::optional(frame) : std::nullopt;
    }
    // Without "0x" it is one of the numbers of a dump of memory.
    if (site.starts_with("0x")) {
        auto rest = site.substr(2);
        frame.address = takeWindbgAddress(rest);
        return frame.address && rest.empty() ? std::optional(frame) : std::nullopt;
    }
    const auto plus = site.find("+0x");
    if (plus == std::string_view::npos || !isModuleName(site.substr(0, plus)))
        return std::nullopt;
    frame.module = site.substr(0, plus);
    frame.moduleOffset = parseHex(site.substr(plus + 3));
    return frame.moduleOffset ? std::optional(frame) : std::nullopt;
}

std::optional<WindbgFrame> parseWindbgFrame(std::string_view line)
{
    auto text = trimAscii(line);
    const auto number = takeNumber(text);
    auto found = parseInlined(text);
    if (!found) {
        const auto digits = text.find_first_of(" `");
        const auto first = takeWindbgAddress(text);
        if (!first || !text.starts_with(' '))
            return std::nullopt;
        text = trimAscii(text);
        // The columns of kb are the return address, arguments and the site.
        const bool isAlone = has(line, "`") && text.starts_with(": ");
        const auto target = isAlone ? first : takeWindbgAddress(text);
        if (!target || (!isAlone && !text.starts_with(' ')))
            return std::nullopt;
        const auto site = parseWindbgSite(withoutArguments(text));
        if (!site)
            return std::nullopt;
        found = WindbgFrame{.frame = *site,
                            .returnAddress = *target,
                            .isWide = digits > kHalfDigits || has(line, "`")};
    }
    found->frame.number = number;
    return found;
}

std::optional<WindbgThread> parseWindbgThread(std::string_view line)
{
    LineScanner scanner(line);
    WindbgThread thread;
    scanner.blanks();
    for (const char mark : {'.', '#', '~'}) {
        if (scanner.take(std::string_view(&mark, 1)))
            thread.mark = mark;
    }
    if (!scanner.blanks().decimal() || !scanner.blanks().take("Id: "))
        return std::nullopt;
    const auto process = scanner.hex();
    if (!process || !scanner.take("."))
        return std::nullopt;
    const auto id = scanner.hex();
    if (!id || !scanner.take(" Suspend: "))
        return std::nullopt;
    thread.process = *process;
    thread.thread = *id;
    thread.name = between(scanner.rest(), "\"", "\"").value_or(std::string_view());
    return thread;
}

std::vector<std::pair<std::string, std::uint64_t>> parseWindbgRegisters(std::string_view line)
{
    constexpr std::size_t kMaxNameBytes = 5;
    constexpr std::size_t kMaxRegisters = 16;
    std::vector<std::pair<std::string, std::uint64_t>> registers;
    LineScanner scanner(line);
    while (!scanner.blanks().atEnd() && registers.size() < kMaxRegisters) {
        const auto word = scanner.word();
        const auto equals = word.find('=');
        const auto value =
            equals == std::string_view::npos ? std::nullopt : parseHex(word.substr(equals + 1));
        if (!value || equals == 0 || equals > kMaxNameBytes)
            return {};
        registers.emplace_back(toLowerAscii(word.substr(0, equals)), *value);
    }
    return registers;
}

std::optional<std::string_view> parseWindbgPrompt(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("lkd> ")) {
        if (!scanner.decimal() || !scanner.take(":"))
            return std::nullopt;
        const auto rest = scanner.rest();
        const auto end = rest.find("> ");
        constexpr std::size_t kMaxPrompt = 12;
        if (end == std::string_view::npos || end > kMaxPrompt)
            return std::nullopt;
        const auto middle = trimAscii(rest.substr(0, end));
        const bool isKernel = middle.starts_with("kd");
        if (!isKernel && (middle.empty() || !isDecimalDigit(middle.front())))
            return std::nullopt;
        return trimAscii(rest.substr(end + 2));
    }
    return trimAscii(scanner.rest());
}

} // namespace faultline::nativetext
