// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/growth/object_reading.h"
#include "tests/support/byte_assembler.h"
#include "tests/support/pdb_builder.h"

namespace faultline::growth {

namespace {

using test::ByteAssembler;
using test::PdbBuilder;

constexpr std::uint16_t kProcedure = 0x1110;
constexpr std::uint16_t kInlineSite = 0x114d;
constexpr std::uint32_t kCodeBytes = 0x2000; // Of the builder's .text.

std::string bytesOf(ByteAssembler& out)
{
    return test::asString(out.finish());
}

std::string procedure(std::size_t offset, std::size_t size, std::uint32_t type, bool hasEnd)
{
    ByteAssembler out;
    out.zeros(12).u32(size).zeros(8).u32(type).u32(offset).u16(1).u8(0).text("f").u8(0);
    return test::codeViewRecord(kProcedure, bytesOf(out)) +
           (hasEnd ? test::codeViewRecord(6, "") : std::string());
}

/// Rows one byte apart.
std::string lines(std::size_t offset, std::size_t size, std::size_t rows)
{
    ByteAssembler out;
    out.u32(offset).u16(1).u16(0).u32(size).u32(0).u32(rows).u32(12 + 8 * rows);
    for (std::size_t i = 0; i < rows; ++i)
        out.u32(i).u32(0x80000001 + i);
    return test::c13Subsection(0xf2, bytesOf(out));
}

std::string checksums(std::size_t count, std::size_t step)
{
    ByteAssembler out;
    for (std::size_t i = 0; i < count; ++i)
        out.u32(1 + step * i).u8(0).u8(0).u16(0);
    return test::c13Subsection(0xf4, bytesOf(out));
}

Made functionsWithSharedRows(std::size_t count)
{
    PdbBuilder pdb;
    for (std::size_t i = 0; i < count; ++i)
        pdb.symbols += procedure(i % 64, kCodeBytes - 64, 0, true);
    pdb.c13 = lines(0, kCodeBytes, count) + checksums(1, 0);
    pdb.names = std::string("\0/a.c\0", 6);
    return asSymCache(pdb.build());
}

Made functionsAtOnePlace(std::size_t count)
{
    PdbBuilder pdb;
    for (std::size_t i = 0; i < count; ++i) {
        pdb.symbols += procedure(0, 64, 0, true);
        pdb.c13 += lines(0, 64, 1);
    }
    return asSymCache(pdb.build());
}

/// The image is reordered in pieces of one byte, and each function has all of them.
Made functionsInMovedCode(std::size_t count)
{
    PdbBuilder pdb;
    for (std::size_t i = 0; i < count; ++i)
        pdb.symbols += procedure(0, kCodeBytes, 0, true);
    pdb.c13 = lines(0, kCodeBytes, 64);
    ByteAssembler omap;
    for (std::size_t i = 0; i < count; ++i)
        omap.u32(0x1000 + i % kCodeBytes).u32(0x1000 + 7 * i);
    pdb.omapFromSource = bytesOf(omap);
    return asSymCache(pdb.build());
}

/// Calls inlined into one function, each of which claims all of its code.
Made overlappingSites(std::size_t count)
{
    PdbBuilder pdb;
    pdb.symbols = procedure(0, kCodeBytes, 0, false);
    for (std::size_t i = 0; i < count; ++i) {
        ByteAssembler site;
        // Offset i, line + 1; a length of 16 bytes.
        site.u32(0).u32(0).u32(0x1001).u8(0x0b).u8(0x21).u8(0x04).u8(0x10);
        pdb.symbols += test::codeViewRecord(kInlineSite, bytesOf(site));
        pdb.symbols += test::codeViewRecord(0x114e, "");
    }
    pdb.symbols += test::codeViewRecord(6, "");
    ByteAssembler inlinees;
    inlinees.u32(0).u32(0x1001).u32(0).u32(1);
    pdb.c13 = lines(0, kCodeBytes, count) + test::c13Subsection(0xf6, bytesOf(inlinees)) +
              checksums(1, 0);
    return asSymCache(pdb.build());
}

/// Functions of one type that has many arguments, which are one large type.
Made functionsWithOneType(std::size_t count)
{
    PdbBuilder pdb;
    const auto record = [](std::uint16_t kind, ByteAssembler& out) {
        return test::codeViewRecord(kind, bytesOf(out));
    };
    ByteAssembler structure;
    structure.u16(0).u16(0).u32(0).u32(0).u32(0).u16(4);
    structure.text(std::string(std::min<std::size_t>(count, 60'000), 'T')).u8(0);
    pdb.types += record(0x1505, structure);
    ByteAssembler list;
    const auto arguments = std::min<std::size_t>(count, 15'000);
    list.u32(arguments);
    for (std::size_t i = 0; i < arguments; ++i)
        list.u32(0x1000);
    pdb.types += record(0x1201, list);
    ByteAssembler function;
    function.u32(3).u8(0).u8(0).u16(arguments & 0xffff).u32(0x1001);
    pdb.types += record(0x1008, function);
    for (std::size_t i = 0; i < count; ++i)
        pdb.symbols += procedure(16 * i % kCodeBytes, 16, 0x1002, true);
    return asSymCache(pdb.build());
}

Made overlappingFileNames(std::size_t count)
{
    PdbBuilder pdb;
    pdb.names = '\0' + std::string(24 * count, 'n') + '\0';
    pdb.symbols = procedure(0, kCodeBytes, 0, true);
    ByteAssembler rows;
    rows.u32(0).u16(1).u16(0).u32(kCodeBytes);
    for (std::size_t i = 0; i < count; ++i)
        rows.u32(8 * i).u32(1).u32(20).u32(i % kCodeBytes).u32(0x80000001 + i);
    pdb.c13 = test::c13Subsection(0xf2, bytesOf(rows)) + checksums(count, 24);
    return asSymCache(pdb.build());
}

Made publics(std::size_t count)
{
    PdbBuilder pdb;
    for (std::size_t i = 0; i < count; ++i) {
        ByteAssembler out;
        out.u32(2).u32(i % kCodeBytes).u16(1).text(digits(i)).u8(0);
        pdb.publics += test::codeViewRecord(0x110e, bytesOf(out));
    }
    return asSymCache(pdb.build());
}

Made frames(std::size_t count)
{
    PdbBuilder pdb;
    ByteAssembler data;
    ByteAssembler omap;
    for (std::size_t i = 0; i < count; ++i) {
        data.u32(0x1000).u32(kCodeBytes).zeros(12).u32(1).u16(0).u16(0).u32(0);
        omap.u32(0x1000 + i % kCodeBytes).u32(0x1000 + 7 * i);
    }
    pdb.frameData = bytesOf(data);
    pdb.omapFromSource = bytesOf(omap);
    pdb.names = '\0' + std::string(24 * count, '$') + '\0';
    return asSymCache(pdb.build());
}

} // namespace

std::vector<Case> pdbCases()
{
    return {
        {"pdb", "functions with the same rows", 256, functionsWithSharedRows},
        {"pdb", "functions and lines at one place", 256, functionsAtOnePlace},
        {"pdb", "functions in moved code", 256, functionsInMovedCode},
        {"pdb", "overlapping inlined calls", 256, overlappingSites},
        {"pdb", "functions with one large type", 256, functionsWithOneType},
        {"pdb", "overlapping names of files", 256, overlappingFileNames},
        {"pdb", "public symbols", 256, publics},
        {"pdb", "frames in moved code", 256, frames},
    };
}

} // namespace faultline::growth
