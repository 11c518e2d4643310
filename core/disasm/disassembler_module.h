// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

// The border between the program and its private shared object with LLVM's disassemblers
// (faultline-disassembler.so, BAS-15). Only plain C passes it, because each side has its own copy
// of everything else. Both are built and installed together; the version finds out when an upgrade
// exchanged the object below a running program.

namespace faultline::disasm {

enum class ModuleTarget : std::uint32_t { Intel32, Intel64, Arm64, Arm, Thumb };

struct ModuleInstruction
{
    std::uint32_t sizeBytes;
    std::uint32_t flags; ///< Of ModuleFlag.
};

enum ModuleFlag : std::uint32_t {
    kMayLoad = 1,
    kMayStore = 2,
    kIsBranch = 4,
    kIsConditional = 8,
    kIsCall = 16,
    kIsReturn = 32
};

/// Takes a text, which is valid during the call.
using TakeText = void (*)(void* to, const char* text, std::size_t sizeBytes);

struct DisassemblerModule
{
    std::uint32_t version;
    /// Returns null, and a reason, when LLVM lacks a part.
    void* (*create)(ModuleTarget target, void* to, TakeText reason);
    void (*destroy)(void* disassembler);
    /// Decodes the instruction at the start of the code. Returns false when the bytes are not an
    /// instruction.
    bool (*decode)(const void* disassembler,
                   const std::uint8_t* code,
                   std::size_t sizeBytes,
                   std::uint64_t address,
                   ModuleInstruction* instruction,
                   void* to,
                   TakeText text);
};

inline constexpr std::uint32_t kModuleVersion = 1;
inline constexpr const char* kModuleFile = "faultline-disassembler.so";
inline constexpr const char* kModuleFunction = "faultlineDisassembler";

} // namespace faultline::disasm

/// The only function that the shared object exports.
extern "C" const faultline::disasm::DisassemblerModule* faultlineDisassembler();
