// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/core/engine/library_scene.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::engine;
using namespace faultline::test;
using library::QueryField;

namespace {

std::string scriptEvent(std::string_view release, std::string_view caller)
{
    return concat(R"({"platform": "javascript", "release": "shop@)", release,
                  R"(", "timestamp": "2024-05-31T10:00:00Z", "exception": {"values": [{)",
                  R"("type": "TypeError", "value": "x is null", "stacktrace": {"frames": [)",
                  R"({"function": ")", caller,
                  R"(", "abs_path": "https:\/\/shop.example\/app.js", "lineno": 2, "colno": 9},)",
                  R"({"function": "render", "abs_path": "https:\/\/shop.example\/app.js",)",
                  R"( "lineno": 1, "colno": 9}]}}]}})");
}

/// Three events of one group; two of them have one caller.
void fillWithEvents(Desk& desk)
{
    desk.write("in/a.json", scriptEvent("2.1", "click"));
    desk.write("in/b.json", scriptEvent("2.1", "click"));
    desk.write("in/c.json", scriptEvent("2.2", "load"));
    desk.write("in/b.json", scriptEvent("2.1", "click") + " ");
    desk.import({desk.path("in")});
}

library::GroupId firstGroup(Desk& desk)
{
    desk.service.search(searchFor({}));
    return desk.next<LibraryPage>()->groups.rows.at(0).id;
}

std::vector<ReportStack> stacksOf(const std::vector<std::vector<std::string>>& functions)
{
    std::vector<ReportStack> stacks;
    for (const auto& stack : functions) {
        stacks.push_back({.report = std::int64_t(stacks.size()) + 1, .frames = {}});
        for (const auto& function : stack)
            stacks.back().frames.push_back({.module = "app", .function = function});
    }
    return stacks;
}

signature::RuleLayer withoutRender()
{
    signature::RuleLayer own;
    own.text(signature::ListKind::FrameRules) = "stack.function:render -group\n";
    return own;
}

} // namespace

/// What the pages of a group, of a comparison and of the rules ask a library for.
class TestLibraryPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void commonStackIsTheMostTypical();
    void studyOfAGroup();
    void sharesOfAGroup();
    void missingGroupIsAnAnswer();
    void storedReportsAreCompared();
    void stacksWithATextAreFound();
    void stacksAreNotFoundWithoutALibrary();
    void rulesWithoutALibraryAreTheShippedOnes();
    void wrongLinesAreLeftOut();
    void trialSaysWhatWouldMove();
    void appliedRulesSignTheLibrary();
    void wrongLineIsNotApplied();
};

void TestLibraryPages::commonStackIsTheMostTypical()
{
    QCOMPARE(commonStack({}).report, 0);
    const auto stacks = stacksOf({{"x"}, {"a", "b", "c"}, {"a", "b", "d"}, {"a", "b", "c"}, {}});
    const auto common = commonStack(stacks);
    QCOMPARE(common.report, 2);
    QCOMPARE(common.compared, 4u);
    QCOMPARE(common.frames.size(), 3u);
    QCOMPARE(common.frames[0].stacks, 3u);
    QCOMPARE(common.frames[2].stacks, 2u);
    auto unnamed = stacksOf({{""}});
    unnamed[0].frames[0].module.clear();
    QCOMPARE(commonStack(unnamed).frames[0].stacks, 0u);
}

void TestLibraryPages::studyOfAGroup()
{
    Desk desk;
    desk.open();
    fillWithEvents(desk);
    const auto group = firstGroup(desk);
    desk.service.study(group, 1'717'200'000, 30, {}); // The day after the crashes.
    const auto answer = desk.next<LibraryGroup>();
    QVERIFY(answer && answer->group == group && answer->study);
    const auto& study = *answer->study;
    QCOMPARE(study.group.count, 3u);
    QCOMPARE(study.reports.total, 3u);
    QCOMPARE(study.reports.rows.size(), 3u);
    QCOMPARE(study.days.size(), 1u);
    QCOMPARE(study.days[0].count, 3u);
    QCOMPARE(study.days[0].day, 28u);
    QCOMPARE(study.stack.compared, 3u);
    QCOMPARE(study.stack.frames.at(0).stacks, 3u);
    QCOMPARE(study.stack.frames.at(1).stacks, 2u);
}

void TestLibraryPages::sharesOfAGroup()
{
    Desk desk;
    desk.open();
    fillWithEvents(desk);
    desk.import({desk.writeDump("a.dmp")});
    desk.service.study(firstGroup(desk), 1'717'200'000, 30, {QueryField::Version});
    const auto answer = desk.next<LibraryShares>();
    QVERIFY(answer && answer->field == QueryField::Version && answer->shares);
    const auto& shares = *answer->shares;
    QCOMPARE(shares.reportsHere, 3u);
    QCOMPARE(shares.reportsEverywhere, 4u);
    QCOMPARE(shares.values.size(), 2u);
    QCOMPARE(shares.values[0].value, std::string("2.1"));
    QCOMPARE(shares.values[0].here, 2u);
    QCOMPARE(shares.values[0].everywhere, 2u);
}

void TestLibraryPages::missingGroupIsAnAnswer()
{
    Desk desk;
    desk.open();
    desk.service.study(1, 0, 1, {QueryField::Version});
    QVERIFY(desk.next<LibraryGroup>()->study.error().kind == ErrorKind::NotFound);
    QVERIFY(!desk.next<LibraryShares>()->shares);
    fillWithEvents(desk);
    desk.service.study(99, 0, 1, {});
    QVERIFY(desk.next<LibraryGroup>()->study.error().kind == ErrorKind::NotFound);
    desk.runsOutOfMemory = true;
    desk.service.study(1, 0, 1, {});
    QCOMPARE(desk.next<LibraryGroup>()->study.error().detail, std::string(kOutOfMemory));
}

void TestLibraryPages::storedReportsAreCompared()
{
    Desk desk;
    desk.open();
    fillWithEvents(desk);
    const auto id = desk.service.compare(library::ReportId(1), library::ReportId(3));
    const auto answer = desk.next<LibraryComparison>();
    QVERIFY(answer && answer->id == id && answer->comparison);
    const auto& comparison = *answer->comparison;
    QVERIFY(comparison.before.name.ends_with("a.json"));
    QVERIFY(!comparison.diff.isEqual());
    QVERIFY(comparison.diff.stack.at(0).isSame());
    QVERIFY(comparison.likeness > 0 && comparison.likeness < 1);
    const auto version =
        std::ranges::find(comparison.facts, likeness::Fact::Version, &likeness::FactChange::fact);
    QVERIFY(version != comparison.facts.end());
    QCOMPARE(version->after, std::string("2.2"));
    desk.service.compare(library::ReportId(1), library::ReportId(99));
    QVERIFY(desk.next<LibraryComparison>()->comparison.error().kind == ErrorKind::NotFound);
}

void TestLibraryPages::stacksWithATextAreFound()
{
    Desk desk;
    QCOMPARE(desk.open(), LibraryOpened::State::Absent);
    fillWithEvents(desk);
    const auto find = [&desk](const insight::TextQuery& query) {
        auto pattern = insight::TextPattern::compile(query);
        const auto id = desk.service.findStacks(
            std::make_shared<const insight::TextPattern>(*std::move(pattern)));
        return desk
            .next<LibraryFoundStacks>([id](const LibraryFoundStacks& told) {
                return told.find == id && (told.isDone || told.error);
            })
            .value_or(LibraryFoundStacks());
    };
    const auto clicks = find({.text = "CLI"});
    QVERIFY(!clicks.error && !clicks.isCut);
    QCOMPARE(clicks.reports, clicks.checked);
    QVERIFY(!clicks.found.empty() && clicks.found.size() < clicks.reports);
    for (const auto& stack : clicks.found) {
        QCOMPARE(stack.rows.size(), std::size_t(1));
        QCOMPARE(stack.frames.at(stack.rows[0].row).function, std::string("click"));
        QCOMPARE(stack.rows[0].range, (insight::TextRange{.offset = 0, .length = 3}));
    }
    const auto all = find({.text = "^(click|load|render)$", .isExpression = true});
    QCOMPARE(all.found.size(), all.reports);
    QVERIFY(all.found.front().report.id > all.found.back().report.id);
    QVERIFY(find({.text = "nowhere"}).found.empty());
}

void TestLibraryPages::stacksAreNotFoundWithoutALibrary()
{
    Desk desk;
    QCOMPARE(desk.open(), LibraryOpened::State::Absent);
    desk.service.findStacks(std::make_shared<const insight::TextPattern>(
        *insight::TextPattern::compile({.text = "x"})));
    const auto told = desk.next<LibraryFoundStacks>();
    QVERIFY(told && told->error);
    QCOMPARE(told->error->kind, ErrorKind::NotFound);
}

void TestLibraryPages::rulesWithoutALibraryAreTheShippedOnes()
{
    Desk desk;
    desk.open();
    desk.service.readRules();
    const auto rules = desk.next<LibraryRules>();
    QVERIFY(rules && !rules->error && !rules->canChange);
    QCOMPARE(rules->shipped, signature::shippedLayer());
    desk.service.applyRules({});
    QVERIFY(desk.next<LibraryRulesApplied>()->error->kind == ErrorKind::NotFound);
}

void TestLibraryPages::wrongLinesAreLeftOut()
{
    Desk desk;
    desk.open();
    signature::RuleLayer own;
    own.text(signature::ListKind::Irrelevant) = "render\n(left open\n";
    const auto id = desk.service.tryRules(own, std::nullopt);
    const auto trial = desk.next<LibraryTrial>();
    QVERIFY(trial && trial->trial == id && !trial->error);
    const auto& problems = trial->problems[std::size_t(signature::ListKind::Irrelevant)];
    QCOMPARE(problems.size(), 1u);
    QCOMPARE(problems[0].line, 2u);
    QVERIFY(!trial->now);
}

void TestLibraryPages::trialSaysWhatWouldMove()
{
    Desk desk;
    desk.open();
    fillWithEvents(desk);
    const auto id = desk.service.tryRules(withoutRender(), std::nullopt);
    const auto preview =
        desk.next<LibrarySignPreview>([](const LibrarySignPreview& each) { return each.isDone; });
    QVERIFY(preview && preview->trial == id);
    QCOMPARE(preview->checked, 3u);
    QCOMPARE(preview->preview.moved, 3u);
    QCOMPARE(preview->preview.splits, 1u);
    QCOMPARE(preview->preview.moves.size(), 2u);
    desk.service.search(searchFor({}));
    QCOMPARE(desk.next<LibraryPage>()->groups.total, 1u); // Nothing has changed.
}

void TestLibraryPages::appliedRulesSignTheLibrary()
{
    Desk desk;
    desk.open();
    fillWithEvents(desk);
    desk.service.applyRules(withoutRender());
    const auto applied = desk.next<LibraryRulesApplied>();
    QVERIFY(applied && !applied->error);
    QCOMPARE(applied->moved, 3u);
    const auto rules = desk.next<LibraryRules>();
    QCOMPARE(rules->own.text(signature::ListKind::FrameRules),
             std::string("stack.function:render -group\n"));
    QVERIFY(rules->canChange);
    desk.service.search(searchFor({}));
    QCOMPARE(desk.next<LibraryPage>()->groups.total, 2u);
    desk.service.applyRules({}); // And back.
    QCOMPARE(desk.next<LibraryRulesApplied>()->moved, 3u);
    desk.service.search(searchFor({}));
    QCOMPARE(desk.next<LibraryPage>()->groups.total, 1u);
}

void TestLibraryPages::wrongLineIsNotApplied()
{
    Desk desk;
    desk.open();
    fillWithEvents(desk);
    auto own = withoutRender();
    own.text(signature::ListKind::Prefix) = "(left open";
    desk.service.applyRules(own);
    QVERIFY(desk.next<LibraryRulesApplied>()->error->kind == ErrorKind::Malformed);
    QVERIFY(!std::filesystem::exists(desk.path("own/reports.fldb.rules")));
}

QTEST_GUILESS_MAIN(TestLibraryPages)
#include "tst_library_pages.moc"
