// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/field_writer.h"

#include "core/model/codec/frame_fields.h"
#include "core/model/codec/native_event_fields.h"

namespace faultline::codec {

void FieldWriter::write(const ByteView& bytes)
{
    m_out.uleb128(bytes.size());
    m_out.u64(checksum64(bytes.span()));
    m_context.attachments.push_back(bytes);
}

void FieldWriter::write(const DebugId& id)
{
    m_out.u8(static_cast<std::uint8_t>(id.kind()));
    for (const auto byte : id.bytes())
        m_out.u8(byte);
    m_out.uleb128(id.appendix());
}

void FieldWriter::write(const CodeId& id)
{
    m_out.uleb128(m_context.texts.numberOf(id.text()));
}

// A register that is not known may still hold an old value, which is kept as well: two sets are
// equal only with it.
void FieldWriter::write(const RegisterSet& registers)
{
    std::uint64_t known = 0;
    std::uint64_t stored = 0;
    for (std::uint8_t i = 0; i < RegisterSet::kCapacity; ++i) {
        known |= std::uint64_t{registers.has(i)} << i;
        stored |= std::uint64_t{registers.get(i) != 0} << i;
    }
    write(registers.family());
    m_out.uleb128(known);
    m_out.uleb128(stored);
    for (std::uint8_t i = 0; i < RegisterSet::kCapacity; ++i) {
        if (registers.get(i) != 0)
            m_out.uleb128(registers.get(i));
    }
}

void FieldWriter::write(const MemoryImage& memory)
{
    write(memory.byteOrder() == std::endian::big);
    write(m_context.memory == EventMemory::Include ? memory.ranges() : std::vector<MemoryRange>());
}

void FieldWriter::write(const CarriedFieldsPtr& carried)
{
    if (!carried) {
        m_out.uleb128(0);
        return;
    }
    const auto [entry, isNew] =
        m_context.carried.try_emplace(carried.get(), m_context.carried.size() + 1);
    m_out.uleb128(entry->second);
    if (isNew)
        write(*carried);
}

} // namespace faultline::codec
