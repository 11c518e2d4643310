// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolfiles/symbol_files.h"

#include <functional>
#include <string>
#include <string_view>

namespace faultline::app {

/// The input of a dump.
struct BreakpadDumpInput
{
    symbolfiles::SymbolFiles files;
    std::string name; ///< Name for the MODULE record: the debug file's name.
};

struct BreakpadDumpStats
{
    std::size_t functions = 0;
    std::size_t publics = 0;
    std::size_t damagedUnits = 0;
    std::size_t untoldUnwindEntries =
        0;                        ///< Number of entries that the STACK CFI language cannot express.
    std::size_t leftOutTexts = 0; ///< Number of long texts that repeat too often (DumpTexts).
};

/// Writes debug files as Breakpad symbols: MODULE, INFO CODE_ID, FILE, INLINE_ORIGIN, FUNC with
/// INLINE and lines, PUBLIC, STACK CFI and STACK WIN. Addresses are relative to the image; records
/// are sorted, so equal objects give equal text. Format: google/breakpad docs/symbol_files.md.
/// Errors: Unsupported (neither functions nor symbols nor unwind data).
Result<BreakpadDumpStats> dumpBreakpad(const BreakpadDumpInput& input,
                                       const std::function<void(std::string_view)>& write);

/// Writes STACK CFI records of the object's unwind data. Returns the number of entries that could
/// not be expressed.
std::size_t dumpCallFrames(const object::ObjectPtr& object,
                           const std::function<void(std::string_view)>& write);

/// Writes the STACK CFI records of its DWARF call frame information, for the functions whose start
/// (relative to the image) is wanted.
std::size_t dumpDwarfFrames(const object::ObjectPtr& object,
                            const std::function<bool(std::uint64_t)>& isWanted,
                            const std::function<void(std::string_view)>& write);

} // namespace faultline::app
