// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/register_writes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline::engine {

namespace {

using analysis::ParsedInstruction;

// What an instruction writes: Intel SDM volume 2; Arm ARM C6.2.
constexpr auto kIntelReaders =
    std::to_array<std::string_view>({"bt", "cmp", "comisd", "comiss", "endbr32", "endbr64", "nop",
                                     "nopl", "nopw", "test", "ucomisd", "ucomiss", "vzeroupper"});

constexpr auto kIntelFirst = std::to_array<std::string_view>(
    {"add",      "addps",     "addsd",     "addss",   "and",     "andpd",  "andps",  "cvtsi2sd",
     "cvtsi2ss", "cvttsd2si", "cvttss2si", "dec",     "inc",     "lea",    "mov",    "movabs",
     "movapd",   "movaps",    "movd",      "movdqa",  "movdqu",  "movhps", "movlps", "movq",
     "movsd",    "movss",     "movsx",     "movsxd",  "movupd",  "movups", "movzx",  "mulps",
     "mulsd",    "mulss",     "neg",       "not",     "or",      "pand",   "por",    "punpcklqdq",
     "pxor",     "sar",       "shl",       "shr",     "sub",     "subps",  "subsd",  "subss",
     "unpcklps", "vmovaps",   "vmovd",     "vmovdqa", "vmovdqu", "vmovq",  "vmovsd", "vmovss",
     "vmovups",  "xor",       "xorpd",     "xorps"});

constexpr auto kMoves = std::to_array<std::string_view>(
    {"mov",     "movabs",  "movapd", "movaps", "movd",   "movdqa", "movdqu",  "movhps",
     "movlps",  "movq",    "movsd",  "movss",  "movupd", "movups", "vmovaps", "vmovd",
     "vmovdqa", "vmovdqu", "vmovq",  "vmovsd", "vmovss", "vmovups"});

constexpr auto kArmReaders =
    std::to_array<std::string_view>({"cbnz", "cbz", "cmn", "cmp", "nop", "str", "strb", "strh",
                                     "stur", "sturb", "sturh", "tbnz", "tbz", "tst", "stp"});

constexpr auto kArmFirst = std::to_array<std::string_view>(
    {"add",  "adr",   "adrp",  "and",   "asr",  "bic",   "csel",  "cset", "eor",  "ldr",  "ldrb",
     "ldrh", "ldrsb", "ldrsh", "ldrsw", "ldur", "ldurb", "ldurh", "lsl",  "lsr",  "mov",  "movk",
     "movn", "movz",  "mvn",   "neg",   "orr",  "sub",   "sxtw",  "ubfx", "uxtb", "uxth", "uxtw"});

template <std::size_t N>
bool has(const std::array<std::string_view, N>& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

/// Conditional jumps, moves and sets: "jne", "cmovae", "setb".
bool isIntelJump(std::string_view name)
{
    return name.starts_with('j') && name != "jmp" && name != "jrcxz";
}

std::vector<std::string> firstOf(const analysis::RegisterValues& registers,
                                 const ParsedInstruction& instruction)
{
    if (instruction.operands.empty() || instruction.operands[0].memory)
        return {};
    return {std::string(registers.fullName(instruction.operands[0].text))};
}

/// "w3" is a part of "x3".
std::string armRegister(std::string_view name)
{
    return name.starts_with('w') && name != "wsp" ? std::string("x").append(name.substr(1))
                                                  : std::string(name);
}

/// "movsd dword ptr es:[edi], dword ptr [esi]" also moves both registers.
bool isStringMove(const ParsedInstruction& instruction)
{
    return instruction.operands.size() == 2 && instruction.operands[0].memory &&
           instruction.operands[1].memory;
}

/// "ah" is a part of "rax" that RegisterValues does not know.
bool isOfHighByte(const ParsedInstruction& instruction)
{
    constexpr auto kHighBytes = std::to_array<std::string_view>({"ah", "bh", "ch", "dh"});
    return !instruction.operands.empty() && has(kHighBytes, instruction.operands[0].text);
}

std::optional<std::vector<std::string>> intelWrites(const analysis::RegisterValues& registers,
                                                    const ParsedInstruction& instruction)
{
    const std::string_view name = instruction.mnemonic;
    if (!instruction.prefix.empty() || isStringMove(instruction) || isOfHighByte(instruction))
        return std::nullopt;
    if (has(kIntelReaders, name) || isIntelJump(name))
        return std::vector<std::string>();
    const auto stackPointer = registers.family() == CpuFamily::Intel64 ? "rsp" : "esp";
    if (name == "push" || name == "pop") {
        auto written = name == "pop" ? firstOf(registers, instruction) : std::vector<std::string>();
        written.emplace_back(stackPointer);
        return written;
    }
    const bool isFirst = has(kIntelFirst, name) || name.starts_with("cmov") ||
                         (name.starts_with("set") && instruction.operands.size() == 1) ||
                         (name == "imul" && instruction.operands.size() > 1);
    return isFirst ? std::optional(firstOf(registers, instruction)) : std::nullopt;
}

/// A base register that changes with the access: "[x1], #8" and "[x1, #8]!".
bool changesBase(const ParsedInstruction& instruction)
{
    return std::ranges::any_of(instruction.operands, [&](const analysis::Operand& each) {
        return each.text.contains('[') &&
               (each.text.ends_with('!') || &each != &instruction.operands.back());
    });
}

std::optional<std::vector<std::string>> armWrites(const ParsedInstruction& instruction)
{
    const std::string_view name = instruction.mnemonic;
    if (changesBase(instruction))
        return std::nullopt;
    if (has(kArmReaders, name) || name.starts_with("b."))
        return std::vector<std::string>();
    const auto count = name == "ldp" ? std::size_t{2} : std::size_t{has(kArmFirst, name) ? 1u : 0u};
    if (count == 0 || instruction.operands.size() < count)
        return std::nullopt;
    std::vector<std::string> written;
    for (std::size_t i = 0; i < count; ++i)
        written.push_back(armRegister(instruction.operands[i].text));
    return written;
}

} // namespace

std::optional<std::vector<std::string>> writtenRegisters(const analysis::RegisterValues& registers,
                                                         const ParsedInstruction& instruction)
{
    switch (registers.family()) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64: return intelWrites(registers, instruction);
    case CpuFamily::Arm64: return armWrites(instruction);
    default: return std::nullopt;
    }
}

bool isOnlyWritten(const ParsedInstruction& instruction, std::ptrdiff_t operand)
{
    const std::string_view name = instruction.mnemonic;
    const bool isStore = name.starts_with("st") && !name.starts_with("sto");
    return isStore || (operand == 0 && (has(kMoves, name) || name.starts_with("set")));
}

} // namespace faultline::engine
