// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/crash_scene.h"
#include "tests/support/object_store_servers.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::test;

namespace {

const S3Keys kKeys{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG"};

} // namespace

/// Two machines with a shared cache.
class TestSharedStores : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void anEmptyMachineStartsFromTheOther_data();
    void anEmptyMachineStartsFromTheOther();
    void aStoreThatRefusesIsAMiss();

private:
    engine::SharedCacheConfig sharedIn(const QString& kind) const
    {
        engine::SharedCacheConfig config;
        config.connectTimeout = config.headTimeout = std::chrono::seconds(30);
        if (kind == "folder")
            config.where = std::filesystem::path(path("shared"));
        if (kind == "s3")
            config.where = engine::SharedS3Config{.bucket = "bucket",
                                                  .prefix = "caches",
                                                  .region = "us-east-1",
                                                  .endpoint = m_s3->url(),
                                                  .accessKey = kKeys.access,
                                                  .secretKey = kKeys.secret};
        if (kind == "gcs") {
            std::ofstream(path("account.json")) << m_gcs->serviceAccount();
            config.where = engine::SharedGcsConfig{.bucket = "bucket",
                                                   .prefix = "caches",
                                                   .endpoint = m_gcs->url(),
                                                   .serviceAccountFile = path("account.json")};
        }
        return config;
    }

    /// Symbolicates on a machine with a cache folder of its own.
    ReportPtr runOn(const std::string& machine, engine::SharedCacheConfig shared) const
    {
        engine::EngineConfig config;
        config.cacheDir = path(machine);
        config.computeThreads = 2;
        config.sources = {scene::http("s", m_symbols->url())};
        config.shared = std::move(shared);
        engine::Engine engine(std::move(config), silentLog(), nullptr);
        symbolicate::SymbolicateOptions options;
        options.applySourceContext = false;
        const auto report = engine.run(scene::event(), options, {});
        return report ? *report : nullptr;
    }

    static std::string functionOf(const ReportPtr& report)
    {
        return report->stacks[0]->frames[0].position.function.value_or("");
    }

    std::string path(const std::string& name) const
    {
        return m_dir->path().toStdString() + "/" + name;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LoopbackServer> m_symbols;
    std::unique_ptr<S3Server> m_s3;
    std::unique_ptr<GcsServer> m_gcs;
};

void TestSharedStores::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_symbols = std::make_unique<LoopbackServer>();
    m_symbols->reply("/" + std::string(scene::kSymbolPath), {.body = scene::symbols()});
    m_s3 = std::make_unique<S3Server>(kKeys, "us-east-1");
    m_gcs = std::make_unique<GcsServer>();
}

void TestSharedStores::anEmptyMachineStartsFromTheOther_data()
{
    QTest::addColumn<QString>("kind");
    for (const auto* kind : {"folder", "s3", "gcs"})
        QTest::newRow(kind) << kind;
}

void TestSharedStores::anEmptyMachineStartsFromTheOther()
{
    QFETCH(QString, kind);
    const auto shared = sharedIn(kind);
    QCOMPARE(functionOf(runOn("first", shared)), std::string("main"));
    const auto hits = m_symbols->totalHits();
    QVERIFY(hits > 0);
    const auto report = runOn("second", shared);
    QCOMPARE(functionOf(report), std::string("main"));
    QCOMPARE(m_symbols->totalHits(), hits);
    QCOMPARE(report->modules[0]->candidates[0].layer, AnswerLayer::Shared);
}

void TestSharedStores::aStoreThatRefusesIsAMiss()
{
    auto shared = sharedIn("s3");
    std::get<engine::SharedS3Config>(shared.where).secretKey = "wrong";
    for (const auto* machine : {"first", "second"})
        QCOMPARE(functionOf(runOn(machine, shared)), std::string("main"));
    QCOMPARE(m_symbols->hits("/" + std::string(scene::kSymbolPath)), 2);
}

QTEST_GUILESS_MAIN(TestSharedStores)
#include "tst_shared_stores.moc"
