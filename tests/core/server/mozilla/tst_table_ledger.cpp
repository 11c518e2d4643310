// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/table_ledger.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

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
    void writesThroughNoLink_data();
    void writesThroughNoLink();
    void isForItsOwner();
    void doesNotBelieveWhatAnybodyMayWrite();

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

void TestTableLedger::writesThroughNoLink_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<bool>("isLate"); // Made while the ledger is in use.
    QTest::newRow("the name of the new file") << "ledger.new" << false;
    QTest::newRow("the file") << "ledger" << false;
    QTest::newRow("the file, later") << "ledger" << true;
}

void TestTableLedger::writesThroughNoLink()
{
    QFETCH(QString, link);
    QFETCH(bool, isLate);
    const QTemporaryDir folder;
    QFile thesis(folder.filePath("thesis"));
    QVERIFY(thesis.open(QIODevice::WriteOnly) && thesis.write("years of work") > 0);
    thesis.close();
    const TableLedgerOptions options{
        .file = folder.filePath("ledger").toStdString(), .limitBytes = 250, .evictionBatch = 1};
    const auto put = [&] {
        QFile::remove(folder.filePath(link));
        QVERIFY(QFile::link(thesis.fileName(), folder.filePath(link)));
    };
    if (!isLate)
        put();
    {
        TableLedger ledger(options, evict());
        if (isLate)
            put();
        ledger.add(module(1), 100);
    }
    QVERIFY(thesis.open(QIODevice::ReadOnly));
    QCOMPARE(thesis.readAll(), QByteArray("years of work"));
    TableLedger next(options, evict());
    QVERIFY(next.use(module(1)));
}

void TestTableLedger::isForItsOwner()
{
    const QTemporaryDir folder;
    const auto mask = ::umask(0);
    {
        TableLedger ledger({.file = folder.filePath("new/ledger").toStdString()}, evict());
        ledger.add(module(1), 100);
    }
    ::umask(mask);
    const auto forOthers = QFile::WriteGroup | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(folder.filePath("new")) & forOthers));
    QVERIFY(!(QFile::permissions(folder.filePath("new/ledger")) & forOthers));
}

void TestTableLedger::doesNotBelieveWhatAnybodyMayWrite()
{
    const QTemporaryDir folder;
    const TableLedgerOptions options{.file = folder.filePath("ledger").toStdString()};
    {
        TableLedger ledger(options, evict());
        ledger.add(module(1), 100);
    }
    QVERIFY(QFile::setPermissions(folder.filePath("ledger"),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::WriteOther));
    TableLedger next(options, evict());
    QVERIFY(!next.use(module(1)));
}

QTEST_GUILESS_MAIN(TestTableLedger)
#include "tst_table_ledger.moc"
