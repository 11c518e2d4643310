// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/object/value_info.h"
#include "core/formats/debug/pdb/pdb_object.h"
#include "core/variables/type_layout.h"
#include "core/variables/types.h"
#include "tests/core/formats/debug/pdb/pdb_sample.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestPdbValueTypes : public QObject
{
    Q_OBJECT

private slots:
    void layouts_data();
    void layouts();
    void names_data();
    void names();
    void forwardReferencesFindTheirDefinition();
    void definitionsThatDifferAreNotGuessed();
    void enumeratorsHaveTheSignOfTheirType();
    void virtualBasesAreFoundByTheirTable();
    void simpleTypesAreFoundByName();
    void otherNamesOfTypes();
    void listsThatGoOnForEver();
    void typesThatContainThemselves();
    void damagedRecordsAreUnknown();
};

namespace {

constexpr std::uint16_t kFieldList = 0x1203;
constexpr std::uint16_t kStructure = 0x1505;
constexpr std::uint32_t kPointer64 = 0x1000c;
constexpr std::uint16_t kForward = 0x80;
constexpr std::uint16_t kUnique = 0x200;

/// Pads an entry of a field list as compilers do.
void pad(ByteAssembler& o)
{
    for (auto left = (4 - o.size() % 4) % 4; left > 0; --left)
        o.u8(static_cast<std::uint8_t>(0xf0 + left));
}

void member(ByteAssembler& o, std::uint32_t type, std::uint16_t offset, std::string_view name)
{
    o.u16(0x150d).u16(3).u32(type).u16(offset).text(name).u8(0);
    pad(o);
}

std::string structure(std::uint32_t fields,
                      std::uint16_t size,
                      std::string_view name,
                      std::string_view unique,
                      std::uint16_t properties = 0)
{
    return record(kStructure, [&](auto& o) {
        o.u16(0).u16(static_cast<std::uint16_t>(properties | (unique.empty() ? 0 : kUnique)));
        o.u32(fields).u32(0).u32(0).u16(size).text(name).u8(0);
        if (!unique.empty())
            o.text(unique).u8(0);
    });
}

/// Writes type records and knows their indexes.
class Types
{
public:
    std::uint32_t add(const std::string& bytes)
    {
        m_bytes += bytes;
        return m_next++;
    }

    template <class Write>
    std::uint32_t add(std::uint16_t kind, Write write)
    {
        return add(record(kind, write));
    }

    PdbBuilder builder() const
    {
        auto pdb = sample();
        pdb.types = m_bytes;
        return pdb;
    }

private:
    std::string m_bytes;
    std::uint32_t m_next = 0x1000;
};

/// A PDB that stays open with its values.
struct Opened
{
    explicit Opened(const PdbBuilder& builder)
        : file(openOrNull(builder)), info(file ? file->valueInfoWith({}) : nullptr)
    {
    }

    QString layout(std::string_view name) const
    {
        const auto found = info->typesNamed(name, 8);
        if (found.size() != 1)
            return QString("%1 types").arg(found.size());
        const auto layout = variables::layoutOf(*info, found.front(), 8);
        QStringList lines{
            QString::fromStdString(layout.kind + " " + layout.name + " " +
                                   (layout.sizeBytes ? std::to_string(*layout.sizeBytes) : "?"))};
        for (const auto& part : layout.parts)
            lines += describe(part);
        return lines.join('\n');
    }

    QString nameOf(std::uint32_t index) const
    {
        const variables::Types types(*info, 8);
        return QString::fromStdString(types.nameOf({1, index}));
    }

    object::ObjectPtr file;
    std::unique_ptr<object::ValueInfoReader> info;

private:
    static QString describe(const variables::LayoutPart& part)
    {
        using Kind = variables::LayoutPart::Kind;
        if (part.kind == Kind::Enumerator)
            return QString("%1=%2").arg(QString::fromStdString(part.name)).arg(part.value);
        const auto name = std::string(variables::layoutPartName(part.kind)) + " " + part.name +
                          (part.type.empty() || part.type == part.name ? "" : ": " + part.type);
        const auto at = part.offsetBytes ? QString::number(*part.offsetBytes) : QString("?");
        const auto bits = part.kind == Kind::BitField
                              ? QString(" bits %1+%2").arg(part.bitOffset).arg(part.bitCount)
                              : QString();
        return at + bits + " " + QString::fromStdString(name);
    }
};

/// The indexes of scene().
struct Scene
{
    Types types;
    std::uint32_t point = 0;
    std::uint32_t pointReference = 0;
    std::uint32_t color = 0;
    std::uint32_t derived = 0;
    std::uint32_t either = 0;
    std::uint32_t callback = 0;
    std::uint32_t qualified = 0;
    std::uint32_t constPointer = 0;
    std::uint32_t grid = 0;
    std::uint32_t toMember = 0;
    std::uint32_t reference = 0;
};

Scene scene()
{
    Scene s;
    auto& types = s.types;
    const auto pointFields = types.add(kFieldList, [](auto& o) {
        member(o, 0x74, 0, "x");
        member(o, 0x74, 4, "y");
    });
    s.pointReference = types.add(structure(0, 0, "ns::Point", ".?AUPoint@ns@@", kForward));
    s.point = types.add(structure(pointFields, 8, "ns::Point", ".?AUPoint@ns@@"));
    const auto colors = types.add(kFieldList, [](auto& o) {
        o.u16(0x1502).u16(3).u16(1).text("Red").u8(0);
        pad(o);
        o.u16(0x1502).u16(3).u16(0x8000).u8(0xfe).text("Most").u8(0);
        pad(o);
    });
    s.color = types.add(
        0x1507, [&](auto& o) { o.u16(2).u16(0).u32(0x20).u32(colors).text("ns::Color").u8(0); });
    const auto low = types.add(0x1205, [](auto& o) { o.u32(0x75).u8(3).u8(0); });
    const auto high = types.add(0x1205, [](auto& o) { o.u32(0x75).u8(5).u8(3); });
    const auto points =
        types.add(0x1503, [&](auto& o) { o.u32(s.pointReference).u32(0x23).u16(24).u8(0); });
    const auto more = types.add(kFieldList, [&](auto& o) { member(o, s.color, 40, "color"); });
    const auto fields = types.add(kFieldList, [&](auto& o) {
        o.u16(0x1400).u16(3).u32(s.point).u16(0); // A base.
        pad(o);
        o.u16(0x1409).u16(0).u32(0x603);
        member(o, low, 8, "low");
        member(o, high, 8, "high");
        member(o, points, 12, "list");
        o.u16(0x150e).u16(3).u32(0x74).text("shared").u8(0); // A static member.
        pad(o);
        o.u16(0x1510).u16(0).u32(0x74).text("Nested").u8(0);
        pad(o);
        o.u16(0x150f).u16(2).u32(0x74).text("method").u8(0);
        pad(o);
        o.u16(0x1511).u16(0x10).u32(0x74).u32(8).text("virtual_").u8(0); // Introduces a slot.
        pad(o);
        o.u16(0x1404).u16(0).u32(more);
    });
    s.derived = types.add(structure(fields, 48, "ns::Derived", ".?AUDerived@ns@@"));
    const auto eitherFields = types.add(kFieldList, [](auto& o) {
        member(o, 0x74, 0, "i");
        member(o, 0x40, 0, "f");
    });
    s.either = types.add(
        0x1506, [&](auto& o) { o.u16(2).u16(0).u32(eitherFields).u16(4).text("Either").u8(0); });
    const auto arguments =
        types.add(0x1201, [&](auto& o) { o.u32(3).u32(0x670).u32(s.point).u32(0); });
    const auto procedure =
        types.add(0x1008, [&](auto& o) { o.u32(0x74).u8(0).u8(0).u16(3).u32(arguments); });
    s.callback = types.add(0x1002, [&](auto& o) { o.u32(procedure).u32(kPointer64); });
    s.qualified = types.add(0x1001, [](auto& o) { o.u32(0x70).u16(3); });
    s.constPointer =
        types.add(0x1002, [&](auto& o) { o.u32(s.qualified).u32(kPointer64 | 0x400); });
    const auto row = types.add(0x1503, [](auto& o) { o.u32(0x41).u32(0x23).u16(32).u8(0); });
    s.grid = types.add(0x1503, [&](auto& o) { o.u32(row).u32(0x23).u16(96).u8(0); });
    s.toMember = types.add(0x1002, [&](auto& o) { o.u32(0x74).u32(0x804c).u32(s.point).u16(0); });
    s.reference = types.add(0x1002, [&](auto& o) { o.u32(s.pointReference).u32(0x1002c); });
    return s;
}

} // namespace

void TestPdbValueTypes::layouts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("layout");
    QTest::newRow("members") << "ns::Point"
                             << "struct ns::Point 8\n0 member x: int\n4 member y: int";
    QTest::newRow("without scopes") << "Point"
                                    << "struct ns::Point 8\n0 member x: int\n4 member y: int";
    QTest::newRow("bases, bit-fields, arrays, a list that goes on")
        << "Derived"
        << "struct ns::Derived 48\n0 base ns::Point\n0 member __vfptr: void*\n"
           "8 bits 0+3 bit_field low: unsigned int\n8 bits 3+5 bit_field high: unsigned int\n"
           "9 hole \n12 member list: ns::Point[3]\n36 hole \n40 member color: ns::Color\n"
           "41 padding ";
    QTest::newRow("union") << "Either"
                           << "union Either 4\n0 member i: int\n0 member f: float";
    QTest::newRow("enumeration") << "ns::Color"
                                 << "enum ns::Color 1\nRed=1\nMost=254";
    QTest::newRow("none") << "ns::Absent" << "0 types";
}

void TestPdbValueTypes::layouts()
{
    QFETCH(QString, name);
    const Opened pdb(scene().types.builder());
    QVERIFY(pdb.info);
    QTEST(pdb.layout(name.toStdString()), "layout");
}

void TestPdbValueTypes::names_data()
{
    const auto s = scene();
    QTest::addColumn<std::uint32_t>("index");
    QTest::addColumn<QString>("name");
    QTest::newRow("callback") << s.callback << "int (*)(char*, ns::Point, ...)";
    QTest::newRow("qualifiers") << s.qualified << "const volatile char";
    QTest::newRow("constant pointer") << s.constPointer << "const volatile char* const";
    QTest::newRow("array of arrays") << s.grid << "double[3][4]";
    QTest::newRow("pointer to a member") << s.toMember << "int ns::Point::*";
    QTest::newRow("reference") << s.reference << "ns::Point&";
    QTest::newRow("pointer to a simple type") << 0x603u << "void*";
    QTest::newRow("nullptr") << 0x103u << "decltype(nullptr)";
    QTest::newRow("no type") << 0u << "(unknown type)";
    QTest::newRow("no record") << 0x2000u << "(unknown type)";
}

void TestPdbValueTypes::names()
{
    QFETCH(std::uint32_t, index);
    const Opened pdb(scene().types.builder());
    QVERIFY(pdb.info);
    QTEST(pdb.nameOf(index), "name");
}

void TestPdbValueTypes::forwardReferencesFindTheirDefinition()
{
    const auto s = scene();
    const Opened pdb(s.types.builder());
    const auto reference = object::EntryRef{1, s.pointReference};
    QVERIFY(pdb.info->type(reference)->isDeclaration);
    QVERIFY(!pdb.info->type(reference)->sizeBytes);
    QVERIFY((pdb.info->definitionOf(reference) == object::EntryRef{1, s.point}));
    QVERIFY(!pdb.info->definitionOf({1, s.point})); // Is one itself.
    QVERIFY(!pdb.info->definitionOf({7, s.point}));
}

/// Files of C have types of one name that are different.
void TestPdbValueTypes::definitionsThatDifferAreNotGuessed()
{
    Types types;
    const auto one = types.add(kFieldList, [](auto& o) { member(o, 0x74, 0, "number"); });
    const auto two = types.add(kFieldList, [](auto& o) { member(o, 0x40, 0, "number"); });
    const auto reference = types.add(structure(0, 0, "Item", "", kForward));
    types.add(structure(one, 4, "Item", ""));
    auto same = types;
    same.add(structure(one, 4, "Item", "", 1)); // Packed, so that it is another record.
    types.add(structure(two, 4, "Item", ""));
    const Opened pdb(types.builder());
    QVERIFY(!pdb.info->definitionOf({1, reference}));
    const Opened equal(same.builder());
    QVERIFY((equal.info->definitionOf({1, reference}) == object::EntryRef{1, reference + 1}));
}

void TestPdbValueTypes::enumeratorsHaveTheSignOfTheirType()
{
    Types types;
    const auto list = types.add(kFieldList, [](auto& o) {
        o.u16(0x1502).u16(3).u16(0x8004).u32(0xfffffffe).text("Wide").u8(0);
        pad(o);
        o.u16(0x1502).u16(3).u16(0x8001).u16(0xfffd).text("Short").u8(0);
        pad(o);
    });
    const auto isSigned = types.add(
        0x1507, [&](auto& o) { o.u16(2).u16(0).u32(0x74).u32(list).text("Signed").u8(0); });
    const auto isUnsigned = types.add(
        0x1507, [&](auto& o) { o.u16(2).u16(0).u32(0x75).u32(list).text("Unsigned").u8(0); });
    const Opened pdb(types.builder());
    const auto ofSigned = pdb.info->type({1, isSigned});
    QCOMPARE(static_cast<std::int64_t>(ofSigned->enumerators.at(0).value), std::int64_t{-2});
    QCOMPARE(static_cast<std::int64_t>(ofSigned->enumerators.at(1).value), std::int64_t{-3});
    const auto ofUnsigned = pdb.info->type({1, isUnsigned});
    QCOMPARE(ofUnsigned->enumerators.at(0).value, std::uint64_t{0xfffffffe});
    QCOMPARE(ofUnsigned->enumerators.at(1).value, std::uint64_t{0xfffffffd});
}

void TestPdbValueTypes::virtualBasesAreFoundByTheirTable()
{
    auto s = scene();
    const auto fields = s.types.add(kFieldList, [&](auto& o) {
        o.u16(0x1401).u16(3).u32(s.point).u32(0x603).u16(16).u16(2);
        o.u16(0x1402).u16(3).u32(s.either).u32(0x603).u16(16).u16(3); // A base has it.
        member(o, 0x74, 8, "own");
    });
    const auto type = s.types.add(structure(fields, 32, "Virt", ""));
    const Opened pdb(s.types.builder());
    const auto info = pdb.info->type({1, type});
    QCOMPARE(info->members.size(), std::size_t{2});
    const auto& base = info->members.front();
    QCOMPARE(base.kind, object::TypeMember::Kind::VirtualBase);
    QVERIFY(!base.offsetBytes);
    // plus_uconst 16, dup, deref, plus_uconst 8, deref_size 4, its sign, plus.
    QCOMPARE(QByteArray::fromStdString(std::string(asText(base.place.bytes))).toHex(),
             QByteArray("231012062308940408202408202622"));
}

void TestPdbValueTypes::simpleTypesAreFoundByName()
{
    const Opened pdb(scene().types.builder());
    for (const auto& [name, size, encoding] :
         {std::tuple("unsigned char", 1u, object::BaseEncoding::UnsignedChar),
          std::tuple("char", 1u, object::BaseEncoding::SignedChar),
          std::tuple("wchar_t", 2u, object::BaseEncoding::Utf),
          std::tuple("bool", 1u, object::BaseEncoding::Boolean),
          std::tuple("long", 4u, object::BaseEncoding::Signed),
          std::tuple("unsigned long long", 8u, object::BaseEncoding::Unsigned),
          std::tuple("double", 8u, object::BaseEncoding::Float)}) {
        const auto found = pdb.info->typesNamed(name, 8);
        QCOMPARE(found.size(), std::size_t{1});
        const auto type = pdb.info->type(found.front());
        QCOMPARE(type->sizeBytes, std::optional<std::uint64_t>(size));
        QCOMPARE(type->encoding, encoding);
    }
}

void TestPdbValueTypes::otherNamesOfTypes()
{
    const auto s = scene();
    auto builder = s.types.builder();
    builder.publics += record(0x1108, [](auto& o) { o.u32(0x23).text("size_t").u8(0); });
    builder.publics += record(0x1108, [&](auto& o) { o.u32(s.point).text("ns::Point").u8(0); });
    builder.publics += record(0x1108, [&](auto& o) { o.u32(s.point).text("POINT").u8(0); });
    const Opened pdb(builder);
    QCOMPARE(pdb.layout("size_t"), QString("typedef size_t 8"));
    QCOMPARE(pdb.layout("POINT"), QString("typedef POINT 8"));
    QVERIFY(pdb.layout("ns::Point").startsWith("struct"));
}

void TestPdbValueTypes::listsThatGoOnForEver()
{
    Types types;
    const auto list = types.add(kFieldList, [](auto& o) {
        member(o, 0x74, 0, "again");
        o.u16(0x1404).u16(0).u32(0x1000);
    });
    types.add(structure(list, 4, "Endless", ""));
    const Opened pdb(types.builder());
    const auto type = pdb.info->type(pdb.info->typesNamed("Endless", 1).at(0));
    QVERIFY(type->isCut);
    QVERIFY(type->members.size() <= 1u << 17);
}

void TestPdbValueTypes::typesThatContainThemselves()
{
    Types types;
    const auto list = types.add(kFieldList, [](auto& o) { member(o, 0x1001, 0, "self"); });
    types.add(structure(list, 4, "Self", ""));
    const auto pointer = types.add(0x1002, [](auto& o) { o.u32(0x1002).u32(kPointer64); });
    const auto modifier = types.add(0x1001, [](auto& o) { o.u32(0x1003).u16(0); });
    const auto array = types.add(0x1503, [](auto& o) { o.u32(0x1004).u32(0x23).u16(8).u8(0); });
    const auto enumeration =
        types.add(0x1507, [](auto& o) { o.u16(0).u16(0).u32(0x1005).u32(0x1006).text("E").u8(0); });
    types.add(kFieldList, [](auto& o) { o.u16(0x1502).u16(3).u16(1).text("one").u8(0); });
    const Opened pdb(types.builder());
    for (const auto index : {list + 1, pointer, modifier, array, enumeration})
        QVERIFY(!pdb.nameOf(index).isEmpty());
    QVERIFY(pdb.layout("Self").startsWith("struct Self 4"));
    QCOMPARE(pdb.info->type({1, enumeration})->enumerators.size(), std::size_t{1});
    QCOMPARE(pdb.info->type({1, array})->bounds.at(0).count, std::optional<std::uint64_t>(1));
}

void TestPdbValueTypes::damagedRecordsAreUnknown()
{
    Types types;
    const auto shortened = types.add(kStructure, [](auto& o) { o.u16(0).u16(0).u32(0); });
    const auto unended = types.add(
        kStructure, [](auto& o) { o.u16(0).u16(0).u32(0).u32(0).u32(0).u16(4).text("abcdef"); });
    const auto list = types.add(kFieldList, [](auto& o) {
        member(o, 0x74, 0, "good");
        o.u16(0x1599).u16(0).u32(0); // Of an unknown kind, so that its size is not known.
    });
    const auto half = types.add(structure(list, 8, "Half", ""));
    const auto wide = types.add(kStructure, [](auto& o) { // A size of 128 bits.
        o.u16(0).u16(0).u32(0).u32(0).u32(0).u16(0x8017).zeros(16).text("Wide").u8(0);
    });
    const Opened pdb(types.builder());
    for (const auto index : {shortened, unended, list, wide})
        QCOMPARE(pdb.info->type({1, index})->kind, object::TypeKind::Unknown);
    QVERIFY(pdb.info->type({1, half})->isCut);
    QCOMPARE(pdb.info->type({1, half})->members.size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestPdbValueTypes)
#include "tst_pdb_value_types.moc"
