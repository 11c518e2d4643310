// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace faultline::symbfile {

/// The code from `offset` to the next row belongs to `line`.
struct LineRow
{
    std::uint64_t offset = 0; ///< Relative to the start of the range.
    std::uint32_t line = 0;

    friend bool operator==(const LineRow&, const LineRow&) = default;
};

/// The code of a function, or of a function that was inlined into it. Addresses are those of the
/// ELF file's program headers. Texts point into the bytes that were read.
struct Range
{
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    std::string_view function; ///< Demangled.
    std::optional<std::string_view> file;
    /// The file of the call; absent when it is the caller's file.
    std::optional<std::string_view> callFile;
    std::uint32_t callLine = 0; ///< 0 when unknown or for depth 0.
    std::uint32_t depth = 0;    ///< 0 for a function that is not inlined.
    /// Only for the code in which this range is the deepest. The line before the first row is
    /// unknown.
    std::vector<LineRow> lines;

    friend bool operator==(const Range&, const Range&) = default;
};

/// One of the functions that surround a call.
struct ReturnPadFrame
{
    std::string_view function;
    std::string_view file;  ///< Empty when unknown.
    std::uint32_t line = 0; ///< 0 when unknown.

    friend bool operator==(const ReturnPadFrame&, const ReturnPadFrame&) = default;
};

/// The functions at a return address. `address` is the address of the instruction after the call,
/// minus one. Look-ups need the exact value.
struct ReturnPad
{
    std::uint64_t address = 0;
    std::vector<ReturnPadFrame> frames; ///< Ordered outermost first.

    friend bool operator==(const ReturnPad&, const ReturnPad&) = default;
};

using Record = std::variant<Range, ReturnPad>;

} // namespace faultline::symbfile
