// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/registers.h"

namespace faultline {

namespace {

// DWARF numbers: System V psABI supplements for i386, x86-64, RISC-V, s390x, LoongArch; "DWARF for
// the Arm Architecture" (AADWARF32/64); MIPS from GCC.
constexpr std::array kX86{
    RegisterInfo{0, "eip", "", 8},    RegisterInfo{1, "esp", "", 4}, RegisterInfo{2, "ebp", "", 5},
    RegisterInfo{3, "ebx", "", 3},    RegisterInfo{4, "esi", "", 6}, RegisterInfo{5, "edi", "", 7},
    RegisterInfo{6, "eax", "", 0},    RegisterInfo{7, "ecx", "", 1}, RegisterInfo{8, "edx", "", 2},
    RegisterInfo{9, "eflags", "", 9},
};

constexpr std::array kAmd64{
    RegisterInfo{0, "rax", "", 0},   RegisterInfo{1, "rdx", "", 1},
    RegisterInfo{2, "rcx", "", 2},   RegisterInfo{3, "rbx", "", 3},
    RegisterInfo{4, "rsi", "", 4},   RegisterInfo{5, "rdi", "", 5},
    RegisterInfo{6, "rbp", "", 6},   RegisterInfo{7, "rsp", "", 7},
    RegisterInfo{8, "r8", "", 8},    RegisterInfo{9, "r9", "", 9},
    RegisterInfo{10, "r10", "", 10}, RegisterInfo{11, "r11", "", 11},
    RegisterInfo{12, "r12", "", 12}, RegisterInfo{13, "r13", "", 13},
    RegisterInfo{14, "r14", "", 14}, RegisterInfo{15, "r15", "", 15},
    RegisterInfo{16, "rip", "", 16},
};

constexpr std::array kArm{
    RegisterInfo{0, "r0", "", 0},      RegisterInfo{1, "r1", "", 1},
    RegisterInfo{2, "r2", "", 2},      RegisterInfo{3, "r3", "", 3},
    RegisterInfo{4, "r4", "", 4},      RegisterInfo{5, "r5", "", 5},
    RegisterInfo{6, "r6", "", 6},      RegisterInfo{7, "r7", "", 7},
    RegisterInfo{8, "r8", "", 8},      RegisterInfo{9, "r9", "", 9},
    RegisterInfo{10, "r10", "", 10},   RegisterInfo{11, "r12", "", 12},
    RegisterInfo{12, "fp", "r11", 11}, RegisterInfo{13, "sp", "r13", 13},
    RegisterInfo{14, "lr", "r14", 14}, RegisterInfo{15, "pc", "r15", 15},
};

constexpr std::array kArm64{
    RegisterInfo{0, "x0", "", 0},      RegisterInfo{1, "x1", "", 1},
    RegisterInfo{2, "x2", "", 2},      RegisterInfo{3, "x3", "", 3},
    RegisterInfo{4, "x4", "", 4},      RegisterInfo{5, "x5", "", 5},
    RegisterInfo{6, "x6", "", 6},      RegisterInfo{7, "x7", "", 7},
    RegisterInfo{8, "x8", "", 8},      RegisterInfo{9, "x9", "", 9},
    RegisterInfo{10, "x10", "", 10},   RegisterInfo{11, "x11", "", 11},
    RegisterInfo{12, "x12", "", 12},   RegisterInfo{13, "x13", "", 13},
    RegisterInfo{14, "x14", "", 14},   RegisterInfo{15, "x15", "", 15},
    RegisterInfo{16, "x16", "", 16},   RegisterInfo{17, "x17", "", 17},
    RegisterInfo{18, "x18", "", 18},   RegisterInfo{19, "x19", "", 19},
    RegisterInfo{20, "x20", "", 20},   RegisterInfo{21, "x21", "", 21},
    RegisterInfo{22, "x22", "", 22},   RegisterInfo{23, "x23", "", 23},
    RegisterInfo{24, "x24", "", 24},   RegisterInfo{25, "x25", "", 25},
    RegisterInfo{26, "x26", "", 26},   RegisterInfo{27, "x27", "", 27},
    RegisterInfo{28, "x28", "", 28},   RegisterInfo{29, "fp", "x29", 29},
    RegisterInfo{30, "lr", "x30", 30}, RegisterInfo{31, "sp", "x31", 31},
    RegisterInfo{32, "pc", "", -1},
};

constexpr std::array kMips{
    RegisterInfo{0, "gp", "r28", 28},  RegisterInfo{1, "sp", "r29", 29},
    RegisterInfo{2, "fp", "r30", 30},  RegisterInfo{3, "ra", "r31", 31},
    RegisterInfo{4, "pc", "", -1},     RegisterInfo{5, "s0", "r16", 16},
    RegisterInfo{6, "s1", "r17", 17},  RegisterInfo{7, "s2", "r18", 18},
    RegisterInfo{8, "s3", "r19", 19},  RegisterInfo{9, "s4", "r20", 20},
    RegisterInfo{10, "s5", "r21", 21}, RegisterInfo{11, "s6", "r22", 22},
    RegisterInfo{12, "s7", "r23", 23},
};

constexpr std::array kPpc{
    RegisterInfo{0, "srr0", "", -1}, RegisterInfo{1, "srr1", "", -1},
    RegisterInfo{2, "r0", "", 0},    RegisterInfo{3, "r1", "", 1},
    RegisterInfo{4, "r2", "", 2},    RegisterInfo{5, "r3", "", 3},
    RegisterInfo{6, "r4", "", 4},    RegisterInfo{7, "r5", "", 5},
    RegisterInfo{8, "r6", "", 6},    RegisterInfo{9, "r7", "", 7},
    RegisterInfo{10, "r8", "", 8},   RegisterInfo{11, "r9", "", 9},
    RegisterInfo{12, "r10", "", 10}, RegisterInfo{13, "r11", "", 11},
    RegisterInfo{14, "r12", "", 12}, RegisterInfo{15, "r13", "", 13},
    RegisterInfo{16, "r14", "", 14}, RegisterInfo{17, "r15", "", 15},
    RegisterInfo{18, "r16", "", 16}, RegisterInfo{19, "r17", "", 17},
    RegisterInfo{20, "r18", "", 18}, RegisterInfo{21, "r19", "", 19},
    RegisterInfo{22, "r20", "", 20}, RegisterInfo{23, "r21", "", 21},
    RegisterInfo{24, "r22", "", 22}, RegisterInfo{25, "r23", "", 23},
    RegisterInfo{26, "r24", "", 24}, RegisterInfo{27, "r25", "", 25},
    RegisterInfo{28, "r26", "", 26}, RegisterInfo{29, "r27", "", 27},
    RegisterInfo{30, "r28", "", 28}, RegisterInfo{31, "r29", "", 29},
    RegisterInfo{32, "r30", "", 30}, RegisterInfo{33, "r31", "", 31},
    RegisterInfo{34, "lr", "", 65},
};

constexpr std::array kRiscV64{
    RegisterInfo{0, "pc", "", -1},      RegisterInfo{1, "ra", "x1", 1},
    RegisterInfo{2, "sp", "x2", 2},     RegisterInfo{3, "gp", "x3", 3},
    RegisterInfo{4, "tp", "x4", 4},     RegisterInfo{5, "t0", "x5", 5},
    RegisterInfo{6, "t1", "x6", 6},     RegisterInfo{7, "t2", "x7", 7},
    RegisterInfo{8, "s0", "fp", 8},     RegisterInfo{9, "s1", "x9", 9},
    RegisterInfo{10, "a0", "x10", 10},  RegisterInfo{11, "a1", "x11", 11},
    RegisterInfo{12, "a2", "x12", 12},  RegisterInfo{13, "a3", "x13", 13},
    RegisterInfo{14, "a4", "x14", 14},  RegisterInfo{15, "a5", "x15", 15},
    RegisterInfo{16, "a6", "x16", 16},  RegisterInfo{17, "a7", "x17", 17},
    RegisterInfo{18, "s2", "x18", 18},  RegisterInfo{19, "s3", "x19", 19},
    RegisterInfo{20, "s4", "x20", 20},  RegisterInfo{21, "s5", "x21", 21},
    RegisterInfo{22, "s6", "x22", 22},  RegisterInfo{23, "s7", "x23", 23},
    RegisterInfo{24, "s8", "x24", 24},  RegisterInfo{25, "s9", "x25", 25},
    RegisterInfo{26, "s10", "x26", 26}, RegisterInfo{27, "s11", "x27", 27},
    RegisterInfo{28, "t3", "x28", 28},  RegisterInfo{29, "t4", "x29", 29},
    RegisterInfo{30, "t5", "x30", 30},  RegisterInfo{31, "t6", "x31", 31},
};

// Functions without calls keep their caller's registers in floating point registers.
constexpr std::array kS390x{
    RegisterInfo{0, "r0", "", 0},    RegisterInfo{1, "r1", "", 1},
    RegisterInfo{2, "r2", "", 2},    RegisterInfo{3, "r3", "", 3},
    RegisterInfo{4, "r4", "", 4},    RegisterInfo{5, "r5", "", 5},
    RegisterInfo{6, "r6", "", 6},    RegisterInfo{7, "r7", "", 7},
    RegisterInfo{8, "r8", "", 8},    RegisterInfo{9, "r9", "", 9},
    RegisterInfo{10, "r10", "", 10}, RegisterInfo{11, "r11", "", 11},
    RegisterInfo{12, "r12", "", 12}, RegisterInfo{13, "r13", "", 13},
    RegisterInfo{14, "r14", "", 14}, RegisterInfo{15, "r15", "", 15},
    RegisterInfo{16, "pc", "", -1},  RegisterInfo{17, "f0", "", 16},
    RegisterInfo{18, "f1", "", 20},  RegisterInfo{19, "f2", "", 17},
    RegisterInfo{20, "f3", "", 21},  RegisterInfo{21, "f4", "", 18},
    RegisterInfo{22, "f5", "", 22},  RegisterInfo{23, "f6", "", 19},
    RegisterInfo{24, "f7", "", 23},  RegisterInfo{25, "f8", "", 24},
    RegisterInfo{26, "f9", "", 28},  RegisterInfo{27, "f10", "", 25},
    RegisterInfo{28, "f11", "", 29}, RegisterInfo{29, "f12", "", 26},
    RegisterInfo{30, "f13", "", 30}, RegisterInfo{31, "f14", "", 27},
    RegisterInfo{32, "f15", "", 31},
};

constexpr std::array kLoongArch64{
    RegisterInfo{0, "pc", "", -1},     RegisterInfo{1, "ra", "r1", 1},
    RegisterInfo{2, "tp", "r2", 2},    RegisterInfo{3, "sp", "r3", 3},
    RegisterInfo{4, "a0", "r4", 4},    RegisterInfo{5, "a1", "r5", 5},
    RegisterInfo{6, "a2", "r6", 6},    RegisterInfo{7, "a3", "r7", 7},
    RegisterInfo{8, "a4", "r8", 8},    RegisterInfo{9, "a5", "r9", 9},
    RegisterInfo{10, "a6", "r10", 10}, RegisterInfo{11, "a7", "r11", 11},
    RegisterInfo{12, "t0", "r12", 12}, RegisterInfo{13, "t1", "r13", 13},
    RegisterInfo{14, "t2", "r14", 14}, RegisterInfo{15, "t3", "r15", 15},
    RegisterInfo{16, "t4", "r16", 16}, RegisterInfo{17, "t5", "r17", 17},
    RegisterInfo{18, "t6", "r18", 18}, RegisterInfo{19, "t7", "r19", 19},
    RegisterInfo{20, "t8", "r20", 20}, RegisterInfo{21, "r21", "", 21},
    RegisterInfo{22, "fp", "r22", 22}, RegisterInfo{23, "s0", "r23", 23},
    RegisterInfo{24, "s1", "r24", 24}, RegisterInfo{25, "s2", "r25", 25},
    RegisterInfo{26, "s3", "r26", 26}, RegisterInfo{27, "s4", "r27", 27},
    RegisterInfo{28, "s5", "r28", 28}, RegisterInfo{29, "s6", "r29", 29},
    RegisterInfo{30, "s7", "r30", 30}, RegisterInfo{31, "s8", "r31", 31},
};

} // namespace

std::span<const RegisterInfo> registersOf(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel32: return kX86;
    case CpuFamily::Intel64: return kAmd64;
    case CpuFamily::Arm32: return kArm;
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return kArm64;
    case CpuFamily::Mips32:
    case CpuFamily::Mips64: return kMips;
    case CpuFamily::Ppc32:
    case CpuFamily::Ppc64: return kPpc;
    case CpuFamily::RiscV64: return kRiscV64;
    case CpuFamily::S390x: return kS390x;
    case CpuFamily::LoongArch64: return kLoongArch64;
    case CpuFamily::Wasm32:
    case CpuFamily::Unknown: return {};
    }
    return {};
}

std::optional<std::uint8_t> registerIndex(CpuFamily family, std::string_view name)
{
    if (name.starts_with('$'))
        name.remove_prefix(1);
    if (name.empty())
        return std::nullopt;
    for (const auto& reg : registersOf(family)) {
        if (reg.name == name || reg.alias == name)
            return reg.index;
    }
    return std::nullopt;
}

SpecialRegisters specialRegisters(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel32: return {0, 1, 2, std::nullopt};
    case CpuFamily::Intel64: return {16, 7, 6, std::nullopt};
    case CpuFamily::Arm32: return {15, 13, 12, 14};
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return {32, 31, 29, 30};
    case CpuFamily::Mips32:
    case CpuFamily::Mips64: return {4, 1, 2, 3};
    case CpuFamily::Ppc32:
    case CpuFamily::Ppc64: return {0, 3, 33, 34};
    case CpuFamily::RiscV64: return {0, 2, 8, 1};
    case CpuFamily::S390x: return {16, 15, 11, 14};
    case CpuFamily::LoongArch64: return {0, 3, 22, 1};
    case CpuFamily::Wasm32:
    case CpuFamily::Unknown: return {};
    }
    return {};
}

} // namespace faultline
