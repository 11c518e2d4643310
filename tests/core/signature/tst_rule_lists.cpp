// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/signature_rules.h"

#include <QTest>

using namespace faultline;
using namespace faultline::signature;

/// Lists as users edit them: layers, removals, defects.
class TestRuleLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theShippedRulesCompile();
    void namesTheLineThatIsNoRule_data();
    void namesTheLineThatIsNoRule();
    void checksAllLines();
    void layersAddAndRemove();
    void equalRulesHaveEqualHashes();
    void theLastFrameRuleDecides();
    void frameRulesFit_data();
    void frameRulesFit();
    void limitsTheNumberOfEntries();
    void limitsTheMemoryOfPatterns();
};

namespace {

RuleLayer layerOf(std::string name, ListKind list, std::string text)
{
    RuleLayer layer{.name = std::move(name), .texts = {}};
    layer.text(list) = std::move(text);
    return layer;
}

} // namespace

void TestRuleLists::theShippedRulesCompile()
{
    const auto rules = SignatureRules::compile({shippedLayer()});
    QVERIFY2(rules, rules ? "" : rules.error().detail.c_str());
    QVERIFY((*rules)->prefix("memcpy"));
    QVERIFY((*rules)->irrelevant("@0x12"));
    QVERIFY(!(*rules)->irrelevant("@0x0"));
    QVERIFY((*rules)->sentinel("__GI___assert_fail"));
    QCOMPARE((*rules)->hash(), makeShippedRules()->hash());
    for (std::size_t list = 0; list < kListCount; ++list) {
        const auto kind = static_cast<ListKind>(list);
        QVERIFY(parseListName(listName(kind)) == kind);
        QVERIFY(checkList(kind, shippedLayer().text(kind)).empty());
    }
}

void TestRuleLists::namesTheLineThatIsNoRule_data()
{
    QTest::addColumn<int>("list");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("bracket") << static_cast<int>(ListKind::Prefix)
                             << QByteArray("# fine\nfoo\n\nfoo(\n")
                             << QByteArray("prefix_signature_re of \"user\", line 4: a "
                                           "parenthesis ( that nothing closes: foo(");
    QTest::newRow("look-ahead") << static_cast<int>(ListKind::Irrelevant) << QByteArray("(?=a)b")
                                << QByteArray("irrelevant_signature_re of \"user\", line 1: "
                                              "a group (?…) of an unknown kind: (?=");
    QTest::newRow("no matcher") << static_cast<int>(ListKind::FrameRules) << QByteArray("+app")
                                << QByteArray("frame_rules of \"user\", line 1: no matcher such "
                                              "as stack.function:NAME");
    QTest::newRow("no action") << static_cast<int>(ListKind::FrameRules)
                               << QByteArray("family:native")
                               << QByteArray("frame_rules of \"user\", line 1: no action: +app, "
                                             "-app, +group or -group");
    QTest::newRow("unknown word")
        << static_cast<int>(ListKind::FrameRules) << QByteArray("\nstack.colour:red +app")
        << QByteArray("frame_rules of \"user\", line 2: \"stack.colour:red\" is neither a matcher "
                      "such as stack.function:NAME nor an action such as +app");
    QTest::newRow("long") << static_cast<int>(ListKind::Prefix) << QByteArray(1025, 'a')
                          << QByteArray("prefix_signature_re of \"user\", line 1: an entry "
                                        "of 1025 bytes, limit 1024");
    QTest::newRow("long glob") << static_cast<int>(ListKind::FrameRules)
                               << QByteArray("stack.function:") + QByteArray(1025, '*') + " +app"
                               << QByteArray("frame_rules of \"user\", line 1: an entry of 1045 "
                                             "bytes, limit 1024");
}

void TestRuleLists::namesTheLineThatIsNoRule()
{
    QFETCH(int, list);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const auto rules = SignatureRules::compile(
        {shippedLayer(), layerOf("user", static_cast<ListKind>(list), text.toStdString())});
    QVERIFY(!rules);
    QVERIFY(rules.error().kind == ErrorKind::Malformed);
    QCOMPARE(rules.error().detail, expected.toStdString());
}

void TestRuleLists::checksAllLines()
{
    const auto problems = checkList(ListKind::Prefix, "ok\n[a\n# [\n*b\n");
    QCOMPARE(problems.size(), 2u);
    QCOMPARE(problems[0].line, 2u);
    QCOMPARE(problems[1].line, 4u);
}

void TestRuleLists::layersAddAndRemove()
{
    const auto rules = SignatureRules::compile(
        {layerOf("shipped", ListKind::Prefix, "memcpy\nmalloc\n"),
         layerOf("user", ListKind::Prefix, "\xef\xbb\xbf# ours\r\n  my_alloc  \r\n#- malloc\r\n")});
    QVERIFY(rules);
    QVERIFY((*rules)->prefix("memcpy"));
    QVERIFY(!(*rules)->prefix("malloc"));
    const auto place = (*rules)->prefix("my_allocator");
    QVERIFY(place);
    QCOMPARE(place->layer, 1u);
    QCOMPARE(place->line, 2u);
    QCOMPARE(std::string((*rules)->textAt(*place)), std::string("my_alloc"));
}

void TestRuleLists::equalRulesHaveEqualHashes()
{
    const auto hashOf = [](std::vector<RuleLayer> layers) {
        return (*SignatureRules::compile(std::move(layers)))->hash();
    };
    const auto plain = hashOf({layerOf("a", ListKind::Prefix, "x\ny\n")});
    QCOMPARE(hashOf({layerOf("a", ListKind::Prefix, "# why\nx\n\ny"),
                     layerOf("b", ListKind::Prefix, "# nothing")}),
             plain);
    QVERIFY(hashOf({layerOf("a", ListKind::Prefix, "y\nx\n")}) != plain);
    QVERIFY(hashOf({layerOf("a", ListKind::Irrelevant, "x\ny\n")}) != plain);
}

void TestRuleLists::theLastFrameRuleDecides()
{
    const auto rules = SignatureRules::compile(
        {layerOf("a", ListKind::FrameRules,
                 "stack.function:boost::* -app -group\nstack.function:boost::my::* +group\n")});
    QVERIFY(rules);
    CrashRow row;
    row.function = "boost::my::thing";
    auto verdict = (*rules)->verdict(row, FrameFamily::Native);
    QVERIFY(verdict.isInApp == false);
    QVERIFY(verdict.isGrouped == true);
    QCOMPARE(verdict.because->line, 2u);
    row.function = "boost::other";
    verdict = (*rules)->verdict(row, FrameFamily::Native);
    QVERIFY(verdict.isGrouped == false);
    row.function = "mine";
    QVERIFY(!(*rules)->verdict(row, FrameFamily::Native).isGrouped);
}

void TestRuleLists::frameRulesFit_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("fits");
    QTest::newRow("exact") << QByteArray("stack.function:scene::draw +app") << true;
    QTest::newRow("glob") << QByteArray("stack.function:*::dr?w +app") << true;
    QTest::newRow("glob that differs") << QByteArray("stack.function:*::dr?wn +app") << false;
    QTest::newRow("two matchers") << QByteArray("stack.module:lib*.so family:native +app") << true;
    QTest::newRow("negated") << QByteArray("!family:native +app") << false;
    QTest::newRow("quoted") << QByteArray("stack.package:\"/opt/my app/*\" +app") << true;
    QTest::newRow("file") << QByteArray("stack.abs_path:*.cpp +app") << true;
}

void TestRuleLists::frameRulesFit()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, fits);
    CrashRow row;
    row.function = "scene::draw";
    row.module = "libscene.so";
    row.package = "/opt/my app/libscene.so";
    row.file = "/src/a.cpp";
    const auto rule = FrameRule::parse(line.toStdString());
    QVERIFY(rule);
    QCOMPARE(rule->fits(row, FrameFamily::Native), fits);
}

void TestRuleLists::limitsTheNumberOfEntries()
{
    std::string text;
    for (std::size_t i = 0; i <= kMaxRuleLines; ++i)
        text += concat("f", i, "\n");
    const auto rules = SignatureRules::compile({layerOf("a", ListKind::Sentinels, text)});
    QVERIFY(!rules);
    QCOMPARE(rules.error().detail, std::string("signature_sentinels of \"a\", line 20001: more "
                                               "than 20000 entries"));
}

/// Each pattern is small enough, but not all of them together.
void TestRuleLists::limitsTheMemoryOfPatterns()
{
    std::string text;
    for (int i = 0; i < 400; ++i)
        text += concat("a", i, "\\pL{30}\n");
    const auto rules = SignatureRules::compile({layerOf("a", ListKind::Prefix, text)});
    QVERIFY(!rules);
    QVERIFY(rules.error().kind == ErrorKind::Malformed);
    QCOMPARE(rules.error().detail, std::string("prefix_signature_re: 400 patterns need more than "
                                               "67108864 bytes together"));
}

QTEST_GUILESS_MAIN(TestRuleLists)
#include "tst_rule_lists.moc"
