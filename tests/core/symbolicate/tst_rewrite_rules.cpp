#include "core/symbolicate/options/rewrite_rules.h"

#include <QTest>

using namespace faultline;

class TestRewriteRules : public QObject
{
    Q_OBJECT

private slots:
    void rewrites_data();
    void rewrites();
    void aBrokenPatternIsNamed();
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
    QTEST(QString::fromStdString(symbolicate::rewriteDebugFile(from.toStdString(), kElectron)),
          "to");
}

void TestRewriteRules::aBrokenPatternIsNamed()
{
    QCOMPARE(symbolicate::rewriteDebugFile("a", {{"(", "b"}}), std::string("a"));
    const auto checked = symbolicate::checkRewriteRules({{"a", "b"}, {"(", "b"}});
    QVERIFY(!checked);
    QVERIFY(checked.error().detail.starts_with("rewrite rule \"(\": "));
    QCOMPARE(symbolicate::rewriteDebugFile("ab", {{"(a)(b)", "$2$1$$${1}x$1x"}}),
             std::string("ba$ax"));
}

QTEST_GUILESS_MAIN(TestRewriteRules)
#include "tst_rewrite_rules.moc"
