// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of values that many keys have.
#include "core/config/duration.h"
#include "tests/core/config/parsed_config.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestConfigValues : public QObject
{
    Q_OBJECT

private slots:
    void readsDurations_data();
    void readsDurations();
    void refusesDurations_data();
    void refusesDurations();
    void readsSizes_data();
    void readsSizes();
};

void TestConfigValues::readsDurations_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("milliseconds");
    QTest::newRow("seconds") << "500s" << 500'000ll;
    QTest::newRow("zero") << "0s" << 0ll;
    QTest::newRow("minutes") << "15min" << 900'000ll;
    QTest::newRow("sum") << "1h 30m" << 5'400'000ll;
    QTest::newRow("sum without space") << "1h30m" << 5'400'000ll;
    QTest::newRow("space before the unit") << "2 days" << 172'800'000ll;
    QTest::newRow("milliseconds") << "100ms" << 100ll;
    QTest::newRow("month") << "1M" << 2'630'016'000ll;
    QTest::newRow("year") << "1y" << 31'557'600'000ll;
}

void TestConfigValues::readsDurations()
{
    QFETCH(QString, text);
    const auto duration = config::parseDuration(text.toStdString());
    QVERIFY(duration);
    QTEST(static_cast<qlonglong>(
              std::chrono::duration_cast<std::chrono::milliseconds>(*duration).count()),
          "milliseconds");
}

void TestConfigValues::refusesDurations_data()
{
    QTest::addColumn<QString>("text");
    for (const auto* text : {"", " ", "5", "s", "5 parsecs", "-5s", "5s5", "1.5h", "999999999999y",
                             "9223372036s 854775808ns"})
        QTest::newRow(text) << text;
}

void TestConfigValues::refusesDurations()
{
    QFETCH(QString, text);
    QVERIFY(!config::parseDuration(text.toStdString()));
}

void TestConfigValues::readsSizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qulonglong>("bytes");
    QTest::addColumn<bool>("good");
    QTest::newRow("plain") << "512" << 512ull << true;
    QTest::newRow("binary unit") << "2KiB" << 2048ull << true;
    QTest::newRow("decimal unit") << "2 kB" << 2000ull << true;
    QTest::newRow("short unit") << "1g" << (1ull << 30) << true;
    QTest::newRow("unknown unit") << "1 furlong" << 0ull << false;
    QTest::newRow("no number") << "GiB" << 0ull << false;
    QTest::newRow("too large") << "99999999999TiB" << 0ull << false;
    QTest::newRow("negative") << "-1" << 0ull << false;
    QTest::newRow("a list") << "[1]" << 0ull << false;
}

void TestConfigValues::readsSizes()
{
    QFETCH(QString, text);
    QFETCH(qulonglong, bytes);
    QFETCH(bool, good);
    const auto config = parse("caches: {quota: " + text.toStdString() + "}");
    QCOMPARE(config.has_value(), good);
    if (good)
        QCOMPARE(config->engine.cleanup.quotaBytes.value_or(0), std::uint64_t{bytes});
    else
        QVERIFY(config.error().detail.starts_with("caches.quota: "));
}

QTEST_GUILESS_MAIN(TestConfigValues)
#include "tst_config_values.moc"
