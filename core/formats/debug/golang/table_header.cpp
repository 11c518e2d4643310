// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/table_header.h"

#include "core/base/byte_reader.h"

#include <array>
#include <optional>

namespace faultline::golang {

namespace {

struct Magic
{
    std::uint32_t number;
    TableVersion version;
};

constexpr std::array<Magic, 4> kMagics{{{0xfffffffb, TableVersion::Go12},
                                        {0xfffffffa, TableVersion::Go116},
                                        {0xfffffff0, TableVersion::Go118},
                                        {0xfffffff1, TableVersion::Go120}}};

/// Magic number, two zeros, size of the smallest instruction, size of a pointer.
std::optional<TableHeader> readStart(Bytes bytes, std::endian order)
{
    ByteReader reader(bytes, order);
    const auto number = reader.u32();
    const auto zeros = reader.u16();
    TableHeader header;
    header.order = order;
    header.codeUnitBytes = reader.u8();
    header.wordBytes = reader.u8();
    const auto unit = header.codeUnitBytes;
    const bool isSound = reader.ok() && zeros == 0 && (unit == 1 || unit == 2 || unit == 4) &&
                         (header.wordBytes == 4 || header.wordBytes == 8);
    for (const auto& magic : kMagics) {
        if (isSound && magic.number == number) {
            header.version = magic.version;
            return header;
        }
    }
    return std::nullopt;
}

std::optional<TableHeader> readStart(Bytes bytes)
{
    const auto little = readStart(bytes, std::endian::little);
    return little ? little : readStart(bytes, std::endian::big);
}

/// Before Go 1.16 one table holds everything; only the files have an offset of their own.
void readSingleTable(ByteReader& reader, TableHeader& header)
{
    header.functionCount = reader.unsignedOf(header.wordBytes);
    header.functions = reader.offset();
}

void readParts(ByteReader& reader, TableHeader& header)
{
    const auto word = [&] { return reader.unsignedOf(header.wordBytes); };
    header.functionCount = word();
    word(); // Number of files.
    if (header.hasTextOffsets())
        header.textStart = word();
    header.names = word();
    header.unitFiles = word();
    header.files = word();
    header.pcValues = word();
    header.records = word();
    header.functions = header.records;
}

Result<void> checkOffsets(const TableHeader& header, std::size_t sizeBytes)
{
    for (const auto offset :
         {header.names, header.unitFiles, header.files, header.pcValues, header.records}) {
        if (offset >= sizeBytes)
            return fail(ErrorKind::Malformed, "Go function table: a part at offset ", Hex{offset},
                        " of ", sizeBytes, " bytes");
    }
    return {};
}

} // namespace

bool looksLikeFunctionTable(Bytes bytes)
{
    return readStart(bytes).has_value();
}

Result<TableHeader> readTableHeader(Bytes bytes)
{
    auto start = readStart(bytes);
    if (!start)
        return fail(ErrorKind::Unsupported, "no Go function table: unknown first bytes");
    auto& header = *start;
    ByteReader reader(bytes, header.order);
    reader.skip(kTableMagicBytes);
    const bool isSingle = header.version == TableVersion::Go12;
    if (isSingle)
        readSingleTable(reader, header);
    else
        readParts(reader, header);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "Go function table: header needs more than ",
                    bytes.size(), " bytes");
    FL_CHECK(checkOffsets(header, bytes.size()));
    // After the last function comes the address where the code ends.
    const auto field = header.fieldBytes();
    const auto entries =
        reader.table(header.functions, header.functionCount, std::uint64_t{2} * field);
    if (!entries || bytes.size() - header.functions - entries->size() < field)
        return fail(ErrorKind::Malformed, "Go function table: ", header.functionCount,
                    " functions at offset ", Hex{header.functions}, " do not fit ", bytes.size(),
                    " bytes");
    if (isSingle) {
        reader.seek(header.functions + entries->size() + field);
        header.files = reader.u32();
        if (!reader.ok() || header.files >= bytes.size())
            return fail(ErrorKind::Malformed, "Go function table: files at offset ",
                        Hex{header.files}, " of ", bytes.size(), " bytes");
    }
    return header;
}

} // namespace faultline::golang
