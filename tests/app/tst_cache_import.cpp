// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/cache/cache_folder.h"
#include "core/cache/cache_verify.h"
#include "core/config/duration.h"
#include "core/tools/cache_import.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::app;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// Checks what `faultline cache import` imports from a cache folder of Symbolicator, whose entries
/// contain failures as payloads. Numbers are those of docs/spec/sources-and-caches.md §18.
class TestCacheImport : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void markers_data();
    void markers();
    void check18TimeoutsAreDurations();
    void payloadsAnswerInsteadOfTheServer_data();
    void payloadsAnswerInsteadOfTheServer();
    void absencesAreRemembered();
    void whatIsThereStays();
    void judgementsOfOtherReadersAreLeftOut();
    void damagedMetadataTellNothing();
    void aFolderThatIsMissingIsAnError();

private:
    std::filesystem::path folder(const std::string& name) const
    {
        return std::filesystem::path(m_dir->path().toStdString()) / name;
    }

    /// Names the entry like Symbolicator: version 1 in two folders, version 2 in three parts.
    void writeEntry(int version,
                    const std::string& keyText,
                    const std::string& data,
                    const std::string& metadata)
    {
        const auto digest = sha256Hex(asBytes(keyText));
        const auto name =
            version == 1 ? digest.substr(0, 2) + "/" + digest.substr(2, 6) + "/" + digest.substr(8)
                         : digest.substr(0, 2) + "/" + digest.substr(2, 2) + "/" + digest.substr(4);
        const auto path = folder("theirs") / "objects" / concat("v", version) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << data;
        if (!metadata.empty())
            std::ofstream(path.string() + ".metadata") << metadata;
    }

    app::ReferenceImport import()
    {
        auto done = app::importReferenceCache(folder("theirs"), folder("ours"), {});
        return done ? *std::move(done)
                    : app::ReferenceImport{.damaged = {{{}, done.error().detail}}};
    }

    /// One run with the imported entries.
    ReportPtr run(const LoopbackServer& server) const
    {
        engine::EngineConfig config;
        config.cacheDir = folder("ours");
        config.sources = {scene::http("s", server.url())};
        config.computeThreads = 2;
        engine::Engine engine(std::move(config), silentLog(), nullptr);
        symbolicate::SymbolicateOptions options;
        options.applySourceContext = false;
        const auto report = engine.run(scene::event(), options, {});
        return report ? *report : nullptr;
    }

    static std::string keyTextOf(const LoopbackServer& server)
    {
        return concat("scope: global\n\nsource: s\nlocation: ", server.url(), "/",
                      scene::kSymbolPath, "\n");
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

std::string metadataOfNow(const std::string& more = "")
{
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return concat(R"({"scope": null, "time_created": )", now, more, "}");
}

} // namespace

void TestCacheImport::markers_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QString>("meaning");
    const auto row = [](const char* name, const char* data, const char* meaning) {
        QTest::newRow(name) << QByteArray(data) << meaning;
    };
    row("18: timeout", "timeout4m33s", "download timed out after 4m 33s");
    row("18: timeout as it is written", "timeout4m 33s", "download timed out after 4m 33s");
    row("18: malformed", "malformedX", "malformed: X");
    row("18: download error", "downloaderrorX", "download failed: X");
    row("18: permission denied", "permissiondeniedX", "permission denied: X");
    row("18: empty", "", "not found");
    row("unsupported", "unsupportedX", "unsupported: X");
    row("marker alone", "malformed", "malformed");
    row("text of no known kind", "MODULE Linux", "payload");
    row("part of a marker", "malforme", "payload");
    row("marker behind the beginning", " timeout", "payload");
    row("no duration", "timeout soon",
        "damaged: not a duration: \" soon\", expected numbers "
        "with units such as \"15min\"");
    QTest::newRow("text up to the first NUL")
        << QByteArray("malformedX\0\0\0Y", 14) << "malformed: X";
    QTest::newRow("text that is no UTF-8") << QByteArray("malformed\xff") << "malformed: \ufffd";
    QTest::newRow("endless text") << QByteArray("malformed") + QByteArray(1 << 20, 'x')
                                  << "malformed: " + QString(64 << 10, 'x');
}

void TestCacheImport::markers()
{
    QFETCH(QByteArray, data);
    QFETCH(QString, meaning);
    const auto failure = app::readMarkedFailure(asBytes(data.toStdString()));
    const auto text = !failure   ? "damaged: " + failure.error().detail
                      : *failure ? (*failure)->describe()
                                 : "payload";
    QCOMPARE(QString::fromStdString(text), meaning);
}

void TestCacheImport::check18TimeoutsAreDurations()
{
    const std::string data = "timeout4m33s";
    const auto failure = app::readMarkedFailure(asBytes(data));
    QVERIFY(failure && *failure && (*failure)->kind == ErrorKind::Timeout);
    QVERIFY(config::parseDuration((*failure)->detail).value() == std::chrono::seconds(273));
}

void TestCacheImport::payloadsAnswerInsteadOfTheServer_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<bool>("tellsKey");
    QTest::newRow("present version") << 2 << false;
    QTest::newRow("present version of a debug build") << 2 << true;
    QTest::newRow("version before") << 1 << false;
}

void TestCacheImport::payloadsAnswerInsteadOfTheServer()
{
    QFETCH(int, version);
    QFETCH(bool, tellsKey);
    LoopbackServer server;
    auto quoted = keyTextOf(server);
    for (auto at = quoted.find('\n'); at != std::string::npos; at = quoted.find('\n'))
        quoted.replace(at, 1, "\\n");
    writeEntry(version, keyTextOf(server), scene::symbols(),
               metadataOfNow(tellsKey ? concat(R"(, "debug": {"key_data": ")", quoted, "\"}")
                                      : R"(, "debug": null)"));
    const auto done = import();
    QCOMPARE(done.payloads, std::uint64_t{1});
    QVERIFY(done.damaged.empty());
    const auto report = run(server);
    QCOMPARE(report->stacks[0]->frames.at(0).position.function.value_or(""), std::string("main"));
    QCOMPARE(server.totalHits(), 0);
    const auto verified = cache::verifyCache(folder("ours"), cache::DamagedEntries::Report, {}, {});
    QVERIFY(verified && verified->damaged.empty());
}

void TestCacheImport::absencesAreRemembered()
{
    LoopbackServer server;
    writeEntry(2, keyTextOf(server), "", metadataOfNow());
    QCOMPARE(import().failures, std::uint64_t{1});
    const auto report = run(server);
    QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Missing);
    QCOMPARE(report->modules[0]->candidates.at(0).layer, AnswerLayer::NegativeCache);
    QCOMPARE(server.totalHits(), 0);
}

void TestCacheImport::whatIsThereStays()
{
    LoopbackServer server;
    writeEntry(2, keyTextOf(server), scene::symbols(), metadataOfNow());
    writeEntry(1, keyTextOf(server), "", metadataOfNow()); // An older one of the same file.
    for (int time = 0; time < 2; ++time) {
        const auto done = import();
        QCOMPARE(done.payloads, std::uint64_t(1 - time));
        QCOMPARE(done.failures, std::uint64_t{0});
        QCOMPARE(done.alreadyThere, std::uint64_t(1 + time));
    }
}

void TestCacheImport::judgementsOfOtherReadersAreLeftOut()
{
    writeEntry(2, "a", "malformedwhy", metadataOfNow());
    writeEntry(2, "b", "unsupportedwhy", "");
    writeEntry(2, "c", "timeoutwhy", "no JSON");
    std::ofstream(folder("theirs") / "objects" / "v2" / "notes.txt") << "a user's";
    const auto done = import();
    QCOMPARE(done.leftOut, std::uint64_t{2});
    QCOMPARE(done.damaged.size(), std::size_t{1});
    QCOMPARE(done.payloads + done.failures, std::uint64_t{0});
}

/// For every prefix of a metadata file, the entry is imported as a private one.
void TestCacheImport::damagedMetadataTellNothing()
{
    const auto whole = metadataOfNow();
    for (std::size_t size = 0; size <= whole.size(); ++size)
        writeEntry(2, concat("entry ", size), "MODULE", whole.substr(0, size));
    writeEntry(2, "no object", "MODULE", "[]");
    writeEntry(2, "far future", "MODULE", R"({"scope": null, "time_created": 99999999999999})");
    writeEntry(2, "scope of no kind", "MODULE", R"({"scope": 3, "time_created": 1})");
    QCOMPARE(import().payloads, std::uint64_t{whole.size() + 4});
    std::vector<std::string> scopes;
    const auto walked =
        cache::forEachCacheFile(folder("ours"), {}, [&](const cache::CacheFile& file) {
            if (file.entry && !file.entry->header.scope.empty())
                scopes.push_back(file.entry->header.scope);
        });
    QVERIFY(walked);
    QVERIFY(scopes == std::vector<std::string>{"global"});
}

void TestCacheImport::aFolderThatIsMissingIsAnError()
{
    QCOMPARE(app::importReferenceCache(folder("nowhere"), folder("ours"), {}).error().kind,
             ErrorKind::NotFound);
}

QTEST_GUILESS_MAIN(TestCacheImport)
#include "tst_cache_import.moc"
