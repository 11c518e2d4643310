// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace faultline;

class TestMappedFile : public QObject
{
    Q_OBJECT

private slots:
    void cutFilesReadAsZeros_data();
    void cutFilesReadAsZeros();
    void manyMappingsAreGuarded();
    void aMappingIsJudgedByItsOwnFile();
    void releasedPagesAreReadAgain();

private:
    std::filesystem::path write(const std::string& name, std::size_t sizeBytes) const
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << std::string(sizeBytes, 'x');
        return path;
    }

    QTemporaryDir m_folder;
};

using MapFile = Result<ByteView> (*)(const std::filesystem::path&);
Q_DECLARE_METATYPE(MapFile)

void TestMappedFile::cutFilesReadAsZeros_data()
{
    QTest::addColumn<MapFile>("map");
    QTest::newRow("of the cache") << &mapOwnFile;
    QTest::newRow("of the user") << &mapForeignFile;
}

void TestMappedFile::cutFilesReadAsZeros()
{
    QFETCH(MapFile, map);
    const auto path = write("cut", 20'000);
    const auto bytes = map(path);
    QVERIFY(bytes.has_value());
    const auto missing = missingPageCount();
    std::filesystem::resize_file(path, 4096);
    QCOMPARE(bytes->data()[4095], std::byte('x'));
    QVERIFY(isComplete(*bytes));
    QCOMPARE(missingPageCount(), missing);
    QCOMPARE(bytes->data()[10'000], std::byte(0));
    QCOMPARE(missingPageCount(), missing + 1);
    QVERIFY(!isComplete(*bytes));
    QVERIFY(!isComplete(bytes->from(100)));
}

/// A server has as many mappings.
void TestMappedFile::manyMappingsAreGuarded()
{
    const auto path = write("many", 8192);
    std::vector<ByteView> views;
    for (int i = 0; i < 5000; ++i)
        views.push_back(*mapOwnFile(path));
    std::filesystem::resize_file(path, 4096);
    QCOMPARE(views.back().data()[5000], std::byte(0));
    QVERIFY(!isComplete(views.back()));
    views.resize(10);
    for (int i = 0; i < 100; ++i)
        views.push_back(*mapOwnFile(write("again" + std::to_string(i), 8192)));
    for (std::size_t i = 10; i < views.size(); ++i)
        QVERIFY(isComplete(views[i]));
    std::filesystem::resize_file(write("again0", 8192), 0);
    QCOMPARE(views[10].data()[5000], std::byte(0));
}

void TestMappedFile::aMappingIsJudgedByItsOwnFile()
{
    const auto cut = *mapOwnFile(write("one", 8192));
    const auto whole = *mapOwnFile(write("other", 8192));
    std::filesystem::resize_file(write("one", 8192), 0);
    QCOMPARE(cut.data()[5000], std::byte(0));
    QVERIFY(!isComplete(cut));
    QVERIFY(isComplete(whole));
    QVERIFY(isComplete(ByteView::fromString("in memory")));
    QVERIFY(isComplete(ByteView()));
}

void TestMappedFile::releasedPagesAreReadAgain()
{
    const auto bytes = *mapOwnFile(write("released", 20'000));
    QCOMPARE(bytes.data()[10'000], std::byte('x'));
    releasePages(bytes.from(5000));
    QVERIFY(std::ranges::all_of(bytes.span(), [](std::byte b) { return b == std::byte('x'); }));
    QVERIFY(isComplete(bytes));
    const auto text = ByteView::fromString(std::string(20'000, 'y'));
    releasePages(text);
    QVERIFY(std::ranges::all_of(text.span(), [](std::byte b) { return b == std::byte('y'); }));
}

QTEST_GUILESS_MAIN(TestMappedFile)
#include "tst_mapped_file.moc"
