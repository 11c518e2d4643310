// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/debug/proguard/mapping_line.h"

#include <QTest>

using namespace faultline;
using namespace faultline::proguard;

/// Lines of mappings, one at a time.
class TestMappingLine : public QObject
{
    Q_OBJECT

private slots:
    void lines_data();
    void lines();
    void everyPrefixGivesALine();
    void textIsCutAtAnyLineBreak();
};

namespace {

std::string numberText(std::optional<std::uint32_t> number)
{
    return number ? concat(*number) : "-";
}

struct Describe
{
    std::string operator()(const proguard::DamagedLine&) const { return "damaged"; }

    std::string operator()(const proguard::HeaderLine& line) const
    {
        return concat("header ", line.key, "=", line.value.value_or("-"));
    }

    std::string operator()(const proguard::MetadataLine& line) const
    {
        return concat("record ", line.json);
    }

    std::string operator()(const proguard::ClassLine& line) const
    {
        return concat("class ", line.original, " ", line.obfuscated);
    }

    std::string operator()(const proguard::FieldLine& line) const
    {
        return concat("field ", line.type, " ", line.original, " ", line.obfuscated);
    }

    std::string operator()(const proguard::MethodLine& line) const
    {
        const auto range =
            line.range ? concat(line.range->start, "-", line.range->end) : std::string("-");
        return concat("method ", range, " ", line.returnType, " [", line.receiver, "] ", line.name,
                      "(", line.arguments, ") ", numberText(line.originalFrom), "-",
                      numberText(line.originalTo), " ", line.obfuscated);
    }
};

} // namespace

void TestMappingLine::lines_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* line, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(line) << QString::fromUtf8(expected);
    };
    row("header with value", "# compiler: R8", "header compiler=R8");
    row("header with blanks", "#    compiler   :    R8  ", "header compiler=R8");
    row("header alone", "# common_typos_disable", "header common_typos_disable=-");
    row("record", "  # {\"id\":\"x\"} ", "record {\"id\":\"x\"}");
    row("class", "a.Foo$Bar -> b.c:", "class a.Foo$Bar b.c");
    row("class with blanks", "a.Foo  ->  b.c: ", "class a.Foo b.c");
    row("indented class", "  a.Foo -> b.c:", "class a.Foo b.c");
    row("class without blanks", "a.Foo->b.c:", "damaged");
    row("class without colon", "a.Foo -> b.c", "damaged");
    row("field", "    int[] count -> a", "field int[] count a");
    row("field of another class", "    int a.B.count -> a", "field int a.B.count a");
    row("field with a range", "    1:2:int count -> a", "damaged");
    row("method", "    void run() -> a", "method - void [] run() --- a");
    row("method of another class", "\tvoid a.B.run(int,a.C) -> a",
        "method - void [a.B] run(int,a.C) --- a");
    row("method with lines", "    14:15:void run():436:437 -> d",
        "method 14-15 void [] run() 436-437 d");
    row("call line without an end", "    14:15:void run():436 -> c",
        "method 14-15 void [] run() 436-- c");
    row("original lines alone", "    void run():42:44 -> a", "method - void [] run() 42-44 a");
    row("range alone", "    14:15:void run() -> b", "method 14-15 void [] run() 14-15 b");
    row("inverted ranges", "    5:3:void run():9:7 -> b", "method 3-5 void [] run() 7-9 b");
    row("inverted range alone", "    5:3:void run() -> b", "method 3-5 void [] run() 3-5 b");
    row("one number", "    14:void run() -> e", "damaged");
    row("no type", "    14:15:a.B.run(int) -> f", "damaged");
    row("number beyond 32 bits", "    1:4294967296:void run() -> e", "damaged");
    row("largest number", "    1:4294967295:void run() -> e",
        "method 1-4294967295 void [] run() 1-4294967295 e");
    row("colon without a number", "    1:2:void run():x -> e", "damaged");
    row("constructor", "    1:1:void <init>() -> <init>", "method 1-1 void [] <init>() 1-1 <init>");
    row("unicode",
        "    void gr\xC3\xBC\xC3\x9F"
        "e() -> \xC3\xA4",
        "method - void [] gr\xC3\xBC\xC3\x9F"
        "e() --- \xC3\xA4");
    row("trailing blanks", "    void run() -> a  ", "method - void [] run() --- a");
    row("arguments without an end", "    void run(int -> a", "damaged");
    row("words", "  not a valid proguard member line", "damaged");
    row("blanks", "        ", "damaged");
}

void TestMappingLine::lines()
{
    QFETCH(QString, line);
    QFETCH(QString, expected);
    const auto bytes = line.toStdString();
    QCOMPARE(QString::fromStdString(std::visit(Describe(), proguard::parseMappingLine(bytes))),
             expected);
}

void TestMappingLine::everyPrefixGivesALine()
{
    const std::string line = "    14:15:java.lang.String a.B.run(int,a.C):436:437 -> d";
    for (std::size_t size = 0; size < line.size(); ++size) {
        const auto parsed = proguard::parseMappingLine(std::string_view(line).substr(0, size));
        QVERIFY(std::holds_alternative<proguard::DamagedLine>(parsed));
    }
    QVERIFY(std::holds_alternative<proguard::DamagedLine>(
        proguard::parseMappingLine("    void run() -> \xff")));
}

void TestMappingLine::textIsCutAtAnyLineBreak()
{
    proguard::MappingLines lines("\xEF\xBB\xBF\n\none\r\ntwo\rthree\n\n\rfour");
    QCOMPARE(lines.next(), std::optional<std::string_view>("one"));
    QCOMPARE(lines.next(), std::optional<std::string_view>("two"));
    QCOMPARE(lines.next(), std::optional<std::string_view>("three"));
    QCOMPARE(lines.next(), std::optional<std::string_view>("four"));
    QVERIFY(!lines.next());
}

QTEST_GUILESS_MAIN(TestMappingLine)
#include "tst_mapping_line.moc"
