// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/decoded_fields.h"
#include "core/model/memory.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::records {

/// What Windows keeps of a thread and of its process in their own memory. Nothing there is trusted.
/// Sources: winternl.h and the public symbols of ntdll (TEB, PEB); winnt.h (NT_TIB,
/// EXCEPTION_REGISTRATION_RECORD).

/// The first fields of a thread's TEB. Absent when the memory at `teb` is not in the file.
std::optional<DecodedFields>
decodeTeb(const MemoryReader& memory, std::uint64_t teb, unsigned pointerBytes);

/// The address of the process's PEB, which its TEBs name.
std::optional<std::uint64_t>
pebOf(const MemoryReader& memory, std::uint64_t teb, unsigned pointerBytes);

/// The first fields of the PEB. Absent when its memory is not in the file.
std::optional<DecodedFields>
decodePeb(const MemoryReader& memory, std::uint64_t peb, unsigned pointerBytes);

/// A record of the chain of exception handlers that x86 code keeps on the stack.
struct HandlerRecord
{
    std::uint64_t address = 0;
    std::uint64_t next = 0;
    std::uint64_t handler = 0; ///< The function.
};

enum class HandlerChainEnd : std::uint8_t {
    Complete, ///< The last record names no further one.
    NoMemory, ///< A record is not in the file.
    Descends, ///< A record lies below the one before it, which no intact chain has.
    TooLong   ///< More than kMostHandlers.
};

inline constexpr std::size_t kMostHandlers = 256;

struct HandlerChain
{
    std::vector<HandlerRecord> records;
    HandlerChainEnd end = HandlerChainEnd::Complete;
};

/// The chain of a thread of 32-bit x86 code. Absent when its TEB is not in the file.
std::optional<HandlerChain> readHandlerChain(const MemoryReader& memory, std::uint64_t teb);

} // namespace faultline::records
