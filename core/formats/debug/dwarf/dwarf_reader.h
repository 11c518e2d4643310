// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/object/object.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::dwarf {

/// Another file that this file's units need. It is used only while the reader is made.
struct DwarfCompanion
{
    enum class Kind : std::uint8_t {
        Supplementary, ///< The file with data that dwz moved out of several files
                       ///< (.gnu_debugaltlink, .debug_sup).
        Split          ///< A .dwo file or a .dwp package; its sections end in ".dwo".
    };
    Kind kind = Kind::Supplementary;
    std::string name; ///< For warnings.
    /// Like DwarfInput::section ("debug_info.dwo", "debug_cu_index" for split files).
    std::function<std::optional<ByteView>(std::string_view)> section;
    std::endian byteOrder = std::endian::little;
};

/// What a container (ELF, Mach-O, PE, WASM) supplies to the DWARF reader.
struct DwarfInput
{
    /// A section by its DWARF name without prefix ("debug_info", "debug_line_str"), decompressed;
    /// absent when there is none.
    std::function<std::optional<ByteView>(std::string_view)> section;
    bool ownsInfo = false; ///< "debug_info" is decompressed memory that only this reader uses.
    std::endian byteOrder = std::endian::little;
    std::uint64_t loadAddress =
        0; ///< Subtracted from every address. Results below zero or beyond 32 bits are dropped.
    std::uint64_t addressBias = 0; ///< Added to the result (WASM: start of the code section).
    bool isRelocatable = false;    ///< Address 0 is valid then.
    /// Function symbols with relative addresses. A symbol exactly at a function's entry gives the
    /// function its name (SYM-2, docs/spec/native.md §10.3).
    std::vector<object::Symbol> symbols;
    /// Relative [begin, end) ranges of executable sections. The linker discarded functions outside
    /// them. Empty when unknown.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> executableRanges;
    std::vector<DwarfCompanion> companions = {};
};

/// Reads DWARF 2–5 with both offset sizes and byte orders, as independent units. The reader keeps
/// the section bytes alive. Errors: NotFound (no debug_info), Malformed (no unit header can be
/// read).
Result<std::unique_ptr<object::DebugInfoReader>> makeDwarfReader(DwarfInput input,
                                                                 const ParseLimits& limits);

} // namespace faultline::dwarf
