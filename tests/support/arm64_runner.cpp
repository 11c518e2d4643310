// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/arm64_runner.h"

namespace faultline::test {

namespace {

constexpr unsigned kSp = 31;

std::int64_t signedField(std::uint32_t instruction, unsigned low, unsigned bits)
{
    const auto value = static_cast<std::int64_t>(instruction >> low & ((1u << bits) - 1));
    const auto half = std::int64_t{1} << (bits - 1);
    return value >= half ? value - 2 * half : value;
}

/// One load or store of 64-bit registers with the stack pointer as base.
struct Transfer
{
    bool isLoad = false;
    bool isFloat = false;
    bool isPair = false;
    bool movesBefore = false;
    bool movesAfter = false;
    std::int64_t offset = 0;
};

std::optional<Transfer> decode(std::uint32_t instruction)
{
    Transfer transfer;
    const auto pairKind = instruction & 0xffc00000;
    const bool isFloatPair =
        (pairKind & 0x7f000000) == 0x6c000000 || (pairKind & 0x7f000000) == 0x6d000000;
    const bool isIntegerPair = pairKind >> 24 == 0xa8 || pairKind >> 24 == 0xa9;
    if (isFloatPair || isIntegerPair) {
        const auto mode = instruction >> 23 & 7;
        transfer.isPair = true;
        transfer.isFloat = isFloatPair;
        transfer.isLoad = (instruction >> 22 & 1) != 0;
        transfer.movesAfter = mode == 1;
        transfer.movesBefore = mode == 3;
        transfer.offset = signedField(instruction, 15, 7) * 8;
        return transfer;
    }
    transfer.isFloat = (instruction >> 26 & 1) != 0;
    transfer.isLoad = (instruction >> 22 & 1) != 0;
    if ((instruction & 0xff800000) == 0xf9000000 || (instruction & 0xff800000) == 0xfd000000) {
        transfer.offset = static_cast<std::int64_t>(instruction >> 10 & 0xfff) * 8;
        return transfer;
    }
    if ((instruction & 0xffa00000) == 0xf8000000 || (instruction & 0xffa00000) == 0xfc000000) {
        const auto mode = instruction >> 10 & 3;
        transfer.movesAfter = mode == 1;
        transfer.movesBefore = mode == 3;
        transfer.offset = signedField(instruction, 12, 9);
        return mode == 2 ? std::nullopt : std::optional(transfer);
    }
    return std::nullopt;
}

} // namespace

std::uint64_t Arm64Runner::get(unsigned number) const
{
    return m_registers.get(static_cast<std::uint8_t>(number));
}

void Arm64Runner::set(unsigned number, std::uint64_t value)
{
    m_registers.set(static_cast<std::uint8_t>(number), value);
}

bool Arm64Runner::transfer(std::uint32_t instruction)
{
    const auto decoded = decode(instruction);
    if (!decoded || (instruction >> 5 & 31) != kSp)
        return false;
    const auto base = get(kSp);
    const auto moved = base + static_cast<std::uint64_t>(decoded->offset);
    auto address = decoded->movesAfter ? base : moved;
    for (const unsigned number : {instruction & 31, instruction >> 10 & 31}) {
        if (decoded->isLoad && decoded->isFloat)
            m_floats[number] = m_words[address];
        else if (decoded->isLoad)
            set(number, m_words[address]);
        else
            m_words[address] = decoded->isFloat ? m_floats[number] : get(number);
        address += 8;
        if (!decoded->isPair)
            break;
    }
    if (decoded->movesBefore || decoded->movesAfter)
        set(kSp, moved);
    return true;
}

bool Arm64Runner::step(std::uint32_t instruction)
{
    const auto target = instruction & 31;
    const auto source = instruction >> 5 & 31;
    const bool isShifted = (instruction >> 22 & 1) != 0;
    const std::uint64_t immediate = std::uint64_t{instruction >> 10 & 0xfff}
                                    << (isShifted ? 12 : 0);
    const auto kind = instruction >> 23;
    if ((instruction & 0xfffff01f) == 0xd503201f) // pacibsp, autibsp, nop
        return true;
    const bool isAddition = kind == 0x91000000u >> 23;
    const bool isSubtraction = kind == 0xd1000000u >> 23;
    const bool isFrame = (target == kSp || target == 29) && (source == kSp || source == 29);
    if ((isAddition || isSubtraction) && isFrame) {
        set(target, isAddition ? get(source) + immediate : get(source) - immediate);
        return true;
    }
    return transfer(instruction);
}

std::size_t Arm64Runner::read(std::uint64_t address, std::span<std::byte> out) const
{
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto word = m_words.find((address + i) & ~std::uint64_t{7});
        if (word == m_words.end())
            return i;
        out[i] = static_cast<std::byte>(word->second >> (8 * ((address + i) & 7)) & 0xff);
    }
    return out.size();
}

} // namespace faultline::test
