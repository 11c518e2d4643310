// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// Writes a Linux core file, independently of the code under test: notes first, then memory.
class CoreBuilder
{
public:
    enum class Cpu { Amd64, X32, X86, Arm64, Arm, RiscV64, Ppc, Ppc64, S390x, LoongArch64 };
    using Bytes = std::vector<std::byte>;
    using Registers = std::map<std::string, std::uint64_t>;

    struct Signal
    {
        std::uint32_t number = 0;
        std::int32_t code = 0;
        std::uint64_t cause = 0; ///< Address, or process id of the sender.
    };

    struct Mapping
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t page = 0; ///< Offset in the file, in pages of 4096 bytes.
        std::string path;
    };

    struct Segment
    {
        std::uint64_t address = 0;
        Bytes bytes;
        std::uint64_t memoryBytes = 0; ///< 0 means the number of bytes.
        std::uint32_t flags = 6;       ///< PF_R and PF_W.
    };

    explicit CoreBuilder(Cpu cpu = Cpu::Amd64, std::endian order = std::endian::little)
        : m_cpu(cpu), m_order(order)
    {
    }

    std::size_t wordBytes() const { return is64() ? 8 : 4; }

    /// In microseconds.
    struct Times
    {
        std::uint64_t user = 0;
        std::uint64_t kernel = 0;
    };

    /// NT_PRSTATUS. Registers have the kernel's names; others are zero.
    CoreBuilder& addThread(std::uint32_t id, std::uint16_t signal, const Registers& registers)
    {
        return addThread(id, signal, registers, {});
    }

    CoreBuilder& addThread(std::uint32_t id,
                           std::uint16_t signal,
                           const Registers& registers,
                           const Times& times);
    CoreBuilder& addSignal(const Signal& signal);
    /// NT_PRFPREG of s390x: the floating point registers' bits, from f0 on.
    CoreBuilder& addFloats(const std::vector<std::uint64_t>& values);
    CoreBuilder&
    addProcess(std::uint32_t id, const std::string& name, const std::string& commandLine);
    CoreBuilder& addFiles(const std::vector<Mapping>& mappings);
    CoreBuilder& addAuxv(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& entries);
    CoreBuilder& addNote(const std::string& owner, std::uint32_t type, const Bytes& descriptor);
    CoreBuilder& addMemory(Segment segment);
    CoreBuilder& machine(std::uint16_t value);

    /// The first page of a loaded image: header, one PT_LOAD of `memoryBytes` at `linkedAddress`
    /// and, unless empty, the note of a build id.
    Bytes imagePage(std::uint64_t linkedAddress,
                    std::uint64_t memoryBytes,
                    const std::vector<std::uint8_t>& buildId) const;

    Bytes bytes() const;

private:
    bool is64() const
    {
        return m_cpu != Cpu::X86 && m_cpu != Cpu::X32 && m_cpu != Cpu::Arm && m_cpu != Cpu::Ppc;
    }

    ByteAssembler assembler() const { return ByteAssembler(m_order); }

    std::uint16_t defaultMachine() const;
    void writeHeader(ByteAssembler& out, std::uint16_t type, std::size_t segmentCount) const;
    std::size_t sectionHeaderBytes() const;
    void writeExtendedCount(ByteAssembler& out, std::size_t segmentCount) const;
    void writeSegment(ByteAssembler& out,
                      std::uint32_t type,
                      std::uint64_t offset,
                      const Segment& segment) const;

    Cpu m_cpu;
    std::endian m_order;
    std::uint16_t m_machine = 0;
    Bytes m_notes;
    std::vector<Segment> m_memory;
};

} // namespace faultline::test
