// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::apple {

/// The kinds of lines in text crash reports (docs/spec/native.md §19.1). Every function reads one
/// line without its end. Its result is absent when the line has another form.

/// "0   libdyld.dylib   0x00007fff61a8e085 start + 52 (start.c:12)"
struct FrameLine
{
    std::uint64_t address = 0;
    std::string_view module; ///< Empty for "???".
    ReportedSymbol symbol;
    bool isInlined =
        false; ///< The line ends in "[inlined]"; the next line is its caller at the same address.
};

std::optional<FrameLine> parseFrameLine(std::string_view line);

/// Adds a line's frame to a stack. A line of inlined code becomes part of the frame after it.
void appendFrame(std::vector<Frame>& frames, const FrameLine& line, bool isContinued);

/// "0x1000 - 0x1fff +Name arm64 (1.2 - 3) <uuid> /path"
struct ImageLine
{
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::string_view name;
    std::string_view version;
    std::string_view path;
    std::optional<DebugId> uuid; ///< Absent in reports of Mac OS X 10.4.
    Arch arch = Arch::Unknown;
};

std::optional<ImageLine> parseImageLine(std::string_view line);

/// Reads "rip: 0x00000001090a0132   rbp: 0x0" as pairs, in order. Other words are skipped.
std::vector<std::pair<std::string, std::uint64_t>> parseRegisterLine(std::string_view line);

/// Reads the addresses of "(0x18de2c 0x18dd10", in order.
std::vector<std::uint64_t> parseAddressLine(std::string_view line);

/// A thread's name and dispatch queue, which one text holds.
struct ThreadLabel
{
    std::string_view name;
    std::string_view queue;
};

ThreadLabel parseThreadLabel(std::string_view text);

/// Any line that begins with "Thread N".
struct ThreadLine
{
    enum class Kind : std::uint8_t { Name, Start, CrashedStart, Registers } kind = Kind::Start;
    std::uint64_t number = 0;
    ThreadLabel label; ///< Empty for Registers.
};

std::optional<ThreadLine> parseThreadLine(std::string_view line);

} // namespace faultline::apple
