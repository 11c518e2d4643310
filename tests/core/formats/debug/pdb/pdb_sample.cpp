// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/pdb/pdb_sample.h"

#include "core/formats/debug/pdb/pdb_object.h"

namespace faultline::test {

namespace {

constexpr std::uint16_t kPointer = 0x1002;
constexpr std::uint32_t kPointer64 = 0x1000c;
constexpr std::uint32_t kReference64 = 0x1002c;

/// 0x1000 (int, ns::Box const*) · 1 procedure · 2 class · 3 pointer · 4 const class · 5 const
/// method · 6 int[10] · 7 no arguments · 8 function pointer · 9 (int (*)(int, …), int(&)[10], …) ·
/// 10 procedure of it · 11 static method · 12 reference to the array · 13 class in the form of
/// Visual Studio 2019, four bytes · 14 twelve bytes of them · 15 (both) · 16 procedure of it
/// 17 56 bytes of wchar_t* · 18 (them) · 19 procedure of it
std::string sampleTypes()
{
    std::string types;
    types += record(0x1201, [](auto& o) { o.u32(2).u32(0x74).u32(0x1003); });
    types += record(0x1008, [](auto& o) { o.u32(0x74).u8(0).u8(0).u16(2).u32(0x1000); });
    types += record(
        0x1505, [](auto& o) { o.u16(0).u16(0).u32(0).u32(0).u32(0).u16(4).text("ns::Box").u8(0); });
    types += record(kPointer, [](auto& o) { o.u32(0x1004).u32(kPointer64); });
    types += record(0x1001, [](auto& o) { o.u32(0x1002).u16(1); });
    types += record(0x1009, [](auto& o) {
        o.u32(3).u32(0x1002).u32(0x1003).u8(0).u8(0).u16(2).u32(0x1000).u32(0);
    });
    types += record(0x1503, [](auto& o) { o.u32(0x74).u32(0x74).u16(40).u8(0); });
    types += record(0x1201, [](auto& o) { o.u32(0); });
    types += record(kPointer, [](auto& o) { o.u32(0x1001).u32(kPointer64); });
    types += record(0x1201, [](auto& o) { o.u32(3).u32(0x1008).u32(0x100c).u32(0); });
    types += record(0x1008, [](auto& o) { o.u32(3).u8(0).u8(0).u16(3).u32(0x1009); });
    types += record(
        0x1009, [](auto& o) { o.u32(3).u32(0x1002).u32(0).u8(0).u8(0).u16(0).u32(0x1007).u32(0); });
    types += record(kPointer, [](auto& o) { o.u32(0x1006).u32(kReference64); });
    types += record(0x1608, [](auto& o) {
        o.u32(0x280).u32(0).u32(0).u32(0).u16(0).u16(4).text("ns::Late").u8(0);
    });
    types += record(0x1503, [](auto& o) { o.u32(0x100d).u32(0x74).u16(12).u8(0); });
    types += record(0x1201, [](auto& o) { o.u32(2).u32(0x100d).u32(0x100e); });
    types += record(0x1008, [](auto& o) { o.u32(3).u8(0).u8(0).u16(2).u32(0x100f); });
    types += record(0x1503, [](auto& o) { o.u32(0x671).u32(0x74).u16(56).u8(0); });
    types += record(0x1201, [](auto& o) { o.u32(1).u32(0x1011); });
    types += record(0x1008, [](auto& o) { o.u32(3).u8(0).u8(0).u16(1).u32(0x1012); });
    return types;
}

/// 0x1000 namespace · 1 ns::inner · 2 ns::Box::method · 3 an anonymous namespace · 4 a function in
/// it
std::string sampleIds()
{
    std::string ids;
    ids += record(0x1605, [](auto& o) { o.u32(0).text("ns").u8(0); });
    ids += record(0x1601, [](auto& o) { o.u32(0x1000).u32(0x1001).text("inner").u8(0); });
    ids += record(0x1602, [](auto& o) { o.u32(0x1002).u32(0x1005).text("method").u8(0); });
    ids += record(0x1605, [](auto& o) { o.u32(0).text("?A0xdeadbeef").u8(0); });
    ids += record(0x1601, [](auto& o) { o.u32(0x1003).u32(0x1001).text("hidden").u8(0); });
    return ids;
}

} // namespace

std::string
procedure(const std::string& name, std::uint32_t type, std::uint32_t offset, std::uint32_t size)
{
    return record(kGlobalProc, [&](auto& o) {
        o.zeros(12).u32(size).zeros(8).u32(type).u32(offset).u16(1).u8(0).text(name).u8(0);
    });
}

std::string end()
{
    return codeViewRecord(6, "");
}

std::string inlineSite(std::uint32_t id, const std::string& annotations)
{
    return record(0x114d, [&](auto& o) { o.u32(0).u32(0).u32(id).text(annotations); });
}

PdbBuilder sample()
{
    PdbBuilder pdb;
    pdb.guid = {0x99, 0xd9, 0x49, 0x32, 0x40, 0x0c, 0x31, 0x49,
                0x86, 0x10, 0xf4, 0xe4, 0xfb, 0x0b, 0x69, 0x36};
    pdb.types = sampleTypes();
    pdb.ids = sampleIds();
    pdb.names = std::string("\0c:\\src\\main.cpp\0$T0 .raSearch = \0", 35);
    pdb.symbols = procedure("main", 0x1001, 0x10, 0x40);
    pdb.symbols += inlineSite(0x1001, "\x0b\x24\x04\x08"); // Offset 4, line + 1; eight bytes.
    pdb.symbols += inlineSite(0x1002, "\x0c\x02\x06");     // Offset 6, two bytes.
    pdb.symbols += codeViewRecord(0x114e, "") + codeViewRecord(0x114e, "") + end();
    pdb.c13 = subsection(0xf4, [](auto& o) { o.u32(1).u8(4).u8(1).text("hash").u16(0); });
    pdb.c13 += subsection(0xf2, [](auto& o) {
        o.u32(0x10).u16(1).u16(0).u32(0x40); // 0001:0010, 0x40 bytes.
        o.u32(0).u32(4).u32(44).u32(0).u32(10).u32(8).u32(11).u32(0x20).u32(11).u32(0x30).u32(
            0xfeefee);
    });
    pdb.c13 += subsection(
        0xf6, [](auto& o) { o.u32(0).u32(0x1001).u32(0).u32(5).u32(0x1002).u32(0).u32(7); });
    pdb.publics = record(0x110e, [](auto& o) { o.u32(2).u32(0x10).u16(1).text("_main").u8(0); });
    pdb.publics += record(0x110e, [](auto& o) { o.u32(0).u32(0x10).u16(2).text("_data").u8(0); });
    return pdb;
}

object::ObjectPtr openOrNull(const PdbBuilder& builder, bool scatter)
{
    const auto object = pdb::openPdb(ByteView::fromVector(builder.build(scatter)), ParseLimits{});
    return object ? *object : nullptr;
}

} // namespace faultline::test
