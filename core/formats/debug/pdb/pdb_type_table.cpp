// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_type_table.h"

#include "core/base/byte_reader.h"

namespace faultline::pdb {

PdbTypeTable::PdbTypeTable(ByteView stream) : m_stream(std::move(stream))
{
    ByteReader header(m_stream.span());
    header.skip(4); // Version.
    const auto headerBytes = header.u32();
    m_firstIndex = header.u32();
    header.skip(4); // End of the index range.
    const auto recordBytes = header.u32();
    if (!header.ok() || headerBytes > m_stream.size())
        return;
    const auto end =
        std::min<std::uint64_t>(std::uint64_t{headerBytes} + recordBytes, m_stream.size());
    codeview::CodeViewRecords records(m_stream.span().first(static_cast<std::size_t>(end)),
                                      headerBytes);
    while (const auto record = records.next())
        m_records.push_back(*record);
}

std::optional<codeview::TypeRecord> PdbTypeTable::find(std::uint32_t index) const
{
    const auto record = bytes(index);
    return record.empty() ? std::nullopt : codeview::readType(record);
}

} // namespace faultline::pdb
