// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/table_ledger.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline::server::mozilla;

namespace {

ModuleName module(int number)
{
    return {"m " + std::to_string(number) + ".so", "AB" + std::to_string(number)};
}

} // namespace

class TestTableLedger : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_evicted.clear(); }

    void theLeastRecentlyUsedGoes();
    void severalGoAtATime();
    void whatDoesNotFitIsNotKept();
    void zeroIsNoLimit();
    void survivesARestart();
    void survivesAKill();

private:
    TableLedger::Evict evict()
    {
        return [this](const ModuleName& gone) { m_evicted.push_back(gone.debugFile); };
    }

    std::vector<std::string> m_evicted;
};

void TestTableLedger::theLeastRecentlyUsedGoes()
{
    TableLedger ledger({.file = std::nullopt, .limitBytes = 250, .evictionBatch = 1}, evict());
    ledger.add(module(1), 100);
    ledger.add(module(2), 100);
    QVERIFY(ledger.use(module(1)));
    ledger.add(module(3), 100);
    QCOMPARE(m_evicted, std::vector<std::string>{"m 2.so"});
    QVERIFY(ledger.use(module(1)));
    QVERIFY(!ledger.use(module(2)));
    QCOMPARE(ledger.totalBytes(), 200u);
}

void TestTableLedger::severalGoAtATime()
{
    TableLedger ledger({.file = std::nullopt, .limitBytes = 500, .evictionBatch = 3}, evict());
    for (int i = 0; i < 6; ++i)
        ledger.add(module(i), 100);
    QCOMPARE(m_evicted, (std::vector<std::string>{"m 0.so", "m 1.so", "m 2.so"}));
    QCOMPARE(ledger.count(), 3u);
}

void TestTableLedger::whatDoesNotFitIsNotKept()
{
    TableLedger ledger({.file = std::nullopt, .limitBytes = 50, .evictionBatch = 1}, evict());
    ledger.add(module(1), 40);
    ledger.add(module(2), 60);
    QCOMPARE(m_evicted, std::vector<std::string>{"m 2.so"});
    QVERIFY(ledger.use(module(1)));
}

void TestTableLedger::zeroIsNoLimit()
{
    TableLedger ledger({.file = std::nullopt, .limitBytes = 0, .evictionBatch = 1}, evict());
    ledger.add(module(1), 1ull << 40);
    QVERIFY(ledger.use(module(1)));
    QVERIFY(m_evicted.empty());
}

void TestTableLedger::survivesARestart()
{
    const QTemporaryDir folder;
    const TableLedgerOptions options{
        .file = folder.filePath("ledger").toStdString(), .limitBytes = 250, .evictionBatch = 1};
    {
        TableLedger ledger(options, evict());
        ledger.add(module(1), 100);
        ledger.add(module(2), 100);
        QVERIFY(ledger.use(module(1))); // The order of use is written at the end.
    }
    TableLedger ledger(options, evict());
    QCOMPARE(ledger.count(), 2u);
    ledger.add(module(3), 100);
    QCOMPARE(m_evicted, std::vector<std::string>{"m 2.so"});
}

void TestTableLedger::survivesAKill()
{
    const QTemporaryDir folder;
    const TableLedgerOptions options{
        .file = folder.filePath("ledger").toStdString(), .limitBytes = 250, .evictionBatch = 1};
    TableLedger killed(options, evict());
    killed.add(module(1), 100);
    killed.add(module(2), 100);
    killed.remove(module(1));
    TableLedger next(options, evict()); // The first ledger still exists, so nothing was written.
    QVERIFY(!next.use(module(1)));
    QVERIFY(next.use(module(2)));
}

QTEST_GUILESS_MAIN(TestTableLedger)
#include "tst_table_ledger.moc"
