// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/zip_writer.h"

#include "core/base/hash.h"
#include "core/packing/compress.h"

#include <limits>

namespace faultline::packing {

namespace {

constexpr std::uint16_t kVersionNeeded = 20;
constexpr std::uint16_t kNameIsUtf8 = 0x0800;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint32_t kFirstDay = 0x0021; // 1980-01-01, 00:00. The time is in the other half.
constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();

class Record
{
public:
    Record& u16(std::uint64_t value) { return number(value, 2); }

    Record& u32(std::uint64_t value) { return number(value, 4); }

    Record& text(std::string_view characters)
    {
        const auto bytes = asBytes(characters);
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }

    Bytes bytes() const { return m_bytes; }

private:
    Record& number(std::uint64_t value, int sizeBytes)
    {
        for (int i = 0; i < sizeBytes; ++i)
            m_bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
        return *this;
    }

    std::vector<std::byte> m_bytes;
};

} // namespace

Result<void> ZipWriter::put(Bytes bytes)
{
    m_position += bytes.size();
    return m_sink(bytes);
}

Result<void> ZipWriter::add(std::string_view name, Bytes content)
{
    FL_TRY(const auto packed, deflateRaw(content));
    if (content.size() > kMost || packed.size() > kMost - std::min(m_position, kMost) ||
        name.size() > std::numeric_limits<std::uint16_t>::max() ||
        m_entries.size() >= std::numeric_limits<std::uint16_t>::max())
        return fail(ErrorKind::Unsupported, "zip: ", name, " of ", content.size(),
                    " bytes does not fit an archive without zip64");
    Entry entry{.name = std::string(name),
                .crc = crc32(content),
                .packedBytes = static_cast<std::uint32_t>(packed.size()),
                .sizeBytes = static_cast<std::uint32_t>(content.size()),
                .offset = static_cast<std::uint32_t>(m_position),
                .method = kDeflated};
    Record header;
    header.u32(0x04034b50).u16(kVersionNeeded).u16(kNameIsUtf8).u16(entry.method);
    header.u16(0).u16(kFirstDay).u32(entry.crc).u32(entry.packedBytes).u32(entry.sizeBytes);
    header.u16(name.size()).u16(0).text(name);
    FL_CHECK(put(header.bytes()));
    FL_CHECK(put(packed.span()));
    m_entries.push_back(std::move(entry));
    return {};
}

Result<void> ZipWriter::finish()
{
    const auto start = m_position;
    for (const auto& entry : m_entries) {
        Record record;
        record.u32(0x02014b50).u16(kVersionNeeded).u16(kVersionNeeded).u16(kNameIsUtf8);
        record.u16(entry.method).u16(0).u16(kFirstDay).u32(entry.crc).u32(entry.packedBytes);
        record.u32(entry.sizeBytes).u16(entry.name.size()).u16(0).u16(0).u16(0).u16(0).u32(0);
        record.u32(entry.offset).text(entry.name);
        FL_CHECK(put(record.bytes()));
    }
    if (m_position > kMost)
        return fail(ErrorKind::Unsupported, "zip: directory at offset ", start,
                    " does not fit an archive without zip64");
    Record end;
    end.u32(0x06054b50).u16(0).u16(0).u16(m_entries.size()).u16(m_entries.size());
    end.u32(m_position - start).u32(start).u16(0);
    return put(end.bytes());
}

} // namespace faultline::packing
