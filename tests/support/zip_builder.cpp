// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/zip_builder.h"

#include <zlib.h>
#include <zstd.h>

namespace faultline::test {

namespace {

std::uint32_t crcOf(const std::string& text)
{
    return static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

std::string deflated(const std::string& text)
{
    std::string packed(::compressBound(static_cast<uLong>(text.size())) + 16, '\0');
    z_stream stream{};
    ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    ::deflateEnd(&stream);
    return packed;
}

std::string zstdPacked(const std::string& text)
{
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

} // namespace

void ZipBuilder::add(std::string name, std::string content, Options options)
{
    Entry entry{std::move(name), content, content.size(), crcOf(content), options};
    if (options.method == Method::Deflated)
        entry.packed = deflated(content);
    if (options.method == Method::Zstd)
        entry.packed = zstdPacked(content);
    if (options.breakChecksum)
        entry.crc ^= 1;
    m_entries.push_back(std::move(entry));
}

void ZipBuilder::writeCentral(ByteAssembler& out,
                              const Entry& entry,
                              std::size_t headerOffset) const
{
    const bool zip64 = entry.options.useZip64;
    out.u32(0x02014b50)
        .u16(20)
        .u16(20)
        .u16(entry.options.flags)
        .u16(static_cast<std::uint16_t>(entry.options.method))
        .u32(0);
    out.u32(entry.crc)
        .u32(zip64 ? 0xffffffff : entry.packed.size())
        .u32(zip64 ? 0xffffffff : entry.sizeBytes);
    out.u16(entry.name.size())
        .u16(zip64 ? 28 : 0)
        .u16(0)
        .zeros(8)
        .u32(zip64 ? 0xffffffff : headerOffset)
        .text(entry.name);
    if (zip64)
        out.u16(1).u16(24).u64(entry.sizeBytes).u64(entry.packed.size()).u64(headerOffset);
}

std::vector<std::byte> ZipBuilder::build() const
{
    ByteAssembler out;
    std::vector<std::size_t> offsets;
    bool zip64 = false;
    for (const auto& entry : m_entries) {
        offsets.push_back(out.size());
        zip64 = zip64 || entry.options.useZip64;
        out.u32(0x04034b50)
            .u16(20)
            .u16(entry.options.flags)
            .u16(static_cast<std::uint16_t>(entry.options.method))
            .u32(0);
        out.u32(entry.crc)
            .u32(entry.packed.size())
            .u32(entry.sizeBytes)
            .u16(entry.name.size())
            .u16(0);
        out.text(entry.name).text(entry.packed);
    }
    const auto directory = out.size();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        writeCentral(out, m_entries[i], offsets[i]);
    const auto end = out.size();
    if (zip64) {
        out.u32(0x06064b50).u64(44).u16(45).u16(45).u32(0).u32(0);
        out.u64(m_entries.size()).u64(m_entries.size()).u64(end - directory).u64(directory);
        out.u32(0x07064b50).u32(0).u64(end).u32(1);
    }
    out.u32(0x06054b50).u32(0).u16(m_entries.size()).u16(m_entries.size());
    out.u32(zip64 ? 0xffffffff : end - directory).u32(zip64 ? 0xffffffff : directory).u16(0);
    return out.finish();
}

std::vector<std::byte> ZipBuilder::buildBundle(std::uint32_t version) const
{
    ByteAssembler out;
    out.text("SYSB").u32(version).bytes(build());
    return out.finish();
}

} // namespace faultline::test
