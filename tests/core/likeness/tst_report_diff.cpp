// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/likeness/report_diff.h"

#include <QTest>

using namespace faultline::library;
using namespace faultline::likeness;

/// What differs between two crashes.
class TestReportDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalRecordsAreEqual();
    void comparesFacts();
    void alignsStacks();
    void namelessPlacesDiffer();
    void otherLinesAreADifference();
    void tellsWhereFramesWent();
    void comparesModules();
    void countsWhatIsEqual();
    void looksAtTwoHundredFrames();
};

namespace {

ReportRecord recordWith(const std::vector<std::string>& functions)
{
    ReportRecord record;
    record.kind = "minidump";
    record.address = 7;
    for (const auto& function : functions)
        record.frames.push_back({.module = "app", .function = function});
    return record;
}

std::string shown(const ReportDiff& diff)
{
    std::string text;
    for (const auto& line : diff.stack)
        text += line.isSame() ? '=' : line.before ? '-' : '+';
    return text;
}

} // namespace

void TestReportDiff::equalRecordsAreEqual()
{
    auto a = recordWith({"x", "y"});
    auto b = a;
    b.address = 8; // Where a program lies changes from run to run.
    b.path = "elsewhere";
    QVERIFY(diffRecords(a, b).isEqual());
    QVERIFY(diffRecords({}, {}).isEqual());
}

void TestReportDiff::comparesFacts()
{
    auto b = recordWith({});
    b.reason = "SIGSEGV";
    const auto diff = diffRecords(recordWith({}), b);
    QVERIFY(!diff.isEqual());
    QCOMPARE(diff.facts.size(), 1u);
    QCOMPARE(std::string(factName(diff.facts[0].fact)), std::string("reason"));
    QCOMPARE(diff.facts[0].after, std::string("SIGSEGV"));
}

void TestReportDiff::alignsStacks()
{
    const auto line = [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
        return shown(diffRecords(recordWith(a), recordWith(b)));
    };
    QCOMPARE(line({"a", "b", "c"}, {"a", "b", "c"}), std::string("==="));
    QCOMPARE(line({"a", "b", "c"}, {"a", "x", "y", "c"}), std::string("=-++="));
    QCOMPARE(line({"a", "b"}, {}), std::string("--"));
    QCOMPARE(line({}, {"a"}), std::string("+"));
    QCOMPARE(line({"a", "b", "a"}, {"b", "a", "b"}), std::string("-==+"));
    QVERIFY(!diffRecords(recordWith({"a"}), recordWith({"b"})).isEqual());
}

void TestReportDiff::tellsWhereFramesWent()
{
    auto a = recordWith({"a", "moved", "b", "c", ""});
    auto b = recordWith({"a", "b", "c", "moved", "moved"});
    a.frames.back().module.clear(); // Nothing names it.
    const auto lines = diffRecords(a, b).stack;
    QCOMPARE(shown(diffRecords(a, b)), std::string("=-==-++"));
    QCOMPARE(lines[1].elsewhere, std::optional<std::size_t>(3));
    QVERIFY(!lines[4].elsewhere);
    QCOMPARE(lines[5].elsewhere, std::optional<std::size_t>(1));
    QVERIFY(!lines[6].elsewhere); // Its like has gone already.
    QVERIFY(!lines[0].elsewhere);
}

void TestReportDiff::countsWhatIsEqual()
{
    ReportRecord a = recordWith({});
    a.modules = {{.name = "same", .version = "1", .debugId = "x"},
                 {.name = "built", .version = "1", .debugId = "x"}};
    auto b = a;
    b.modules[1].debugId = "y";
    b.reason = "SIGSEGV";
    QCOMPARE(equalModules(a, b), 1u);
    const auto facts = factsOfBoth(a, b);
    QCOMPARE(facts.size(), 2u); // Facts that both lack are left out.
    QVERIFY(facts[0].fact == Fact::Kind && facts[0].before == facts[0].after);
    QVERIFY(facts[1].fact == Fact::Reason && facts[1].before.empty());
}

void TestReportDiff::comparesModules()
{
    ReportRecord a;
    ReportRecord b;
    a.modules = {{.name = "Gone.dll", .version = "1", .debugId = {}},
                 {.name = "Same.dll", .version = "1", .debugId = "x"},
                 {.name = "upd.dll", .version = "1", .debugId = "x"},
                 {.name = "built.dll", .version = "1", .debugId = "x"}};
    b.modules = {{.name = "same.DLL", .version = "1", .debugId = "x"},
                 {.name = "upd.dll", .version = "2", .debugId = "y"},
                 {.name = "built.dll", .version = "1", .debugId = "y"},
                 {.name = "new.dll", .version = "3", .debugId = {}}};
    std::string text;
    for (const auto& change : diffRecords(a, b).modules)
        text += change.name + " " + std::string(moduleChangeName(change.kind)) + " " +
                change.before + ">" + change.after + "; ";
    QCOMPARE(text, std::string("Gone.dll removed 1>; built.dll other_build x>y; new.dll added >3; "
                               "upd.dll other_version 1>2; "));
}

void TestReportDiff::otherLinesAreADifference()
{
    auto a = recordWith({"f", "g"});
    auto b = a;
    a.frames[0].file = "f.cpp";
    a.frames[0].line = 21;
    b.frames[0] = a.frames[0];
    QVERIFY(diffRecords(a, b).isEqual());
    b.frames[0].line = 23;
    const auto diff = diffRecords(a, b);
    QVERIFY(!diff.isEqual());
    QVERIFY(diff.stack[0].isSame() && diff.stack[0].isOtherLine);
    QVERIFY(!diff.stack[1].isOtherLine);
    b.frames[0].line = 0; // Without debug info it has no line.
    QVERIFY(diffRecords(a, b).isEqual());
}

void TestReportDiff::looksAtTwoHundredFrames()
{
    const auto deep = recordWith(std::vector<std::string>(5000, "f"));
    QCOMPARE(diffRecords(deep, deep).stack.size(), 200u);
}

/// That neither of two places has a name does not make them one.
void TestReportDiff::namelessPlacesDiffer()
{
    auto a = recordWith({"", ""});
    a.frames[0].moduleOffset = 0x1011;
    a.frames[1].moduleOffset = 0x2022;
    auto b = a;
    QCOMPARE(shown(diffRecords(a, b)), std::string("=="));
    b.frames[1].moduleOffset = 0x3033;
    QCOMPARE(shown(diffRecords(a, b)).front(), '=');
    QVERIFY(shown(diffRecords(a, b)) != "==");
}

QTEST_GUILESS_MAIN(TestReportDiff)
#include "tst_report_diff.moc"
