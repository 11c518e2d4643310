// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/symcache_maker.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace faultline;
using namespace faultline::server::symcache_http;
namespace fs = std::filesystem;

namespace {

const PdbKey kKey{"app.pdb", "0123456789ABCDEF0123456789ABCDEF", 1};

class FakeSource final : public PdbSource
{
public:
    Result<ByteView> fetch(const PdbKey&, std::stop_token) override
    {
        ++asked;
        return answer;
    }

    Result<ByteView> answer = ByteView::fromString("pdb");
    std::atomic<int> asked{0};
};

} // namespace

class TestSymcacheMaker : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void makesAndStores();
    void makesOnceForMany();
    void absenceIsRemembered();
    void troubleIsNoAbsence();
    void failedRunsAreRemembered();
    void theVersionIsThatOfTheFile();

private:
    /// A program that writes `app.pdb-v<version>.symcache` after counting its runs.
    void useTranscoder(const std::string& script);

    fs::path root() const { return m_root->path().toStdString(); }

    QString runs() const;

    std::unique_ptr<QTemporaryDir> m_root;
    std::unique_ptr<SymcacheMaker> m_maker;
    std::unique_ptr<SymcacheFolder> m_folder;
    std::unique_ptr<Transcoder> m_transcoder;
    std::unique_ptr<FakeSource> m_source;
};

void TestSymcacheMaker::init()
{
    m_maker.reset();
    m_root = std::make_unique<QTemporaryDir>();
    m_source = std::make_unique<FakeSource>();
    m_folder = std::make_unique<SymcacheFolder>(root());
    useTranscoder("cat \"$1\" > \"$2/app.pdb-v3.1.0.symcache\"");
}

void TestSymcacheMaker::useTranscoder(const std::string& script)
{
    m_maker.reset();
    m_transcoder = std::make_unique<Transcoder>(TranscoderOptions{
        .command = {"/bin/sh", "-c", "echo x >> " + (root() / "runs").string() + "; " + script,
                    "transcoder", "{pdb}", "{out}"},
        .version = *FormatVersion::parse("3.1.0")});
    m_maker = std::make_unique<SymcacheMaker>(SymcacheMakerOptions{}, *m_folder, *m_source,
                                              *m_transcoder, silentLog());
}

QString TestSymcacheMaker::runs() const
{
    QFile file(QString::fromStdString((root() / "runs").string()));
    return file.open(QIODevice::ReadOnly) ? QString::number(file.readAll().count('x')) : "0";
}

void TestSymcacheMaker::makesAndStores()
{
    QVERIFY(m_maker->make(kKey, {}));
    QVERIFY(!m_maker->lastFailure(kKey));
    const auto file = m_folder->best(kKey, *FormatVersion::parse("3.1.0"));
    QVERIFY(file);
    QCOMPARE(file->sizeBytes, 3u);
    std::error_code ignored;
    QVERIFY(fs::is_empty(root() / ".temp", ignored));
}

void TestSymcacheMaker::makesOnceForMany()
{
    useTranscoder("sleep 0.3; cat \"$1\" > \"$2/app.pdb-v3.1.0.symcache\"");
    {
        std::vector<std::jthread> clients;
        for (int i = 0; i < 8; ++i)
            clients.emplace_back([this] { m_maker->make(kKey, {}); });
    }
    QCOMPARE(runs(), QString("1"));
    QCOMPARE(m_source->asked.load(), 1);
}

void TestSymcacheMaker::absenceIsRemembered()
{
    m_source->answer = fail(ErrorKind::NotFound, "no");
    QVERIFY(m_maker->make(kKey, {}));
    QVERIFY(m_maker->lastFailure(kKey) == SymcacheMaker::Failure::Final);
    QCOMPARE(runs(), QString("0"));
    useTranscoder("exit 0"); // A new maker: the folder remembers.
    QVERIFY(m_maker->lastFailure(kKey) == SymcacheMaker::Failure::Final);
}

void TestSymcacheMaker::troubleIsNoAbsence()
{
    m_source->answer = fail(ErrorKind::Timeout, "200ms");
    QVERIFY(m_maker->make(kKey, {}));
    QVERIFY(m_maker->lastFailure(kKey) == SymcacheMaker::Failure::Transient);
    useTranscoder("exit 0");
    QVERIFY(!m_maker->lastFailure(kKey));
}

void TestSymcacheMaker::failedRunsAreRemembered()
{
    for (const auto* script : {"exit 3", "exit 0", "touch \"$2/app.pdb-v3.1.0.symcache\"",
                               "echo x > \"$2/other.pdb-v3.1.0.symcache\""}) {
        init();
        useTranscoder(script);
        QVERIFY(m_maker->make(kKey, {}));
        QVERIFY(m_maker->lastFailure(kKey) == SymcacheMaker::Failure::Final);
        QVERIFY(!m_folder->best(kKey, *FormatVersion::parse("3.1.0")));
        useTranscoder(script); // Like a restart: the operator may have mended the program.
        QVERIFY(!m_maker->lastFailure(kKey));
    }
}

void TestSymcacheMaker::theVersionIsThatOfTheFile()
{
    useTranscoder("mkdir \"$2/deep\"; cat \"$1\" > \"$2/deep/app.pdb-v3.1.1.symcache\"");
    QVERIFY(m_maker->make(kKey, {}));
    const auto file = m_folder->best(kKey, *FormatVersion::parse("3.1.0"));
    QVERIFY(file);
    QCOMPARE(file->version.text(), std::string("3.1.1"));
}

QTEST_GUILESS_MAIN(TestSymcacheMaker)
#include "tst_symcache_maker.moc"
