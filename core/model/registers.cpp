#include "core/model/registers.h"

namespace faultline {

namespace {

// DWARF numbers: System V psABI supplements for i386, x86-64; "DWARF for the Arm Architecture"
// (AADWARF32/64); MIPS from GCC.
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
    case CpuFamily::Wasm32:
    case CpuFamily::Unknown: return {};
    }
    return {};
}

} // namespace faultline
