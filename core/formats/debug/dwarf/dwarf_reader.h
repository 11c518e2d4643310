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

/// Another file that units of this one lean on. Only asked while the reader is made.
struct DwarfCompanion
{
    enum class Kind : std::uint8_t {
        Supplementary, ///< What dwz moved out of several files (.gnu_debugaltlink, .debug_sup).
        Split          ///< A .dwo file or a .dwp package; its sections end in ".dwo".
    };
    Kind kind = Kind::Supplementary;
    std::string name; ///< For warnings.
    /// As DwarfInput::section ("debug_info.dwo", "debug_cu_index" for split files).
    std::function<std::optional<ByteView>(std::string_view)> section;
    std::endian byteOrder = std::endian::little;
};

/// What a container (ELF, Mach-O, PE, WASM) gives the DWARF reader.
struct DwarfInput
{
    /// A section by its DWARF name without prefix ("debug_info", "debug_line_str"), decompressed;
    /// absent when there is none.
    std::function<std::optional<ByteView>(std::string_view)> section;
    bool ownsInfo = false; ///< "debug_info" is decompressed memory for this reader alone.
    std::endian byteOrder = std::endian::little;
    std::uint64_t loadAddress = 0; ///< Subtracted from every address; what comes out below zero or
                                   ///< beyond 32 bits is dropped.
    std::uint64_t addressBias = 0; ///< Added after that (WASM: where the code section begins).
    bool isRelocatable = false;    ///< Address 0 is then a real one.
    /// Function symbols with relative addresses: a function takes the symbol exactly at its lowest
    /// address as its name (docs/spec/native.md §10.3).
    std::vector<object::Symbol> symbols;
    /// Relative [begin, end) ranges of executable sections; functions elsewhere were discarded by
    /// the linker. Empty: unknown.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> executableRanges;
    std::vector<DwarfCompanion> companions = {};
};

/// DWARF 2–5, both offset sizes, both byte orders, as independent units. The reader keeps the
/// section bytes alive. Errors: NotFound (no debug_info), Malformed (no unit header can be read).
Result<std::unique_ptr<object::DebugInfoReader>> makeDwarfReader(DwarfInput input,
                                                                 const ParseLimits& limits);

} // namespace faultline::dwarf
