// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/candidate_text.h"
#include "core/symbolicate/lookup/candidates.h"

#include <QTest>

using namespace faultline;

class TestCandidates : public QObject
{
    Q_OBJECT

private slots:
    void listIsSortedAndUnique();
    void newerDownloadWinsUsesStay();
    void memoryDoesNotHideTheOrigin();
    void rememberedFailureDoesNotHideTheOrigin();
    void errorsShowAsTheirStatus_data();
    void errorsShowAsTheirStatus();
    void outcomesShowAsTheirStatus_data();
    void outcomesShowAsTheirStatus();
    void theUseOfTwoPurposesIsMerged();
    void useIsAbsentWhenTheDownloadSaysIt();
};

namespace {

Candidate candidate(std::string source, std::string location, DownloadStatus status)
{
    Candidate made;
    made.source = std::move(source);
    made.location = std::move(location);
    made.download = status;
    return made;
}

} // namespace

void TestCandidates::listIsSortedAndUnique()
{
    symbolicate::CandidateList list;
    list.merge({candidate("b", "x", DownloadStatus::NotFound),
                candidate("a", "y", DownloadStatus::NotFound)});
    list.merge(
        {candidate("a", "Y", DownloadStatus::NotFound), candidate("b", "x", DownloadStatus::Ok)});
    QCOMPARE(list.sorted().size(), std::size_t{3});
    QCOMPARE(list.sorted()[0].location, std::string("Y")); // Byte order: upper case first.
    QCOMPARE(list.sorted()[1].location, std::string("y"));
    QCOMPARE(list.sorted()[2].download, DownloadStatus::Ok);
}

void TestCandidates::newerDownloadWinsUsesStay()
{
    auto first = candidate("a", "x", DownloadStatus::Ok);
    first.unwind = CandidateUse{UseStatus::Ok, {}};
    auto second = candidate("a", "x", DownloadStatus::Error);
    second.debug = CandidateUse{UseStatus::Malformed, {}};
    symbolicate::CandidateList list;
    list.merge({first});
    list.merge({second});
    const auto& merged = list.sorted().front();
    QCOMPARE(merged.download, DownloadStatus::Error);
    QCOMPARE(merged.unwind->status, UseStatus::Ok);
    QCOMPARE(merged.debug->status, UseStatus::Malformed);
}

void TestCandidates::memoryDoesNotHideTheOrigin()
{
    auto first = candidate("a", "x", DownloadStatus::Ok);
    first.layer = AnswerLayer::Network;
    first.httpStatus = 200;
    first.durationMs = 7;
    auto second = candidate("a", "x", DownloadStatus::Ok);
    second.layer = AnswerLayer::Memory;
    symbolicate::CandidateList list;
    list.merge({first});
    list.merge({second});
    QCOMPARE(list.sorted().front().layer, AnswerLayer::Network);
    QCOMPARE(list.sorted().front().httpStatus, std::optional<std::uint32_t>(200));
    QCOMPARE(list.sorted().front().durationMs, std::uint32_t{7});
    second.layer = AnswerLayer::Disk; // The second look-up was answered from another layer.
    list.merge({second});
    QCOMPARE(list.sorted().front().layer, AnswerLayer::Disk);
}

void TestCandidates::rememberedFailureDoesNotHideTheOrigin()
{
    auto first = candidate("a", "x", DownloadStatus::NotFound);
    first.layer = AnswerLayer::Network;
    first.httpStatus = 404;
    auto second = candidate("a", "x", DownloadStatus::NotFound);
    second.layer = AnswerLayer::NegativeCache;
    second.failedAt = 1795096951;
    second.failureExpiresInSeconds = 3600;
    symbolicate::CandidateList list;
    list.merge({first});
    list.merge({second});
    const Candidate merged = list.sorted().front();
    QCOMPARE(merged.layer, AnswerLayer::Network);
    QCOMPARE(merged.httpStatus, std::optional<std::uint32_t>(404));
    QVERIFY(!merged.failedAt);
    QVERIFY(!merged.failureExpiresInSeconds);
    // The answers of the two look-ups may arrive the other way round.
    symbolicate::CandidateList reversed;
    reversed.merge({second});
    reversed.merge({first});
    QCOMPARE(reversed.sorted().front().layer, AnswerLayer::Network);
    QVERIFY(!reversed.sorted().front().failedAt);
}

void TestCandidates::errorsShowAsTheirStatus_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<int>("download");
    QTest::addColumn<QString>("details");
    QTest::addColumn<int>("module");
    const auto row = [](const char* name, ErrorKind kind, const char* detail,
                        DownloadStatus download, const char* details, ObjectFileStatus module) {
        QTest::newRow(name) << static_cast<int>(kind) << detail << static_cast<int>(download)
                            << details << static_cast<int>(module);
    };
    row("not found", ErrorKind::NotFound, "", DownloadStatus::NotFound, "",
        ObjectFileStatus::Missing);
    row("refused", ErrorKind::PermissionDenied, "403 Forbidden", DownloadStatus::NoPermission,
        "403 Forbidden", ObjectFileStatus::FetchingFailed);
    row("timeout", ErrorKind::Timeout, "200ms", DownloadStatus::Error,
        "download timed out after 200ms", ObjectFileStatus::Timeout);
    row("server error", ErrorKind::DownloadFailed, "500 Internal Server Error",
        DownloadStatus::Error, "download failed: 500 Internal Server Error",
        ObjectFileStatus::FetchingFailed);
    row("too large", ErrorKind::TooLarge, "x", DownloadStatus::Malformed, "x",
        ObjectFileStatus::Malformed);
    row("restricted", ErrorKind::Restricted, "x", DownloadStatus::Error, "download failed: x",
        ObjectFileStatus::FetchingFailed);
    row("offline", ErrorKind::Cancelled, "skipped (offline)", DownloadStatus::Error,
        "skipped (offline)", ObjectFileStatus::Other);
    row("unsupported", ErrorKind::Unsupported, "x", DownloadStatus::Error, "unsupported: x",
        ObjectFileStatus::Unsupported);
    row("internal", ErrorKind::Internal, "x", DownloadStatus::Error, "internal error",
        ObjectFileStatus::Other);
}

void TestCandidates::errorsShowAsTheirStatus()
{
    QFETCH(int, kind);
    QFETCH(QString, detail);
    const Error error{static_cast<ErrorKind>(kind), detail.toStdString()};
    Candidate shown;
    symbolicate::setDownloadError(shown, error);
    QTEST(static_cast<int>(shown.download), "download");
    QTEST(QString::fromStdString(report::failureWords(shown)), "details");
    QTEST(static_cast<int>(symbolicate::statusOfError(error)), "module");
}

/// The look-up for unwinding says that a file of another build is not used for it.
void TestCandidates::theUseOfTwoPurposesIsMerged()
{
    auto debug = candidate("a", "x", DownloadStatus::Ok);
    debug.identity = {.verdict = IdentityVerdict::WrongBuild,
                      .evidence = IdentityEvidence::CodeId,
                      .found = "1",
                      .expected = "2"};
    debug.outcome.kind = OutcomeKind::Chosen;
    auto unwind = debug;
    unwind.isUnusedForUnwinding = true;
    for (const bool isDebugFirst : {true, false}) {
        symbolicate::CandidateList list;
        list.merge({isDebugFirst ? debug : unwind});
        list.merge({isDebugFirst ? unwind : debug});
        QCOMPARE(report::useWords(list.sorted().front()),
                 std::string("chosen by the user, not used for unwinding"));
        QCOMPARE(report::identityWords(list.sorted().front().identity),
                 std::string("wrong build: code id 1 instead of 2"));
    }
}

void TestCandidates::outcomesShowAsTheirStatus_data()
{
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<DownloadStatus>("download");
    QTest::addColumn<QString>("words");
    QTest::newRow("found") << Outcome::of(OutcomeKind::FoundByName) << DownloadStatus::Ok
                           << "found by its name";
    QTest::newRow("not listed") << Outcome::of(OutcomeKind::NotListed) << DownloadStatus::NotFound
                                << "not listed";
    QTest::newRow("refused origin")
        << Outcome::refused({ErrorKind::PermissionDenied, "http://x is not allowed"})
        << DownloadStatus::NoPermission << "http://x is not allowed";
    QTest::newRow("failed") << Outcome::failed({ErrorKind::DownloadFailed, "500"})
                            << DownloadStatus::Error << "download failed: 500";
    QTest::newRow("damaged") << Outcome::failed({ErrorKind::Malformed, "no head"})
                             << DownloadStatus::Malformed << "no head, malformed: no head";
    QTest::newRow("absent") << Outcome::failed({ErrorKind::NotFound, "gone"})
                            << DownloadStatus::NotFound << "";
    QTest::newRow("skipped") << Outcome::skipped(skipped(SkipReason::ScrapingOff))
                             << DownloadStatus::NotFound << "Scraping disabled";
}

/// Each reason is said once, in one of the three texts of a candidate.
void TestCandidates::outcomesShowAsTheirStatus()
{
    QFETCH(Outcome, outcome);
    QFETCH(DownloadStatus, download);
    Candidate shown;
    symbolicate::setOutcome(shown, outcome);
    QCOMPARE(shown.download, download);
    QStringList words;
    for (const auto& text :
         {report::failureWords(shown), report::skipWords(shown), report::useWords(shown)}) {
        if (!text.empty())
            words.append(QString::fromStdString(text));
    }
    QTEST(words.join(", "), "words");
}

void TestCandidates::useIsAbsentWhenTheDownloadSaysIt()
{
    QCOMPARE(symbolicate::useOfSelected(std::nullopt, false)->status, UseStatus::Ok);
    QVERIFY(!symbolicate::useOfSelected(Error{ErrorKind::Timeout, "5s"}, true));
    QCOMPARE(symbolicate::useOfSelected(Error{ErrorKind::Malformed, "x"}, true)->status,
             UseStatus::Malformed);
    const auto wordsOf = [](const Error& error) {
        return report::useFailureWords(*symbolicate::useOfSelected(error, false));
    };
    QCOMPARE(wordsOf({ErrorKind::NotFound, ""}), std::string("Object file no longer available"));
    QCOMPARE(wordsOf({ErrorKind::Unsupported, "x"}), std::string("unsupported: x"));
    QCOMPARE(wordsOf({ErrorKind::TooLarge, "x"}), std::string("x"));
}

QTEST_GUILESS_MAIN(TestCandidates)
#include "tst_candidates.moc"
