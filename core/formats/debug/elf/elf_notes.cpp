// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_notes.h"

#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::elf {

namespace {

constexpr std::size_t kHeaderBytes = 12;

std::uint64_t alignedUp(std::uint64_t value, std::uint64_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

/// To the next multiple, or to the end: the last note's padding may be missing.
void skipPadding(ByteReader& reader, std::uint64_t padding)
{
    const auto target = alignedUp(reader.offset(), padding);
    reader.seek(std::min<std::uint64_t>(target, reader.span().size()));
}

} // namespace

std::optional<ElfNote> NoteReader::next()
{
    if (m_damage || m_reader.atEnd())
        return std::nullopt;
    const auto start = m_reader.offset();
    if (m_reader.remaining() < kHeaderBytes) {
        m_damage = start;
        return std::nullopt;
    }
    const std::uint64_t ownerBytes = m_reader.u32();
    const std::uint64_t descriptorBytes = m_reader.u32();
    ElfNote note;
    note.type = m_reader.u32();
    const auto owner = asText(m_reader.bytes(ownerBytes));
    note.owner = owner.substr(0, owner.find('\0'));
    skipPadding(m_reader, m_padding);
    note.offset = m_reader.offset();
    note.descriptor = m_reader.bytes(descriptorBytes);
    if (!m_reader.ok()) {
        m_damage = start;
        return std::nullopt;
    }
    skipPadding(m_reader, m_padding);
    return note;
}

Bytes buildIdInNotes(Bytes notes, std::endian order, std::uint64_t alignment)
{
    NoteReader reader(notes, order, alignment);
    while (const auto note = reader.next()) {
        if (note->type == NT_GNU_BUILD_ID && note->owner == "GNU")
            return note->descriptor;
    }
    return {};
}

} // namespace faultline::elf
