#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace faultline::symbfile {

/// From `offset` on, up to the next row, the code is that of `line`.
struct LineRow
{
    std::uint64_t offset = 0; ///< From the range's start.
    std::uint32_t line = 0;

    friend bool operator==(const LineRow&, const LineRow&) = default;
};

/// The code of a function, or of one that was inlined into it. Addresses are those of the ELF
/// file's program headers. Texts point into what was read.
struct Range
{
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    std::string_view function; ///< Demangled.
    std::optional<std::string_view> file;
    std::optional<std::string_view> callFile; ///< Where it was inlined; absent: the caller's file.
    std::uint32_t callLine = 0;               ///< 0: unknown, or depth 0.
    std::uint32_t depth = 0;                  ///< 0: a function of its own.
    /// Only where this range is the deepest; before the first row the line is unknown.
    std::vector<LineRow> lines;

    friend bool operator==(const Range&, const Range&) = default;
};

/// One of the functions around a call.
struct ReturnPadFrame
{
    std::string_view function;
    std::string_view file;  ///< Empty: unknown.
    std::uint32_t line = 0; ///< 0: unknown.

    friend bool operator==(const ReturnPadFrame&, const ReturnPadFrame&) = default;
};

/// What stands at a return address. `address` is that of the instruction after the call, less one,
/// and is matched exactly.
struct ReturnPad
{
    std::uint64_t address = 0;
    std::vector<ReturnPadFrame> frames; ///< The outermost function first.

    friend bool operator==(const ReturnPad&, const ReturnPad&) = default;
};

using Record = std::variant<Range, ReturnPad>;

} // namespace faultline::symbfile
