// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/intel_encoding.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/intel_instruction.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

class EncodingReader
{
public:
    EncodingReader(Bytes code, bool is64Bit)
        : m_reader(code.first(std::min(code.size(), kMaxIntelInstructionBytes)))
    {
        m_out.is64Bit = is64Bit;
    }

    std::optional<IntelEncoding> run();

private:
    bool readPrefixes();
    bool readOpcode();
    bool readVex(std::uint8_t first);
    bool readEvex();
    bool setVexMap(unsigned number);
    bool hasModrm() const;
    bool isKnown() const;
    bool isKnownInMapTwo() const;
    bool isOfCompilers() const;
    bool readModrm();
    std::size_t immediateBytes() const;
    std::size_t immediateBytesOfMapOne() const;
    std::size_t immediateBytesOfMapTwo() const;
    void readImmediate();

    ByteReader m_reader;
    bool m_hasShortAddress = false; // Prefix 67.
    IntelEncoding m_out;
};

bool EncodingReader::readPrefixes()
{
    for (;;) {
        const auto byte = m_reader.u8();
        if (!m_reader.ok())
            return false;
        const bool isRex = m_out.is64Bit && isIn(byte, 0x40, 0x4f);
        if (isRex) {
            m_out.rex = byte;
            continue;
        }
        switch (byte) {
        case 0x66: m_out.is16Bit = true; break;
        case 0x67:
            if (!m_out.is64Bit) // The operand uses 16-bit addresses.
                return false;
            m_hasShortAddress = true;
            break;
        case 0x26:
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0x64:
        case 0x65:
        case 0xf0:
        case 0xf2:
        case 0xf3: break;
        default: m_out.opcode = byte; return true;
        }
        m_out.rex = 0; // REX counts only directly before the opcode.
    }
}

bool EncodingReader::setVexMap(unsigned number)
{
    static constexpr std::array kMaps{IntelMap::One,     IntelMap::Two,   IntelMap::Three38,
                                      IntelMap::Three3a, IntelMap::Evex5, IntelMap::Evex5,
                                      IntelMap::Evex6};
    if (number == 0 || number == 4 || number >= kMaps.size())
        return false;
    m_out.isVex = true;
    m_out.map = kMaps[number];
    m_out.opcode = m_reader.u8();
    return m_reader.ok();
}

/// c5 is followed by one byte, c4 by two. The register bits are stored inverted.
bool EncodingReader::readVex(std::uint8_t first)
{
    const auto p0 = m_reader.u8();
    m_out.rex = (p0 & 0x80) == 0 ? 4 : 0;
    if (first == 0xc5)
        return setVexMap(1);
    m_out.rex |= (p0 & 0x20) == 0 ? 1 : 0;
    const auto p1 = m_reader.u8();
    m_out.rex |= (p1 & 0x80) != 0 ? 8 : 0;
    return (p0 & 31) <= 3 && setVexMap(p0 & 31);
}

bool EncodingReader::readEvex()
{
    const auto p0 = m_reader.u8();
    m_out.rex = ((p0 & 0x80) == 0 ? 4 : 0) | ((p0 & 0x20) == 0 ? 1 : 0);
    m_reader.skip(2);
    return (p0 & 8) == 0 && setVexMap(p0 & 7);
}

bool EncodingReader::readOpcode()
{
    const auto rest = m_reader.span().subspan(m_reader.offset());
    // In 32-bit mode these bytes are les, lds or bound when the next byte names memory.
    const bool isVector =
        m_out.is64Bit || (!rest.empty() && std::to_integer<unsigned>(rest.front()) >= 0xc0);
    if ((m_out.opcode == 0xc4 || m_out.opcode == 0xc5) && isVector)
        return readVex(m_out.opcode);
    if (m_out.opcode == 0x62 && isVector)
        return readEvex();
    if (m_out.opcode != 0x0f)
        return true;
    m_out.map = IntelMap::Two;
    m_out.opcode = m_reader.u8();
    if (m_out.opcode == 0x38 || m_out.opcode == 0x3a) {
        m_out.map = m_out.opcode == 0x38 ? IntelMap::Three38 : IntelMap::Three3a;
        m_out.opcode = m_reader.u8();
    }
    return m_reader.ok();
}

bool EncodingReader::hasModrm() const
{
    const auto op = m_out.opcode;
    if (m_out.map == IntelMap::One)
        return (op < 0x40 && (op & 7) < 4) || op == 0x62 || op == 0x63 || op == 0x69 ||
               op == 0x6b || isIn(op, 0x80, 0x8f) || isIn(op, 0xc0, 0xc1) || isIn(op, 0xc4, 0xc7) ||
               isIn(op, 0xd0, 0xd3) || isIn(op, 0xd8, 0xdf) || op == 0xf6 || op == 0xf7 ||
               op >= 0xfe;
    if (m_out.map == IntelMap::Two)
        return !(isIn(op, 0x05, 0x09) || op == 0x0b || op == 0x0e || isIn(op, 0x30, 0x37) ||
                 op == 0x77 || isIn(op, 0x80, 0x8f) || isIn(op, 0xa0, 0xa2) ||
                 isIn(op, 0xa8, 0xaa) || isIn(op, 0xc8, 0xcf));
    return true;
}

bool EncodingReader::isKnownInMapTwo() const
{
    const auto op = m_out.opcode;
    return !(op == 0x04 || op == 0x0a || op == 0x0c || isIn(op, 0x20, 0x27) || op == 0x36 ||
             op == 0x39 || isIn(op, 0x3b, 0x3f) || isIn(op, 0x78, 0x7b) || isIn(op, 0xa6, 0xa7)) ||
           m_out.isVex;
}

/// Rejects opcodes that only 32-bit mode has and undefined ones. No answer is better than one that
/// is out of step.
bool EncodingReader::isKnown() const
{
    const auto op = m_out.opcode;
    if (m_out.map == IntelMap::Two)
        return isKnownInMapTwo();
    if (m_out.map != IntelMap::One)
        return true;
    const bool isSegment = op < 0x40 && ((op & 7) == 6 || (op & 7) == 7);
    const bool isOld = op == 0x60 || op == 0x61 || op == 0x82 || op == 0xce || isIn(op, 0xd4, 0xd5);
    const bool isFar = op == 0x9a || op == 0xea;
    return !isFar && op != 0xd6 && !(isIn(op, 0xc4, 0xc5)) && op != 0x62 &&
           !(m_out.is64Bit && (isSegment || isOld));
}

/// Rejects what only the operand tells: far calls and jumps, AMD's XOP. Jumps with prefix 66 lead
/// elsewhere on AMD's CPUs than on Intel's (AMD64 manual volume 3, "JMP (Near)").
bool EncodingReader::isOfCompilers() const
{
    const auto op = m_out.opcode;
    const bool isShort = m_out.is16Bit && (m_out.rex & 8) == 0;
    if (m_out.map == IntelMap::Two)
        return !isShort || m_out.isVex || !isIn(op, 0x80, 0x8f);
    if (m_out.map != IntelMap::One)
        return true;
    const bool isJump = isIn(op, 0x70, 0x7f) || isIn(op, 0xe0, 0xe3) || op == 0xe9 || op == 0xeb;
    const bool isFar = op == 0xff && (m_out.reg == 3 || m_out.reg == 5 || m_out.reg == 7);
    const bool isXop = op == 0x8f && m_out.reg != 0;
    return !(isShort && isJump) && !isFar && !isXop;
}

bool EncodingReader::readModrm()
{
    const auto modrm = m_reader.u8();
    m_out.hasModrm = true;
    m_out.mod = modrm >> 6;
    m_out.reg = modrm >> 3 & 7;
    m_out.rm = modrm & 7;
    if (m_out.isRegisterForm())
        return m_reader.ok();
    m_out.base = m_out.rmOperand();
    bool isDisplacementOnly = m_out.mod == 0 && m_out.rm == 5;
    if (m_out.rm == kStackPointerEncoding) {
        const auto sib = m_reader.u8();
        const auto index = (sib >> 3 & 7) | ((m_out.rex & 2) != 0 ? 8 : 0);
        m_out.hasIndex = index != kStackPointerEncoding;
        m_out.base = static_cast<std::uint8_t>((sib & 7) | ((m_out.rex & 1) != 0 ? 8 : 0));
        isDisplacementOnly = m_out.mod == 0 && (sib & 7) == 5;
    } else {
        m_out.isRipRelative = m_out.is64Bit && isDisplacementOnly;
    }
    if (isDisplacementOnly)
        m_out.base.reset();
    if (m_out.mod == 1)
        m_out.displacement = m_reader.i8();
    else if (m_out.mod == 2 || isDisplacementOnly)
        m_out.displacement = m_reader.i32();
    return m_reader.ok();
}

std::size_t EncodingReader::immediateBytesOfMapOne() const
{
    const auto op = m_out.opcode;
    const std::size_t word = m_out.is16Bit ? 2 : 4; // "z" in the opcode maps.
    if (op < 0x40)
        return (op & 7) == 4 ? 1 : (op & 7) == 5 ? word : 0;
    if (isIn(op, 0x70, 0x7f) || isIn(op, 0xb0, 0xb7) || isIn(op, 0xe0, 0xe7))
        return 1;
    if (isIn(op, 0xb8, 0xbf))
        return (m_out.rex & 8) != 0 ? 8 : word;
    if (isIn(op, 0xa0, 0xa3))
        return m_out.is64Bit && !m_hasShortAddress ? 8 : 4;
    switch (op) {
    case 0x68:
    case 0x69:
    case 0x81:
    case 0xa9:
    case 0xc7: return word;
    case 0xe8:
    case 0xe9: return m_out.is64Bit ? 4 : word;
    case 0xf7: return m_out.reg < 2 ? word : 0;
    case 0xf6: return m_out.reg < 2 ? 1 : 0;
    case 0xc2:
    case 0xca: return 2;
    case 0xc8: return 3;
    case 0x6a:
    case 0x6b:
    case 0x80:
    case 0x82:
    case 0x83:
    case 0xa8:
    case 0xc0:
    case 0xc1:
    case 0xc6:
    case 0xcd:
    case 0xd4:
    case 0xd5:
    case 0xeb: return 1;
    default: return 0;
    }
}

std::size_t EncodingReader::immediateBytesOfMapTwo() const
{
    const auto op = m_out.opcode;
    if (isIn(op, 0x80, 0x8f) && !m_out.isVex)
        return m_out.is16Bit && !m_out.is64Bit ? 2 : 4;
    const bool hasByte = op == 0x0f || isIn(op, 0x70, 0x73) || op == 0xa4 || op == 0xac ||
                         op == 0xba || op == 0xc2 || isIn(op, 0xc4, 0xc6);
    return hasByte ? 1 : 0;
}

std::size_t EncodingReader::immediateBytes() const
{
    switch (m_out.map) {
    case IntelMap::One: return immediateBytesOfMapOne();
    case IntelMap::Two: return immediateBytesOfMapTwo();
    case IntelMap::Three3a: return 1;
    default: return 0;
    }
}

void EncodingReader::readImmediate()
{
    switch (immediateBytes()) {
    case 1: m_out.immediate = m_reader.i8(); break;
    case 2: m_out.immediate = static_cast<std::int16_t>(m_reader.u16()); break;
    case 3: m_reader.skip(3); break;
    case 4: m_out.immediate = m_reader.i32(); break;
    case 8: m_reader.skip(8); break;
    default: break;
    }
}

std::optional<IntelEncoding> EncodingReader::run()
{
    if (!readPrefixes() || !readOpcode() || !isKnown())
        return std::nullopt;
    const bool isVzero = m_out.isVex && m_out.map == IntelMap::Two && m_out.opcode == 0x77;
    if ((m_out.isVex ? !isVzero : hasModrm()) && !readModrm())
        return std::nullopt;
    if (!isOfCompilers())
        return std::nullopt;
    readImmediate();
    if (!m_reader.ok())
        return std::nullopt;
    m_out.sizeBytes = static_cast<std::uint8_t>(m_reader.offset());
    return m_out;
}

} // namespace

std::optional<IntelEncoding> readIntelEncoding(Bytes code, bool is64Bit)
{
    return EncodingReader(code, is64Bit).run();
}

} // namespace faultline::unwind
