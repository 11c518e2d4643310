// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_temp_folder.h"
#include "core/base/temp_file.h"
#include "tests/support/left_behind.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>

using namespace faultline;
namespace fs = std::filesystem;

namespace {

constexpr const char* kName = "0123456789abcdef";

void write(const fs::path& path, std::string_view text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

/// Makes a file or folder two days old.
void age(const fs::path& path)
{
    const auto then = ::time(nullptr) - 48 * 3600;
    const timespec times[2] = {{then, 0}, {then, 0}};
    ::utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW);
}

} // namespace

class TestProcessTempFolder : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void whatAProcessLeftGoes_data();
    void whatAProcessLeftGoes();
    void whatOthersHaveThereStays_data();
    void whatOthersHaveThereStays();
    void whatEarlierVersionsLeftGoesFromOurFolders();
    void aLinkInItsPlaceIsRefused();
    void isForItsOwner();
    void comesBackWhenSomebodyRemovedIt();

private:
    fs::path root() const { return m_dir->path().toStdString(); }

    ProcessTempPlace place(const std::string& prefix = {}, bool isOurs = false) const
    {
        return {.root = root(), .inner = "tmp", .prefix = prefix, .isOurs = isOurs};
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestProcessTempFolder::whatAProcessLeftGoes_data()
{
    QTest::addColumn<QString>("prefix");
    QTest::newRow("in a folder of ours") << "";
    QTest::newRow("where others have files too") << "faultline-";
}

void TestProcessTempFolder::whatAProcessLeftGoes()
{
    QFETCH(QString, prefix);
    const auto here = place(prefix.toStdString());
    const auto living = ProcessTempFolder::create(here);
    const auto child = ::fork();
    if (child == 0) {
        const auto left = ProcessTempFolder::create(here);
        write(left->path() / "inner/file", "left");
        ::_exit(left ? 0 : 1);
    }
    int ended = 1;
    QCOMPARE(::waitpid(child, &ended, 0), child);
    QCOMPARE(ended, 0);
    QCOMPARE(Folder::open(root() / "tmp")->names()->size(), std::size_t{4});
    ProcessTempFolder::removeAbandoned(here);
    const auto names = *Folder::open(root() / "tmp")->names();
    QCOMPARE(names.size(), std::size_t{2}); // The living one with its lock.
    QCOMPARE(names.front(), living->path().filename().string());
}

void TestProcessTempFolder::whatOthersHaveThereStays_data()
{
    QTest::addColumn<QStringList>("files"); // Name, "=", content.
    const QString name = kName;
    const auto folder = name + "/tmp-abcdef=x";
    QTest::newRow("an old file") << QStringList{"thesis.txt=x"};
    QTest::newRow("an old folder") << QStringList{"photos/1.jpg=x"};
    QTest::newRow("a package manager's lock") << QStringList{"pkg.lock=", "pkg/data=x"};
    QTest::newRow("an old folder with a name like ours") << QStringList{folder};
    QTest::newRow("names like ours, an empty lock") << QStringList{name + ".lock=", folder};
    QTest::newRow("names like ours, another lock") << QStringList{name + ".lock=1234\n", folder};
    QTest::newRow("names like ours, a lock of another folder")
        << QStringList{name + ".lock=faultline temporary files fedcba9876543210\n", folder};
    QTest::newRow("our lock, a longer name")
        << QStringList{name + "0.lock=faultline temporary files " + name + "0\n", name + "0/x=x"};
    QTest::newRow("a file like ours") << QStringList{"faultline-" + name + ".tmp=x"};
}

void TestProcessTempFolder::whatOthersHaveThereStays()
{
    QFETCH(QStringList, files);
    for (const auto& file : files) {
        const auto path = root() / "tmp" / file.section('=', 0, 0).toStdString();
        write(path, file.section('=', 1).toStdString());
        age(path);
        age(path.parent_path());
    }
    const auto before = test::everythingBelow(root());
    {
        const auto folder = ProcessTempFolder::create(place());
        QVERIFY(folder);
        ProcessTempFolder::removeAbandoned(place());
    }
    QCOMPARE(test::everythingBelow(root()), before);
}

void TestProcessTempFolder::whatEarlierVersionsLeftGoesFromOurFolders()
{
    write(root() / "tmp" / (std::string(kName) + ".lock"), "");
    write(root() / "tmp" / kName / "tmp-abcdef", "x");
    write(root() / "tmp/fedcba9876543210/tmp-abcdef", "x"); // Its lock is gone.
    age(root() / "tmp/fedcba9876543210");
    write(root() / "tmp/pkg.lock", "");
    write(root() / "tmp/pkg/data", "x");
    ProcessTempFolder::removeAbandoned(place({}, true));
    QCOMPARE(*Folder::open(root() / "tmp")->names(), (std::vector<std::string>{"pkg", "pkg.lock"}));
    QVERIFY(fs::exists(root() / "tmp/pkg/data"));
}

void TestProcessTempFolder::aLinkInItsPlaceIsRefused()
{
    const std::string lock = std::string(kName) + ".lock";
    write(root() / "elsewhere" / lock, concat("faultline temporary files ", kName, "\n"));
    write(root() / "elsewhere" / kName / "notes", "x");
    fs::create_directory_symlink("elsewhere", root() / "tmp");
    const auto before = test::everythingBelow(root() / "elsewhere");
    const auto folder = ProcessTempFolder::create(place());
    QCOMPARE(folder.error().kind, ErrorKind::Unsupported);
    ProcessTempFolder::removeAbandoned(place({}, true));
    QCOMPARE(test::everythingBelow(root() / "elsewhere"), before);

    fs::remove(root() / "tmp");
    fs::create_directory(root() / "tmp");
    fs::create_symlink(root() / "elsewhere" / lock, root() / "tmp" / lock);
    fs::create_directory_symlink(root() / "elsewhere" / kName, root() / "tmp" / kName);
    ProcessTempFolder::removeAbandoned(place({}, true));
    QCOMPARE(test::everythingBelow(root() / "elsewhere"), before);
}

void TestProcessTempFolder::isForItsOwner()
{
    const auto mask = ::umask(0);
    const auto folder = ProcessTempFolder::create(place());
    const auto file = TempFile::create(*folder->open());
    ::umask(mask);
    for (const auto& entry : fs::recursive_directory_iterator(root()))
        QCOMPARE(entry.symlink_status().permissions() & fs::perms(077), fs::perms::none);
}

void TestProcessTempFolder::comesBackWhenSomebodyRemovedIt()
{
    const auto folder = ProcessTempFolder::create(place());
    fs::remove_all(root() / "tmp");
    QVERIFY(TempFile::create(*folder->open()));
    QVERIFY(fs::is_directory(folder->path()));
}

QTEST_GUILESS_MAIN(TestProcessTempFolder)
#include "tst_process_temp_folder.moc"
