// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/triage_state.h"

#include <QTest>

using namespace faultline;
using namespace faultline::library;

/// What people decide about reports, as values.
class TestTriageState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldReadsBack();
    void changesSomeFields();
    void refusesWhatIsNoValue_data();
    void refusesWhatIsNoValue();
    void comparesVersions_data();
    void comparesVersions();
};

void TestTriageState::everyFieldReadsBack()
{
    TriageState state;
    state.status = Status::DuplicateOf;
    state.fixedIn = "2.4";
    state.duplicateOf = 17;
    state.assignee = "ayşe";
    state.ticket = "T-1";
    state.notes = "# a\n\nb";
    state.customer = "ACME";
    state.tags = {"gpu", "urgent"};
    TriageState copy;
    for (int i = 0; i <= static_cast<int>(kLastTriageField); ++i) {
        const auto field = static_cast<TriageField>(i);
        QVERIFY(setFieldText(copy, field, fieldText(state, field)));
        QVERIFY(parseTriageField(triageFieldName(field)) == field);
    }
    QVERIFY(copy == state);
    QVERIFY(!setFieldText(copy, TriageField::Status, "newish"));
    QVERIFY(!setFieldText(copy, TriageField::DuplicateOf, "x"));
    QVERIFY(setFieldText(copy, TriageField::DuplicateOf, ""));
    QVERIFY(!copy.duplicateOf);
}

void TestTriageState::changesSomeFields()
{
    TriageChange change;
    change.status = Status::FixedIn;
    change.fixedIn = "2.5";
    change.addTags = {"b", "a", "b"};
    auto state = changed({}, change);
    QVERIFY(state);
    QCOMPARE(state->tags, (std::vector<std::string>{"a", "b"}));
    TriageChange next;
    next.status = Status::Known;
    next.removeTags = {"a"};
    state = changed(*state, next);
    QVERIFY(state);
    QVERIFY(state->fixedIn.empty());
    QCOMPARE(state->tags, (std::vector<std::string>{"b"}));
}

void TestTriageState::refusesWhatIsNoValue_data()
{
    QTest::addColumn<QByteArray>("tag");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("expected");
    const int none = static_cast<int>(Status::New);
    QTest::newRow("control") << QByteArray("a\nb") << none
                             << QByteArray("\"a\nb\" is no tag: it needs 1 to 100 bytes without "
                                           "control characters and without spaces around it");
    QTest::newRow("spaces") << QByteArray(" a") << none
                            << QByteArray("\" a\" is no tag: it needs 1 to 100 bytes without "
                                          "control characters and without spaces around it");
    QTest::newRow("no version") << QByteArray("a") << static_cast<int>(Status::FixedIn)
                                << QByteArray("status fixed_in needs a version");
    QTest::newRow("version of another status")
        << QByteArray("a") << static_cast<int>(Status::Known)
        << QByteArray("a version goes with status fixed_in only, not with known");
    QTest::newRow("no group") << QByteArray("a") << static_cast<int>(Status::DuplicateOf)
                              << QByteArray("status duplicate_of needs a number");
}

void TestTriageState::refusesWhatIsNoValue()
{
    QFETCH(QByteArray, tag);
    QFETCH(int, status);
    QFETCH(QByteArray, expected);
    TriageChange change;
    change.addTags = {tag.toStdString()};
    change.status = static_cast<Status>(status);
    if (change.status == Status::Known)
        change.fixedIn = "2.5";
    const auto state = changed({}, change);
    QVERIFY(!state);
    QVERIFY(state.error().kind == ErrorKind::Malformed);
    QCOMPARE(state.error().detail, expected.toStdString());
}

void TestTriageState::comparesVersions_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("isAtLeast");
    QTest::newRow("equal") << QByteArray("2.4") << QByteArray("2.4") << true;
    QTest::newRow("numbers") << QByteArray("2.10") << QByteArray("2.9") << true;
    QTest::newRow("numbers back") << QByteArray("2.9") << QByteArray("2.10") << false;
    QTest::newRow("longer") << QByteArray("2.4.1") << QByteArray("2.4") << true;
    QTest::newRow("shorter") << QByteArray("2.4") << QByteArray("2.4.1") << false;
    QTest::newRow("zeros") << QByteArray("2.04") << QByteArray("2.4") << true;
    QTest::newRow("huge") << QByteArray("99999999999999999999999")
                          << QByteArray("99999999999999999999998") << true;
    QTest::newRow("words") << QByteArray("b7") << QByteArray("a9") << true;
}

void TestTriageState::comparesVersions()
{
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, other);
    QFETCH(bool, isAtLeast);
    QCOMPARE(isVersionAtLeast(version.toStdString(), other.toStdString()), isAtLeast);
}

QTEST_GUILESS_MAIN(TestTriageState)
#include "tst_triage_state.moc"
