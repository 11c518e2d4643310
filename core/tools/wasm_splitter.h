#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline::app {

struct WasmSplitOptions
{
    bool stripDebug = false;              ///< Leave DWARF to the debug file.
    bool stripNames = false;              ///< Leave the function names to it too.
    std::string externalDebugUrl{};       ///< Recorded in the module; empty: none.
    std::optional<std::string> buildId{}; ///< Hex digits for a module that has none.
};

struct WasmSplit
{
    std::vector<std::byte> module;
    std::vector<std::byte> debug; ///< Everything, with the same build id.
    std::string buildId;          ///< Lower-case hex digits.
};

/// Makes a module and its debug companion out of one file. A module without `build_id` gets one:
/// the given one, else the first sixteen bytes of its SHA-256. Sections keep their order and bytes;
/// addresses in the companion are those of the file with the build id. Errors: as
/// WasmModule::open, and Malformed (damaged sections, a build id that is not hexadecimal).
Result<WasmSplit> splitWasm(const ByteView& file, const WasmSplitOptions& options);

} // namespace faultline::app
