// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/options/rewrite_rules.h"

#include <QTest>

using namespace faultline;
using symbolicate::RewriteRules;

class TestRewriteRules : public QObject
{
    Q_OBJECT

private slots:
    void rewrites_data();
    void rewrites();
    void expandsGroups();
    void refusesWhatCostsTooMuch_data();
    void refusesWhatCostsTooMuch();
    void aNameLongerThanAnyPathStays();
};

namespace {

// The example of docs/spec/http-api.md §5.5.
const std::vector<symbolicate::RewriteRule> kElectron{
    {R"(^.*[/\\](?:[^/\\]*) (?:Framework|Helper)(?<suffix>.*)$|^(?:[^/\\]*) (?:Framework|Helper)(?<rest>.*)$)",
     "Electron Helper$rest$suffix"},
    {R"([^/\\]+\.exe\.pdb$)", "electron.exe.pdb"},
    {R"([^/\\]+$)", "electron"},
};

} // namespace

void TestRewriteRules::rewrites_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("named groups") << "My Awesome Crasher Helper (Renderer)"
                                  << "Electron Helper (Renderer)";
    QTest::newRow("only the match is replaced")
        << R"(C:\x\myapp.exe.pdb)" << R"(C:\x\electron.exe.pdb)";
    QTest::newRow("a later rule") << "/usr/lib/slack/slack" << "/usr/lib/slack/electron";
}

void TestRewriteRules::rewrites()
{
    QFETCH(QString, from);
    const auto rules = RewriteRules::compile(kElectron);
    QVERIFY(rules.has_value());
    QTEST(QString::fromStdString((*rules)->rewrite(from.toStdString())), "to");
}

void TestRewriteRules::expandsGroups()
{
    const auto rules = RewriteRules::compile({{"(a)(b)", "$2$1$$${1}x$1x"}});
    QVERIFY(rules.has_value());
    QCOMPARE((*rules)->rewrite("ab"), std::string("ba$ax"));
}

namespace {

std::string repeated(std::string_view text, std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += text;
    return all;
}

using RuleList = std::vector<symbolicate::RewriteRule>;

} // namespace

Q_DECLARE_METATYPE(RuleList)

/// Without limits, rules of 200 KB took 23 GB, and nested repeats stopped a thread for half a
/// minute.
void TestRewriteRules::refusesWhatCostsTooMuch_data()
{
    QTest::addColumn<RuleList>("rules");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, RuleList rules, const char* detail) {
        QTest::newRow(name) << std::move(rules) << QString(detail);
    };
    row("broken pattern", {{"a", "b"}, {"(", "b"}}, "rewrite rule \"(\": missing ): (");
    row("hundred thousand groups", {{repeated("()", 100'000), ""}},
        "rewrite rule 0: a pattern of 200000 bytes, limit 1024");
    row("nested repeats", {{repeated("(", 20'000) + "a" + repeated("){1}", 20'000), ""}},
        "rewrite rule 0: a pattern of 100001 bytes, limit 1024");
    row("many groups", {{"a", ""}, {repeated("(a)", 33), ""}},
        "rewrite rule 1: 33 groups, limit 32");
    row("long replacement", {{"a", repeated("$0", 513)}},
        "rewrite rule 0: a replacement of 1026 bytes, limit 1024");
    row("many rules", RuleList(33, {"a", "b"}), "33 rewrite rules, limit 32");
    row("large program", {{R"((\pL{30}\pL{30}\pL{30}){10})", ""}},
        R"(rewrite rule "(\pL{30}\pL{30}\pL{30}){10}": pattern too large - compile failed)");
}

void TestRewriteRules::refusesWhatCostsTooMuch()
{
    QFETCH(RuleList, rules);
    const auto compiled = RewriteRules::compile(rules);
    QVERIFY(!compiled);
    QTEST(QString::fromStdString(compiled.error().detail), "detail");
}

void TestRewriteRules::aNameLongerThanAnyPathStays()
{
    const auto rules = RewriteRules::compile({{"a", "b"}});
    QVERIFY(rules.has_value());
    QCOMPARE((*rules)->rewrite(std::string(32 * 1024, 'a')).front(), 'b');
    const std::string tooLong(32 * 1024 + 1, 'a');
    QCOMPARE((*rules)->rewrite(tooLong), tooLong);
}

QTEST_GUILESS_MAIN(TestRewriteRules)
#include "tst_rewrite_rules.moc"
