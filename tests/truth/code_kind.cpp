// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/code_kind.h"

namespace faultline::truth {

namespace {

bool isPrefix(std::uint8_t byte, bool is64Bit)
{
    switch (byte) {
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65:
    case 0x66:
    case 0x67:
    case 0xf2:
    case 0xf3: return true;
    default: return is64Bit && (byte & 0xf0) == 0x40;
    }
}

} // namespace

CodeKind codeKind(std::span<const std::byte> code, bool is64Bit)
{
    std::size_t at = 0;
    while (at < code.size() && isPrefix(std::to_integer<std::uint8_t>(code[at]), is64Bit))
        ++at;
    if (code.size() - at < 2)
        return at < code.size() && code[at] == std::byte{0xc3} ? CodeKind::Return : CodeKind::Other;
    const auto opcode = std::to_integer<std::uint8_t>(code[at]);
    const auto next = std::to_integer<std::uint8_t>(code[at + 1]);
    switch (opcode) {
    case 0xe8: return CodeKind::Call;
    case 0xc2:
    case 0xc3: return CodeKind::Return;
    case 0xff: {
        const auto operation = next >> 3 & 7;
        return operation == 2   ? CodeKind::Call
               : operation == 4 ? CodeKind::IndirectJump
                                : CodeKind::Other;
    }
    case 0xcd: return next == 0x80 ? CodeKind::SystemCall : CodeKind::Other;
    case 0x0f: return next == 0x05 || next == 0x34 ? CodeKind::SystemCall : CodeKind::Other;
    default: return CodeKind::Other;
    }
}

} // namespace faultline::truth
