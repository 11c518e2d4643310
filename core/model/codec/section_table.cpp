// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/section_table.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"

namespace faultline::codec {

namespace {

Result<void> checkHeader(Bytes file)
{
    if (file.size() < kVersionAt + sizeof(kVersion) || !asText(file).starts_with(kMagic))
        return fail(ErrorKind::Malformed, "report: no report begins here");
    ByteReader in(file);
    in.seek(kVersionAt);
    if (const auto version = in.u32(); version < kOldestVersion || version > kVersion)
        return fail(ErrorKind::Unsupported, "report: version ", version,
                    " of the format, this program reads ", kOldestVersion, " to ", kVersion);
    if (file.size() < kHeaderBytes)
        return fail(ErrorKind::Malformed, "report: header needs ", kHeaderBytes, " bytes, ",
                    file.size(), " left");
    if (const auto count = in.u32(); count != kSectionCount)
        return fail(ErrorKind::Malformed, "report: ", count, " sections instead of ",
                    kSectionCount);
    const auto sealed = file.subspan(kFileSizeAt, kHeaderBytes - kFileSizeAt);
    if (in.u64() != checksum64(sealed))
        return fail(ErrorKind::Malformed, "report: the header has another checksum");
    if (const auto size = in.u64(); size != file.size())
        return fail(ErrorKind::Malformed, "report: ", file.size(), " bytes instead of ", size);
    return {};
}

} // namespace

Result<SectionTable> SectionTable::open(ByteView file)
{
    FL_CHECK(checkHeader(file.span()));
    SectionTable table;
    ByteReader in(file.span());
    in.seek(kVersionAt);
    table.m_version = in.u32();
    in.seek(kTableAt);
    for (std::size_t i = 0; i < kSectionCount; ++i) {
        const auto offset = in.u64();
        const auto size = in.u64();
        const auto checksum = in.u64();
        auto section = file.slice(offset, size);
        if (!section)
            return fail(ErrorKind::Malformed, "report: ", kSectionNames[i], " section: ", size,
                        " bytes at offset ", Hex{offset}, ", the file has ", file.size());
        const bool hasChecksum = static_cast<Section>(i) != Section::Attachments;
        if (hasChecksum && checksum64(section->span()) != checksum)
            return fail(ErrorKind::Malformed, "report: ", kSectionNames[i],
                        " section: has another checksum");
        table.m_sections[i] = *std::move(section);
    }
    return table;
}

} // namespace faultline::codec
