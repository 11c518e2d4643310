// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cpu_context_bytes.h"

#include "tests/support/byte_assembler.h"

#include <stdexcept>

namespace faultline::test {

namespace {

struct Field
{
    std::size_t offset;
    std::size_t sizeBytes;
};

struct Record
{
    std::size_t sizeBytes;
    std::size_t flagsOffset;
    std::uint32_t flags;
    std::map<std::string, Field> fields;
};

/// Adds the fields "r0", "r1", … in their order.
void addNumbered(Record& record,
                 const std::string& prefix,
                 std::size_t count,
                 std::size_t offset,
                 std::size_t sizeBytes)
{
    for (std::size_t i = 0; i < count; ++i)
        record.fields[prefix + std::to_string(i)] = {offset + i * sizeBytes, sizeBytes};
}

Record x86()
{
    return {716,
            0,
            0x1003f,
            {{"gs", {140, 4}},
             {"fs", {144, 4}},
             {"es", {148, 4}},
             {"ds", {152, 4}},
             {"edi", {156, 4}},
             {"esi", {160, 4}},
             {"ebx", {164, 4}},
             {"edx", {168, 4}},
             {"ecx", {172, 4}},
             {"eax", {176, 4}},
             {"ebp", {180, 4}},
             {"eip", {184, 4}},
             {"cs", {188, 4}},
             {"eflags", {192, 4}},
             {"esp", {196, 4}},
             {"ss", {200, 4}}}};
}

Record amd64()
{
    Record record{1232,
                  48,
                  0x10001f,
                  {{"cs", {56, 2}},
                   {"ds", {58, 2}},
                   {"ss", {66, 2}},
                   {"eflags", {68, 4}},
                   {"dr7", {112, 8}},
                   {"rax", {120, 8}},
                   {"rcx", {128, 8}},
                   {"rdx", {136, 8}},
                   {"rbx", {144, 8}},
                   {"rsp", {152, 8}},
                   {"rbp", {160, 8}},
                   {"rsi", {168, 8}},
                   {"rdi", {176, 8}},
                   {"rip", {248, 8}}}};
    for (std::size_t i = 8; i < 16; ++i)
        record.fields["r" + std::to_string(i)] = {184 + (i - 8) * 8, 8};
    return record;
}

Record arm()
{
    Record record{368, 0, 0x40000006, {{"cpsr", {68, 4}}}};
    addNumbered(record, "r", 16, 4, 4);
    record.fields["fp"] = record.fields["r11"];
    record.fields["sp"] = record.fields["r13"];
    record.fields["lr"] = record.fields["r14"];
    record.fields["pc"] = record.fields["r15"];
    return record;
}

Record arm64(bool old)
{
    Record record = old ? Record{796, 0, 0x80000006, {{"cpsr", {272, 4}}}}
                        : Record{912, 0, 0x400007, {{"cpsr", {4, 4}}}};
    addNumbered(record, "x", 31, 8, 8);
    record.fields["fp"] = record.fields["x29"];
    record.fields["lr"] = record.fields["x30"];
    record.fields["sp"] = {256, 8};
    record.fields["pc"] = {264, 8};
    return record;
}

Record mips()
{
    Record record{
        600,
        0,
        0x40007,
        {{"gp", {232, 8}}, {"sp", {240, 8}}, {"fp", {248, 8}}, {"ra", {256, 8}}, {"pc", {312, 8}}}};
    for (std::size_t i = 0; i < 8; ++i)
        record.fields["s" + std::to_string(i)] = {136 + i * 8, 8};
    return record;
}

Record ppc()
{
    Record record{1004, 0, 0x20000001, {{"srr0", {4, 4}}, {"srr1", {8, 4}}, {"lr", {148, 4}}}};
    addNumbered(record, "r", 32, 12, 4);
    return record;
}

Record ppc64()
{
    Record record{1160, 0, 0x1000001, {{"srr0", {8, 8}}, {"srr1", {16, 8}}, {"lr", {296, 8}}}};
    addNumbered(record, "r", 32, 24, 8);
    return record;
}

Record sparc()
{
    Record record{584, 0, 0x10000001, {{"pc", {272, 8}}, {"npc", {280, 8}}}};
    addNumbered(record, "g_r", 32, 8, 8);
    return record;
}

Record recordOf(Cpu cpu)
{
    switch (cpu) {
    case Cpu::X86: return x86();
    case Cpu::Amd64: return amd64();
    case Cpu::Arm: return arm();
    case Cpu::Arm64: return arm64(false);
    case Cpu::Arm64Old: return arm64(true);
    case Cpu::Mips: return mips();
    case Cpu::Ppc: return ppc();
    case Cpu::Ppc64: return ppc64();
    case Cpu::Sparc: return sparc();
    }
    throw std::logic_error("unknown cpu");
}

} // namespace

std::vector<std::byte> contextBytes(Cpu cpu, const Registers& registers, std::endian order)
{
    const auto record = recordOf(cpu);
    ByteAssembler out(order);
    out.zeros(record.sizeBytes);
    out.patch(record.flagsOffset, record.flags, 4);
    for (const auto& [name, value] : registers) {
        const auto& field = record.fields.at(name);
        out.patch(field.offset, value, field.sizeBytes);
    }
    return out.finish();
}

std::uint16_t processorArchitecture(Cpu cpu)
{
    switch (cpu) {
    case Cpu::X86: return 0;
    case Cpu::Amd64: return 9;
    case Cpu::Arm: return 5;
    case Cpu::Arm64: return 12;
    case Cpu::Arm64Old: return 0x8003;
    case Cpu::Mips: return 1;
    case Cpu::Ppc: return 3;
    case Cpu::Ppc64: return 0x8002;
    case Cpu::Sparc: return 0x8001;
    }
    throw std::logic_error("unknown cpu");
}

} // namespace faultline::test
