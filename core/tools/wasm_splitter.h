// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline::app {

struct WasmSplitOptions
{
    bool stripDebug = false;              ///< Moves DWARF to the debug file.
    bool stripNames = false;              ///< Moves the function names to the debug file too.
    std::string externalDebugUrl{};       ///< Recorded in the module; empty means none.
    std::optional<std::string> buildId{}; ///< Hex digits, for a module without one.
};

struct WasmSplit
{
    std::vector<std::byte> module;
    std::vector<std::byte> debug; ///< The whole file, with the same build id.
    std::string buildId;          ///< Lower-case hex digits.
};

/// Makes a module and its debug companion from one file. A module without `build_id` gets the given
/// one, otherwise the first sixteen bytes of its SHA-256. Sections keep their order and bytes.
/// Addresses in the companion are those of the file with the build id. Errors: those of
/// WasmModule::open, and Malformed (damaged sections, a build id that is not hexadecimal).
Result<WasmSplit> splitWasm(const ByteView& file, const WasmSplitOptions& options);

} // namespace faultline::app
