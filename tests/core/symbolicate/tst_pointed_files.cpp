// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/pointed_download.h"
#include "core/symbolicate/items/store_copy.h"
#include "tests/support/loopback_server.h"
#include "tests/support/packed_bytes.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <future>

using namespace faultline;
using faultline::test::LoopbackServer;

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

} // namespace

/// Checks `file.ptr` of symbol stores, and the copies that `srv*store*url` makes.
class TestPointedFiles : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void overHttp_data();
    void overHttp();
    void onDisk_data();
    void onDisk();
    void copiesGoToEveryStore_data();
    void copiesGoToEveryStore();
    void storesThatCannotBeWrittenArePassedOver();
    void otherLayoutsAreNotCopied();

private:
    std::filesystem::path root() const { return m_dir->path().toStdString(); }

    sources::SourceConfig
    sourceAt(std::variant<sources::FilesystemSource, sources::HttpSource> where) const
    {
        sources::SourceConfig source;
        source.id = "store";
        source.layout.type = sources::LayoutType::Symstore;
        std::visit([&](auto& place) { source.where = std::move(place); }, where);
        return source;
    }

    QString download(const sources::SourceConfig& source, const std::string& path)
    {
        const sources::RemoteFile file{
            sources::makeSource(source), sources::FileType::Pdb, path, {}};
        std::promise<QString> text;
        net::startPointedDownload(
            m_downloader, file, *TempFile::create(root() / "tmp"), "label", {},
            [&](net::DownloadOutcome outcome) {
                if (!outcome.content) {
                    text.set_value(QString::fromStdString(outcome.content.error().describe()));
                    return;
                }
                const auto* made = std::get_if<TempFile>(&*outcome.content);
                const auto bytes = made ? *made->map() : std::get<ByteView>(*outcome.content);
                text.set_value(QString::fromStdString(std::string(bytes.text())));
            });
        return text.get_future().get();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<net::Transport> m_transport = net::makeCurlTransport();
    WorkerPool m_io{2};
    net::Downloader m_downloader{{}, *m_transport, m_io};
};

void TestPointedFiles::overHttp_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("text");
    QTest::newRow("relative path") << "PATH:real/a.pdb" << "symbols";
    QTest::newRow("the server itself") << "PATH:%1/syms/real/a.pdb" << "symbols";
    QTest::newRow("packed") << "PATH:real/a.pd_" << "packed symbols";
    QTest::newRow("message") << "MSG: sold out" << "not found";
    QTest::newRow("elsewhere on the server")
        << "PATH:%1/secret"
        << "permission denied: file.ptr leads outside the allowed folders: %1/secret";
    QTest::newRow("a file of this machine")
        << "PATH:/etc/hostname"
        << "permission denied: file.ptr leads outside the allowed folders: /etc/hostname";
    QTest::newRow("absent") << "PATH:real/b.pdb" << "not found";
    QTest::newRow("no pointer") << "" << "malformed: file.ptr: 0 bytes that are no path";
}

void TestPointedFiles::overHttp()
{
    QFETCH(QString, pointer);
    QFETCH(QString, text);
    LoopbackServer server;
    server.reply(
        "/syms/a.pdb/1/file.ptr",
        {.body = pointer.replace("%1", QString::fromStdString(server.url())).toStdString()});
    server.reply("/syms/real/a.pdb", {.body = "symbols"});
    server.reply("/syms/real/a.pd_", {.body = test::cabinet({"packed symbols"})});
    server.reply("/secret", {.body = "secret"});
    const auto source =
        sourceAt(sources::HttpSource{server.url() + "/syms", {{"X-Key", "k"}}, false});
    QCOMPARE(download(source, "a.pdb/1/file.ptr"),
             text.replace("%1", QString::fromStdString(server.url())));
    QCOMPARE(server.hits("/secret"), 0);
    if (text == "symbols")
        QCOMPARE(server.lastRequest("/syms/real/a.pdb").headers.at("x-key"), std::string("k"));
}

void TestPointedFiles::onDisk_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("text");
    QTest::newRow("below the store") << "%1/store/real.pdb" << "symbols";
    QTest::newRow("relative") << "real.pdb" << "symbols";
    QTest::newRow("allowed folder") << "%1/allowed/b.pdb" << "others";
    QTest::newRow("beside the store")
        << "%1/private"
        << "permission denied: file.ptr leads outside the allowed folders: %1/private";
    QTest::newRow("absent") << "none.pdb" << "not found";
}

void TestPointedFiles::onDisk()
{
    QFETCH(QString, pointer);
    QFETCH(QString, text);
    std::filesystem::create_directories(root() / "store/a.pdb/1");
    std::filesystem::create_directories(root() / "allowed");
    const auto here = QString::fromStdString(root().string());
    std::ofstream(root() / "store/a.pdb/1/file.ptr") << pointer.replace("%1", here).toStdString();
    std::ofstream(root() / "store/real.pdb") << "symbols";
    std::ofstream(root() / "allowed/b.pdb") << "others";
    std::ofstream(root() / "private") << "private";
    auto source = sourceAt(sources::FilesystemSource{(root() / "store").string()});
    source.filePtrRoots = {(root() / "allowed").string()};
    QCOMPARE(download(source, "a.pdb/1/file.ptr"), text.replace("%1", here));
}

void TestPointedFiles::copiesGoToEveryStore_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("plain") << "a.pdb/1/a.pdb";
    QTest::newRow("compressed") << "a.pdb/1/a.pd_";
    QTest::newRow("behind a pointer") << "a.pdb/1/file.ptr";
    QTest::newRow("two-tier store") << "a./a.pdb/1/a.pdb";
}

void TestPointedFiles::copiesGoToEveryStore()
{
    QFETCH(QString, path);
    auto source = sourceAt(sources::HttpSource{"http://h", {}, false});
    source.copyTo = {(root() / "one").string(), (root() / "two").string()};
    std::filesystem::create_directories(root() / "two/a.pdb/1");
    std::ofstream(root() / "two/a.pdb/1/a.pdb") << "there already";
    auto content = *TempFile::create(root() / "tmp");
    QVERIFY(content.append(asBytes("symbols")));
    symbolicate::copyToStores(
        {sources::makeSource(source), sources::FileType::Pdb, path.toStdString(), {}}, content);
    QCOMPARE(contentOf(root() / "one/a.pdb/1/a.pdb"), std::string("symbols"));
    QCOMPARE(contentOf(root() / "two/a.pdb/1/a.pdb"), std::string("there already"));
}

void TestPointedFiles::storesThatCannotBeWrittenArePassedOver()
{
    auto source = sourceAt(sources::HttpSource{"http://h", {}, false});
    std::ofstream(root() / "file") << "no folder";
    source.copyTo = {(root() / "file").string(), (root() / "one").string()};
    auto content = *TempFile::create(root() / "tmp");
    QVERIFY(content.append(asBytes("symbols")));
    symbolicate::copyToStores({sources::makeSource(source), sources::FileType::Pdb, "a/1/a", {}},
                              content);
    QCOMPARE(contentOf(root() / "one/a/1/a"), std::string("symbols"));
    QCOMPARE(contentOf(root() / "file"), std::string("no folder"));
}

void TestPointedFiles::otherLayoutsAreNotCopied()
{
    auto source = sourceAt(sources::HttpSource{"http://h", {}, false});
    source.layout.type = sources::LayoutType::Unified;
    source.copyTo = {(root() / "one").string()};
    auto content = *TempFile::create(root() / "tmp");
    symbolicate::copyToStores(
        {sources::makeSource(source), sources::FileType::Pdb, "ab/cd/debuginfo", {}}, content);
    QVERIFY(!std::filesystem::exists(root() / "one"));
}

QTEST_GUILESS_MAIN(TestPointedFiles)
#include "tst_pointed_files.moc"
