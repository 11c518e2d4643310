// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace faultline::test {

// CPU types of <mach/machine.h>.
inline constexpr std::uint32_t kMachAmd64 = 0x01000007;
inline constexpr std::uint32_t kMachArm64 = 0x0100000c;

/// Writes a core file of macOS after <mach-o/loader.h>, independently of the code under test:
/// threads, segments and notes as load commands, then the segments' bytes and those of the notes.
class MachCoreBuilder
{
public:
    using Memory = std::vector<std::byte>;

    std::uint32_t cpu = kMachAmd64;

    /// LC_THREAD with one or more states.
    MachCoreBuilder& thread(const Memory& states);
    MachCoreBuilder& memory(std::uint64_t address,
                            const Memory& bytes,
                            std::uint32_t protection = 3,
                            std::uint64_t memoryBytes = 0);
    /// LC_NOTE.
    MachCoreBuilder& note(const std::string& owner, const Memory& bytes);

    /// Offset of the first note's bytes: they follow the segments'.
    std::uint64_t noteOffset() const;

    Memory bytes() const;

private:
    struct Segment
    {
        std::uint64_t address = 0;
        std::uint64_t memoryBytes = 0;
        Memory bytes;
        std::uint32_t protection = 0;
    };

    std::uint64_t dataOffset() const;

    std::vector<Memory> m_commands;
    std::vector<Segment> m_segments;
    std::vector<std::pair<std::string, Memory>> m_notes;
};

/// The header of an image as it lies in memory, linked at `linkedAddress`.
struct MachImage
{
    std::uint32_t type = 2; ///< MH_EXECUTE; 6 is a library, 7 the dynamic linker.
    std::uint64_t linkedAddress = 0;
    std::uint64_t textBytes = 0x4000;
    char uuid = 'u'; ///< Fills LC_UUID.
    std::string ownPath{};
    std::uint32_t platform = 0;
    std::uint64_t listSection = 0; ///< Linked address of `__all_image_info`.

    MachCoreBuilder::Memory bytes(std::uint32_t cpu = kMachAmd64) const;
};

std::string machUuid(char fill);

/// One load command; its size is a multiple of 8.
MachCoreBuilder::Memory machCommand(std::uint32_t type, const MachCoreBuilder::Memory& body);

MachCoreBuilder::Memory machHeader(std::uint32_t cpu,
                                   std::uint32_t fileType,
                                   const std::vector<MachCoreBuilder::Memory>& commands);

/// State of the general registers: pc, sp, flags, and zeros.
MachCoreBuilder::Memory machGeneralState(std::uint32_t cpu, std::uint64_t pc, std::uint64_t sp);

/// State of the exception. `number` is trapno or esr; `error` is x86-64's error code, by default
/// that of a read by the program.
MachCoreBuilder::Memory machFaultState(std::uint32_t cpu,
                                       std::uint32_t number,
                                       std::uint64_t address,
                                       std::uint32_t error = 4);

MachCoreBuilder::Memory joinedBytes(const MachCoreBuilder::Memory& first,
                                    const MachCoreBuilder::Memory& second);

} // namespace faultline::test
