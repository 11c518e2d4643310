// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/variables/expression.h"
#include "tests/core/variables/fake_value_info.h"

#include <QTest>

#include <set>

using namespace faultline;
using namespace faultline::variables;

namespace {

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = std::as_bytes(std::span(raw.data(), static_cast<std::size_t>(raw.size())));
    return {bytes.begin(), bytes.end()};
}

std::string absenceText(Absence absence)
{
    switch (absence) {
    case Absence::None: return "none";
    case Absence::OptimizedOut: return "optimized out";
    case Absence::NotInDump: return "not in dump";
    case Absence::RegisterNotRecovered: return "register";
    case Absence::EntryValueNotKnown: return "entry value";
    case Absence::FrameNotKnown: return "frame";
    case Absence::NotSetUp: return "not set up";
    case Absence::ThreadBaseNotKnown: return "thread";
    case Absence::TypeNotKnown: return "type";
    case Absence::TooLarge: return "too large";
    case Absence::Unsupported: return "unsupported";
    case Absence::Damaged: return "damaged";
    }
    return "";
}

/// A scene in which all expressions of this test run.
struct Scene
{
    Scene() : frame(info, memory)
    {
        frame.registers = {{0, 0x11}, {3, 0x2000}, {6, 0xfffffffffffffff0}, {7, 0x2000}};
        frame.base = 0x5000;
        frame.cfa = 0x6000;
        frame.entryValues = {{0x55, 0x77}};
        frame.bias = 0x100000;
        info.addresses = {0x40, 0x80};
        memory.setWord(0x2010, 0x1122334455667788);
        // Entries are numbered as they are added, from 0x10 on: int is 0x31, float 0x32.
        for (int i = 0x10; i < 0x31; ++i)
            info.add(object::TypeInfo());
        info.base("int", object::BaseEncoding::Signed, 4);
        info.base("float", object::BaseEncoding::Float, 4);
        info.base("unsigned char", object::BaseEncoding::Unsigned, 1);
        info.base("unsigned long", object::BaseEncoding::Unsigned, 8);
    }

    test::FakeValueInfo info;
    test::FakeMemory memory;
    test::FakeFrame frame;
};

/// "@0x10" for a place in memory, otherwise the first eight bytes as a number, otherwise the
/// reason.
std::string placeText(const Storage& storage, const MemoryReader& memory, std::uint64_t sizeBytes)
{
    if (const auto address = storage.address())
        return concat("@", hexAddress(*address));
    if (const auto* pointer = storage.implicitPointer())
        return concat("to ", hexAddress(pointer->pointsTo.offset), " + ", pointer->pointsToOffset);
    const auto value = storage.read(sizeBytes, memory);
    if (value.absence != Absence::None)
        return absenceText(value.absence);
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < value.bytes.size(); ++i)
        number |= std::to_integer<std::uint64_t>(value.bytes[i]) << (8 * i);
    return hexAddress(number);
}

std::string evaluated(const std::vector<std::byte>& expression, std::uint64_t sizeBytes = 8)
{
    Scene scene;
    ExpressionBudget budget;
    const auto storage =
        evaluateLocation({expression, test::FakeValueInfo::kUnit}, scene.frame, budget);
    return placeText(storage, scene.memory, sizeBytes);
}

} // namespace

class TestExpression : public QObject
{
    Q_OBJECT

private slots:

    /// 1.5 in x86's extended format.
    void extendedNumbersAreConverted()
    {
        Scene scene;
        scene.frame.wide = {{33, bytesOf("00000000000000c0ff3f")}};
        ExpressionBudget budget;
        const auto place = bytesOf("9021");
        const auto storage =
            evaluateLocation({place, test::FakeValueInfo::kUnit}, scene.frame, budget);
        QCOMPARE(storage.read(4, scene.memory).bytes, bytesOf("0000c03f"));
        QCOMPARE(storage.read(8, scene.memory).bytes, bytesOf("000000000000f83f"));
        QCOMPARE(storage.read(10, scene.memory).bytes, bytesOf("00000000000000c0ff3f"));
        QCOMPARE(storage.read(12, scene.memory).bytes, bytesOf("00000000000000c0ff3f0000"));
        QCOMPARE(storage.read(2, scene.memory).absence, Absence::Unsupported);
        QCOMPARE(storage.from(32).read(4, scene.memory).absence, Absence::Unsupported);
        scene.frame.wide = {{33, bytesOf("0000000000000080ff7f")}};
        QCOMPARE(evaluateLocation({place, test::FakeValueInfo::kUnit}, scene.frame, budget)
                     .read(4, scene.memory)
                     .absence,
                 Absence::Unsupported);
    }

    void vectorRegistersArePlaces()
    {
        Scene scene;
        scene.frame.wide = {{17, bytesOf("0000c03f0000000000000000000000aa")}};
        ExpressionBudget budget;
        const auto read = [&](const char* hex, std::uint64_t size) {
            const auto expression = bytesOf(hex);
            return evaluateLocation({expression, test::FakeValueInfo::kUnit}, scene.frame, budget)
                .read(size, scene.memory);
        };
        QCOMPARE(read("62", 4).absence, Absence::RegisterNotRecovered);
        QCOMPARE(read("9011", 4).bytes, bytesOf("0000c03f"));
        QCOMPARE(read("9011", 16).bytes, scene.frame.wide.at(17));
        QCOMPARE(read("9011", 32).absence, Absence::RegisterNotRecovered);
        QCOMPARE(read("a511329f", 4).bytes, bytesOf("0000c03f"));
    }

    void places_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* hex, const char* expected) {
            QTest::newRow(name) << QByteArray(hex) << QString(expected);
        };
        row("nothing is optimized out", "", "optimized out");
        row("address, moved by the bias", "03 1000000000000000", "@0x100010");
        row("indexed address", "a1 01", "@0x100080");
        row("index beyond the table", "a1 02", "damaged");
        row("indexed constant, not moved", "a2 01 9f", "0x80");
        row("frame base", "91 70", "@0x4ff0");
        row("canonical frame address", "9c 38 1c", "@0x5ff8");
        row("register", "50", "0x11");
        row("register by number", "90 03", "0x2000");
        row("register that was not recovered", "51", "register");
        row("vector register", "90 11", "register");
        row("place relative to a register", "73 10", "@0x2010");
        row("place relative to an unknown register", "71 10", "register");
        row("loaded value", "73 10 06 9f", "0x1122334455667788");
        row("loaded bytes", "73 10 94 02 9f", "0x7788");
        row("loaded from memory that is not there", "08 10 06 9f", "not in dump");
        row("value on the stack", "08 2a 9f", "0x2a");
        row("signed constant", "09 fe 9f", "0xfffffffffffffffe");
        row("implicit value", "9e 04 01020304 ", "damaged"); // Four bytes are not eight.
        row("sum", "08 02 08 03 22 9f", "0x5");
        row("difference", "08 02 08 03 1c 9f", "0xffffffffffffffff");
        row("signed quotient", "09 f8 08 02 1b 9f", "0xfffffffffffffffc");
        row("division by zero", "08 02 30 1b 9f", "damaged");
        row("unsigned remainder", "08 07 08 04 1d 9f", "0x3");
        row("arithmetic shift", "09 f0 32 26 9f", "0xfffffffffffffffc");
        row("shift beyond the width", "08 ff 08 80 24 9f", "0x0");
        row("comparison", "09 ff 31 2d 9f", "0x1");
        row("stack: pick", "08 0a 08 0b 08 0c 15 02 9f", "0xa");
        row("stack: rot", "08 0a 08 0b 08 0c 17 1c 9f", "0xffffffffffffffff");
        row("stack too short", "22", "damaged");
        row("branch taken", "31 28 0300 08 01 9f 08 02 9f", "0x2");
        row("branch not taken", "30 28 0300 08 01 9f", "0x1");
        row("value at the entry", "a3 01 55 9f", "0x77");
        row("value at the entry, not known", "a3 01 54 9f", "entry value");
        row("GNU's value at the entry", "f3 01 55 23 01 9f", "0x78");
        row("implicit pointer", "a0 33000000 04", "to 0x33 + 4");
        row("two pieces", "50 93 04 73 10 93 04", "0x5566778800000011");
        row("a piece that is nowhere", "50 93 04 93 04", "optimized out");
        row("a piece in an unknown register", "50 93 04 51 93 04", "register");
        row("pieces that end before the value", "50 93 04", "optimized out");
        row("a loaded vector register", "73 10 94 10 9f", "not in dump");
        row("bit piece", "50 9d 20 00 50 9d 20 00", "0x1100000011");
        row("typed: sum wraps at its size", "a4 31 04 ffffff7f a4 31 04 01000000 22 a8 00 9f",
            "0xffffffff80000000");
        row("typed: comparison of floats", "a4 32 04 0000803f a4 32 04 00000040 2d 9f", "0x1");
        row("typed: float to integer", "a4 32 04 00006042 a8 31 a8 00 9f", "0x38");
        row("typed: reinterpreted", "a4 32 04 0000803f a9 31 a8 00 9f", "0x3f800000");
        row("typed: operands of two types", "a4 31 04 01000000 31 22 9f", "damaged");
        row("typed: a generic value and an integer of its size",
            "a4 34 08 0500000000000000 32 21 a8 00 9f", "0x7");
        row("typed: how to compare them is not said", "a4 34 08 0500000000000000 32 2d 9f",
            "damaged");
        row("typed: register", "a5 00 33 a8 00 9f", "0x11");
        row("typed: load", "73 10 a6 04 31 a8 00 9f", "0x55667788");
        // Clang forgets the load of a number that it has moved to the stack.
        row("an address of the stack is no number", "77 08 a8 31 9f", "damaged");
        row("nor one by the frame base", "91 70 a8 31 9f", "damaged");
        row("but what lies there is", "77 10 06 a8 31 a8 00 9f", "0x55667788");
        // Clang joins the constants of neighbours.
        row("a constant larger than its piece", "0c 01000200 9f 93 02 30 9f 93 06", "damaged");
        row("a constant of its piece's size", "0a ffff 9f 93 02 30 9f 93 06", "0xffff");
        row("a negative constant of that size", "09 fe 9f 93 02 30 9f 93 06", "0xfffe");
        row("a register larger than its piece", "73 00 9f 93 01 30 9f 93 07", "0x0");
        row("typed: entry that is no base type", "a4 10 04 01000000 9f", "damaged");
        row("thread-local", "08 08 9b", "@0x7008");
        row("thread-local offset written as an address", "03 0800000000000000 e0", "@0x7008");
        row("not written yet", "50 f0", "optimized out");
        row("unknown operation", "ff", "unsupported");
        row("jump before the beginning", "2f 0080", "damaged");
        row("missing operand", "08", "damaged");
    }

    void places()
    {
        QFETCH(QByteArray, hex);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(evaluated(bytesOf(hex))), expected);
    }

    void aFloatOnTheStackHasItsSize()
    {
        QCOMPARE(evaluated(bytesOf("a4 32 04 0000803f 9f"), 4), "0x3f800000");
        QCOMPARE(evaluated(bytesOf("9e 04 01020304"), 4), "0x4030201");
    }

    /// Clang describes objects of 64 bits so on CPUs of 32.
    void aConstantKeepsItsBitsWhereAddressesAreShort()
    {
        const auto inShortSpace = [](const QByteArray& hex) {
            Scene scene;
            scene.info.facts.addressBytes = 4;
            const auto bytes = bytesOf(hex);
            ExpressionBudget budget;
            const object::LocationExpression location{bytes, test::FakeValueInfo::kUnit};
            return placeText(evaluateLocation(location, scene.frame, budget), scene.memory, 8);
        };
        QCOMPARE(inShortSpace("0e 9b57f1ac6824f600 9f"), "0xf62468acf1579b");
        QCOMPARE(inShortSpace("10 818080808020 9f"), "0x10000000001");
        // What is calculated has the size of an address.
        QCOMPARE(inShortSpace("0e 9b57f1ac6824f600 30 22 9f"), "optimized out");
        QCOMPARE(inShortSpace("08 05 9f"), "optimized out");
        QCOMPARE(inShortSpace("0e 0100000002000000 9f 93 04 30 9f 93 04"), "damaged");
    }

    void anEndlessLoopEnds() { QCOMPARE(evaluated(bytesOf("2f fdff")), "too large"); }

    void aMillionOperationsEnd()
    {
        std::vector<std::byte> many(1'000'000, std::byte{0x96});
        QCOMPARE(evaluated(many), "too large");
    }

    void aDeepStackEnds()
    {
        const std::vector<std::byte> many(5000, std::byte{0x31});
        QCOMPARE(evaluated(many), "damaged");
    }

    void theBudgetOfAllExpressionsEnds()
    {
        Scene scene;
        ExpressionBudget budget(10);
        const auto expression = bytesOf("31 31 31 31 9f");
        const object::LocationExpression location{expression, test::FakeValueInfo::kUnit};
        for (const auto* expected : {"0x1", "0x1", "too large"})
            QCOMPARE(placeText(evaluateLocation(location, scene.frame, budget), scene.memory, 8),
                     expected);
    }

    void aCallRunsAnotherLocation()
    {
        Scene scene;
        ExpressionBudget budget;
        const auto inner = bytesOf("08 05 22");
        object::VariableInfo variable;
        variable.location = object::LocationExpression{inner, test::FakeValueInfo::kUnit};
        const auto entry = scene.info.add(variable);
        std::vector<std::byte> outer = bytesOf("08 03 98 0000 9f");
        outer[3] = static_cast<std::byte>(entry.offset);
        const auto storage =
            evaluateLocation({outer, test::FakeValueInfo::kUnit}, scene.frame, budget);
        QCOMPARE(placeText(storage, scene.memory, 8), "0x8");
    }

    void aCallOfAnotherUnitIsNotRun()
    {
        Scene scene;
        ExpressionBudget budget;
        const auto inner = bytesOf("08 05 22");
        object::VariableInfo variable;
        variable.location = object::LocationExpression{inner, {1, 0x900}};
        const auto entry = scene.info.add(variable);
        std::vector<std::byte> outer = bytesOf("08 03 98 0000 9f");
        outer[3] = static_cast<std::byte>(entry.offset);
        const auto storage =
            evaluateLocation({outer, test::FakeValueInfo::kUnit}, scene.frame, budget);
        QCOMPARE(placeText(storage, scene.memory, 8), "unsupported");
    }

    void nothingIsCalculatedWithALoadedVectorRegister()
    {
        Scene scene;
        scene.memory.pieces[0x2010].resize(16);
        for (const auto* hex : {"73 10 94 10", "73 10 94 10 23 04", "73 10 94 10 93 10"}) {
            const auto bytes = bytesOf(hex);
            ExpressionBudget budget;
            const auto storage =
                evaluateLocation({bytes, test::FakeValueInfo::kUnit}, scene.frame, budget);
            QCOMPARE(placeText(storage, scene.memory, 8), "unsupported");
        }
    }

    void aCallOfItselfEnds()
    {
        Scene scene;
        ExpressionBudget budget;
        std::vector<std::byte> loop = bytesOf("98 0000");
        object::VariableInfo variable;
        variable.location = object::LocationExpression{loop, test::FakeValueInfo::kUnit};
        const auto entry = scene.info.add(variable);
        loop[1] = static_cast<std::byte>(entry.offset);
        const auto storage =
            evaluateLocation({loop, test::FakeValueInfo::kUnit}, scene.frame, budget);
        QCOMPARE(placeText(storage, scene.memory, 8), "too large");
    }

    void addressesOfFourBytes()
    {
        Scene scene;
        scene.info.facts.addressBytes = 4;
        ExpressionBudget budget;
        const auto expression = bytesOf("09 ff 09 ff 22 9f");
        const auto storage =
            evaluateLocation({expression, test::FakeValueInfo::kUnit}, scene.frame, budget);
        QCOMPARE(placeText(storage, scene.memory, 4), "0xfffffffe");
    }

    void numbersOfBigEndianProcessesAreNotGuessed()
    {
        Scene scene;
        scene.info.facts.order = std::endian::big;
        ExpressionBudget budget;
        const auto expression = bytesOf("08 2a 9f");
        const auto storage =
            evaluateLocation({expression, test::FakeValueInfo::kUnit}, scene.frame, budget);
        QCOMPARE(placeText(storage, scene.memory, 4), "unsupported");
    }

    void everyBeginningEnds()
    {
        const auto whole = bytesOf("03 1000000000000000 a3 01 55 50 93 04 a4 31 04 01000000 a8 31 "
                                   "9d 20 00 9e 04 01020304 93 04 a0 33000000 04 90 8101 98 1000");
        // The operations end here; the last one calls what has no place.
        const std::set<std::size_t> ends{0, 9, 12, 13, 15, 22, 24, 27, 33, 35, 41, 44};
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const auto text =
                evaluated({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
            QCOMPARE(text == "damaged", !ends.contains(size));
        }
    }
};

QTEST_GUILESS_MAIN(TestExpression)
#include "tst_expression.moc"
