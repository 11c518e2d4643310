// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/insight/why.h"
#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/model/report.h"
#include "core/report/candidate_text.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "tests/core/engine/event_run.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Texts with traces of the JVM go through the engine like any crash file.
class TestJvmEvents : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aTraceGetsItsNames();
    void aPlainTraceNeedsNoMapping();
    void alternativesAreOneRow();
    void theMappingBesideTheTraceIsUsed();
    void severalMappingsBesideTheTraceAreNotMixed();
    void theMapIdChooses();
    void aMissingMappingExplainsItself_data();
    void aMissingMappingExplainsItself();
    void theUsersMappingCounts();
    void theUsersMappingOfAnotherBuildIsMarked();
    void aDamagedMappingExplainsItself();
    void threadsOfADumpHaveLocks();
    void hiddenFramesAreTold();
    void mappingsOfRequestsAreFoundInFolders();
    void storedReportsComeBack();

private:
    void write(const QString& name, const QByteArray& content) const;
    ReportPtr run(const QByteArray& input, symbolicate::SymbolicateOptions options) const;
    ReportPtr run(const QByteArray& input, const QString& folder) const;
    symbolicate::SymbolicateOptions beside(const QString& folder) const;
    std::string path(const QString& name) const;

    QTemporaryDir m_folder;
};

namespace {

constexpr auto kMapping = R"(# compiler: R8
# compiler_version: 8.5.35
# pg_map_id: 1a2b3c4
com.example.Ledger -> a.a:
# {"id":"sourceFile","fileName":"Ledger.kt"}
    1:1:void check(int):7:7 -> b
    1:1:void post():20 -> b
    void open() -> c
    void open(int) -> d
    void close() -> d
com.example.LedgerException -> a.x:
)";

constexpr auto kTrace = R"(Exception in thread "main" a.x: no a.a for it
	at a.a.b(SourceFile:1)
	at java.base/java.lang.Thread.run(Thread.java:840)
Caused by: java.io.IOException: gone
	at a.a.c(SourceFile:3)
	... 1 more
)";

constexpr auto kAmbiguous = "a.x: twice\n\tat a.a.d(SourceFile)\n";

QByteArray withId(QByteArray trace)
{
    return trace.replace("SourceFile", "r8-map-id-1a2b3c4");
}

QString placeOf(const Frame& frame)
{
    return QStringLiteral("%1%2 %3:%4")
        .arg(frame.isInlined ? "i " : "",
             QString::fromStdString(frame.position.function.value_or("-")),
             QString::fromStdString(frame.position.file.value_or("-")))
        .arg(frame.position.line.value_or(0));
}

QStringList placesOf(const Report& report, std::size_t stack)
{
    QStringList places;
    for (const auto& frame : report.stacks[stack]->frames)
        places.append(placeOf(frame));
    return places;
}

std::string_view whyOf(const Report& report, std::size_t frame)
{
    return insight::whyCodeName(
        insight::whyFrame(report, 0, report.stacks[0]->frames[frame], insight::settingOf(report))
            .code);
}

} // namespace

void TestJvmEvents::initTestCase()
{
    QVERIFY(m_folder.isValid());
    write("good/app/mapping.txt", kMapping);
    write("good/notes.txt", "a text of another kind\n");
}

void TestJvmEvents::write(const QString& name, const QByteArray& content) const
{
    const QString target = m_folder.filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(target).path()));
    QFile file(target);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

std::string TestJvmEvents::path(const QString& name) const
{
    return m_folder.filePath(name).toStdString();
}

ReportPtr TestJvmEvents::run(const QByteArray& input, symbolicate::SymbolicateOptions options) const
{
    return runOffline(input, std::move(options));
}

ReportPtr TestJvmEvents::run(const QByteArray& input, const QString& folder) const
{
    return runWithFolder(input, path(folder));
}

symbolicate::SymbolicateOptions TestJvmEvents::beside(const QString& folder) const
{
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.useLocalFiles = true;
    options.crashFileFolder = path(folder);
    return options;
}

void TestJvmEvents::aTraceGetsItsNames()
{
    const auto report = run(kTrace, "good");
    QVERIFY(report);
    QCOMPARE(report->event->kind, EventKind::Jvm);
    QCOMPARE(report->stacks.size(), 2u);
    QCOMPARE(placesOf(*report, 0), QStringList({"i com.example.Ledger.check Ledger.kt:7",
                                                "com.example.Ledger.post Ledger.kt:20",
                                                "java.lang.Thread.run Thread.java:840"}));
    QCOMPARE(placesOf(*report, 1), QStringList({"com.example.Ledger.open Ledger.kt:3"}));
    QCOMPARE(*report->event->threads[0].name,
             std::string("com.example.LedgerException: no com.example.Ledger for it"));
    QCOMPARE(*report->event->threads[1].name, std::string("caused by java.io.IOException: gone"));
    QCOMPARE(report->event->crash.reason, std::string("com.example.LedgerException"));
    QCOMPARE(report->event->crash.details, std::string("no com.example.Ledger for it"));
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames[0].originalIndex, 0u);
    QCOMPARE(frames[1].originalIndex, 0u);
    QCOMPARE(frames[2].originalIndex, 1u);
    QCOMPARE(frames[1].status, FrameStatus::Symbolicated);
    QCOMPARE(frames[1].inApp, std::optional(true));
    QCOMPARE(frames[2].inApp, std::optional(false));
    QVERIFY(!frames[2].module);
    QCOMPARE(frames[1].asJvm()->obfuscated, std::string("a.a.b(SourceFile:1)"));
    QCOMPARE(report->modules.size(), 1u);
    const auto& module = *report->modules[0];
    QCOMPARE(module.debugStatus, ObjectFileStatus::Found);
    QCOMPARE(module.frameCount, 2u);
    QCOMPARE(module.module.version, std::string("R8 8.5.35"));
    QCOMPARE(module.candidates.size(), 1u);
    QCOMPARE(module.candidates[0].location, path("good/app/mapping.txt"));
    const auto text = report::renderText(*report, {});
    QVERIFY2(text.find("com.example.Ledger.post  [Ledger.kt:20]") != std::string::npos,
             text.c_str());
    QVERIFY(report::renderMarkdown(*report, {}).find("Ledger.kt:20") != std::string::npos);
}

void TestJvmEvents::aPlainTraceNeedsNoMapping()
{
    const auto report = run("java.lang.IllegalStateException: x\n"
                            "\tat com.example.shop.Till.open(Till.java:12)\n"
                            "\tat com.example.shop.MainKt.main(Main.kt:3)\n",
                            "none");
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].status, FrameStatus::Symbolicated);
    QVERIFY(!report->stacks[0]->frames[0].module);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Unused);
    QCOMPARE(report->modules[0]->frameCount, 0u);
    QCOMPARE(whyOf(*report, 0), std::string_view());
}

void TestJvmEvents::alternativesAreOneRow()
{
    const auto report = run(kAmbiguous, "good");
    QVERIFY(report);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames.size(), 1u);
    QVERIFY(!frames[0].isInlined);
    const auto& alternatives = frames[0].asJvm()->alternatives;
    QCOMPARE(alternatives.size(), 2u);
    QStringList names;
    for (const auto& alternative : alternatives) {
        QCOMPARE(alternative.calls.size(), 1u);
        names.append(QString::fromStdString(*alternative.calls[0].position.function));
    }
    names.sort();
    QCOMPARE(names, QStringList({"close", "open"}));
    const auto text = report::renderText(*report, {});
    QVERIFY2(text.find("one of 2, or com.example.Ledger.") != std::string::npos, text.c_str());
    report::JsonOptions options;
    options.extras = report::IncludeExtras::Yes;
    const auto json = report::renderJson(*report, options);
    QVERIFY2(json.find("\"alternatives\":[[{\"module\":\"com.example.Ledger\"") !=
                 std::string::npos,
             json.c_str());
    QVERIFY(!json.contains("0x0") && !text.contains("0x0")); // A class has no address.
    const auto& notes = report->modules[0]->notes;
    QVERIFY(std::ranges::find(notes, "1 of them have several possible meanings") != notes.end());
}

void TestJvmEvents::theMappingBesideTheTraceIsUsed()
{
    const auto report = run(kTrace, beside("good/app"));
    QVERIFY(report);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Found);
    QCOMPARE(report->modules[0]->candidates[0].source, std::string("beside the crash file"));
    // Folders below it are somebody else's.
    const auto above = run(kTrace, beside("good"));
    QCOMPARE(above->modules[0]->debugStatus, ObjectFileStatus::Missing);
}

void TestJvmEvents::severalMappingsBesideTheTraceAreNotMixed()
{
    write("downloads/one.txt", kMapping);
    write("downloads/two.txt", "org.other.Thing -> a.a:\n    1:9:void wrong():1:9 -> b\n");
    const auto report = run(kTrace, beside("downloads"));
    QVERIFY(report);
    QCOMPARE(placesOf(*report, 0).first(), QStringLiteral("a.a.b SourceFile:1"));
    const auto& module = *report->modules[0];
    QCOMPARE(module.debugStatus, ObjectFileStatus::Missing);
    QCOMPARE(module.candidates.size(), 2u);
    for (const auto& candidate : module.candidates)
        QCOMPARE(candidate.skips.at(0).reason, SkipReason::SeveralMappings);
}

void TestJvmEvents::theMapIdChooses()
{
    write("ids/one.txt", kMapping);
    write("ids/two.txt", "# pg_map_id: ffffff\norg.other.Thing -> a.a:\n    void wrong() -> b\n");
    const auto report = run(withId(kTrace), beside("ids"));
    QVERIFY(report);
    QCOMPARE(placesOf(*report, 0).first(),
             QStringLiteral("i com.example.Ledger.check Ledger.kt:7"));
    const auto& module = *report->modules[0];
    QCOMPARE(module.module.codeId->text(), std::string("1a2b3c4"));
    QCOMPARE(module.debugStatus, ObjectFileStatus::Found);
    QCOMPARE(module.candidates.size(), 2u);
    const auto other = std::ranges::find_if(
        module.candidates, [](const Candidate& each) { return each.identity.isWrongBuild(); });
    QVERIFY(other != module.candidates.end());
    QCOMPARE(report::identityWords(other->identity),
             std::string("wrong build: found map id ffffff"));
}

void TestJvmEvents::aMissingMappingExplainsItself_data()
{
    QTest::addColumn<QByteArray>("trace");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("why");
    QTest::newRow("no id") << QByteArray(kTrace) << "none" << "no_id";
    QTest::newRow("nothing there") << withId(kTrace) << "none" << "missing";
    QTest::newRow("another build") << withId(kTrace) << "another" << "id_mismatch";
}

void TestJvmEvents::aMissingMappingExplainsItself()
{
    QFETCH(QByteArray, trace);
    QFETCH(QString, folder);
    QFETCH(QString, why);
    write("another/mapping.txt",
          "# pg_map_id: ffffff\norg.other.Thing -> a.a:\n    void wrong() -> b\n");
    const auto report = run(trace, folder);
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames[0].status, FrameStatus::Missing);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Missing);
    const auto code = whyOf(*report, 0);
    QCOMPARE(QString::fromUtf8(code.data(), qsizetype(code.size())), why);
    QVERIFY(!report->modules[0]->candidates.empty());
}

void TestJvmEvents::theUsersMappingCounts()
{
    write("chosen.map", "com.example.Chosen -> a.a:\n    1:1:void first():3:3 -> b\n");
    auto options = beside("good/app");
    options.locatedFiles = {{.module = 0, .path = path("chosen.map")}};
    const auto report = run(kTrace, options);
    QVERIFY(report);
    QCOMPARE(placesOf(*report, 0).first(),
             QStringLiteral("com.example.Chosen.first Chosen.java:3"));
    // The other mapping must not add names to those of the chosen one.
    QCOMPARE(report->event->crash.reason, std::string("a.x"));
    const auto& candidates = report->modules[0]->candidates;
    QCOMPARE(candidates.size(), 2u);
    QCOMPARE(candidates[0].source, std::string("chosen"));
    QCOMPARE(candidates[1].skips.at(0).reason, SkipReason::OtherFileChosen);
}

void TestJvmEvents::theUsersMappingOfAnotherBuildIsMarked()
{
    write("wrong.map",
          "# pg_map_id: ffffff\ncom.example.Wrong -> a.a:\n    1:1:void first():3:3 -> b\n");
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.locatedFiles = {{.module = 0, .path = path("wrong.map")}};
    const auto report = run(withId(kTrace), options);
    QVERIFY(report);
    QVERIFY(report->stacks[0]->frames[0].isFromWrongBuild());
    QCOMPARE(whyOf(*report, 0), std::string_view("wrong_build"));
    QCOMPARE(report::wrongBuildWords(report->modules[0]->wrongBuild.value()),
             std::string("the trace names map id 1a2b3c4, the file has ffffff"));
    options.requireMatchingIds = true;
    const auto strict = run(withId(kTrace), options);
    QCOMPARE(placesOf(*strict, 0).first(), QStringLiteral("a.a.b r8-map-id-1a2b3c4:1"));
}

void TestJvmEvents::aDamagedMappingExplainsItself()
{
    write("damaged.txt", "nothing that a mapping has\n");
    symbolicate::SymbolicateOptions options;
    options.sources.emplace();
    options.locatedFiles = {{.module = 0, .path = path("damaged.txt")}};
    const auto report = run(kTrace, options);
    QVERIFY(report);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Malformed);
    QCOMPARE(report->stacks[0]->frames[0].status, FrameStatus::Malformed);
    QVERIFY(report->modules[0]->debugDetails.find("damaged.txt") != std::string::npos);
}

void TestJvmEvents::threadsOfADumpHaveLocks()
{
    const auto report =
        run("----- pid 12 at 2026-11-22 19:02:58 -----\nCmd line: com.x\n\n"
            "\"worker\" prio=5 tid=2 Native\n  at a.a.c(SourceFile:1)\n\n"
            "\"main\" prio=5 tid=1 Blocked\n  at a.a.c(SourceFile:3)\n"
            "  - waiting to lock <0x0e> (a a.x) held by thread 2\n\n----- end 12 -----\n",
            "good");
    QVERIFY(report);
    QCOMPARE(report->stacks.size(), 2u);
    QCOMPARE(*report->event->threads[1].name, std::string("main"));
    QCOMPARE(report->event->requestingThread, std::optional<std::uint32_t>(1));
    QVERIFY(!report->event->crash.present);
    const auto& note = report->stacks[1]->frames[0].note;
    QVERIFY2(note.find("waiting to lock <0x0e> (a com.example.LedgerException)") !=
                 std::string::npos,
             note.c_str());
}

void TestJvmEvents::hiddenFramesAreTold()
{
    write("hidden/mapping.txt", "com.example.Made -> a.a:\n"
                                "    1:5:void glue():1:5 -> b\n"
                                "# {\"id\":\"com.android.tools.r8.synthesized\"}\n"
                                "    1:5:void real():7:11 -> c\n");
    const auto report =
        run("a.q: x\n\tat a.a.b(SourceFile:2)\n\tat a.a.c(SourceFile:1)\n", "hidden");
    QVERIFY(report);
    const auto& frames = report->stacks[0]->frames;
    QCOMPARE(frames.size(), 1u);
    QCOMPARE(frames[0].originalIndex, 1u);
    QVERIFY2(frames[0].note.find("hidden, a.a.b: made by the compiler") != std::string::npos,
             frames[0].note.c_str());
}

/// Over HTTP a mapping is named by its UUID.
void TestJvmEvents::mappingsOfRequestsAreFoundInFolders()
{
    const auto id = DebugId::parse("246fb328-fc4e-406a-87ff-fc35f6149d8f");
    QVERIFY(id);
    const auto lost = DebugId::parse("11111111-fc4e-406a-87ff-fc35f6149d8f");
    write("native/proguard/246fb328-fc4e-406a-87ff-fc35f6149d8f/mapping.txt", kMapping);
    sources::SourceConfig source;
    source.id = "folder";
    source.layout.type = sources::LayoutType::Native;
    source.where = sources::FilesystemSource{.path = path("native")};
    symbolicate::SymbolicateOptions options;
    options.sources = {source};
    JvmEvent event;
    event.modules = {{.type = JvmModule::Type::Mapping, .id = *lost},
                     {.type = JvmModule::Type::Mapping, .id = *id}};
    event.classes = {"a.a", "b.b"};
    engine::EngineConfig config;
    config.offline = true;
    engine::Engine engine(config, silentLog(), [](const engine::Notice&) {});
    const auto report = engine.run(jvmtext::crashOf(std::move(event)), options, {});
    QVERIFY(report);
    const auto& result = *(*report)->jvm;
    QCOMPARE(result.classes, (std::map<std::string, std::string>{{"a.a", "com.example.Ledger"}}));
    QCOMPARE(result.files.size(), 2u);
    QVERIFY(result.files[0].module.id == *lost);
    QCOMPARE(result.files[0].error->kind, JvmFileError::Kind::Missing);
    QVERIFY(!result.files[1].error);
    // Three paths for the lost one; the third path for the other.
    QCOMPARE(result.files[0].candidates.size(), 3u);
    QCOMPARE(result.files[1].candidates.size(), 3u);
    const auto& used = result.files[1].candidates.back();
    QCOMPARE(used.outcome.kind, OutcomeKind::Used);
    QCOMPARE(used.download, DownloadStatus::Ok);
    QCOMPARE(used.layer, AnswerLayer::FileSystem);
}

void TestJvmEvents::storedReportsComeBack()
{
    const auto report = run(kAmbiguous, "good");
    QVERIFY(report);
    std::vector<std::byte> file;
    const auto written =
        codec::writeReport(*report, codec::EventMemory::LeaveOut, [&](Bytes piece) -> Result<void> {
            file.insert(file.end(), piece.begin(), piece.end());
            return {};
        });
    QVERIFY(written);
    const auto read = codec::readReport(ByteView::copyOf(file), {}, {});
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QCOMPARE(report::renderText(*read, {}), report::renderText(*report, {}));
    QCOMPARE(read->stacks[0]->frames[0].asJvm()->alternatives,
             report->stacks[0]->frames[0].asJvm()->alternatives);
}

QTEST_GUILESS_MAIN(TestJvmEvents)
#include "tst_jvm_events.moc"
