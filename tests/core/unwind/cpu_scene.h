// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/unwind/walk_scene.h"
#include "tests/support/cfi_builder.h"
#include "tests/support/memory_object.h"

#include <QTest>

#include <array>

namespace faultline::test {

inline constexpr std::uint64_t kCaller = kCode + 0x200;

struct Cpu
{
    const char* name;
    Arch arch;
    const char* call; ///< Eight bytes that end with a call through a register.
    std::uint8_t dwarfSp;
    std::uint8_t dwarfReturn;

    CpuFamily family() const { return cpuFamily(arch); }

    std::uint8_t wordBytes() const { return static_cast<std::uint8_t>(pointerSize(family())); }

    std::string_view nameOf(std::uint8_t index) const { return registersOf(family())[index].name; }
};

inline constexpr std::array kCpus{
    Cpu{"x86", Arch::X86, "909090909090ffd0", 4, 8},
    Cpu{"amd64", Arch::Amd64, "909090909090ffd0", 7, 16},
    Cpu{"arm", Arch::ArmV7, "0000a0e133ff2fe1", 13, 14},
    Cpu{"arm64", Arch::Arm64, "1f2003d500013fd6", 31, 30},
    Cpu{"mips", Arch::Mips, "09f8200300000000", 29, 31},
    Cpu{"mips64", Arch::Mips64, "09f8200300000000", 29, 31},
    Cpu{"riscv64", Arch::RiscV64, "13000000e7800700", 2, 1},
    Cpu{"ppc64", Arch::Ppc64, "000000602104804e", 1, 65},
    Cpu{"loongarch64", Arch::LoongArch64, "000040038101004c", 3, 1},
    Cpu{"ppc", Arch::Ppc, "000000602104804e", 1, 65},
};

inline const Cpu& cpuAt(int index)
{
    return kCpus[static_cast<std::size_t>(index)];
}

/// A thread in the module's code, with a stack, and with a call before kCaller.
inline StackBuilder threadOf(const Cpu& cpu, OsFamily os = OsFamily::Linux)
{
    const auto special = specialRegisters(cpu.family());
    StackBuilder stack(cpu.arch, os);
    stack.module(kCode, 0x10000).stackBytes(0x1000).memory(kCaller - 8, bytesOfHex(cpu.call));
    stack.set(cpu.nameOf(special.pc), kCode + 0x100).set(cpu.nameOf(special.sp), kStack);
    stack.set(cpu.nameOf(special.fp), 1);
    if (special.lr)
        stack.set(cpu.nameOf(*special.lr), 1);
    return stack;
}

inline unwind::WalkModule moduleWith(object::ObjectPtr object)
{
    unwind::WalkModule module;
    module.state = unwind::WalkModule::State::Ready;
    module.unwind = unwind::makeUnwindTable(object, ParseLimits{}).value();
    return module;
}

/// At kCode + 0x100: CFA = sp + 32, and the return address in the word below it; `extra` has
/// further rules.
inline unwind::WalkModule moduleWithCfi(const Cpu& cpu, const std::vector<std::uint8_t>& extra = {})
{
    const auto alignment = static_cast<std::uint8_t>(0x80 - cpu.wordBytes());
    CfiBuilder cfi(0x8000);
    const auto common = cfi.common("R", cpu.dwarfReturn,
                                   {0x0c, cpu.dwarfSp, 32, 0x05, cpu.dwarfReturn, 1}, alignment);
    cfi.frame(common, 0x100, 0x10, extra);
    auto object = std::make_shared<MemoryObject>(object::FileFormat::Elf, cpu.arch);
    object->addSection(".eh_frame", 0x8000, cfi.finish());
    return moduleWith(object);
}

inline Walk walkWith(const Event& event, unwind::WalkModule module)
{
    FixedModules modules;
    modules.modules[0] = std::move(module);
    return walk(event, modules);
}

inline MemoryRegion regionOf(std::uint64_t address, std::uint64_t sizeBytes, bool isExecutable)
{
    MemoryRegion region;
    region.address = address;
    region.sizeBytes = sizeBytes;
    region.readable = true;
    region.executable = isExecutable;
    return region;
}

/// Code below kCode + 0x1000, data above.
inline void addMemoryMap(Event& event)
{
    event.makeNative().memoryMap = {regionOf(kCode, 0x1000, true),
                                    regionOf(kCode + 0x1000, 0xf000, false),
                                    regionOf(kStack, 0x1000, false)};
}

/// The column "cpu", with a row for each CPU: an index for cpuAt().
inline void addEveryCpu()
{
    QTest::addColumn<int>("cpu");
    for (std::size_t i = 0; i < kCpus.size(); ++i)
        QTest::newRow(kCpus[i].name) << static_cast<int>(i);
}

} // namespace faultline::test
