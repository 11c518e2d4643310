// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/symcache_folder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::server::symcache_http;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

const PdbKey kKey{"app.pdb", "0123456789ABCDEF0123456789ABCDEF", 1};
constexpr const char* kFolder = "app.pdb/0123456789ABCDEF0123456789ABCDEF1";

FormatVersion version(const char* text)
{
    return *FormatVersion::parse(text);
}

} // namespace

class TestSymcacheFolder : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_root = std::make_unique<QTemporaryDir>(); }

    void choosesTheNewestThatIsUnderstood();
    void findsNamesInAnyCase();
    void passesOverWhatIsNoFile();
    void storesOnce();
    void negativeEntriesExpire();
    void onlyWorkFoldersOfOursGo();
    void anotherFileWithANegativeNameStays();

private:
    fs::path root() const { return m_root->path().toStdString(); }

    void put(const std::string& path, const std::string& content = "x") const
    {
        fs::create_directories((root() / path).parent_path());
        std::ofstream(root() / path) << content;
    }

    QString best(const char* wanted) const
    {
        const auto file = SymcacheFolder(root()).best(kKey, version(wanted));
        return file ? QString::fromStdString(file->version.text()) : "nothing";
    }

    std::unique_ptr<QTemporaryDir> m_root;
};

void TestSymcacheFolder::choosesTheNewestThatIsUnderstood()
{
    QCOMPARE(best("3.1.0"), QString("nothing"));
    for (const auto* name : {"3.9.0", "3.10.0", "5.0.0"})
        put(std::string(kFolder) + "/app.pdb-v" + name + ".symcache");
    QCOMPARE(best("3.1.0"), QString("3.10.0"));
    QCOMPARE(best("4.0.0"), QString("3.10.0"));
    QCOMPARE(best("5.0.0"), QString("5.0.0"));
}

void TestSymcacheFolder::findsNamesInAnyCase()
{
    put("APP.pdb/0123456789abcdef0123456789abcdef1/App.PDB-V3.1.0.SymCache");
    QCOMPARE(best("3.1.0"), QString("3.1.0"));
}

void TestSymcacheFolder::passesOverWhatIsNoFile()
{
    put(std::string(kFolder) + "/app.pdb-v3.1.0.symcache", "");
    put(std::string(kFolder) + "/other.pdb-v3.1.0.symcache");
    put(std::string(kFolder) + "/app.pdb-v3.1.0.symcache.pending");
    put(std::string(kFolder) + "/app.pdb-v3.1.0.negativesymcache");
    fs::create_directories(root() / kFolder / "app.pdb-v3.2.0.symcache");
    const QTemporaryDir outside;
    std::ofstream(fs::path(outside.path().toStdString()) / "secret") << "x";
    fs::create_symlink(fs::path(outside.path().toStdString()) / "secret",
                       root() / kFolder / "app.pdb-v3.3.0.symcache");
    QCOMPARE(best("3.9.0"), QString("nothing"));
}

void TestSymcacheFolder::storesOnce()
{
    const SymcacheFolder folder(root());
    put("first", "first");
    put("second", "second");
    QVERIFY(folder.store(kKey, version("3.1.0"), root() / "first"));
    QVERIFY(folder.store(kKey, version("3.1.0"), root() / "second"));
    const auto path = root() / kFolder / "app.pdb-v3.1.0.symcache";
    std::string content;
    std::ifstream(path) >> content;
    QCOMPARE(content, std::string("first"));
}

void TestSymcacheFolder::negativeEntriesExpire()
{
    const SymcacheFolder folder(root());
    const auto now = std::chrono::system_clock::now();
    QVERIFY(!folder.hasNegative(kKey, version("3.1.0"), now));
    QVERIFY(folder.writeNegative(kKey, version("3.1.0"), now + 1h));
    QVERIFY(folder.hasNegative(kKey, version("3.1.0"), now));
    QVERIFY(!folder.hasNegative(kKey, version("3.2.0"), now));
    QVERIFY(!folder.hasNegative(kKey, version("3.1.0"), now + 2h));
    QVERIFY(!folder.hasNegative(kKey, version("3.1.0"), now)); // It was removed.
}

/// The folder may be one in which others have files too.
void TestSymcacheFolder::onlyWorkFoldersOfOursGo()
{
    const SymcacheFolder folder(root());
    put(".temp/draft.txt");
    put(".temp/0f8fad5b-d9cb-469f-a165-70867728950e/notes.txt");
    put(".temp/0123456789abcdef/notes.txt");
    {
        const auto work = folder.createWorkFolder();
        QVERIFY(work && fs::is_directory(work->path()));
        folder.removeWorkFolders(); // By another process, while this one works.
        QVERIFY(fs::is_directory(work->path()));
    }
    folder.removeWorkFolders();
    QCOMPARE(std::distance(fs::directory_iterator(root() / ".temp"), fs::directory_iterator()),
             std::ptrdiff_t{3});
    QVERIFY(fs::exists(root() / ".temp/0f8fad5b-d9cb-469f-a165-70867728950e/notes.txt"));
}

void TestSymcacheFolder::anotherFileWithANegativeNameStays()
{
    const auto path = std::string(kFolder) + "/app.pdb-v3.1.0.negativesymcache";
    put(path, "1 note\n");
    QVERIFY(!SymcacheFolder(root()).hasNegative(kKey, version("3.1.0"),
                                                std::chrono::system_clock::now()));
    QVERIFY(fs::exists(root() / path));
}

QTEST_GUILESS_MAIN(TestSymcacheFolder)
#include "tst_symcache_folder.moc"
