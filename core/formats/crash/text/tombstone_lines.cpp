// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/tombstone_lines.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <string>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kLeastRegisterDigits = 8;
constexpr std::size_t kMaxRegisterName = 6;
constexpr std::size_t kMaxRegisters = 64;

/// HarmonyOS writes an id of 16 or 20 bytes without a word before it.
bool isBareBuildId(std::string_view text)
{
    constexpr std::size_t kShort = 32;
    constexpr std::size_t kLong = 40;
    return (text.size() == kShort || text.size() == kLong) &&
           std::ranges::all_of(text, [](char c) { return hexValue(c) >= 0; });
}

/// Takes the groups at the end of a frame's line apart; returns what is left, the module.
std::string_view takeGroups(FrameText& frame, std::string_view rest)
{
    while (const auto group = lastGroup(rest)) {
        LineScanner inside(group->inside);
        const bool isOffset = inside.take("offset ");
        if (isBareBuildId(group->inside))
            frame.buildId = group->inside;
        else if (inside.take("BuildId: "))
            frame.buildId = inside.rest();
        else if (!isOffset && group->inside != "deleted" && group->inside != "unreadable" &&
                 frame.function.empty() && !group->before.empty())
            setFunctionPlace(frame, group->inside);
        else if (!isOffset)
            break;
        rest = group->before;
    }
    return trimAscii(rest);
}

bool isNoModule(std::string_view name)
{
    return name.empty() || name.starts_with("<anonymous") || name == "<unknown>" || name == "???" ||
           name.starts_with("<uninitialized");
}

} // namespace

std::optional<FrameText> parseTombstoneFrame(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks();
    if (!scanner.take("#"))
        return std::nullopt;
    FrameText frame{.number = scanner.decimal()};
    if (!frame.number || !scanner.blanks().take("pc "))
        return std::nullopt;
    const auto address = scanner.blanks().hex();
    if (!address)
        return std::nullopt;
    const auto module = takeGroups(frame, trimAscii(scanner.rest()));
    if (isNoModule(module)) {
        frame.address = address;
        return frame;
    }
    frame.module = module;
    frame.moduleOffset = address;
    return frame;
}

std::optional<TombstoneThread> parseTombstoneThread(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks();
    if (!scanner.take("pid: "))
        return std::nullopt;
    const auto process = scanner.blanks().decimal();
    if (!process || !scanner.take(", tid: "))
        return std::nullopt;
    const auto thread = scanner.blanks().decimal();
    if (!thread)
        return std::nullopt;
    TombstoneThread found{.process = *process, .thread = *thread, .name = {}, .processName = {}};
    if (scanner.take(", name: ")) {
        LineScanner name = scanner;
        found.name = trimAscii(name.until(">>>").value_or(scanner.rest()));
    }
    if (const auto processName = between(scanner.rest(), ">>>", "<<<"))
        found.processName = trimAscii(*processName);
    return found;
}

std::optional<TombstoneThread> parseListedThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("\""))
        return std::nullopt;
    const auto name = scanner.until("\" sysTid=");
    const auto id = name ? scanner.decimal() : std::nullopt;
    if (!id || !scanner.atEnd())
        return std::nullopt;
    return TombstoneThread{.process = 0, .thread = *id, .name = *name, .processName = {}};
}

std::optional<TombstoneSignal> parseTombstoneSignal(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.blanks().take("signal ") && !scanner.take("Fatal signal "))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number || *number > INT32_MAX || !scanner.take(" ("))
        return std::nullopt;
    const auto name = scanner.until("), code ");
    if (!name)
        return std::nullopt;
    const bool isNegative = scanner.take("-");
    const auto code = scanner.decimal();
    if (!code || *code > INT32_MAX || !scanner.take(" ("))
        return std::nullopt;
    TombstoneSignal signal{.number = static_cast<std::uint32_t>(*number),
                           .name = *name,
                           .code = static_cast<std::int32_t>(*code) * (isNegative ? -1 : 1),
                           .codeName = {},
                           .address = {}};
    const auto codeName = scanner.until(")").value_or(std::string_view());
    signal.codeName = codeName.substr(0, codeName.find(' '));
    if (LineScanner fault(scanner.rest()); fault.until("fault addr "))
        signal.address = fault.hex();
    return signal;
}

std::vector<std::pair<std::string, std::uint64_t>> parseRegisters(std::string_view line)
{
    std::vector<std::pair<std::string, std::uint64_t>> registers;
    LineScanner scanner(line);
    while (!scanner.blanks().atEnd() && registers.size() < kMaxRegisters) {
        const auto name = scanner.word();
        const auto digits = scanner.blanks().word();
        const auto value = parseHex(digits);
        if (name.empty() || name.size() > kMaxRegisterName || isDecimalDigit(name.front()) ||
            digits.size() < kLeastRegisterDigits || !value)
            return {};
        registers.emplace_back(toLowerAscii(name), *value);
    }
    return registers;
}

std::optional<MemoryRegion> parseMapLine(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks().take("--->");
    std::string low;
    std::string high;
    // Android writes "0000007b'2a1f0000" since 7.
    const auto limits = scanner.blanks().word();
    const auto dash = limits.find('-');
    if (dash == std::string_view::npos)
        return std::nullopt;
    std::ranges::copy_if(limits.substr(0, dash), std::back_inserter(low),
                         [](char c) { return c != '\''; });
    std::ranges::copy_if(limits.substr(dash + 1), std::back_inserter(high),
                         [](char c) { return c != '\''; });
    const auto begin = parseHex(low);
    const auto end = parseHex(high);
    const auto rights = scanner.blanks().word();
    const bool isWhole = begin == 0U && end == UINT64_MAX; // Its size is no number.
    if (!begin || !end || *end < *begin || isWhole || rights.size() < 3 ||
        rights.find_first_not_of("rwxps-") != std::string_view::npos)
        return std::nullopt;
    MemoryRegion region;
    region.address = *begin;
    region.sizeBytes = *end - *begin + (*end & 1); // Android's end is the last byte.
    region.readable = rights[0] == 'r';
    region.writable = rights[1] == 'w';
    region.executable = rights[2] == 'x';
    scanner.blanks().word();
    scanner.blanks().word();
    auto owner = trimAscii(scanner.rest());
    while (const auto group = lastGroup(owner))
        owner = group->before;
    region.owner = toValidUtf8(owner);
    return region;
}

} // namespace faultline::nativetext
