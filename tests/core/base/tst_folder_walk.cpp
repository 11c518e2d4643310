// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder_walk.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <unistd.h>

using namespace faultline;

namespace {

struct Seen
{
    std::size_t depth = 0;
    bool isFolder = false;

    friend bool operator==(const Seen&, const Seen&) = default;
};

using Entries = std::map<std::string, Seen>;

} // namespace

class TestFolderWalk : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void seesEverythingOnce();
    void passesOverWhatItIsTold();
    void doesNotFollowLinks();
    void refusesWhatIsNoFolder();

private:
    void makeFile(const QString& path);
    Entries walk(const std::string& passedOver = {}) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFolderWalk::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath("a/b/c"));
    makeFile("x");
    makeFile("a/y");
    makeFile("a/b/c/z");
}

void TestFolderWalk::makeFile(const QString& path)
{
    QFile file(m_folder->filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
}

Entries TestFolderWalk::walk(const std::string& passedOver) const
{
    const std::filesystem::path folder = m_folder->path().toStdString();
    Entries entries;
    auto walk = FolderWalk::begin(folder);
    while (const auto* entry = walk ? walk->next() : nullptr) {
        const auto name = entry->path.lexically_relative(folder).generic_string();
        entries[name] = {.depth = entry->depth, .isFolder = entry->isFolder};
        if (name == passedOver)
            walk->passOver();
    }
    return entries;
}

void TestFolderWalk::seesEverythingOnce()
{
    const Entries expected{{"x", {0, false}},  {"a", {0, true}},     {"a/y", {1, false}},
                           {"a/b", {1, true}}, {"a/b/c", {2, true}}, {"a/b/c/z", {3, false}}};
    QVERIFY(walk() == expected);
}

void TestFolderWalk::passesOverWhatItIsTold()
{
    const auto entries = walk("a/b");
    QVERIFY(entries.contains("a/b") && entries.contains("a/y"));
    QVERIFY(!entries.contains("a/b/c"));
}

void TestFolderWalk::doesNotFollowLinks()
{
    QCOMPARE(::symlink("../..", m_folder->filePath("a/b/up").toUtf8().constData()), 0);
    const auto entries = walk();
    QCOMPARE(entries.size(), std::size_t{7});
    QVERIFY(!entries.at("a/b/up").isFolder);
}

void TestFolderWalk::refusesWhatIsNoFolder()
{
    const std::filesystem::path folder = m_folder->path().toStdString();
    QCOMPARE(FolderWalk::begin(folder / "none").error().kind, ErrorKind::NotFound);
    QVERIFY(!FolderWalk::begin(folder / "x"));
}

QTEST_GUILESS_MAIN(TestFolderWalk)
#include "tst_folder_walk.moc"
