// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/insight_text.h"
#include "ui/bridge/candidate_words.h"
#include "ui/bridge/why.h"
#include "ui/translation/translation.h"

#include <QDateTime>
#include <QLocale>
#include <QTest>

using namespace faultline;

/// In English, the window has the words of the terminal.
class TestWhyWords : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void headlinesAreThoseOfTheTerminal();
    void sentencesAreThoseOfTheTerminal_data();
    void sentencesAreThoseOfTheTerminal();
    void skipsAreThoseOfTheTerminal();
    void identitiesAreThoseOfTheTerminal();
};

void TestWhyWords::initTestCase()
{
    ui::installTranslation(*qApp, QLocale::c());
}

void TestWhyWords::headlinesAreThoseOfTheTerminal()
{
    for (int i = 0; i <= int(insight::WhyCode::PositionNotMapped); ++i) {
        const auto code = static_cast<insight::WhyCode>(i);
        const auto terminal = QString::fromStdString(report::whyHeadline(code, "libscene.so"));
        QVERIFY2(!terminal.isEmpty(), qPrintable(QString::number(i)));
        QCOMPARE(ui::whyHeadline(code, QStringLiteral("libscene.so")), terminal);
    }
}

void TestWhyWords::sentencesAreThoseOfTheTerminal_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
    QTest::newRow("several") << 2;
}

void TestWhyWords::sentencesAreThoseOfTheTerminal()
{
    QFETCH(int, count);
    constexpr std::int64_t kTime = 1'700'000'000;
    const QString window =
        QLocale().toString(QDateTime::fromSecsSinceEpoch(kTime), QLocale::ShortFormat);
    for (int i = 0; i <= int(insight::kLastWhySentence); ++i) {
        const insight::WhyPhrase phrase{.sentence = static_cast<insight::WhySentence>(i),
                                        .text = "a %2 text",
                                        .count = std::size_t(count),
                                        .time = kTime};
        auto terminal = QString::fromStdString(report::phraseWords(phrase));
        terminal.replace(QStringLiteral("2023-11-14 22:13:20 UTC"), window);
        QVERIFY2(!terminal.isEmpty(), qPrintable(QString::number(i)));
        QCOMPARE(ui::whySentence(phrase), terminal);
    }
}

void TestWhyWords::skipsAreThoseOfTheTerminal()
{
    for (int i = 0; i <= int(SkipReason::Told); ++i) {
        const Skip skip{.reason = static_cast<SkipReason>(i),
                        .missing = {LookupPart::CodeId, LookupPart::DebugFile},
                        .failure = Error{ErrorKind::DownloadFailed, "500"},
                        .text = "webpack"};
        QCOMPARE(ui::skipWords(skip), QString::fromStdString(report::skipWords(skip)));
    }
}

void TestWhyWords::identitiesAreThoseOfTheTerminal()
{
    for (int i = 0; i <= int(IdentityEvidence::Told); ++i) {
        BuildIdentity identity{.verdict = IdentityVerdict::WrongBuild,
                               .evidence = static_cast<IdentityEvidence>(i),
                               .found = "12ab",
                               .expected = "34cd"};
        const bool isNever = identity.evidence == IdentityEvidence::None ||
                             identity.evidence == IdentityEvidence::OtherIds ||
                             identity.evidence == IdentityEvidence::FirstPageOfFile;
        if (isNever) // A file of another build is not known by it.
            continue;
        QCOMPARE(ui::identityWords(identity),
                 QString::fromStdString(report::identityWords(identity)));
    }
    const BuildIdentity none{.verdict = IdentityVerdict::WrongBuild,
                             .evidence = IdentityEvidence::MapId,
                             .found = {},
                             .expected = {}};
    QCOMPARE(ui::identityWords(none), QString::fromStdString(report::identityWords(none)));
    QCOMPARE(ui::identityWords({}), QString());
}

QTEST_GUILESS_MAIN(TestWhyWords)
#include "tst_why_words.moc"
