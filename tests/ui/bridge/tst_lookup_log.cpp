// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/report.h"
#include "ui/bridge/lookup_log.h"

#include <QTest>

using namespace faultline;
using namespace faultline::ui;

namespace {

Candidate candidate(const char* source, DownloadStatus download, AnswerLayer layer)
{
    Candidate value;
    value.source = source;
    value.location = std::string("https://symbols.example/") + source;
    value.download = download;
    value.layer = layer;
    return value;
}

engine::ModuleSnapshot snapshotOf(std::vector<Candidate> candidates, bool isPending = false)
{
    auto report = std::make_shared<ModuleReport>();
    report->module.codeFile = "/opt/viewer/libscene.so";
    report->candidates = std::move(candidates);
    report->pending = isPending;
    return {.event = engine::EventId{7}, .generation = 1, .module = 0, .value = report};
}

QStringList messages(const LogModel& log)
{
    QStringList texts;
    for (int row = 0; row < log.rowCount(); ++row)
        texts.append(log.index(row, LogModel::MessageColumn).data().toString());
    return texts;
}

} // namespace

class TestLookupLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void failedPlacesAreLoggedInWords();
    void eachFailureIsLoggedOncePerRun();
    void sourceTextsAreLogged();
};

void TestLookupLog::failedPlacesAreLoggedInWords()
{
    LogModel log;
    LookupLog lookups(log);
    Candidate refused = candidate("acme", DownloadStatus::NoPermission, AnswerLayer::Network);
    refused.httpStatus = 403;
    lookups.note(
        QStringLiteral("a.dmp"),
        snapshotOf({candidate("company", DownloadStatus::NotFound, AnswerLayer::Network), refused,
                    candidate("off", DownloadStatus::NotFound, AnswerLayer::Skipped),
                    candidate("good", DownloadStatus::Ok, AnswerLayer::Network)}));
    QCOMPARE(
        messages(log),
        QStringList({"a.dmp: libscene.so: company: not found (https://symbols.example/company)",
                     "a.dmp: libscene.so: acme: 403 refused (https://symbols.example/acme)"}));
    QCOMPARE(log.index(0, LogModel::LevelColumn).data().toString(), QStringLiteral("info"));
    QCOMPARE(log.index(1, LogModel::LevelColumn).data().toString(), QStringLiteral("warning"));
}

void TestLookupLog::eachFailureIsLoggedOncePerRun()
{
    LogModel log;
    LookupLog lookups(log);
    const std::vector<Candidate> failed{
        candidate("company", DownloadStatus::NotFound, AnswerLayer::Network)};
    lookups.note(QStringLiteral("a.dmp"), snapshotOf(failed, true));
    QCOMPARE(log.rowCount(), 0);
    lookups.note(QStringLiteral("a.dmp"), snapshotOf(failed));
    lookups.note(QStringLiteral("a.dmp"), snapshotOf(failed));
    QCOMPARE(log.rowCount(), 1);
    engine::ModuleSnapshot again = snapshotOf(failed);
    again.generation = 2;
    lookups.note(QStringLiteral("a.dmp"), again);
    QCOMPARE(log.rowCount(), 2);
}

void TestLookupLog::sourceTextsAreLogged()
{
    LogModel log;
    LookupLog lookups(log);
    engine::SourceSnapshot missing;
    missing.path = "/src/a.cpp";
    missing.tried = {"debug file: not in it", "/src/a.cpp: no such file"};
    lookups.note(QStringLiteral("a.dmp"), missing);
    QCOMPARE(messages(log),
             QStringList("a.dmp: source text of /src/a.cpp: not found (/src/a.cpp: no such file)"));
}

QTEST_GUILESS_MAIN(TestLookupLog)

#include "tst_lookup_log.moc"
