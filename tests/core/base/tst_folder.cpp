// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>

using namespace faultline;
namespace fs = std::filesystem;

namespace {

/// Sets the process's mask for new files as long as it lives.
class Mask
{
public:
    explicit Mask(mode_t mask) : m_before(::umask(mask)) {}

    ~Mask() { ::umask(m_before); }

    Mask(const Mask&) = delete;
    Mask& operator=(const Mask&) = delete;

private:
    mode_t m_before;
};

} // namespace

class TestFolder : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void noLinkIsFollowed_data();
    void noLinkIsFollowed();
    void theUsersOwnPathMayBeALink();
    void onlyRegularFilesAreOpened_data();
    void onlyRegularFilesAreOpened();
    void newFoldersAreForTheirOwner_data();
    void newFoldersAreForTheirOwner();
    void aTreeGoesWithoutWhatItsLinksName();
    void whoseFilesAreTrusted();

private:
    fs::path root() const { return m_dir->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestFolder::noLinkIsFollowed_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<int>("opening"); // ErrorKind; 0: it is opened.
    QTest::addColumn<int>("making");
    const int absent = int(ErrorKind::NotFound);
    const int refused = int(ErrorKind::Unsupported);
    QTest::newRow("a folder") << "real/inner" << 0 << 0;
    QTest::newRow("no step") << "" << 0 << 0;
    QTest::newRow("doubled slashes") << "real//inner/" << 0 << 0;
    QTest::newRow("new") << "real/new/newer" << absent << 0;
    QTest::newRow("the last step is a link") << "real/link" << absent << refused;
    QTest::newRow("a step before is a link") << "link/inner" << absent << refused;
    QTest::newRow("a link to nowhere") << "dangling/inner" << absent << refused;
    QTest::newRow("a file") << "file/inner" << absent << refused;
    QTest::newRow("up and away") << "real/../../etc" << refused << refused;
}

void TestFolder::noLinkIsFollowed()
{
    QFETCH(QString, place);
    fs::create_directories(root() / "real/inner");
    fs::create_directory_symlink(root() / "real/inner", root() / "real/link");
    fs::create_directory_symlink("real", root() / "link");
    fs::create_directory_symlink("nowhere", root() / "dangling");
    std::ofstream(root() / "file") << "x";
    const auto folder = Folder::open(root());
    const auto opened = folder->inner(place.toStdString());
    QTEST(opened ? 0 : int(opened.error().kind), "opening");
    const auto made = folder->makeInner(place.toStdString());
    QTEST(made ? 0 : int(made.error().kind), "making");
    QVERIFY(!fs::exists(root() / "nowhere"));
}

void TestFolder::theUsersOwnPathMayBeALink()
{
    fs::create_directories(root() / "real/inner");
    fs::create_directory_symlink("real", root() / "link");
    QVERIFY(Folder::open(root() / "link/inner"));
    QVERIFY(Folder::openOrMake(root() / "link/new"));
    QVERIFY(fs::is_directory(root() / "real/new"));
}

void TestFolder::onlyRegularFilesAreOpened_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("kind");
    QTest::newRow("a file") << "file" << 0;
    QTest::newRow("a link to it") << "link" << int(ErrorKind::Unsupported);
    QTest::newRow("a pipe that nobody writes") << "pipe" << int(ErrorKind::Unsupported);
    QTest::newRow("a folder") << "folder" << int(ErrorKind::Unsupported);
    QTest::newRow("nothing") << "absent" << int(ErrorKind::NotFound);
}

void TestFolder::onlyRegularFilesAreOpened()
{
    QFETCH(QString, name);
    std::ofstream(root() / "file") << "x";
    fs::create_symlink("file", root() / "link");
    fs::create_directory(root() / "folder");
    QCOMPARE(::mkfifo((root() / "pipe").c_str(), 0600), 0);
    const auto folder = Folder::open(root());
    for (const auto mode : {Folder::Mode::Read, Folder::Mode::Write, Folder::Mode::Append}) {
        const auto file = folder->openFile(name.toStdString(), mode);
        QTEST(file ? 0 : int(file.error().kind), "kind");
    }
}

void TestFolder::newFoldersAreForTheirOwner_data()
{
    QTest::addColumn<int>("access");
    QTest::addColumn<int>("mode");
    QTest::newRow("for the owner") << int(Folder::Access::OwnerOnly) << 0700;
    QTest::newRow("as the mask says") << int(Folder::Access::ByMask) << 0777;
}

void TestFolder::newFoldersAreForTheirOwner()
{
    QFETCH(int, access);
    const Mask none(0);
    const auto who = static_cast<Folder::Access>(access);
    QVERIFY(Folder::openOrMake(root() / "a/b", who)->makeInner("c/d", who));
    for (const auto* place : {"a", "a/b", "a/b/c", "a/b/c/d"}) {
        struct stat info = {};
        QCOMPARE(::stat((root() / place).c_str(), &info), 0);
        QTEST(int(info.st_mode & 07777), "mode");
    }
}

void TestFolder::aTreeGoesWithoutWhatItsLinksName()
{
    fs::create_directories(root() / "tree/inner/deeper");
    fs::create_directories(root() / "mine");
    std::ofstream(root() / "mine/notes") << "x";
    std::ofstream(root() / "tree/inner/file") << "x";
    fs::create_directory_symlink(root() / "mine", root() / "tree/inner/link");
    fs::create_directory_symlink("mine", root() / "linked");
    const auto folder = Folder::open(root());
    QVERIFY(folder->removeTree("tree", ::geteuid()));
    QVERIFY(!fs::exists(root() / "tree"));
    QVERIFY(folder->removeTree("linked", ::geteuid())); // The link itself.
    QVERIFY(fs::exists(root() / "mine/notes"));
    QVERIFY(!folder->removeTree("mine", ::geteuid() + 1));
    QVERIFY(fs::exists(root() / "mine/notes"));
    QCOMPARE(*folder->names(), std::vector<std::string>{"mine"});
}

void TestFolder::whoseFilesAreTrusted()
{
    QVERIFY(isTrustedOwner(1000, 1000));
    QVERIFY(isTrustedOwner(0, 1000));
    QVERIFY(!isTrustedOwner(1001, 1000));
    QVERIFY(!isTrustedOwner(1000, 0));
}

QTEST_GUILESS_MAIN(TestFolder)
#include "tst_folder.moc"
