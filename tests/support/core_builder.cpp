// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/core_builder.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

namespace faultline::test {

namespace {

constexpr std::size_t kExtendedCount = 0xffff; // PN_XNUM: the count is in section 0.
constexpr std::uint32_t kLoad = 1;
constexpr std::uint32_t kNote = 4;

/// General registers of one thread in the kernel's order.
const char* registerNames(CoreBuilder::Cpu cpu)
{
    switch (cpu) {
    case CoreBuilder::Cpu::Amd64:
    case CoreBuilder::Cpu::X32:
        return "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags "
               "rsp ss fs_base gs_base ds es fs gs";
    case CoreBuilder::Cpu::X86:
        return "ebx ecx edx esi edi ebp eax ds es fs gs orig_eax eip cs eflags esp ss";
    case CoreBuilder::Cpu::Arm64:
        return "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 x21 x22 "
               "x23 x24 x25 x26 x27 x28 fp lr sp pc cpsr";
    case CoreBuilder::Cpu::Arm:
        return "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 fp r12 sp lr pc cpsr orig_r0";
    case CoreBuilder::Cpu::RiscV64:
        return "pc ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 "
               "s11 t3 t4 t5 t6";
    case CoreBuilder::Cpu::Ppc:
    case CoreBuilder::Cpu::Ppc64:
        return "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 "
               "r23 r24 r25 r26 r27 r28 r29 r30 r31 nip msr orig_gpr3 ctr lr xer ccr softe trap "
               "dar dsisr result - - - -";
    case CoreBuilder::Cpu::S390x:
        // Sixteen access registers of four bytes each, then orig_gpr2.
        return "pswm pc r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 - - - - - - - - - ";
    case CoreBuilder::Cpu::LoongArch64:
        return "zero ra tp sp a0 a1 a2 a3 a4 a5 a6 a7 t0 t1 t2 t3 t4 t5 t6 t7 t8 r21 fp s0 s1 s2 "
               "s3 s4 s5 s6 s7 s8 orig_a0 pc badv - - - - - - - - - -";
    }
    return "";
}

void writeNote(ByteAssembler& out,
               const std::string& owner,
               std::uint32_t type,
               const CoreBuilder::Bytes& descriptor)
{
    out.u32(owner.size() + 1).u32(descriptor.size()).u32(type);
    out.text(owner).u8(0).align(4).bytes(descriptor).align(4);
}

} // namespace

std::uint16_t CoreBuilder::defaultMachine() const
{
    switch (m_cpu) {
    case Cpu::Amd64:
    case Cpu::X32: return 62;
    case Cpu::X86: return 3;
    case Cpu::Arm64: return 183;
    case Cpu::Arm: return 40;
    case Cpu::RiscV64: return 243;
    case Cpu::Ppc: return 20;
    case Cpu::Ppc64: return 21;
    case Cpu::S390x: return 22;
    case Cpu::LoongArch64: return 258;
    }
    return 0;
}

CoreBuilder& CoreBuilder::machine(std::uint16_t value)
{
    m_machine = value;
    return *this;
}

CoreBuilder&
CoreBuilder::addNote(const std::string& owner, std::uint32_t type, const Bytes& descriptor)
{
    auto out = assembler();
    writeNote(out, owner, type, descriptor);
    std::ranges::copy(out.finish(), std::back_inserter(m_notes));
    return *this;
}

CoreBuilder& CoreBuilder::addThread(std::uint32_t id,
                                    std::uint16_t signal,
                                    const Registers& registers,
                                    const Times& times)
{
    constexpr std::uint64_t kMicroseconds = 1'000'000; // In a second.
    auto out = assembler();
    const auto word = wordBytes();
    out.u32(signal).zeros(8).u16(signal).zeros(2).zeros(2 * word); // Masks of signals.
    out.u32(id).zeros(12);                                         // Process ids of relatives.
    for (const auto time : {times.user, times.kernel})
        out.number(time / kMicroseconds, word).number(time % kMicroseconds, word);
    out.zeros(4 * word);                                     // Times of children.
    const auto registerBytes = m_cpu == Cpu::X32 ? 8 : word; // x32 keeps the CPU's registers.
    std::istringstream names(registerNames(m_cpu));
    for (std::string name; names >> name;) {
        const auto found = registers.find(name);
        out.number(found == registers.end() ? 0 : found->second, registerBytes);
    }
    out.u32(1).align(word); // pr_fpvalid
    return addNote("CORE", 1, out.finish());
}

CoreBuilder& CoreBuilder::addFloats(const std::vector<std::uint64_t>& values)
{
    auto out = assembler();
    out.zeros(8); // The control word, and padding.
    for (const auto value : values)
        out.number(value, 8);
    return addNote("CORE", 2, out.finish());
}

CoreBuilder& CoreBuilder::addSignal(const Signal& signal)
{
    auto out = assembler();
    out.u32(signal.number).u32(0).u32(static_cast<std::uint32_t>(signal.code)).align(wordBytes());
    out.number(signal.cause, wordBytes()).zeros(128 - out.size());
    return addNote("CORE", 0x53494749, out.finish());
}

CoreBuilder&
CoreBuilder::addProcess(std::uint32_t id, const std::string& name, const std::string& commandLine)
{
    auto out = assembler();
    out.zeros(4).align(wordBytes()).zeros(wordBytes());
    out.zeros(is64() || m_cpu == Cpu::Ppc ? 8 : 4); // pr_uid, pr_gid
    out.u32(id).zeros(12);
    out.text(name).zeros(16 - name.size()).text(commandLine).zeros(80 - commandLine.size());
    return addNote("CORE", 3, out.finish());
}

CoreBuilder& CoreBuilder::addFiles(const std::vector<Mapping>& mappings)
{
    auto out = assembler();
    const auto word = wordBytes();
    out.number(mappings.size(), word).number(4096, word);
    for (const auto& mapping : mappings)
        out.number(mapping.begin, word).number(mapping.end, word).number(mapping.page, word);
    for (const auto& mapping : mappings)
        out.text(mapping.path).u8(0);
    return addNote("CORE", 0x46494c45, out.finish());
}

CoreBuilder&
CoreBuilder::addAuxv(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& entries)
{
    auto out = assembler();
    for (const auto& [type, value] : entries)
        out.number(type, wordBytes()).number(value, wordBytes());
    out.zeros(2 * wordBytes());
    return addNote("CORE", 6, out.finish());
}

CoreBuilder& CoreBuilder::addMemory(Segment segment)
{
    m_memory.push_back(std::move(segment));
    return *this;
}

void CoreBuilder::writeHeader(ByteAssembler& out,
                              std::uint16_t type,
                              std::size_t segmentCount) const
{
    const auto word = wordBytes();
    out.u8(0x7f).text("ELF").u8(is64() ? 2 : 1).u8(m_order == std::endian::little ? 1 : 2).u8(1);
    out.zeros(9).u16(type).u16(m_machine != 0 ? m_machine : defaultMachine()).u32(1);
    const bool isExtended = segmentCount >= kExtendedCount;
    const std::uint64_t headerBytes = is64() ? 64 : 52;
    const std::uint64_t segmentBytes = is64() ? 56 : 32;
    out.number(0, word).number(headerBytes, word);
    out.number(isExtended ? headerBytes + segmentCount * segmentBytes : 0, word).u32(0);
    out.u16(headerBytes).u16(segmentBytes).u16(isExtended ? kExtendedCount : segmentCount);
    out.u16(isExtended ? sectionHeaderBytes() : 0).u16(isExtended ? 1 : 0).u16(0);
}

std::size_t CoreBuilder::sectionHeaderBytes() const
{
    return is64() ? 64 : 40;
}

void CoreBuilder::writeExtendedCount(ByteAssembler& out, std::size_t segmentCount) const
{
    const std::size_t infoAt = is64() ? 44 : 28; // sh_info
    out.zeros(infoAt).u32(segmentCount).zeros(sectionHeaderBytes() - infoAt - 4);
}

void CoreBuilder::writeSegment(ByteAssembler& out,
                               std::uint32_t type,
                               std::uint64_t offset,
                               const Segment& segment) const
{
    const auto word = wordBytes();
    const auto memoryBytes = segment.memoryBytes != 0 ? segment.memoryBytes : segment.bytes.size();
    out.u32(type);
    if (is64())
        out.u32(segment.flags);
    out.number(offset, word).number(segment.address, word).number(0, word);
    out.number(segment.bytes.size(), word).number(memoryBytes, word);
    if (!is64())
        out.u32(segment.flags);
    out.number(type == kNote ? 4 : 4096, word);
}

CoreBuilder::Bytes CoreBuilder::imagePage(std::uint64_t linkedAddress,
                                          std::uint64_t memoryBytes,
                                          const std::vector<std::uint8_t>& buildId) const
{
    auto notes = assembler();
    Bytes id;
    for (const auto byte : buildId)
        id.push_back(std::byte{byte});
    if (!id.empty())
        writeNote(notes, "GNU", 3, id);
    const auto content = notes.finish();
    auto out = assembler();
    writeHeader(out, 3, 2);
    const std::uint64_t noteOffset = is64() ? 64 + 2 * 56 : 52 + 2 * 32;
    writeSegment(out, kLoad, 0,
                 {.address = linkedAddress, .bytes = {}, .memoryBytes = memoryBytes, .flags = 5});
    writeSegment(out, kNote, noteOffset,
                 {.address = linkedAddress + noteOffset, .bytes = content, .flags = 4});
    out.bytes(content);
    return out.finish();
}

CoreBuilder::Bytes CoreBuilder::bytes() const
{
    auto out = assembler();
    const auto segmentCount = 1 + m_memory.size();
    const bool isExtended = segmentCount >= kExtendedCount;
    writeHeader(out, 4, segmentCount);
    std::uint64_t offset = out.size() + segmentCount * (is64() ? 56 : 32);
    offset += isExtended ? sectionHeaderBytes() : 0;
    writeSegment(out, kNote, offset, {.address = 0, .bytes = m_notes, .flags = 0});
    offset += m_notes.size();
    for (const auto& segment : m_memory) {
        writeSegment(out, kLoad, offset, segment);
        offset += segment.bytes.size();
    }
    if (isExtended)
        writeExtendedCount(out, segmentCount);
    out.bytes(m_notes);
    for (const auto& segment : m_memory)
        out.bytes(segment.bytes);
    return out.finish();
}

} // namespace faultline::test
