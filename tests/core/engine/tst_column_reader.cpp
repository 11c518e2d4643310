// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/column_reader.h"
#include "core/library/sqlite_database.h"
#include "core/library/sqlite_store.h"
#include "tests/core/library/library_samples.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using faultline::test::newReport;

/// Whoever asks always gets the library's present state, whether its columns are there or not.
class TestColumnReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answersBeforeAndAfter();
    void startsAnewAfterManyChanges();
    void forgetsTheLastLibrary();
    void libraryOutOfReach();
    void comesBackAfterAnError();

private:
    std::filesystem::path file() const
    {
        return m_folder->filePath(QStringLiteral("reports.fldb")).toStdString();
    }

    void add(int count)
    {
        for (int i = 0; i < count; ++i)
            QVERIFY(m_store->add(newReport(std::to_string(++m_added), "scene::draw")));
    }

    std::uint64_t found(engine::ColumnReader& reader)
    {
        const auto page = reader.listsOf(*m_store).search({}, {}, 0, 0);
        return page ? page->total : 0;
    }

    bool becomesReady(engine::ColumnReader& reader)
    {
        return QTest::qWaitFor(
            [&] {
                reader.listsOf(*m_store);
                return reader.isReady();
            },
            60'000);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<library::LibraryStore> m_store;
    int m_added = 0;
};

void TestColumnReader::init()
{
    m_store = nullptr;
    m_added = 0;
    m_folder = std::make_unique<QTemporaryDir>();
    auto store = library::SqliteStore::open(file(), library::StoreAccess::Create);
    QVERIFY(store);
    m_store = *std::move(store);
}

void TestColumnReader::answersBeforeAndAfter()
{
    add(3);
    engine::ColumnReader reader;
    QCOMPARE(found(reader), 3);
    reader.begin(file());
    QCOMPARE(found(reader), 3);
    QVERIFY(becomesReady(reader));
    QCOMPARE(found(reader), 3);
    add(2);
    QCOMPARE(found(reader), 5);
    QVERIFY(reader.isReady());
    QVERIFY(&reader.listsOf(*m_store) != static_cast<library::ReportLists*>(m_store.get()));
}

void TestColumnReader::startsAnewAfterManyChanges()
{
    engine::ColumnReader reader;
    reader.begin(file());
    QVERIFY(becomesReady(reader));
    add(2'001);
    QCOMPARE(found(reader), 2'001);
    QVERIFY(!reader.isReady());
    QVERIFY(becomesReady(reader));
    QCOMPARE(found(reader), 2'001);
}

void TestColumnReader::forgetsTheLastLibrary()
{
    add(1);
    engine::ColumnReader reader;
    reader.begin(file());
    QVERIFY(becomesReady(reader));
    const auto before = std::move(m_folder);
    init();
    reader.end();
    QVERIFY(!reader.isReady());
    QCOMPARE(found(reader), 0);
    reader.begin(file());
    QVERIFY(becomesReady(reader));
    QCOMPARE(found(reader), 0);
}

/// Its rows tell what is wrong.
void TestColumnReader::libraryOutOfReach()
{
    add(1);
    engine::ColumnReader reader;
    reader.begin(file().parent_path() / "absent.fldb");
    for (int i = 0; i < 20; ++i) {
        QTest::qWait(10);
        QCOMPARE(found(reader), 1);
    }
    QVERIFY(!reader.isReady());
}

/// A server that was away for a moment does not make every later search slow.
void TestColumnReader::comesBackAfterAnError()
{
    add(2);
    engine::ColumnReader reader;
    reader.begin(file());
    QVERIFY(becomesReady(reader));
    auto other = library::SqliteDatabase::open(file(), library::SqliteDatabase::Access::Write);
    QVERIFY(other && other->run("ALTER TABLE library_meta RENAME TO away"));
    reader.listsOf(*m_store);
    QVERIFY(!reader.isReady());
    reader.listsOf(*m_store);
    QVERIFY(!reader.isReading());
    QVERIFY(other->run("ALTER TABLE away RENAME TO library_meta"));
    QCOMPARE(found(reader), 2);
    QVERIFY(becomesReady(reader));
    QCOMPARE(found(reader), 2);
}

QTEST_GUILESS_MAIN(TestColumnReader)
#include "tst_column_reader.moc"
