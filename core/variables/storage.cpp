// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/storage.h"

#include "core/base/byte_reader.h"
#include "core/model/wide_register.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace faultline::variables {

namespace {

/// Is a piece a number in x86's extended format, as its floating point registers hold it?
bool isExtended(const Piece& piece)
{
    return piece.isRegister && piece.content.size() == WideRegister::kExtendedBytes;
}

template <class Float>
void convert(std::uint64_t mantissa, unsigned exponent, bool isNegative, std::span<std::byte> out)
{
    constexpr int kBias = 16383;
    constexpr int kMantissaBits = 63; // Behind the point.
    const auto size = std::ldexp(static_cast<Float>(mantissa),
                                 static_cast<int>(exponent) - kBias - kMantissaBits);
    const auto number = isNegative ? -size : size;
    std::ranges::copy(std::as_bytes(std::span(&number, 1)), out.begin());
}

/// A narrower number is widened in such a register, so that its bytes there are not those that it
/// has in memory. Infinities and what is no number are left out.
Absence readExtended(const Piece& piece, std::span<std::byte> out)
{
    constexpr unsigned kNotFinite = 0x7fff;
    ByteReader reader(piece.content);
    const auto mantissa = reader.u64();
    const auto signAndExponent = reader.u16();
    const unsigned exponent = signAndExponent & kNotFinite;
    const bool isNegative = signAndExponent >> 15 != 0;
    if (out.size() >= piece.content.size()) {
        std::ranges::fill(out, std::byte{0});
        std::ranges::copy(piece.content, out.begin());
        return Absence::None;
    }
    if (exponent == kNotFinite || (out.size() != sizeof(float) && out.size() != sizeof(double)))
        return Absence::Unsupported;
    if (out.size() == sizeof(float))
        convert<float>(mantissa, exponent, isNegative, out);
    else
        convert<double>(mantissa, exponent, isNegative, out);
    return Absence::None;
}

} // namespace

Storage Storage::inMemory(std::uint64_t address)
{
    Piece piece;
    piece.kind = Piece::Kind::Memory;
    piece.address = address;
    return ofPieces({std::move(piece)});
}

Storage Storage::ofBytes(std::vector<std::byte> content)
{
    Piece piece;
    piece.kind = Piece::Kind::Content;
    piece.content = std::move(content);
    piece.absence = Absence::Damaged;
    return ofPieces({std::move(piece)});
}

Storage Storage::missing(Absence absence)
{
    Piece piece;
    piece.absence = absence;
    return ofPieces({std::move(piece)});
}

Storage Storage::ofPieces(std::vector<Piece> pieces)
{
    Storage storage;
    storage.m_pieces = std::move(pieces);
    return storage;
}

Storage Storage::from(std::uint64_t bits) const
{
    auto part = *this;
    part.m_bitOffset = bits > ~m_bitOffset ? ~std::uint64_t{0} : m_bitOffset + bits;
    return part;
}

/// The piece that holds a bit of the whole, and the bit's place in it.
Storage::Position Storage::at(std::uint64_t bit) const
{
    for (const auto& piece : m_pieces) {
        if (piece.bitSize == 0 || bit < piece.bitSize)
            return {&piece, bit};
        bit -= piece.bitSize;
    }
    return {};
}

std::optional<std::uint64_t> Storage::address(std::uint64_t sizeBytes) const
{
    const auto [piece, bit] = at(m_bitOffset);
    if (piece == nullptr || piece->kind != Piece::Kind::Memory)
        return std::nullopt;
    if (piece->bitSize != 0 && (piece->bitSize - bit) / 8 < sizeBytes)
        return std::nullopt;
    const auto inMemory = piece->bitOffset + bit;
    return inMemory % 8 == 0 ? std::optional(piece->address + inMemory / 8) : std::nullopt;
}

bool Storage::isWhollyMissing() const
{
    return std::ranges::all_of(
        m_pieces, [](const Piece& piece) { return piece.kind == Piece::Kind::Missing; });
}

const Piece* Storage::implicitPointer() const
{
    const auto [piece, bit] = at(m_bitOffset);
    const bool isPointer =
        piece != nullptr && piece->kind == Piece::Kind::ImplicitPointer && bit == 0;
    return isPointer ? piece : nullptr;
}

/// Reads bytes that lie in one piece and begin at a whole byte of it.
Absence
Storage::readPart(std::uint64_t bit, std::span<std::byte> out, const MemoryReader& memory) const
{
    const auto [piece, inPiece] = at(bit);
    if (piece == nullptr)
        return Absence::OptimizedOut; // Compilers leave out the pieces at the end that are nowhere.
    const auto first = piece->bitOffset + inPiece;
    if (first % 8 != 0)
        return Absence::Unsupported;
    switch (piece->kind) {
    case Piece::Kind::Missing: return piece->absence;
    case Piece::Kind::ImplicitPointer: return Absence::OptimizedOut;
    case Piece::Kind::Memory:
        return memory.read(piece->address + first / 8, out) == out.size() ? Absence::None
                                                                          : Absence::NotInDump;
    case Piece::Kind::Content: break;
    }
    if (isExtended(*piece))
        return first == 0 ? readExtended(*piece, out) : Absence::Unsupported;
    if (!rangeFits(first / 8, out.size(), piece->content.size()))
        return piece->absence;
    std::ranges::copy(
        std::span(piece->content).subspan(static_cast<std::size_t>(first / 8), out.size()),
        out.begin());
    return Absence::None;
}

ReadValue Storage::read(std::uint64_t sizeBytes, const MemoryReader& memory) const
{
    ReadValue value;
    value.bytes.resize(static_cast<std::size_t>(sizeBytes));
    const auto whole = std::span(value.bytes);
    for (std::uint64_t done = 0; done < sizeBytes;) {
        const auto bit = m_bitOffset + done * 8;
        const auto [piece, inPiece] = at(bit);
        auto count = sizeBytes - done;
        if (piece != nullptr && piece->bitSize != 0)
            count = std::min(count, (piece->bitSize - inPiece) / 8);
        value.absence = count == 0 ? Absence::Unsupported
                                   : readPart(bit,
                                              whole.subspan(static_cast<std::size_t>(done),
                                                            static_cast<std::size_t>(count)),
                                              memory);
        if (value.absence != Absence::None) {
            value.bytes.clear();
            return value;
        }
        done += count;
    }
    return value;
}

std::optional<std::uint64_t>
Storage::readBits(std::uint64_t bitSize, const MemoryReader& memory, Absence& absence) const
{
    absence = Absence::Unsupported;
    if (bitSize == 0 || bitSize > 64 || memory.byteOrder() != std::endian::little)
        return std::nullopt;
    std::uint64_t value = 0;
    for (std::uint64_t done = 0; done < bitSize;) {
        const auto bit = m_bitOffset + done;
        const auto [piece, inPiece] = at(bit);
        if (piece == nullptr) {
            absence = Absence::OptimizedOut;
            return std::nullopt;
        }
        const auto inByte = (piece->bitOffset + inPiece) % 8;
        std::array<std::byte, 1> byte{};
        absence = readPart(bit - inByte, byte, memory);
        if (absence != Absence::None)
            return std::nullopt;
        auto count = std::min(8 - inByte, bitSize - done);
        if (piece->bitSize != 0)
            count = std::min(count, piece->bitSize - inPiece);
        const auto bits = (std::to_integer<std::uint64_t>(byte.front()) >> inByte) &
                          ((std::uint64_t{1} << count) - 1);
        value |= bits << done;
        done += count;
    }
    return value;
}

} // namespace faultline::variables
