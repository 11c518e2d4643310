// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/why_sentence.h"

#include <QTest>

using namespace faultline;
using insight::Remedy;
using insight::WhyCode;

namespace {

/// A module that was looked for in one place, which answered `download`.
ModuleReport moduleWith(ObjectFileStatus status, DownloadStatus download = DownloadStatus::NotFound)
{
    ModuleReport report;
    report.module.debugId = DebugId::parse("0123456789abcdef0123456789abcdef0");
    report.debugStatus = status;
    Candidate candidate;
    candidate.source = "corp";
    candidate.download = download;
    report.candidates.push_back(candidate);
    return report;
}

Report reportWith(ModuleReport module, const Frame& frame)
{
    auto event = std::make_shared<Event>();
    event->modules.push_back(module.module);
    event->threads.emplace_back();
    Report report;
    report.event = event;
    report.modules.push_back(std::make_shared<const ModuleReport>(std::move(module)));
    auto stack = std::make_shared<ThreadStack>();
    stack->frames.push_back(frame);
    report.stacks.push_back(stack);
    return report;
}

Frame frameIn(std::optional<std::uint32_t> module, FrameStatus status)
{
    Frame frame;
    frame.module = module;
    frame.status = status;
    return frame;
}

} // namespace

class TestWhy : public QObject
{
    Q_OBJECT

private slots:
    void modules_data();
    void modules();
    void frameOutsideEveryModule();
    void frameOfATextWithoutModule();
    void framesOfTheStackAreCounted();
    void guessedFrame();
    void scripts_data();
    void scripts();
    void theSearchBringsParameters();
    void codesOfJson();
    void eachReasonOnce();
};

void TestWhy::modules_data()
{
    QTest::addColumn<ModuleReport>("module");
    QTest::addColumn<bool>("isOffline");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("firstRemedy");

    auto found = moduleWith(ObjectFileStatus::Found, DownloadStatus::Ok);
    found.features.hasDebugInfo = true;
    QTest::newRow("found") << found << false << "" << "";
    found.features.hasDebugInfo = false;
    QTest::newRow("no debug info") << found << false << "no_debug_info" << "locate_file";
    QTest::newRow("missing") << moduleWith(ObjectFileStatus::Missing) << false << "missing"
                             << "locate_file";
    auto skipped = moduleWith(ObjectFileStatus::Missing);
    skipped.candidates.front().layer = AnswerLayer::Skipped;
    QTest::newRow("offline") << skipped << true << "offline" << "go_online";
    auto remembered = moduleWith(ObjectFileStatus::Missing);
    remembered.candidates.front().layer = AnswerLayer::NegativeCache;
    QTest::newRow("remembered") << remembered << false << "cached_miss" << "retry";
    auto other = moduleWith(ObjectFileStatus::Missing);
    other.candidates.front().identity.verdict = IdentityVerdict::WrongBuild;
    QTest::newRow("another build") << other << false << "id_mismatch" << "locate_file";
    auto nowhere = moduleWith(ObjectFileStatus::Missing);
    nowhere.candidates.clear();
    QTest::newRow("no source") << nowhere << false << "no_sources" << "add_source";
    QTest::newRow("refused") << moduleWith(ObjectFileStatus::FetchingFailed,
                                           DownloadStatus::NoPermission)
                             << false << "no_permission" << "retry";
    QTest::newRow("failed") << moduleWith(ObjectFileStatus::FetchingFailed, DownloadStatus::Error)
                            << false << "fetch_failed"
                            << "retry";
    QTest::newRow("timeout") << moduleWith(ObjectFileStatus::Timeout, DownloadStatus::Error)
                             << false << "timeout" << "retry";
    QTest::newRow("damaged") << moduleWith(ObjectFileStatus::Malformed, DownloadStatus::Ok) << false
                             << "malformed_use" << "retry";
    QTest::newRow("unused") << moduleWith(ObjectFileStatus::Unused) << false << "unused"
                            << "locate_file";
    auto pending = moduleWith(ObjectFileStatus::Missing);
    pending.pending = true;
    QTest::newRow("under way") << pending << false << "" << "";
}

void TestWhy::modules()
{
    QFETCH(ModuleReport, module);
    QFETCH(bool, isOffline);
    const bool isPending = module.pending;
    const auto report = reportWith(module, frameIn(0, FrameStatus::Missing));
    const auto why = insight::whyModule(
        report, 0,
        {.sourceCount = 1, .isOffline = isOffline, .isStopped = false, .framesOnStack = {}});
    QTEST(QString::fromUtf8(insight::whyCodeName(why.code).data(),
                            qsizetype(insight::whyCodeName(why.code).size())),
          "code");
    const auto first =
        why.remedies.empty() ? std::string_view() : insight::remedyName(why.remedies.front());
    QTEST(QString::fromUtf8(first.data(), qsizetype(first.size())), "firstRemedy");
    QCOMPARE(why.code == insight::WhyCode::Pending, isPending);
}

/// A stripped file has no entry for most addresses, so that it is stripped comes first, and once.
void TestWhy::eachReasonOnce()
{
    auto module = moduleWith(ObjectFileStatus::Found, DownloadStatus::Ok);
    module.features.hasDebugInfo = false;
    module.features.hasSymbols = true;
    const auto report = reportWith(module, frameIn(0, FrameStatus::MissingSymbol));
    const auto why = insight::whyFrame(
        report, 0, report.stacks[0]->frames[0],
        {.sourceCount = 1, .isOffline = false, .isStopped = false, .framesOnStack = {}});
    QVERIFY(why.code == insight::WhyCode::SymbolTableOnly);
    QVERIFY(why.also == std::vector{insight::WhyCode::MissingSymbol});
}

void TestWhy::scripts_data()
{
    QTest::addColumn<ObjectFileStatus>("status");
    QTest::addColumn<bool>("isScriptFound");
    QTest::addColumn<bool>("isOffline");
    QTest::addColumn<QString>("code");
    using Status = ObjectFileStatus;
    QTest::newRow("plain") << Status::Unused << true << false << "map_not_named";
    QTest::newRow("no script") << Status::Missing << false << false << "script_missing";
    QTest::newRow("no map") << Status::Missing << true << false << "map_missing";
    QTest::newRow("failed") << Status::FetchingFailed << true << false << "script_unreachable";
    QTest::newRow("late") << Status::Timeout << true << false << "script_unreachable";
    QTest::newRow("forbidden") << Status::Other << true << false << "script_not_allowed";
    QTest::newRow("offline") << Status::Other << true << true << "offline";
    QTest::newRow("damaged") << Status::Malformed << true << false << "map_damaged";
    QTest::newRow("gap") << Status::Found << true << false << "position_not_mapped";
}

void TestWhy::scripts()
{
    QFETCH(ObjectFileStatus, status);
    QFETCH(bool, isScriptFound);
    QFETCH(bool, isOffline);
    auto module = moduleWith(status, isScriptFound ? DownloadStatus::Ok : DownloadStatus::NotFound);
    module.module.debugId.reset();
    module.candidates.front().fileType = "script";
    module.frameCount = 1;
    auto report = reportWith(module, frameIn(0, FrameStatus::MissingSymbol));
    auto event = *report.event;
    event.detail = ScriptEvent();
    report.event = std::make_shared<const Event>(std::move(event));
    const auto why = insight::whyFrame(
        report, 0, report.stacks[0]->frames[0],
        {.sourceCount = 1, .isOffline = isOffline, .isStopped = false, .framesOnStack = {}});
    const auto code = insight::whyCodeName(why.code);
    QTEST(QString::fromUtf8(code.data(), qsizetype(code.size())), "code");
    QVERIFY(why.also.empty());
    QVERIFY(!why.remedies.empty());
}

void TestWhy::frameOutsideEveryModule()
{
    const auto frame = frameIn(std::nullopt, FrameStatus::UnknownImage);
    const auto report = reportWith(moduleWith(ObjectFileStatus::Unused), frame);
    const auto why = insight::whyFrame(report, 0, report.stacks[0]->frames[0], {});
    QVERIFY(why.code == insight::WhyCode::UnknownImage);
    QVERIFY(why.module == nullptr);
    QVERIFY(why.remedies.empty());
}

void TestWhy::frameOfATextWithoutModule()
{
    auto frame = frameIn(std::nullopt, FrameStatus::UnknownImage);
    const auto whyOf = [&] {
        auto report = reportWith(moduleWith(ObjectFileStatus::Unused), frame);
        auto event = *report.event;
        event.kind = EventKind::NativeText;
        report.event = std::make_shared<const Event>(std::move(event));
        return insight::whyFrame(report, 0, report.stacks[0]->frames[0], {}).code;
    };
    QVERIFY(whyOf() == insight::WhyCode::NoModuleNamed);
    frame.position.line = 7;
    QVERIFY(whyOf() == insight::WhyCode::Fine);
}

void TestWhy::framesOfTheStackAreCounted()
{
    const auto report =
        reportWith(moduleWith(ObjectFileStatus::Missing), frameIn(0, FrameStatus::Missing));
    QCOMPARE(insight::whyModule(report, 0, {}).framesOnStack, std::size_t{1});
}

void TestWhy::guessedFrame()
{
    auto module = moduleWith(ObjectFileStatus::Found, DownloadStatus::Ok);
    module.features.hasDebugInfo = true;
    auto frame = frameIn(0, FrameStatus::Symbolicated);
    frame.trust = FrameTrust::Scan;
    frame.position.function = "left_over";
    const auto report = reportWith(module, frame);
    const auto why = insight::whyFrame(report, 0, report.stacks[0]->frames[0], {});
    QVERIFY(why.code == insight::WhyCode::LowTrust);
}

void TestWhy::theSearchBringsParameters()
{
    auto module = moduleWith(ObjectFileStatus::Missing);
    module.candidates.resize(4, module.candidates.front());
    module.candidates[0].location = "http://host/a";
    module.candidates[0].layer = AnswerLayer::NegativeCache;
    module.candidates[0].failedAt = 200;
    module.candidates[0].httpStatus = 403;
    module.candidates[1] = module.candidates[0];
    module.candidates[1].failedAt = 100;
    module.candidates[1].httpStatus = 401;
    module.candidates[2] = module.candidates[0];
    module.candidates[2].location = "file:///a"; // It is looked at every time.
    module.candidates[2].failedAt = 50;
    module.candidates[3].source = "slow";
    module.candidates[3].blockedUntil = 900;
    const auto report = reportWith(module, frameIn(0, FrameStatus::Missing));
    const auto why = insight::whyModule(report, 0, {});
    QCOMPARE(why.rememberedSince, std::optional<std::int64_t>(100));
    QCOMPARE(why.refusalStatus, std::optional<std::uint32_t>(401));
    QCOMPARE(why.blockedUntil, std::optional<std::int64_t>(900));
    QCOMPARE(why.blockedSources, std::vector<std::string>{"slow"});
    QVERIFY(why.code == insight::WhyCode::HostBlocked);
    const auto phrases = insight::whyPhrases(why);
    QCOMPARE(phrases.size(), std::size_t{1});
    QCOMPARE(phrases[0].text, std::string("slow"));
    QCOMPARE(phrases[0].time, why.blockedUntil);
}

void TestWhy::codesOfJson()
{
    QVERIFY(insight::whyCodeName(insight::WhyCode::SymbolTableOnly) ==
            insight::whyCodeName(insight::WhyCode::NoDebugInfo));
    QVERIFY(insight::whyCodeName(insight::WhyCode::Fine).empty());
}

QTEST_GUILESS_MAIN(TestWhy)
#include "tst_why.moc"
