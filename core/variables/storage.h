// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/value_info.h"
#include "core/model/memory.h"
#include "core/variables/absence.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::variables {

/// Where some consecutive bits of a value are.
struct Piece
{
    enum class Kind : std::uint8_t {
        Missing,
        Memory,
        Content,        ///< The bytes are known: a register's, or a constant.
        ImplicitPointer ///< The pointer does not exist; what it would point to may.
    };
    Kind kind = Kind::Missing;
    std::uint64_t bitSize = 0;   ///< 0: all that is left of the value.
    std::uint64_t bitOffset = 0; ///< Of the first bit in the memory or in the content.
    /// Why there is nothing; of a content, why there is nothing beyond it.
    Absence absence = Absence::OptimizedOut;
    std::uint64_t address = 0;
    std::vector<std::byte> content; ///< In the process's byte order.
    bool isRegister = false;        ///< The content is a register's.
    object::EntryRef pointsTo;      ///< For an implicit pointer: the variable, and an offset in it.
    std::int64_t pointsToOffset = 0;
};

/// What was read of a value.
struct ReadValue
{
    std::vector<std::byte> bytes; ///< Empty unless all bytes are known.
    Absence absence = Absence::None;
};

/// The place of a value, or of a part of one: pieces of memory, registers and constants. A plain
/// value.
class Storage
{
public:
    Storage() = default;

    static Storage inMemory(std::uint64_t address);
    static Storage ofBytes(std::vector<std::byte> content);
    static Storage missing(Absence absence);
    static Storage ofPieces(std::vector<Piece> pieces);

    /// The part from a bit on; bits count from the lowest of the first byte.
    Storage from(std::uint64_t bits) const;

    /// Reads whole bytes. A part that is not known makes the value unknown.
    ReadValue read(std::uint64_t sizeBytes, const MemoryReader& memory) const;
    /// Reads a bit-field of up to 64 bits into the low bits. Little-endian processes only.
    std::optional<std::uint64_t>
    readBits(std::uint64_t bitSize, const MemoryReader& memory, Absence& absence) const;

    /// The address of the first byte; absent when the first `sizeBytes` bytes are not in memory, or
    /// not next to each other.
    std::optional<std::uint64_t> address(std::uint64_t sizeBytes = 1) const;
    /// Is no bit of the value anywhere?
    bool isWhollyMissing() const;
    /// The implicit pointer that the value is, if it is one.
    const Piece* implicitPointer() const;

private:
    struct Position
    {
        const Piece* piece = nullptr;
        std::uint64_t bit = 0; ///< In the piece.
    };

    Position at(std::uint64_t bit) const;
    Absence readPart(std::uint64_t bit, std::span<std::byte> out, const MemoryReader& memory) const;

    std::vector<Piece> m_pieces;
    std::uint64_t m_bitOffset = 0;
};

} // namespace faultline::variables
