// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/packed_bytes.h"

#include <archive.h>
#include <archive_entry.h>
#include <cstdint>
#include <zlib.h>
#include <zstd.h>

namespace faultline::test {

namespace {

std::string deflated(const std::string& text, int windowBits)
{
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(compressBound(text.size()) + 64, 0);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

using ArchiveSetting = int (*)(archive*);

std::string archived(const std::vector<std::string>& members,
                     ArchiveSetting setFormat,
                     ArchiveSetting addFilter)
{
    std::size_t wholeBytes = 0;
    for (const auto& member : members)
        wholeBytes += member.size();
    std::vector<char> out((8 << 20) + wholeBytes); // Noise grows a little.
    std::size_t used = 0;
    archive* writer = archive_write_new();
    setFormat(writer);
    addFilter(writer);
    archive_write_set_bytes_in_last_block(writer, 1);
    archive_write_open_memory(writer, out.data(), out.size(), &used);
    for (std::size_t i = 0; i < members.size(); ++i) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, ("member" + std::to_string(i)).c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(members[i].size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_write_header(writer, entry);
        archive_write_data(writer, members[i].data(), members[i].size());
        archive_entry_free(entry);
    }
    archive_write_close(writer);
    archive_write_free(writer);
    return std::string(out.data(), used);
}

void put(std::string& out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
}

} // namespace

std::string gzip(const std::string& text)
{
    return deflated(text, MAX_WBITS + 16);
}

std::string zlibOf(const std::string& text)
{
    return deflated(text, MAX_WBITS);
}

std::string zstd(const std::string& text)
{
    std::string out(ZSTD_compressBound(text.size()), 0);
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

std::string xz(const std::string& text)
{
    return archived({text}, archive_write_set_format_raw, archive_write_add_filter_xz);
}

std::string bzip2(const std::string& text)
{
    return archived({text}, archive_write_set_format_raw, archive_write_add_filter_bzip2);
}

std::string lz4(const std::string& text)
{
    return archived({text}, archive_write_set_format_raw, archive_write_add_filter_lz4);
}

std::string zip(const std::vector<std::string>& members)
{
    return archived(members, archive_write_set_format_zip, archive_write_add_filter_none);
}

/// An uncompressed cabinet: CFHEADER, one CFFOLDER, CFFILEs, one CFDATA ([MS-CAB] §2).
std::string cabinet(const std::vector<std::string>& members)
{
    std::string data;
    std::string files;
    for (std::size_t i = 0; i < members.size(); ++i) {
        put(files, members[i].size(), 4);
        put(files, data.size(), 4);
        put(files, 0, 2); // Folder.
        put(files, 0, 6); // Date, time, attributes.
        files += "m" + std::to_string(i);
        files += '\0';
        data += members[i];
    }
    constexpr std::size_t kHeadBytes = 36 + 8;
    std::string out = "MSCF";
    put(out, 0, 4);
    put(out, kHeadBytes + files.size() + 8 + data.size(), 4);
    put(out, 0, 4);
    put(out, kHeadBytes, 4); // First CFFILE.
    put(out, 0, 4);
    put(out, 0x0103, 2);
    put(out, 1, 2);
    put(out, members.size(), 2);
    put(out, 0, 2 + 2 + 2); // Flags, set id, number in set.
    put(out, kHeadBytes + files.size(), 4);
    put(out, 1, 2); // Data blocks.
    put(out, 0, 2); // No compression.
    out += files;
    put(out, 0, 4); // No checksum.
    put(out, data.size(), 2);
    put(out, data.size(), 2);
    return out + data;
}

} // namespace faultline::test
