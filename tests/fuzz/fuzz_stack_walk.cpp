// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stack_builder.h"

#include <algorithm>
#include <array>

using namespace faultline;
using namespace faultline::test;

namespace {

constexpr std::uint64_t kCode = 0x400000;

constexpr std::array kArchs{Arch::Amd64, Arch::X86,     Arch::Arm64,      Arch::ArmV7,
                            Arch::Mips,  Arch::Ppc64,   Arch::Mips64,     Arch::Arm64_32,
                            Arch::S390x, Arch::RiscV64, Arch::LoongArch64};
constexpr std::array kSystems{OsFamily::Linux, OsFamily::Windows, OsFamily::MacOs, OsFamily::Ios,
                              OsFamily::FreeBsd};

/// Makes a word of the stack. Most bytes of the input become words that lead somewhere.
std::uint64_t wordOf(std::uint8_t byte)
{
    if (byte < 0x60)
        return kCode + byte * 3u;
    if (byte < 0xc0)
        return StackBuilder::kStackBegin + (byte - 0x60) * 8u;
    return byte < 0xf0 ? byte : ~std::uint64_t{byte};
}

} // namespace

// The input is the CPU, the system, the registers' words, and then code, which is also the stack.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 8)
        return 0;
    const auto arch = kArchs[data[0] % kArchs.size()];
    StackBuilder stack(arch, kSystems[data[1] % kSystems.size()]);
    const auto family = cpuFamily(arch);
    const auto special = specialRegisters(family);
    const auto rest = std::span(data, size).subspan(6);
    const auto code = std::as_bytes(rest.first(std::min<std::size_t>(rest.size(), 0x200)));
    stack.module(kCode, 0x400).memory(kCode, {code.begin(), code.end()});
    const auto wordBytes = pointerSize(family);
    for (std::size_t i = 0; i < std::min<std::size_t>(rest.size(), 0x100); ++i)
        stack.word(StackBuilder::kStackBegin + i * wordBytes, wordOf(rest[i]));
    const auto name = [&](std::uint8_t index) { return registersOf(family)[index].name; };
    stack.set(name(special.pc), wordOf(data[2]));
    stack.set(name(special.sp), wordOf(data[3]));
    stack.set(name(special.fp), wordOf(data[4]));
    if (special.lr)
        stack.set(name(*special.lr), wordOf(data[5]));
    FixedModules modules;
    modules.modules[0].state = unwind::WalkModule::State::Ready;
    modules.modules[0].hasFunction = [](std::uint64_t) { return true; };
    modules.modules[0].function = [](std::uint64_t relative) {
        return std::optional(unwind::WalkFunction{relative & ~std::uint64_t{31}, "f"});
    };
    ParseLimits limits;
    limits.maxFramesPerThread = 64;
    static_cast<void>(walk(stack.finish(), modules, limits));
    return 0;
}
