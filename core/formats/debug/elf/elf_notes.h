// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

#include <optional>
#include <string_view>

namespace faultline::elf {

struct ElfNote
{
    std::string_view owner; ///< Without its NUL; points into the notes.
    std::uint32_t type = 0;
    std::uint64_t offset = 0; ///< Offset of the descriptor from the start of the notes.
    Bytes descriptor;
};

/// Steps through the notes of a PT_NOTE segment or SHT_NOTE section (gABI "Note Section"): name and
/// descriptor are padded to 4 bytes, or to 8 in segments aligned to 8.
class NoteReader
{
public:
    NoteReader(Bytes notes, std::endian order, std::uint64_t alignment)
        : m_reader(notes, order), m_padding(alignment == 8 ? 8 : 4)
    {
    }

    /// Absent at the end and at a note that does not fit.
    std::optional<ElfNote> next();

    /// Offset of a note that does not fit; absent when all fit.
    std::optional<std::uint64_t> damageOffset() const { return m_damage; }

private:
    ByteReader m_reader;
    std::uint64_t m_padding;
    std::optional<std::uint64_t> m_damage;
};

/// Descriptor of the NT_GNU_BUILD_ID note; empty when there is none.
Bytes buildIdInNotes(Bytes notes, std::endian order, std::uint64_t alignment);

} // namespace faultline::elf
