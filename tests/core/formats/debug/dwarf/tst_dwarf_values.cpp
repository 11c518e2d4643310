// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/value_reader.h"
#include "tests/support/dwarf_builder.h"

#include <QTest>

using namespace faultline;
using object::TypeKind;

namespace {

/// Abbreviation codes of the scene.
enum Code : unsigned {
    kUnit = 1,
    kInt,
    kStruct,
    kMember,
    kBits,
    kEnum,
    kEnumerator,
    kArray,
    kBound,
    kFunction,
    kParameter,
    kListed,
    kConstant,
    kBlock,
    kAbstract,
    kAbstractParameter,
    kInlined,
    kInlinedParameter,
    kCall,
    kCallParameter,
    kPointer,
    kNamespace,
    kTypeArgument,
    kValueArgument,
    kArgumentPack
};

/// A unit with one function at 0x1000–0x1040, in which another is inlined at 0x1010–0x1020, and
/// types.
class Scene
{
public:
    Scene(unsigned version, std::endian order) : m_version(version), m_order(order) {}

    test::DwarfBuilder::Sections sections()
    {
        auto info = this->info();
        return {{"debug_abbrev", abbreviations()},
                {"debug_info", std::move(info)},
                {m_version >= 5 ? "debug_loclists" : "debug_loc", locations()}};
    }

    // Offsets of entries in .debug_info.
    std::uint64_t intAt = 0;
    std::uint64_t pairAt = 0;
    std::uint64_t colorAt = 0;
    std::uint64_t gridAt = 0;

private:
    std::vector<std::byte> abbreviations() const
    {
        test::ByteAssembler out(m_order);
        constexpr unsigned kName = 0x03, kString = 0x08, kRef = 0x13, kExpr = 0x18, kData1 = 0x0b,
                           kAddr = 0x01, kOffset = 0x17;
        test::addAbbreviation(out, kUnit, 0x11, true,
                              {kName, kString, 0x13, kData1, 0x11, kAddr, 0x12, kAddr});
        test::addAbbreviation(out, kInt, 0x24, false, {kName, kString, 0x3e, kData1, 0x0b, kData1});
        test::addAbbreviation(out, kStruct, 0x13, true, {kName, kString, 0x0b, kData1});
        test::addAbbreviation(out, kMember, 0x0d, false,
                              {kName, kString, 0x49, kRef, 0x38, kData1});
        test::addAbbreviation(out, kBits, 0x0d, false,
                              {kName, kString, 0x49, kRef, 0x0d, kData1, 0x6b, kData1});
        test::addAbbreviation(out, kEnum, 0x04, true, {kName, kString, 0x0b, kData1, 0x49, kRef});
        test::addAbbreviation(out, kEnumerator, 0x28, false, {kName, kString, 0x1c, 0x0d});
        test::addAbbreviation(out, kArray, 0x01, true, {0x49, kRef});
        test::addAbbreviation(out, kBound, 0x21, false, {0x2f, kData1});
        test::addAbbreviation(out, kFunction, 0x2e, true,
                              {kName, kString, 0x11, kAddr, 0x12, kAddr, 0x40, kExpr});
        test::addAbbreviation(out, kParameter, 0x05, false,
                              {kName, kString, 0x49, kRef, 0x02, kExpr});
        test::addAbbreviation(out, kListed, 0x34, false,
                              {kName, kString, 0x49, kRef, 0x02, kOffset});
        test::addAbbreviation(out, kConstant, 0x34, false,
                              {kName, kString, 0x49, kRef, 0x1c, 0x0d});
        test::addAbbreviation(out, kBlock, 0x0b, true, {0x11, kAddr, 0x12, kAddr});
        test::addAbbreviation(out, kAbstract, 0x2e, true, {kName, kString, 0x20, kData1});
        test::addAbbreviation(out, kAbstractParameter, 0x05, false, {kName, kString, 0x49, kRef});
        test::addAbbreviation(out, kInlined, 0x1d, true, {0x31, kRef, 0x11, kAddr, 0x12, kAddr});
        test::addAbbreviation(out, kInlinedParameter, 0x05, false, {0x31, kRef, 0x02, kExpr});
        // GNU's call sites, whose numbers take two bytes, and those of DWARF 5.
        out.u8(kCall);
        m_version >= 5 ? out.u8(0x48) : out.u8(0x89).u8(0x82).u8(0x01);
        out.u8(1);
        m_version >= 5 ? out.u8(0x7d) : out.u8(0x11);
        out.u8(kAddr).u8(0x31).u8(kRef).u8(0).u8(0);
        out.u8(kCallParameter);
        m_version >= 5 ? out.u8(0x49) : out.u8(0x8a).u8(0x82).u8(0x01);
        out.u8(0).u8(0x02).u8(kExpr);
        m_version >= 5 ? out.u8(0x7e) : out.u8(0x91).u8(0x42);
        out.u8(kExpr).u8(0).u8(0);
        test::addAbbreviation(out, kPointer, 0x0f, false, {0x49, kRef});
        test::addAbbreviation(out, kNamespace, 0x39, true, {kName, kString});
        test::addAbbreviation(out, kTypeArgument, 0x2f, false, {kName, kString, 0x49, kRef});
        test::addAbbreviation(out, kValueArgument, 0x30, false,
                              {kName, kString, 0x49, kRef, 0x1c, kData1});
        // DW_TAG_GNU_template_parameter_pack, 0x4107.
        out.u8(kArgumentPack).u8(0x87).u8(0x82).u8(0x01).u8(1);
        out.u8(kName).u8(kString).u8(0).u8(0);
        out.u8(0);
        return out.finish();
    }

    test::ByteAssembler& die(Code code) { return m_body.u8(code); }

    test::ByteAssembler& named(Code code, const char* name) { return die(code).text(name).u8(0); }

    /// Where the next entry will be, from the start of the unit, which is that of the section.
    std::uint32_t here() const { return static_cast<std::uint32_t>(m_headerBytes + m_body.size()); }

    void end() { m_body.u8(0); }

    void types()
    {
        intAt = here();
        named(kInt, "int").u8(0x05).u8(4);
        named(kNamespace, "ns");
        pairAt = here();
        named(kStruct, "Pair").u8(8);
        named(kMember, "first").u32(static_cast<std::uint32_t>(intAt)).u8(0);
        named(kBits, "level").u32(static_cast<std::uint32_t>(intAt)).u8(3).u8(33);
        named(kTypeArgument, "T").u32(static_cast<std::uint32_t>(pairAt));
        named(kValueArgument, "N").u32(static_cast<std::uint32_t>(intAt)).u8(7);
        named(kArgumentPack, "More");
        named(kTypeArgument, "").u32(static_cast<std::uint32_t>(intAt));
        end();
        end();
        end();
        colorAt = here();
        named(kEnum, "Color").u8(4).u32(static_cast<std::uint32_t>(intAt));
        named(kEnumerator, "Red").u8(0x7f); // -1 as a signed LEB128 number.
        named(kEnumerator, "Green").u8(5);
        end();
        gridAt = here();
        die(kArray).u32(static_cast<std::uint32_t>(intAt));
        die(kBound).u8(1);
        die(kBound).u8(2);
        end();
    }

    void functions()
    {
        const auto number = static_cast<std::uint32_t>(intAt);
        const auto inner = here();
        named(kAbstract, "inner").u8(1);
        const auto given = here();
        named(kAbstractParameter, "given").u32(number);
        named(kAbstractParameter, "dropped").u32(number);
        end();
        named(kFunction, "outer").u64(0x1000).u64(0x1040).u8(1).u8(0x9c);
        named(kParameter, "count").u32(number).u8(2).u8(0x91).u8(0x70);
        named(kListed, "listed").u32(number).u32(m_version >= 5 ? 12 : 0);
        named(kConstant, "fixed").u32(number).u8(0x7e);
        die(kInlined).u32(inner).u64(0x1010).u64(0x1020);
        die(kInlinedParameter).u32(given).u8(1).u8(0x50);
        end();
        die(kBlock).u64(0x1030).u64(0x1038);
        named(kConstant, "blocked").u32(number).u8(3);
        end();
        die(kCall).u64(0x1028).u32(inner);
        die(kCallParameter).u8(1).u8(0x55).u8(2).u8(0x08).u8(7);
        end();
        end();
    }

    std::vector<std::byte> info()
    {
        m_headerBytes = m_version >= 5 ? 12 : 11;
        named(kUnit, "unit.cpp").u8(0x04).u64(0x1000).u64(0x1040);
        types();
        functions();
        end();
        test::ByteAssembler out(m_order);
        const auto body = m_body.finish();
        out.u32(static_cast<std::uint32_t>(body.size() + m_headerBytes - 4)).u16(m_version);
        if (m_version >= 5)
            out.u8(1).u8(8).u32(0);
        else
            out.u32(0).u8(8);
        return out.bytes(body).finish();
    }

    /// "listed" is in register 3 at 0x1000–0x1008 and has the value 9 at 0x1008–0x1010.
    std::vector<std::byte> locations() const
    {
        test::ByteAssembler out(m_order);
        if (m_version >= 5) {
            out.u32(8 + 13).u16(5).u8(8).u8(0).u32(0);
            out.u8(4).u8(0).u8(8).u8(1).u8(0x53);
            out.u8(4).u8(8).u8(0x10).u8(2).u8(0x39).u8(0x9f);
            out.u8(0);
            return out.finish();
        }
        out.u64(0).u64(8).u16(1).u8(0x53);
        out.u64(8).u64(0x10).u16(2).u8(0x39).u8(0x9f);
        out.u64(0).u64(0);
        return out.finish();
    }

    unsigned m_version;
    std::endian m_order;
    test::ByteAssembler m_body{m_order};
    std::size_t m_headerBytes = 0;
};

dwarf::DwarfInput inputOf(const std::map<std::string, ByteView, std::less<>>& sections,
                          std::endian order)
{
    dwarf::DwarfInput input;
    input.byteOrder = order;
    input.section = [&sections](std::string_view name) -> std::optional<ByteView> {
        const auto found = sections.find(name);
        return found == sections.end() ? std::nullopt : std::optional(found->second);
    };
    return input;
}

/// A reader of a scene, and the bytes that it reads.
struct Read
{
    Read(unsigned version, std::endian order) : scene(version, order)
    {
        for (auto& [name, bytes] : scene.sections())
            sections.emplace(name, ByteView::fromVector(bytes));
        auto made = dwarf::makeValueReader(inputOf(sections, order), {});
        if (made)
            reader = *std::move(made);
    }

    Scene scene;
    std::map<std::string, ByteView, std::less<>> sections;
    std::unique_ptr<object::ValueInfoReader> reader;
};

QString namesOf(const object::FunctionInfo& function)
{
    QStringList names;
    for (const auto& variable : function.variables)
        names << QString::fromUtf8(variable.name.data(),
                                   static_cast<qsizetype>(variable.name.size()));
    return names.join(' ');
}

const object::VariableInfo* find(const object::FunctionInfo& function, std::string_view name)
{
    const auto found = std::ranges::find(function.variables, name, &object::VariableInfo::name);
    return found == function.variables.end() ? nullptr : &*found;
}

QByteArray hexOf(const std::optional<object::LocationExpression>& location)
{
    if (!location)
        return "none";
    return QByteArray::fromStdString(std::string(asText(location->bytes))).toHex();
}

/// Asks everything that the reader answers.
void askAll(object::ValueInfoReader& reader)
{
    for (std::uint64_t address = 0xff8; address < 0x1048; address += 8) {
        for (const auto& function : reader.functionsAt(address)) {
            reader.hasOtherInstance(function.entry);
            reader.tailJumps(function.entry);
            reader.externalName(function.entry);
            for (const auto& variable : function.variables)
                reader.type(variable.type);
        }
        reader.callReturningTo(address);
    }
    for (std::uint64_t offset = 0; offset < 0x180; ++offset)
        reader.type({1, offset});
    reader.typesNamed("Pair", 8);
    reader.globalsNamed("listed", 8);
}

} // namespace

class TestDwarfValues : public QObject
{
    Q_OBJECT

    void addScenes()
    {
        QTest::addColumn<unsigned>("version");
        QTest::addColumn<bool>("isBig");
        QTest::newRow("DWARF 4") << 4u << false;
        QTest::newRow("DWARF 5") << 5u << false;
        QTest::newRow("DWARF 4, big-endian") << 4u << true;
        QTest::newRow("DWARF 5, big-endian") << 5u << true;
    }

    static Read scene()
    {
        QFETCH_GLOBAL(unsigned, version);
        QFETCH_GLOBAL(bool, isBig);
        return Read(version, isBig ? std::endian::big : std::endian::little);
    }

private slots:

    void initTestCase_data() { addScenes(); }

    void theFunctionAndItsVariables()
    {
        const auto read = scene();
        QVERIFY(read.reader != nullptr);
        const auto functions = read.reader->functionsAt(0x1004);
        QCOMPARE(functions.size(), std::size_t{1});
        QCOMPARE(functions.front().name, std::string_view("outer"));
        QCOMPARE(functions.front().entryAddress, 0x1000u);
        QCOMPARE(hexOf(functions.front().frameBase), "9c");
        QCOMPARE(namesOf(functions.front()), "count listed fixed");
        const auto* count = find(functions.front(), "count");
        QVERIFY(count->isParameter);
        QCOMPARE(hexOf(count->location), "9170");
        QCOMPARE(count->type, (object::EntryRef{1, read.scene.intAt}));
        const auto* fixed = find(functions.front(), "fixed");
        QVERIFY(fixed->constant && fixed->constant->isSigned);
        QCOMPARE(static_cast<std::int64_t>(fixed->constant->number), -2);
    }

    void locationsByAddress()
    {
        const auto read = scene();
        const auto at = [&](std::uint64_t address) {
            const auto functions = read.reader->functionsAt(address);
            return hexOf(find(functions.back(), "listed")->location);
        };
        QCOMPARE(at(0x1000), "53");
        QCOMPARE(at(0x1007), "53");
        QCOMPARE(at(0x1008), "399f");
        QCOMPARE(at(0x1012), "none");
    }

    void inlinedFunctionsComeFirst()
    {
        const auto read = scene();
        const auto functions = read.reader->functionsAt(0x1018);
        QCOMPARE(functions.size(), std::size_t{2});
        QVERIFY(functions.front().isInlined);
        QCOMPARE(functions.front().name, std::string_view("inner"));
        // The instance lacks a parameter that the function has.
        QCOMPARE(namesOf(functions.front()), "given dropped");
        QCOMPARE(hexOf(find(functions.front(), "given")->location), "50");
        QCOMPARE(hexOf(find(functions.front(), "dropped")->location), "none");
    }

    void blocksByAddress()
    {
        const auto read = scene();
        QCOMPARE(namesOf(read.reader->functionsAt(0x1034).back()), "count listed fixed blocked");
        QCOMPARE(namesOf(read.reader->functionsAt(0x1038).back()), "count listed fixed");
        QVERIFY(read.reader->functionsAt(0x1040).empty());
    }

    void callsByReturnAddress()
    {
        const auto read = scene();
        const auto call = read.reader->callReturningTo(0x1028);
        QVERIFY(call.has_value());
        QCOMPARE(call->parameters.size(), std::size_t{1});
        QCOMPARE(hexOf(call->parameters.front().place), "55");
        QCOMPARE(hexOf(call->parameters.front().value), "0807");
        const auto inner = read.reader->functionsAt(0x1018).front().entry;
        QVERIFY(read.reader->isSameFunction(call->target, inner));
        QVERIFY(!read.reader->callReturningTo(0x1027));
    }

    void structures()
    {
        const auto read = scene();
        const auto pair = read.reader->type({1, read.scene.pairAt});
        QCOMPARE(pair->kind, TypeKind::Struct);
        QCOMPARE(pair->name, std::string_view("ns::Pair"));
        QCOMPARE(pair->sizeBytes, std::optional<std::uint64_t>(8));
        QCOMPARE(pair->members.size(), std::size_t{2});
        QCOMPARE(pair->members[1].name, std::string_view("level"));
        QCOMPARE(pair->members[1].bitSize, 3u);
        QCOMPARE(pair->members[1].bitOffset, 33u);
        const std::vector<object::EntryRef> arguments{{1, read.scene.pairAt},
                                                      {1, read.scene.intAt}};
        QCOMPARE(pair->templateTypes, arguments);
    }

    void enumerationsAndArrays()
    {
        const auto read = scene();
        const auto color = read.reader->type({1, read.scene.colorAt});
        QCOMPARE(color->enumerators.size(), std::size_t{2});
        QCOMPARE(static_cast<std::int64_t>(color->enumerators[0].value), -1);
        const auto grid = read.reader->type({1, read.scene.gridAt});
        QCOMPARE(grid->bounds.size(), std::size_t{2});
        QCOMPARE(grid->bounds[0].count, std::optional<std::uint64_t>(2));
        QCOMPARE(grid->bounds[1].count, std::optional<std::uint64_t>(3));
        QCOMPARE(read.reader->type({1, 3})->kind, TypeKind::Unknown);
        QCOMPARE(read.reader->type({9, 3})->kind, TypeKind::Unknown);
        QCOMPARE(read.reader->type({})->kind, TypeKind::Void);
    }

    void typesByName()
    {
        const auto read = scene();
        const object::EntryRef pair{1, read.scene.pairAt};
        QCOMPARE(read.reader->typesNamed("Pair", 8), std::vector{pair});
        QCOMPARE(read.reader->typesNamed("ns::Pair", 8), std::vector{pair});
        QVERIFY(read.reader->typesNamed("other::Pair", 8).empty());
        QVERIFY(read.reader->typesNamed("Pair", 0).empty());
    }

    void everyBeginningIsRead()
    {
        QFETCH_GLOBAL(unsigned, version);
        QFETCH_GLOBAL(bool, isBig);
        const auto order = isBig ? std::endian::big : std::endian::little;
        Read whole(version, order);
        for (const auto& [name, bytes] : whole.sections) {
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                auto sections = whole.sections;
                sections[name] = *bytes.slice(0, size);
                const auto reader = dwarf::makeValueReader(inputOf(sections, order), {});
                if (reader)
                    askAll(**reader);
            }
        }
    }

    void everyByteMayBeDamaged()
    {
        QFETCH_GLOBAL(unsigned, version);
        QFETCH_GLOBAL(bool, isBig);
        const auto order = isBig ? std::endian::big : std::endian::little;
        Read whole(version, order);
        for (const auto& [name, bytes] : whole.sections) {
            for (std::size_t at = 0; at < bytes.size(); ++at) {
                std::vector<std::byte> damaged(bytes.span().begin(), bytes.span().end());
                damaged[at] ^= std::byte{0xff};
                auto sections = whole.sections;
                sections[name] = ByteView::fromVector(std::move(damaged));
                const auto reader = dwarf::makeValueReader(inputOf(sections, order), {});
                if (reader)
                    askAll(**reader);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestDwarfValues)
#include "tst_dwarf_values.moc"
