// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/d/d_name.h"
#include "core/formats/names/demangle.h"

#include <QFile>
#include <QTest>

using namespace faultline;
using demangling::demangleD;

namespace {

struct NamePair
{
    QByteArray mangled;
    QByteArray readable;
};

std::vector<NamePair> table()
{
    std::vector<NamePair> rows;
    QFile file(QStringLiteral(FL_TEST_SOURCE_DIR "/d/names.txt"));
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    for (const auto& line : file.readAll().split('\n')) {
        const auto tab = line.indexOf('\t');
        if (tab > 0 && !line.startsWith('#'))
            rows.push_back({line.first(tab), line.sliced(tab + 1)});
    }
    return rows;
}

std::string_view text(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// A back reference over `distance` characters.
QByteArray reference(qsizetype distance)
{
    QByteArray digits(1, static_cast<char>('a' + distance % 26));
    for (distance /= 26; distance > 0; distance /= 26)
        digits.prepend(static_cast<char>('A' + distance % 26));
    return 'Q' + digits;
}

/// Each type of the list is a pair of the previous one, so the last has 2^count ints.
QByteArray doublingTypes(int count)
{
    QByteArray name("_D1fFB2ii");
    qsizetype last = 5; // Of "B2ii".
    for (int i = 0; i < count; ++i) {
        const qsizetype here = name.size();
        name += "B2";
        name += reference(name.size() - last);
        name += reference(name.size() - last);
        last = here;
    }
    return name + "Zv";
}

} // namespace

class TestDNames : public QObject
{
    Q_OBJECT

private slots:
    void readsNames_data();
    void readsNames();
    void otherNamesStay_data();
    void otherNamesStay();
    void everyPrefixEnds();
    void everyDamagedNameEnds();
    void longestOutput();
    void detection_data();
    void detection();
};

void TestDNames::readsNames_data()
{
    QTest::addColumn<QByteArray>("mangled");
    QTest::addColumn<QByteArray>("readable");
    const auto rows = table();
    QVERIFY(rows.size() > 100);
    for (const auto& row : rows)
        QTest::newRow(row.mangled.constData()) << row.mangled << row.readable;
}

void TestDNames::readsNames()
{
    QFETCH(QByteArray, mangled);
    QTEST(QByteArray::fromStdString(demangling::demangle(text(mangled), Language::D)), "readable");
    QTEST(QByteArray::fromStdString(demangling::demangle(text(mangled), Language::Unknown)),
          "readable");
}

void TestDNames::otherNamesStay_data()
{
    QTest::addColumn<QByteArray>("name");
    const auto row = [](const char* title, const QByteArray& name) {
        QTest::newRow(title) << name;
    };
    row("empty", "");
    row("start alone", "_D");
    row("name of C", "_DYNAMIC");
    row("main of C", "main");
    row("no type", "_D4demo3run");
    row("function without result", "_D4demo3runFZ");
    row("unknown type", "_D4demo3run#");
    row("more behind the type", "_D4demo3runFZvi");
    row("longer than the rest", "_D9demo");
    row("length beyond all numbers", "_D99999999999999999999999demo");
    row("no name", "_D0i");
    row("letter of no integer type", "_D4demo1xzj");
    row("letter of no extended type", "_D4demo1xNz");
    row("vector of nothing", "_D4demo1xNh");
    row("static array without a size", "_D4demo1xGi");
    row("static array of nothing", "_D4demo1xG3");
    row("associative array without a value", "_D4demo1xHi");
    row("tuple without a count", "_D4demo1xBi");
    row("tuple with too few types", "_D4demo1xB3ii");
    row("tuple with too many types to count", "_D4demo1xB99999999999999999999ii");
    row("delegate of no function", "_D4demo1xDi");
    row("parameters without an end", "_D4demo3runFii");
    row("template without an end", "_D4demo__T3runTi");
    row("template of an anonymous name", "_D4demo__T03runZi");
    row("template longer than its length", "_D4demo11__T3runTiiZ3runFZv");
    row("template shorter than its length", "_D4demo99__T3runTiZ3runFZv");
    row("template argument of no kind", "_D4demo__T3runQiZ3runFZv");
    row("symbol of another length", "_D4demo21__T3runS114demo4mainZ3runFZv");
    row("external name longer than the rest", "_D4demo__T3runX99_Z3foovZ3runFZv");
    row("value of no kind", "_D4demo__T3runVizZ3runFZv");
    row("integer without digits", "_D4demo__T3runViiZ3runFZv");
    row("character beyond all numbers", "_D4demo__T3runVai99999999999999999999Z3runFZv");
    row("real without digits", "_D4demo__T3runVeeP1Z3runFZv");
    row("real without an exponent", "_D4demo__T3runVee18Z3runFZv");
    row("complex number without its second part", "_D4demo__T3runVcc10P1Z3runFZv");
    row("string without a length", "_D4demo__T3runVAyaa_61Z3runFZv");
    row("string with an odd digit", "_D4demo__T3runVAyaa1_6gZ3runFZv");
    row("string longer than the rest", "_D4demo__T3runVAyaa99_61Z3runFZv");
    row("array with too few values", "_D4demo__T3runVAia3i1Z3runFZv");
    row("function literal of no function", "_D4demo__T3runVPFZvf1Z3runFZv");
    row("reference to itself", "_D4demo1xQa");
    row("reference to a reference", "_D4demo1xQbQb");
    row("reference behind the start", "_D4demo1xQz");
    row("reference without an end", "_D4demo1xQB");
    row("reference beyond all numbers", "_D4demo1xQ" + QByteArray(40, 'Z') + "a");
    row("reference into its own type", "_D4demo1xAAQc");
    row("name that refers to no name", "_D4demoQcFZv");
    row("nested pointers", "_D1f" + QByteArray(30'000, 'P') + "i");
    row("nested associative arrays", "_D1f" + QByteArray(15'000, 'H') + QByteArray(15'001, 'i'));
    row("nested templates", "_D" + QByteArray("__T1aS").repeated(5'000) + "1b");
    row("nested functions", "_D1f" + QByteArray("FDFZvZ1g").repeated(4'000));
    row("nested values", "_D4demo__T3runVi" + QByteArray("A1").repeated(10'000) + "i1Z3runFZv");
    row("types that double thirty times", doublingTypes(30));
    row("types that double three hundred times", doublingTypes(300));
    row("longest name", "_D4demo3runF" + QByteArray(40'000, 'i') + "Zv");
    row("zeros for ever", "_D" + QByteArray(30'000, '0'));
    row("digits for ever", "_D4demo__T3runS" + QByteArray(30'000, '1'));
    row("fake parents for ever", "_D" + QByteArray("4__S1").repeated(6'000));
}

void TestDNames::otherNamesStay()
{
    QFETCH(QByteArray, name);
    QVERIFY(!demangling::demangleD(text(name)));
    QCOMPARE(QByteArray::fromStdString(demangling::demangle(text(name), Language::D)), name);
}

void TestDNames::everyPrefixEnds()
{
    for (const auto& row : table()) {
        for (qsizetype size = 0; size < row.mangled.size(); ++size) {
            const auto readable = demangling::demangleD(text(row.mangled.first(size)));
            QVERIFY(!readable || !readable->empty());
        }
    }
}

void TestDNames::everyDamagedNameEnds()
{
    for (const auto& row : table()) {
        for (qsizetype at = 2; at < row.mangled.size(); ++at) {
            for (const char c : {'Q', '9', 'F', 'Z', 'a', '_', '\0'}) {
                auto damaged = row.mangled;
                damaged[at] = c;
                const auto readable = demangling::demangleD(text(damaged));
                QVERIFY(!readable || readable->size() <= 4096);
            }
        }
    }
}

void TestDNames::longestOutput()
{
    // "f(int, int, …)": five characters for each but the last.
    const auto readable = demangling::demangleD(text("_D1fF" + QByteArray(818, 'i') + "Zv"));
    QVERIFY(readable);
    QCOMPARE(readable->size(), std::size_t{3 + 818 * 5 - 2});
    QVERIFY(!demangling::demangleD(text("_D1fF" + QByteArray(820, 'i') + "Zv")));
    QVERIFY(demangling::demangleD(text(doublingTypes(6))));
}

void TestDNames::detection_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Language>("expected");
    QTest::newRow("function") << QByteArray("_D4demo3runFZv") << Language::D;
    QTest::newRow("underscore of Apple") << QByteArray("__D4demo3runFZv") << Language::D;
    QTest::newRow("main") << QByteArray("_Dmain") << Language::D;
    QTest::newRow("data") << QByteArray("_D6object6Object6__vtblZ") << Language::D;
    QTest::newRow("name of C") << QByteArray("_DYNAMIC") << Language::Unknown;
    QTest::newRow("cut off") << QByteArray("_D4demo3run") << Language::Unknown;
    QTest::newRow("two more underscores") << QByteArray("___D4demo3runFZv") << Language::Unknown;
}

void TestDNames::detection()
{
    QFETCH(QByteArray, name);
    QTEST(demangling::detectMangling(text(name)), "expected");
}

QTEST_GUILESS_MAIN(TestDNames)
#include "tst_d_names.moc"
