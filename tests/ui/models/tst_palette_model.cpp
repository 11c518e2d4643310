// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fuzzy_match.h"
#include "ui/models/keymap_model.h"
#include "ui/models/palette_model.h"
#include "ui/models/roles.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace faultline::ui;

class TestPaletteModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textsFit_data();
    void textsFit();
    void betterFitsScoreHigher_data();
    void betterFitsScoreHigher();
    void positionsAreThoseOfTheLetters();
    void hostileTextsFitOrDoNot();
    void prefixesNameKinds_data();
    void prefixesNameKinds();
    void groupsHaveThreeRows();
    void englishTextsFitToo();
    void placesKeepTheirOrder();
    void whatWasUsedComesFirst();
    void titlesCannotBeSelected();
    void keymapFiltersByWordAndKey();
};

namespace {

PaletteEntry action(const QString& text, const QString& english = {})
{
    return {.kind = PaletteKind::Action,
            .id = QStringLiteral("action ") + text,
            .text = text,
            .english = english};
}

QStringList textsOf(const PaletteRows& rows)
{
    QStringList texts;
    for (const PaletteRow& row : rows.rows)
        texts.append(row.entry.text);
    return texts;
}

} // namespace

void TestPaletteModel::textsFit_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fits");
    const QString function = QStringLiteral("scene::Group::updateBounds()");
    QTest::newRow("nothing") << QString() << function << true;
    QTest::newRow("part") << QStringLiteral("boun") << function << true;
    QTest::newRow("inside of a word") << QStringLiteral("date") << function << true;
    QTest::newRow("capitals") << QStringLiteral("SCENE") << function << true;
    QTest::newRow("beginnings of words") << QStringLiteral("gub") << function << true;
    QTest::newRow("beginnings and more") << QStringLiteral("upbou") << function << true;
    QTest::newRow("words in any order") << QStringLiteral("bounds group") << function << true;
    QTest::newRow("scattered letters") << QStringLiteral("sneoud") << function << false;
    QTest::newRow("one word does not fit") << QStringLiteral("bounds zebra") << function << false;
    QTest::newRow("empty text") << QStringLiteral("a") << QString() << false;
    QTest::newRow("Turkish") << QStringLiteral("çök") << QStringLiteral("Sonraki Çökme") << true;
}

void TestPaletteModel::textsFit()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, text);
    QFETCH(const bool, fits);
    QCOMPARE(fuzzyMatch(typed, text).has_value(), fits);
}

void TestPaletteModel::betterFitsScoreHigher_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("beginning") << QStringLiteral("th") << QStringLiteral("Threads")
                               << QStringLiteral("Next Thread");
    QTest::newRow("beginning of a word")
        << QStringLiteral("map") << QStringLiteral("Memory Map") << QStringLiteral("Remapped");
    QTest::newRow("together") << QStringLiteral("fra") << QStringLiteral("Next Frame")
                              << QStringLiteral("Find Row Again");
}

void TestPaletteModel::betterFitsScoreHigher()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, better);
    QFETCH(const QString, worse);
    const auto high = fuzzyMatch(typed, better);
    const auto low = fuzzyMatch(typed, worse);
    QVERIFY(high && low);
    QVERIFY2(high->score > low->score,
             qPrintable(QStringLiteral("%1, %2").arg(high->score).arg(low->score)));
}

void TestPaletteModel::positionsAreThoseOfTheLetters()
{
    const auto match = fuzzyMatch(QStringLiteral("gb"), QStringLiteral("Group::updateBounds"));
    QVERIFY(match);
    QCOMPARE(match->positions, (QList<int>{0, 13}));
    const auto two = fuzzyMatch(QStringLiteral("up bo"), QStringLiteral("updateBounds"));
    QVERIFY(two);
    QCOMPARE(two->positions, (QList<int>{0, 1, 6, 7}));
}

void TestPaletteModel::hostileTextsFitOrDoNot()
{
    const QString letters(1'000'000, u'a');
    QVERIFY(fuzzyMatch(QStringLiteral("aaaa"), letters).has_value());
    QVERIFY(!fuzzyMatch(QStringLiteral("b"), letters).has_value());
    QVERIFY(!fuzzyMatch(letters, letters).has_value()); // Longer than anybody types.
}

void TestPaletteModel::prefixesNameKinds_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<PaletteKind>>("kinds");
    using enum PaletteKind;
    QTest::newRow("none") << QStringLiteral(" main ") << QStringLiteral("main")
                          << QList<PaletteKind>();
    QTest::newRow("actions") << QStringLiteral("> copy") << QStringLiteral("copy")
                             << QList{Action, Setting};
    QTest::newRow("functions") << QStringLiteral("@main") << QStringLiteral("main")
                               << QList{Function, Symbol};
    QTest::newRow("threads") << QStringLiteral("#3") << QStringLiteral("3") << QList{Thread};
    QTest::newRow("places") << QStringLiteral(":rsp+20") << QStringLiteral("rsp+20")
                            << QList{Place};
    QTest::newRow("modules") << QStringLiteral("m libc") << QStringLiteral("libc") << QList{Module};
    QTest::newRow("a word that begins like a prefix")
        << QStringLiteral("memory") << QStringLiteral("memory") << QList<PaletteKind>();
}

void TestPaletteModel::prefixesNameKinds()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, text);
    QFETCH(const QList<PaletteKind>, kinds);
    const PaletteQuery query = paletteQuery(typed);
    QCOMPARE(query.text, text);
    QVERIFY(query.kinds == kinds);
}

void TestPaletteModel::groupsHaveThreeRows()
{
    QList<PaletteEntry> entries;
    for (int i = 0; i < 10; ++i)
        entries.append(action(QStringLiteral("Copy %1").arg(i)));
    entries.append(PaletteEntry{.kind = PaletteKind::Thread,
                                .id = QStringLiteral("thread 0"),
                                .text = QStringLiteral("copier")});
    const auto some =
        paletteRows(entries, paletteQuery(QStringLiteral("cop")), {}, PaletteLength::Overview);
    QCOMPARE(some.matches, 11);
    QCOMPARE(some.rows.size(), 1 + 3 + 1 + 1);
    const auto all =
        paletteRows(entries, paletteQuery(QStringLiteral(">cop")), {}, PaletteLength::Whole);
    QCOMPARE(all.rows.size(), 1 + 10);
}

void TestPaletteModel::englishTextsFitToo()
{
    const QList<PaletteEntry> entries{action(QStringLiteral("Kopyala"), QStringLiteral("Copy"))};
    const auto found =
        paletteRows(entries, paletteQuery(QStringLiteral("copy")), {}, PaletteLength::Overview);
    QCOMPARE(textsOf(found).value(1), QStringLiteral("Kopyala"));
    QVERIFY(found.rows.at(1).matched.isEmpty()); // No letter of the text was typed.
}

/// What fits a place best was given first, however long its text is.
void TestPaletteModel::placesKeepTheirOrder()
{
    const QList<PaletteEntry> places{
        {.kind = PaletteKind::Place, .id = QStringLiteral("1"), .text = QString(90, u'x')},
        {.kind = PaletteKind::Place, .id = QStringLiteral("2"), .text = QStringLiteral("rip")},
        {.kind = PaletteKind::Place, .id = QStringLiteral("3"), .text = QStringLiteral("y")}};
    const auto rows = paletteRows(places, paletteQuery(QStringLiteral(":rip")),
                                  {QStringLiteral("3")}, PaletteLength::Whole)
                          .rows;
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows.at(1).entry.id + rows.at(2).entry.id + rows.at(3).entry.id,
             QStringLiteral("123"));
}

void TestPaletteModel::whatWasUsedComesFirst()
{
    const QList<PaletteEntry> entries{action(QStringLiteral("One")), action(QStringLiteral("Two"))};
    const QStringList used{entries.at(1).id, QStringLiteral("action gone")};
    const auto rows = paletteRows(entries, paletteQuery({}), used, PaletteLength::Overview);
    QCOMPARE(rows.rows.value(1).entry.text, QStringLiteral("Two"));
    QVERIFY(rows.rows.value(0).entry.kind == PaletteKind::Used);
    const QList<PaletteEntry> like{action(QStringLiteral("Copy A")),
                                   action(QStringLiteral("Copy B"))};
    const auto typed = paletteRows(like, paletteQuery(QStringLiteral("copy")), {like.at(1).id},
                                   PaletteLength::Overview);
    QCOMPARE(textsOf(typed).value(1), QStringLiteral("Copy B"));
}

void TestPaletteModel::titlesCannotBeSelected()
{
    PaletteModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QList<PaletteEntry> entries{action(QStringLiteral("One")), action(QStringLiteral("Two"))};
    model.setRows(paletteRows(entries, paletteQuery({}), {}, PaletteLength::Overview).rows);
    QVERIFY(!model.flags(model.index(0, 0)).testFlag(Qt::ItemIsSelectable));
    QVERIFY(model.flags(model.index(1, 0)).testFlag(Qt::ItemIsSelectable));
    model.setRows(
        paletteRows(entries, paletteQuery(QStringLiteral("two")), {}, PaletteLength::Overview)
            .rows);
    QCOMPARE(model.rowCount(), 2);
    model.setRows({});
}

void TestPaletteModel::keymapFiltersByWordAndKey()
{
    KeymapModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setActions({{.id = QStringLiteral("go.back"),
                       .menu = QStringLiteral("Go"),
                       .text = QStringLiteral("Geri"),
                       .english = QStringLiteral("Back"),
                       .keys = {QStringLiteral("Alt+Left")}},
                      {.id = QStringLiteral("view.density"),
                       .menu = QStringLiteral("View"),
                       .text = QStringLiteral("Compact Rows"),
                       .isChanged = true,
                       .hasConflict = true}});
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(int(model.index(0, 0).data(GroupRole).value<int>()), int(Group::Open));
    QCOMPARE(model.count(KeymapFilter::NoKey), 1);
    model.setFilter(QStringLiteral("alt+l"), KeymapFilter::All);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, KeymapModel::KeysColumn).data(KeysRole).toStringList(),
             QStringList{QStringLiteral("Alt+Left")});
    model.setFilter(QStringLiteral("back"), KeymapFilter::All);
    QCOMPARE(model.shown(), 1);
    model.setFilter({}, KeymapFilter::Conflicts);
    QCOMPARE(model.index(1, 0).data(IdRole).toString(), QStringLiteral("view.density"));
    model.toggleMenu(0);
    QCOMPARE(model.rowCount(), 1);
    model.setFilter(QStringLiteral("zebra"), KeymapFilter::All);
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestPaletteModel)

#include "tst_palette_model.moc"
