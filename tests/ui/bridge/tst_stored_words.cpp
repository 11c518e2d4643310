// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/comparison_rows.h"
#include "ui/bridge/group_rows.h"
#include "ui/bridge/library_rows.h"

#include <QLocale>
#include <QScopeGuard>
#include <QTest>

using namespace faultline;
using namespace faultline::ui;

/// Checks what lists and previews say of stored reports.
class TestStoredWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timesThatNobodyKnowsAreNotTold();
    void namelessFramesKeepTheirPlace();
    void aPreviewSaysHowManyOfAGroupAreFound();
    void digitsOfAmountsAreGrouped();
    void messagesDoNotRepeatTheSignature();
    void kindsAreWords();
};

namespace {

constexpr qint64 kNow = 1'800'000'000;

library::GroupSummary groupOf(std::uint64_t reports)
{
    library::GroupSummary group;
    group.id = 7;
    group.signature = "java.lang.IllegalStateException";
    group.count = reports;
    group.firstSeen = kNow - 100;
    group.lastSeen = kNow - 50;
    group.reasons = {{"java.lang.IllegalStateException: not open", reports}};
    return group;
}

LibraryRow rowOf(const library::GroupSummary& group)
{
    engine::LibraryPage page;
    page.groups.rows = {group};
    return makeRows(page, 14, kNow).front();
}

} // namespace

void TestStoredWords::timesThatNobodyKnowsAreNotTold()
{
    library::GroupSummary group = groupOf(3);
    LibraryRow row = rowOf(group);
    QCOMPARE(row.seen, QStringLiteral("time unknown"));
    QCOMPARE(row.seenNote, QStringLiteral("imported today"));
    const QDateTime now = QDateTime::fromSecsSinceEpoch(kNow);
    GroupHead head = makeGroupHead({.group = group}, now);
    QCOMPARE(head.firstSeen, QStringLiteral("time unknown"));
    QVERIFY(head.days == GroupHead::Days::OfImports);
    group.firstCrash = kNow - 10 * 86'400;
    group.lastCrash = kNow - 86'400;
    group.timed = 2;
    row = rowOf(group);
    QCOMPARE(row.seen, QStringLiteral("yesterday"));
    QVERIFY(row.seenNote.startsWith(QStringLiteral("since ")));
    head = makeGroupHead({.group = group}, now);
    QCOMPARE(head.lastSeen, QStringLiteral("last yesterday"));
    QVERIFY(head.days == GroupHead::Days::Mixed);
    group.timed = 3;
    QVERIFY(makeGroupHead({.group = group}, now).days == GroupHead::Days::OfCrashes);
}

void TestStoredWords::namelessFramesKeepTheirPlace()
{
    library::RecordedFrame frame{.module = "sample.exe", .function = {}, .moduleOffset = 0x1011};
    QCOMPARE(storedFunction(frame), QStringLiteral("sample.exe+0x1011"));
    engine::Comparison comparison;
    comparison.before.record.frames = {frame};
    comparison.after.record.frames = {frame};
    comparison.diff.stack = {{.before = 0, .after = 0}};
    QCOMPARE(makeComparedFrames(comparison).front().left, QStringLiteral("sample.exe+0x1011"));
    frame.function = "main";
    QCOMPARE(storedFunction(frame), QStringLiteral("main"));
    frame = {.module = "sample.exe", .function = {}};
    QVERIFY(storedFunction(frame).isEmpty());
}

void TestStoredWords::aPreviewSaysHowManyOfAGroupAreFound()
{
    const engine::LibraryDetail detail{
        .of = library::HistoryOf::Group,
        .id = 7,
        .facts = engine::LibraryFacts{.group = groupOf(5), .report = {}, .history = {}}};
    QVERIFY(makePreview(detail, kNow, 4).facts.startsWith(QStringLiteral("4 found of 5 report")));
    QVERIFY(makePreview(detail, kNow, 5).facts.startsWith(QStringLiteral("5 report")));
    QVERIFY(makePreview(detail, kNow).facts.startsWith(QStringLiteral("5 report")));
}

/// Amounts look the same in the list, in the preview and on the page of a group.
void TestStoredWords::digitsOfAmountsAreGrouped()
{
    const auto back = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    library::GroupSummary group = groupOf(12'745);
    group.customers = 1'234;
    const LibraryRow row = rowOf(group);
    QCOMPARE(row.amount, QStringLiteral("12,745"));
    QVERIFY(row.amountNote.startsWith(QStringLiteral("1,234 customer")));
    const engine::LibraryDetail detail{
        .of = library::HistoryOf::Group,
        .id = 7,
        .facts = engine::LibraryFacts{.group = group, .report = {}, .history = {}}};
    const QString facts = makePreview(detail, kNow, 2'345).facts;
    QVERIFY(facts.startsWith(QStringLiteral("2,345 found of 12,745 report")));
    QVERIFY(facts.contains(QStringLiteral("1,234 customer")));
}

void TestStoredWords::messagesDoNotRepeatTheSignature()
{
    const LibraryRow row = rowOf(groupOf(1));
    QCOMPARE(row.signature, QStringLiteral("java.lang.IllegalStateException"));
    QCOMPARE(row.cause, QStringLiteral("not open"));
    QCOMPARE(row.versions, QStringLiteral("none given"));
}

void TestStoredWords::kindsAreWords()
{
    engine::LibraryPage page;
    library::ReportSummary report;
    report.kind = "native_text";
    page.reports.rows = {report};
    QCOMPARE(makeRows(page, 0, kNow).front().versionsNote, QStringLiteral("stack as text"));
}

QTEST_GUILESS_MAIN(TestStoredWords)
#include "tst_stored_words.moc"
