// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/cpu_context_layouts.h"

#include "core/formats/crash/minidump/system_info.h"

namespace faultline::minidump {

namespace {

constexpr auto kX86Runs = std::to_array<RegisterRun>({
    {4, 4, "dr0 dr1 dr2 dr3 dr6 dr7"},
    {140, 4, "gs fs es ds edi esi ebx edx ecx eax ebp eip cs eflags esp ss"},
});

constexpr auto kAmd64Runs = std::to_array<RegisterRun>({
    {52, 4, "mxcsr"},
    {56, 2, "cs ds es fs gs ss"},
    {68, 4, "eflags"},
    {72, 8, "dr0 dr1 dr2 dr3 dr6 dr7"},
    {120, 8, "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15 rip"},
});

constexpr auto kArmRuns = std::to_array<RegisterRun>({
    {4, 4, "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 cpsr"},
});

constexpr std::string_view kArm64Names =
    "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 x21 x22 x23 "
    "x24 x25 x26 x27 x28 x29 x30 sp pc";

constexpr auto kArm64Runs = std::to_array<RegisterRun>({{4, 4, "cpsr"}, {8, 8, kArm64Names}});

constexpr auto kArm64OldRuns = std::to_array<RegisterRun>({{8, 8, kArm64Names}, {272, 4, "cpsr"}});

constexpr auto kMipsRuns = std::to_array<RegisterRun>({
    {8, 8,
     "zero at v0 v1 a0 a1 a2 a3 t0 t1 t2 t3 t4 t5 t6 t7 s0 s1 s2 s3 s4 s5 s6 s7 t8 t9 k0 k1 gp sp "
     "fp ra"},
    {312, 8, "pc badvaddr"},
    {328, 4, "status cause"},
});

constexpr std::string_view kPpcGeneral =
    "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23 "
    "r24 r25 r26 r27 r28 r29 r30 r31";

constexpr auto kPpcRuns = std::to_array<RegisterRun>({
    {4, 4, "srr0 srr1"},
    {12, 4, kPpcGeneral},
    {140, 4, "cr xer lr ctr mq vrsave"},
});

constexpr auto kPpc64Runs = std::to_array<RegisterRun>({
    {8, 8, "srr0 srr1"},
    {24, 8, kPpcGeneral},
    {280, 8, "cr xer lr ctr vrsave"},
});

constexpr auto kSparcRuns = std::to_array<RegisterRun>({
    {8, 8,
     "g_r0 g_r1 g_r2 g_r3 g_r4 g_r5 g_r6 g_r7 g_r8 g_r9 g_r10 g_r11 g_r12 g_r13 g_r14 g_r15 g_r16 "
     "g_r17 g_r18 g_r19 "
     "g_r20 g_r21 g_r22 g_r23 g_r24 g_r25 g_r26 g_r27 g_r28 g_r29 g_r30 g_r31 ccr pc npc y asi "
     "fprs"},
});

constexpr std::string_view kRiscvNames =
    "pc ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 "
    "t3 t4 t5 t6";

constexpr auto kRiscvRuns = std::to_array<RegisterRun>({{8, 4, kRiscvNames}});
constexpr auto kRiscv64Runs = std::to_array<RegisterRun>({{8, 8, kRiscvNames}});

constexpr std::array kX86Architectures{processor::kX86, processor::kX86OnWin64};
constexpr std::array kAmd64Architectures{processor::kAmd64};
constexpr std::array kArmArchitectures{processor::kArm, processor::kArmOnWin64};
// Size and flags tell which of the two layouts an arm64 dump uses.
constexpr std::array kArm64Architectures{processor::kArm64, processor::kArm64Old};
constexpr std::array kMipsArchitectures{processor::kMips};
constexpr std::array kMips64Architectures{processor::kMips64};
constexpr std::array kPpcArchitectures{processor::kPpc};
constexpr std::array kPpc64Architectures{processor::kPpc64};
constexpr std::array kSparcArchitectures{processor::kSparc};
constexpr std::array kRiscvArchitectures{processor::kRiscv};
constexpr std::array kRiscv64Architectures{processor::kRiscv64};

constexpr std::array<ContextLayout, 12> kLayouts{{
    {"x86", CpuFamily::Intel32, kX86Architectures, 716, 204, 0, 0x10000, kX86Runs},
    {"amd64", CpuFamily::Intel64, kAmd64Architectures, 1232, 256, 48, 0x100000, kAmd64Runs, 720},
    {"arm", CpuFamily::Arm32, kArmArchitectures, 368, 72, 0, 0x40000000, kArmRuns},
    {"arm64", CpuFamily::Arm64, kArm64Architectures, 912, 272, 0, 0x400000, kArm64Runs},
    {"arm64", CpuFamily::Arm64, kArm64Architectures, 796, 276, 0, 0x80000000, kArm64OldRuns},
    {"mips", CpuFamily::Mips32, kMipsArchitectures, 600, 336, 0, 0x40000, kMipsRuns},
    {"mips64", CpuFamily::Mips64, kMips64Architectures, 600, 336, 0, 0x80000, kMipsRuns},
    {"ppc", CpuFamily::Ppc32, kPpcArchitectures, 1004, 164, 0, 0x20000000, kPpcRuns},
    {"ppc64", CpuFamily::Ppc64, kPpc64Architectures, 1160, 320, 0, 0x1000000, kPpc64Runs},
    {"sparc", CpuFamily::Unknown, kSparcArchitectures, 584, 312, 0, 0x10000000, kSparcRuns},
    {"riscv", CpuFamily::Unknown, kRiscvArchitectures, 268, 136, 0, 0x800000, kRiscvRuns},
    {"riscv64", CpuFamily::Unknown, kRiscv64Architectures, 524, 264, 0, 0x8000000, kRiscv64Runs},
}};

} // namespace

std::span<const ContextLayout> contextLayouts()
{
    return kLayouts;
}

} // namespace faultline::minidump
