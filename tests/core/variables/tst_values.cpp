// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/variables/values.h"
#include "tests/core/variables/fake_value_info.h"

#include <QTest>

#include <cstring>

using namespace faultline;
using namespace faultline::variables;
using object::BaseEncoding;
using object::EntryRef;
using object::TypeInfo;
using object::TypeKind;

namespace {

/// The value of a base type in a form that fails loudly.
QString baseOf(std::string_view name,
               BaseEncoding encoding,
               std::vector<std::byte> bytes,
               NumberForm form = {.order = std::endian::little, .hasExtended = true})
{
    TypeInfo type;
    type.kind = TypeKind::Base;
    type.name = name;
    type.encoding = encoding;
    type.sizeBytes = bytes.size();
    return QString::fromStdString(baseText(type, bytes, form).value_or("no text"));
}

template <class T>
std::vector<std::byte> bytesOf(T number)
{
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &number, sizeof(T));
    return bytes;
}

TypeInfo enumeration(std::initializer_list<std::pair<const char*, std::int64_t>> enumerators)
{
    TypeInfo type;
    type.kind = TypeKind::Enum;
    type.sizeBytes = 4;
    for (const auto& [name, value] : enumerators)
        type.enumerators.push_back({name, static_cast<std::uint64_t>(value)});
    return type;
}

/// A frame without functions, whose types a test makes.
struct Scene
{
    Scene()
    {
        FrameFacts facts;
        facts.registers = RegisterSet(CpuFamily::Intel64);
        facts.module = test::moduleOf(info);
        frame = std::make_unique<ValueFrame>(std::move(facts), nullptr, memory, budget);
    }

    Values values() const { return {*frame, {}}; }

    test::FakeValueInfo* info = nullptr; ///< Owned by the frame's module.
    test::FakeMemory memory;
    ExpressionBudget budget;
    std::unique_ptr<ValueFrame> frame;
};

} // namespace

class TestValues : public QObject
{
    Q_OBJECT

private slots:

    void numbers()
    {
        QCOMPARE(baseOf("int", BaseEncoding::Signed, bytesOf(-5)), "-5");
        QCOMPARE(baseOf("unsigned", BaseEncoding::Unsigned, bytesOf(4000000000u)), "4000000000");
        QCOMPARE(baseOf("long", BaseEncoding::Signed, bytesOf(INT64_MIN)), "-9223372036854775808");
        QCOMPARE(baseOf("bool", BaseEncoding::Boolean, bytesOf(std::uint8_t{1})), "true");
        QCOMPARE(baseOf("bool", BaseEncoding::Boolean, bytesOf(std::uint8_t{7})), "7");
        QCOMPARE(baseOf("float", BaseEncoding::Float, bytesOf(0.1f)), "0.1");
        QCOMPARE(baseOf("double", BaseEncoding::Float, bytesOf(-1e300)), "-1e+300");
        QCOMPARE(baseOf("double", BaseEncoding::Float, bytesOf(std::uint64_t{0x7ff} << 52)), "inf");
        QCOMPARE(baseOf("_Float16", BaseEncoding::Float, bytesOf(std::uint16_t{0x3c01})),
                 "1.0009766");
        QCOMPARE(baseOf("long double", BaseEncoding::Float, bytesOf(0.5L)), "0.5");
        QCOMPARE(baseOf("__float128", BaseEncoding::Float, bytesOf(0.5L)), "no text");
    }

    void shortFloats()
    {
        const auto one = bytesOf(std::uint16_t{0x3c00});
        for (const auto* name : {"_Float16", "__fp16", "half", "f16"})
            QCOMPARE(baseOf(name, BaseEncoding::Float, one), "1");
        const auto oneAndHalf = bytesOf(std::uint16_t{0x3fc0});
        for (const auto* name : {"__bf16", "bf16", "std::bfloat16_t"})
            QCOMPARE(baseOf(name, BaseEncoding::Float, oneAndHalf), "1.5");
        QCOMPARE(baseOf("something", BaseEncoding::Float, one), "no text");
    }

    void extendedFloats()
    {
        std::vector<std::byte> bytes(16);
        bytes[8] = std::byte{0xff};
        bytes[9] = std::byte{0x3f};
        // The leading one is missing: no number.
        QCOMPARE(baseOf("long double", BaseEncoding::Float, bytes), "no text");
        bytes[7] = std::byte{0x80};
        QCOMPARE(baseOf("long double", BaseEncoding::Float, bytes), "1");
        const NumberForm quad{.order = std::endian::little, .hasExtended = false};
        QCOMPARE(baseOf("long double", BaseEncoding::Float, bytes, quad), "no text");
    }

    void quadFloats()
    {
        const NumberForm quad{.order = std::endian::little, .hasQuad = true};
        const auto text = [&](std::uint64_t high, std::uint64_t low, NumberForm form) {
            auto bytes = bytesOf(low);
            const auto rest = bytesOf(high);
            bytes.insert(bytes.end(), rest.begin(), rest.end());
            return baseOf("long double", BaseEncoding::Float, bytes, form);
        };
        QCOMPARE(text(0x3fff000000000000, 0, quad), "1");
        QCOMPARE(text(0xc000800000000000, 0, quad), "-3");
        QCOMPARE(text(0x3ffb999999999999, 0x999999999999999a, quad), "0.1");
        QCOMPARE(text(0, 0, quad), "0");
        QCOMPARE(text(0x7fff000000000000, 0, quad), "inf");
        QCOMPARE(text(0x7fff000000000000, 1, quad), "nan");
        QCOMPARE(text(0x3fff000000000000, 0, {}), "no text");
    }

    void wideNumbers()
    {
        auto bytes = bytesOf(std::uint64_t{0});
        const auto high = bytesOf(std::uint64_t{1});
        bytes.insert(bytes.end(), high.begin(), high.end());
        QCOMPARE(baseOf("__int128", BaseEncoding::Signed, bytes), "18446744073709551616");
        const std::vector<std::byte> ones(16, std::byte{0xff});
        QCOMPARE(baseOf("__int128", BaseEncoding::Signed, ones), "-1");
        QCOMPARE(baseOf("unsigned __int128", BaseEncoding::Unsigned, ones),
                 "340282366920938463463374607431768211455");
    }

    void numbersOfOtherCpus()
    {
        const NumberForm big{.order = std::endian::big, .hasExtended = false};
        QCOMPARE(baseOf("int", BaseEncoding::Signed,
                        {std::byte{0}, std::byte{0}, std::byte{1}, std::byte{2}}, big),
                 "258");
        QCOMPARE(baseOf("long double", BaseEncoding::Float, std::vector<std::byte>(16), big),
                 "no text");
    }

    void bytesAreNumbers()
    {
        QCOMPARE(baseOf("signed char", BaseEncoding::SignedChar, bytesOf(std::int8_t{-100})),
                 "-100");
        QCOMPARE(baseOf("unsigned char", BaseEncoding::UnsignedChar, bytesOf(std::uint8_t{200})),
                 "200");
    }

    void characters()
    {
        QCOMPARE(baseOf("char", BaseEncoding::SignedChar, bytesOf('a')), "a");
        QCOMPARE(baseOf("wchar_t", BaseEncoding::Unsigned, bytesOf(std::uint16_t{'B'})), "B");
        QCOMPARE(baseOf("wchar_t", BaseEncoding::Signed, bytesOf(std::int32_t{0xe9})), "é");
        QCOMPARE(baseOf("char", BaseEncoding::SignedChar, bytesOf('\0')), "\\0");
        QCOMPARE(baseOf("char", BaseEncoding::SignedChar, bytesOf('\xe4')), "\\xe4");
        QCOMPARE(baseOf("char32_t", BaseEncoding::Utf, bytesOf(U'\u20ac')), QString("\u20ac"));
        QCOMPARE(baseOf("char32_t", BaseEncoding::Utf, bytesOf(0xd800u)), "\\xd800");
        QCOMPARE(baseOf("char32_t", BaseEncoding::Utf, bytesOf(0xffffffffu)), "\\xffffffff");
    }

    void texts()
    {
        QCOMPARE(validText("a\xc3\xa4"), std::string("a\xc3\xa4"));
        QCOMPARE(validText("a\xff"), std::string("a\\xff"));
        QCOMPARE(validText("a\xc3", true), std::string("a..."));
        QCOMPARE(validText("a\xc3"), std::string("a\\xc3"));
    }

    void enumerators()
    {
        const auto colors = enumeration({{"Red", 0}, {"Green", 5}, {"Blue", -1}});
        QCOMPARE(enumText(colors, 5, true), std::string("Green"));
        QCOMPARE(enumText(colors, ~std::uint64_t{0}, true), std::string("Blue"));
        QCOMPARE(enumText(colors, 6, true), std::string("6"));
        const auto access = enumeration({{"None", 0}, {"Read", 1}, {"Write", 2}, {"Both", 3}});
        QCOMPARE(enumText(access, 3, false), std::string("Both"));
        const auto flags = enumeration({{"Read", 1}, {"Write", 2}, {"Run", 4}});
        QCOMPARE(enumText(flags, 5, false), std::string("Read | Run"));
        QCOMPARE(enumText(flags, 0x41, false), std::string("Read | 0x40"));
        QCOMPARE(enumText(flags, 0x40, false), std::string("64"));
        QCOMPARE(enumText(flags, 0, false), std::string("0"));
    }

    void typeNames()
    {
        test::FakeValueInfo info;
        const Types types(info, 8);
        const auto number = info.base("int", BaseEncoding::Signed, 4);
        const auto constant = derived(info, TypeKind::Const, number);
        QCOMPARE(types.nameOf({}), std::string("void"));
        QCOMPARE(types.nameOf(info.pointerTo(constant)), std::string("const int*"));
        QCOMPARE(types.nameOf(derived(info, TypeKind::Const, info.pointerTo(number))),
                 std::string("int* const"));
        QCOMPARE(types.nameOf(derived(info, TypeKind::LeftReference, constant)),
                 std::string("const int&"));
        const auto three = info.arrayOf(number, 3);
        QCOMPARE(types.nameOf(three), std::string("int[3]"));
        QCOMPARE(types.nameOf(info.pointerTo(three)), std::string("int (*)[3]"));
        QCOMPARE(types.nameOf(info.arrayOf(info.pointerTo(number), 2)), std::string("int*[2]"));
        TypeInfo function;
        function.kind = TypeKind::Function;
        function.target = number;
        function.parameters = {info.pointerTo(constant), number};
        function.isVariadic = true;
        QCOMPARE(types.nameOf(info.pointerTo(info.add(function))),
                 std::string("int (*)(const int*, int, ...)"));
    }

    void sizes()
    {
        test::FakeValueInfo info;
        const Types types(info, 8);
        const auto number = info.base("int", BaseEncoding::Signed, 4);
        QCOMPARE(types.sizeOf(info.arrayOf(number, 10)), std::optional<std::uint64_t>(40));
        QCOMPARE(types.sizeOf(info.pointerTo(number)), std::optional<std::uint64_t>(8));
        QCOMPARE(types.sizeOf(info.arrayOf(number, std::uint64_t{1} << 63)), std::nullopt);
        QCOMPARE(types.sizeOf({}), std::nullopt);
    }

    void aTypedefOfItselfEnds()
    {
        test::FakeValueInfo info;
        const Types types(info, 8);
        const auto loop = derived(info, TypeKind::Typedef, {});
        info.typeAt(loop).target = loop;
        QCOMPARE(types.sizeOf(loop), std::nullopt);
        QVERIFY(!types.nameOf(loop).empty());
        const auto pointer = info.pointerTo({});
        info.typeAt(pointer).target = pointer;
        QVERIFY(types.nameOf(pointer).size() < 1000);
    }

    void anArrayOfItselfEnds()
    {
        test::FakeValueInfo info;
        const Types types(info, 8);
        const auto loop = info.arrayOf({}, 2);
        info.typeAt(loop).target = loop;
        QCOMPARE(types.sizeOf(loop), std::nullopt);
        QVERIFY(types.nameOf(loop).size() < 2 * Types::kMaxNameBytes);
    }

    void numbersInOtherFormsAreNotShown()
    {
        Scene scene;
        scene.memory.set(0x100, {0, 0, 0, 1});
        const auto number = scene.info->base("int", BaseEncoding::Signed, 4);
        const TypedPlace place{.type = number, .storage = Storage::inMemory(0x100)};
        QCOMPARE(scene.values().show(place).number, std::string("16777216"));
        scene.info->typeAt(number).isEncodedOtherwise = true;
        QCOMPARE(scene.values().show(place).absence, Absence::Unsupported);
        auto absence = Absence::None;
        QVERIFY(!scene.values().number(place, absence));
        QCOMPARE(absence, Absence::Unsupported);
        TypeInfo structure;
        structure.kind = TypeKind::Struct;
        auto& member = structure.members.emplace_back();
        member.type = scene.info->base("char", BaseEncoding::Signed, 1);
        member.offsetBytes = 0;
        member.isInOtherOrder = true;
        const TypedPlace whole{.type = scene.info->add(structure),
                               .storage = Storage::inMemory(0x100)};
        const auto members = scene.values().children(whole, 0, 1);
        QCOMPARE(scene.values().show(members.at(0).place).absence, Absence::Unsupported);
        object::VariableInfo variable;
        variable.constant = object::ConstantValue{.number = 1, .bytes = {}, .isSigned = false};
        variable.isInOtherOrder = true;
        QCOMPARE(scene.frame->place(variable).read(1, scene.memory).absence, Absence::Unsupported);
    }

    void onlyNullHasNoDescription()
    {
        Scene scene;
        scene.memory.setWord(0x100, 5);
        TypeInfo type;
        type.kind = TypeKind::Unspecified;
        type.name = "decltype(nullptr)";
        const TypedPlace null{.type = scene.info->add(type), .storage = Storage::inMemory(0x100)};
        QCOMPARE(scene.values().show(null).pointer, std::optional<std::uint64_t>(0));
        auto nowhere = null;
        nowhere.storage = Storage::missing(Absence::OptimizedOut);
        QCOMPARE(scene.values().show(nowhere).absence, Absence::OptimizedOut);
        type.name = "__builtin_va_list";
        auto other = null;
        other.type = scene.info->add(type);
        QCOMPARE(scene.values().show(other).absence, Absence::TypeNotKnown);
    }

    void negativeEnumeratorsInBits()
    {
        Scene scene;
        scene.memory.set(0x100, {7, 0, 0, 0});
        const auto colors = scene.info->add(enumeration({{"Red", 0}, {"Blue", -1}}));
        const TypedPlace bits{
            .type = colors, .storage = Storage::inMemory(0x100), .bitSize = 3, .dimension = 0};
        QCOMPARE(scene.values().show(bits).number, std::string("Blue"));
    }

    void anArrayOfManyDimensionsHasNoElements()
    {
        Scene scene;
        const auto number = scene.info->base("int", BaseEncoding::Signed, 4);
        const auto array = scene.info->arrayOf(number, 2);
        scene.info->typeAt(array).bounds.assign(16, scene.info->typeAt(array).bounds.front());
        const TypedPlace place{.type = array, .storage = Storage::inMemory(0x100)};
        const auto second = scene.values().element(place, 1);
        QVERIFY(second.has_value());
        QCOMPARE(second->storage.address(), std::optional<std::uint64_t>(0x100 + (4u << 15)));
        scene.info->typeAt(array).bounds.assign(17, scene.info->typeAt(array).bounds.front());
        QVERIFY(!scene.values().element(place, 1));
        QCOMPARE(scene.values().show(place).absence, Absence::TypeNotKnown);
    }

    void aFunctionOfItselfEnds()
    {
        test::FakeValueInfo info;
        const Types types(info, 8);
        TypeInfo function;
        function.kind = TypeKind::Function;
        const auto loop = info.add(function);
        info.typeAt(loop).parameters.assign(60, loop);
        QVERIFY(types.nameOf(loop).size() <= Types::kMaxNameBytes + 3);
    }

    void variantsOfSignedNumbers()
    {
        Scene scene;
        const auto byte = scene.info->base("i8", BaseEncoding::SignedChar, 1);
        object::TypeMember tag;
        tag.type = byte;
        tag.offsetBytes = 0;
        const auto variant = [&](std::string_view name, std::uint64_t low, std::uint64_t high) {
            auto member = tag;
            member.name = name;
            return object::TypeVariant{.values = {{low, high}}, .members = {member}};
        };
        TypeInfo type;
        type.kind = TypeKind::Struct;
        type.sizeBytes = 2;
        object::VariantPart part{.discriminant = tag, .variants = {}};
        part.variants.push_back(variant("Bytes", 253, 253));
        part.variants.push_back(variant("Signed", ~std::uint64_t{1}, ~std::uint64_t{0}));
        part.variants.push_back(variant("Positive", 0, 5));
        type.variantParts.push_back(std::move(part));
        const auto entry = scene.info->add(std::move(type));
        const auto active = [&](int number) {
            scene.memory.set(0x1000, {number & 0xff, 0});
            const auto parts = scene.values().children(
                {.type = entry, .storage = Storage::inMemory(0x1000)}, 0, 8);
            return parts.empty() ? std::string() : parts.front().name;
        };
        QCOMPARE(active(-3), "Bytes");
        QCOMPARE(active(-1), "Signed");
        QCOMPARE(active(-2), "Signed");
        QCOMPARE(active(5), "Positive");
        QCOMPARE(active(6), "");
        QCOMPARE(active(-4), "");
    }

    void piecesOfStorage()
    {
        test::FakeMemory memory;
        memory.set(0x100, {1, 2, 3, 4});
        QCOMPARE(Storage::inMemory(0x100).read(4, memory).bytes.size(), std::size_t{4});
        QCOMPARE(Storage::inMemory(0x102).read(4, memory).absence, Absence::NotInDump);
        QCOMPARE(Storage::inMemory(0x100).from(8).address(), std::optional<std::uint64_t>(0x101));
        QCOMPARE(Storage::missing(Absence::EntryValueNotKnown).read(1, memory).absence,
                 Absence::EntryValueNotKnown);
        auto absence = Absence::None;
        // 0x0201 from bit 4 on: eight bits.
        QCOMPARE(Storage::inMemory(0x100).from(4).readBits(8, memory, absence),
                 std::optional<std::uint64_t>(0x20));
        QCOMPARE(Storage::inMemory(0x103).readBits(9, memory, absence), std::nullopt);
        QCOMPARE(absence, Absence::NotInDump);
    }

    void valuesInPiecesHaveNoAddress()
    {
        Piece first;
        first.kind = Piece::Kind::Memory;
        first.bitSize = 32;
        first.address = 0x100;
        Piece second;
        second.kind = Piece::Kind::Content;
        second.bitSize = 32;
        second.content = {std::byte{7}, std::byte{0}, std::byte{0}, std::byte{0}};
        const auto storage = Storage::ofPieces({first, second});
        QCOMPARE(storage.address(4), std::optional<std::uint64_t>(0x100));
        QCOMPARE(storage.from(16).address(2), std::optional<std::uint64_t>(0x102));
        QCOMPARE(storage.address(8), std::nullopt);
        QCOMPARE(storage.from(16).address(4), std::nullopt);
        QCOMPARE(storage.from(32).address(), std::nullopt);
    }

private:
    static EntryRef derived(test::FakeValueInfo& info, TypeKind kind, EntryRef target)
    {
        TypeInfo type;
        type.kind = kind;
        type.target = target;
        return info.add(std::move(type));
    }
};

QTEST_GUILESS_MAIN(TestValues)
#include "tst_values.moc"
