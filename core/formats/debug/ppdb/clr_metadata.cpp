// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/ppdb/clr_metadata.h"

#include "core/base/byte_reader.h"
#include "core/formats/debug/ppdb/blob_reader.h"

#include <algorithm>

namespace faultline::ppdb {

namespace {

constexpr std::uint32_t kSignature = 0x424a5342; // "BSJB"
constexpr std::size_t kPdbIdBytes = 20;
constexpr std::size_t kGuidBytes = 16;
// The low bits of "#~"'s HeapSizes: offsets into that heap have four bytes.
constexpr std::uint8_t kWideText = 1;
constexpr std::uint8_t kWideGuid = 2;
constexpr std::uint8_t kWideBlob = 4;
constexpr std::uint8_t kHasExtraData = 0x40;

/// A stream name: at most 32 bytes with its NUL, padded to four.
std::string_view readStreamName(ByteReader& reader)
{
    const auto name = reader.cString();
    while (reader.ok() && reader.offset() % 4 != 0)
        reader.skip(1);
    return name;
}

/// Row counts follow a bit mask of the tables that have one.
bool readRowCounts(ByteReader& reader,
                   std::uint64_t mask,
                   std::array<std::uint32_t, kClrTableCount>& rows)
{
    for (std::size_t table = 0; table < kClrTableCount; ++table) {
        if ((mask >> table & 1) != 0)
            rows[table] = reader.u32();
    }
    return reader.ok();
}

} // namespace

bool ClrMetadata::looksLike(Bytes file)
{
    return ByteReader(file).u32() == kSignature;
}

Result<ClrMetadata> ClrMetadata::open(ByteView file)
{
    if (!looksLike(file.span()))
        return fail(ErrorKind::Unsupported, "no metadata signature at offset 0");
    ClrMetadata metadata(std::move(file));
    FL_CHECK(metadata.readStreams());
    FL_CHECK(metadata.readReferencedRows());
    FL_CHECK(metadata.readTables());
    return metadata;
}

Result<void> ClrMetadata::readStreams()
{
    ByteReader reader(m_file.span());
    reader.skip(12); // Signature, version, reserved.
    const auto versionBytes = reader.u32();
    reader.skip(versionBytes);
    reader.skip(2); // Flags: reserved.
    const auto count = reader.u16();
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "metadata root: ", m_file.size(), " bytes");
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto offset = reader.u32();
        const auto sizeBytes = reader.u32();
        const auto name = readStreamName(reader);
        if (!reader.ok())
            return fail(ErrorKind::Malformed, "metadata root: header of stream ", i, " of ", count,
                        " is cut");
        const auto content = reader.table(offset, sizeBytes, 1);
        if (!content)
            return fail(ErrorKind::Malformed, "stream ", name, ": ", sizeBytes, " bytes at offset ",
                        Hex{offset}, " do not fit ", m_file.size(), " bytes");
        if (name == "#~" || name == "#-")
            m_tables = *content;
        else if (name == "#Blob")
            m_blobs = *content;
        else if (name == "#GUID")
            m_guids = *content;
        else if (name == "#Pdb")
            m_pdb = *content;
        else if (name != "#Strings" && name != "#US")
            m_unknownStreams.emplace_back(name);
    }
    return {};
}

Result<void> ClrMetadata::readReferencedRows()
{
    if (m_pdb.empty())
        return {};
    ByteReader reader(m_pdb);
    reader.skip(kPdbIdBytes + 4); // Then the entry point.
    const auto mask = reader.u64();
    if (!readRowCounts(reader, mask, m_referencedRows))
        return fail(ErrorKind::Malformed, "stream #Pdb: ", m_pdb.size(), " bytes");
    return {};
}

std::uint32_t ClrMetadata::rowsForIndex(std::size_t table) const
{
    return std::max(m_rows[table], m_referencedRows[table]);
}

std::uint8_t ClrMetadata::widthOf(const ClrColumn& column) const
{
    switch (column.kind) {
    case ClrColumnKind::U16: return 2;
    case ClrColumnKind::U32: return 4;
    case ClrColumnKind::Text: return (m_heapSizes & kWideText) != 0 ? 4 : 2;
    case ClrColumnKind::Guid: return (m_heapSizes & kWideGuid) != 0 ? 4 : 2;
    case ClrColumnKind::Blob: return (m_heapSizes & kWideBlob) != 0 ? 4 : 2;
    case ClrColumnKind::Row: return rowsForIndex(column.target) > 0xffff ? 4 : 2;
    case ClrColumnKind::Coded: break;
    }
    const auto index = static_cast<ClrCodedIndex>(column.target);
    std::uint32_t most = 0;
    for (const auto table : clrCodedTables(index))
        most = std::max(most, rowsForIndex(table));
    return most > 0xffffu >> clrTagBits(index) ? 4 : 2;
}

void ClrMetadata::layOut(std::size_t table)
{
    Layout& layout = m_layouts[table];
    const auto columns = clrColumns(table);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        layout.offsets[i] = static_cast<std::uint8_t>(layout.rowBytes);
        layout.widths[i] = widthOf(columns[i]);
        layout.rowBytes += layout.widths[i];
    }
}

Result<void> ClrMetadata::readTables()
{
    if (m_tables.empty())
        return fail(ErrorKind::Malformed, "metadata root: no stream #~");
    ByteReader reader(m_tables);
    reader.skip(6); // Reserved, version.
    m_heapSizes = reader.u8();
    reader.skip(1); // Reserved.
    const auto present = reader.u64();
    reader.skip(8); // Which tables are sorted.
    const bool isComplete = readRowCounts(reader, present, m_rows);
    if ((m_heapSizes & kHasExtraData) != 0)
        reader.skip(4);
    if (!isComplete || !reader.ok())
        return fail(ErrorKind::Malformed, "stream #~: header does not fit ", m_tables.size(),
                    " bytes");
    for (std::size_t table = 0; table < kClrTableCount; ++table) {
        if (m_rows[table] == 0)
            continue;
        layOut(table);
        Layout& layout = m_layouts[table];
        const auto data = reader.table(reader.offset(), m_rows[table], layout.rowBytes);
        if (!data)
            return fail(ErrorKind::Malformed, "metadata table ", Hex{table}, ": ", m_rows[table],
                        " rows of ", layout.rowBytes, " bytes, ", reader.remaining(), " left");
        layout.data = *data;
        reader.skip(data->size());
    }
    return {};
}

std::uint32_t ClrMetadata::cell(ClrTable table, std::uint32_t row, std::size_t column) const
{
    const Layout& layout = m_layouts[static_cast<std::size_t>(table)];
    if (row == 0 || row > rowCount(table) || column >= layout.widths.size())
        return 0;
    ByteReader reader(layout.data);
    reader.seek(std::uint64_t{row - 1} * layout.rowBytes + layout.offsets[column]);
    return static_cast<std::uint32_t>(reader.unsignedOf(layout.widths[column]));
}

Bytes ClrMetadata::blob(std::uint32_t offset) const
{
    if (offset == 0 || offset >= m_blobs.size())
        return {};
    BlobReader reader(m_blobs.subspan(offset));
    const auto sizeBytes = reader.compressed();
    return reader.bytes(sizeBytes);
}

Bytes ClrMetadata::guid(std::uint32_t number) const
{
    if (number == 0)
        return {};
    return ByteReader(m_guids).table((number - 1ull) * kGuidBytes, 1, kGuidBytes).value_or(Bytes());
}

} // namespace faultline::ppdb
