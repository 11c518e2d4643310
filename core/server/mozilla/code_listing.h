// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/server/mozilla/profiled_code.h"
#include "core/server/mozilla/profiler_request.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server::mozilla {

/// One line of a listing.
struct ListedInstruction
{
    std::uint32_t offset = 0; ///< From the listing's start.
    std::string text;
};

/// The answer to `/asm/v1`: machine code as text.
struct CodeListing
{
    std::uint32_t startAddress = 0; ///< From the library's start.
    std::uint32_t sizeBytes = 0;
    std::string_view arch;   ///< "i686", "x86_64", "arm", "aarch64".
    std::string_view syntax; ///< "Intel" or "ARM".
    std::vector<ListedInstruction> instructions;
};

/// Disassembles from the requested address on. An instruction may end after the requested size.
/// Bytes that are no instruction become a `.byte` line. Nothing in an ARM file says which
/// instructions a function has, so 32-bit ARM is read as Thumb, as samply does. Errors: NotFound
/// (the file has no code at the address), Unsupported (another CPU), Cancelled.
Result<CodeListing>
listCode(const LibraryCode& code, const CodeRequest& request, const std::stop_token& stop);

} // namespace faultline::server::mozilla
