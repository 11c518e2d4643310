// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/instruction_rules.h"

#include <algorithm>

namespace faultline::analysis {

namespace {

using enum MemoryAccessKind;

struct IntelUse
{
    std::string_view mnemonic;
    OperandUse use;
};

constexpr auto kIntelUses = std::to_array<IntelUse>({{"add", {ReadWrite, Read}},
                                                     {"sub", {ReadWrite, Read}},
                                                     {"call", {Read, Unknown}},
                                                     {"jmp", {Read, Unknown}},
                                                     {"push", {Read, Unknown}},
                                                     {"cmp", {Read, Read}},
                                                     {"ucomiss", {Read, Read}},
                                                     {"dec", {ReadWrite, Unknown}},
                                                     {"inc", {ReadWrite, Unknown}},
                                                     {"pop", {Write, Unknown}},
                                                     {"mov", {Write, Read}},
                                                     {"movabs", {Write, Read}},
                                                     {"movaps", {Write, Read}},
                                                     {"movups", {Write, Read}},
                                                     {"lea", {Unknown, Unknown}},
                                                     {"ret", {Unknown, Unknown}},
                                                     {"retf", {Unknown, Unknown}}});

constexpr auto kConditionalJumps =
    std::to_array<std::string_view>({"jo", "jno", "jb", "jae", "je", "jne", "ja", "jbe", "js",
                                     "jns", "jp", "jnp", "jl", "jge", "jg", "jle"});

constexpr auto kDivisions = std::to_array<std::string_view>({"div", "idiv", "sdiv", "udiv"});

constexpr auto kPrivileged = std::to_array<std::string_view>(
    {"cli",      "clts",    "hlt",     "in",     "insb",     "insd",    "insw",    "int",
     "int3",     "into",    "invd",    "invept", "invlpg",   "invvpid", "iret",    "iretd",
     "iretq",    "lgdt",    "lidt",    "lldt",   "lmsw",     "ltr",     "monitor", "mov",
     "mwait",    "out",     "outsb",   "outsd",  "outsw",    "rdmsr",   "rdpmc",   "rdtsc",
     "rdtscp",   "retf",    "sti",     "swapgs", "sysexit",  "sysret",  "vmcall",  "vmclear",
     "vmlaunch", "vmptrld", "vmptrst", "vmread", "vmresume", "vmwrite", "vmxoff",  "vmxon",
     "wbinvd",   "wrmsr",   "xsetbv"});

constexpr auto kStringInstructions = std::to_array<std::string_view>(
    {"movsb", "movsw", "movsd", "movsq", "stosb", "stosw", "stosd", "stosq", "lodsb", "lodsw",
     "lodsd", "lodsq", "scasb", "scasw", "scasd", "scasq", "cmpsb", "cmpsw", "cmpsd", "cmpsq"});

template <std::size_t N>
bool isIn(const std::array<std::string_view, N>& list, std::string_view mnemonic)
{
    return std::ranges::find(list, mnemonic) != list.end();
}

std::uint32_t registerBytes(std::string_view name)
{
    if (name.empty())
        return 0;
    switch (name.front()) {
    case 'b': return 1;
    case 'h': return 2;
    case 'w':
    case 's': return name == "sp" ? 8 : 4;
    case 'x':
    case 'd': return 8;
    case 'q': return 16;
    default: return 0;
    }
}

/// "ldrb", "sturh", "ldrsw": the width is in the name.
std::uint32_t widthInName(std::string_view mnemonic)
{
    if (mnemonic.ends_with("sw"))
        return 4;
    if (mnemonic.ends_with('b'))
        return 1;
    return mnemonic.ends_with('h') ? 2 : 0;
}

std::uint32_t arm64AccessBytes(const ParsedInstruction& instruction)
{
    const std::string_view mnemonic = instruction.mnemonic;
    const bool isPair = mnemonic.starts_with("ldp") || mnemonic.starts_with("stp") ||
                        mnemonic.starts_with("ldnp") || mnemonic.starts_with("stnp");
    // A store exclusive names its status register first.
    const std::size_t first = mnemonic.starts_with("stxr") || mnemonic.starts_with("stlxr") ? 1 : 0;
    auto bytes = widthInName(mnemonic);
    if (bytes == 0 && first < instruction.operands.size())
        bytes = registerBytes(instruction.operands[first].text);
    return isPair ? 2 * bytes : bytes;
}

} // namespace

std::optional<OperandUse> intelOperandUse(std::string_view mnemonic)
{
    if (isConditionalIntelJump(mnemonic))
        return OperandUse{Unknown, Unknown};
    const auto found = std::ranges::find(kIntelUses, mnemonic, &IntelUse::mnemonic);
    return found != kIntelUses.end() ? std::optional(found->use) : std::nullopt;
}

bool isConditionalIntelJump(std::string_view mnemonic)
{
    return isIn(kConditionalJumps, mnemonic);
}

bool isDivision(std::string_view mnemonic)
{
    return isIn(kDivisions, mnemonic);
}

bool isPrivileged(std::string_view mnemonic)
{
    return isIn(kPrivileged, mnemonic);
}

bool isStringInstruction(const ParsedInstruction& instruction)
{
    return isIn(kStringInstructions, instruction.mnemonic) &&
           std::ranges::none_of(instruction.operands, [](const Operand& operand) {
               return operand.text.starts_with("xmm");
           });
}

OperandUse stringOperandUse(const ParsedInstruction& instruction)
{
    const bool writes =
        instruction.mnemonic.starts_with("movs") || instruction.mnemonic.starts_with("stos");
    return {writes ? Write : Read, Read};
}

std::uint32_t armAccessBytes(CpuFamily family, const ParsedInstruction& instruction)
{
    if (family == CpuFamily::Arm64)
        return arm64AccessBytes(instruction);
    const std::string_view mnemonic = instruction.mnemonic;
    if (mnemonic.starts_with("ldrd") || mnemonic.starts_with("strd"))
        return 8;
    const auto width = widthInName(mnemonic.substr(0, mnemonic.find('.')));
    return width != 0 ? width : 4;
}

} // namespace faultline::analysis
