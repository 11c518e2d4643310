// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/settings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;

/// What counts where the user's configuration says nothing.
class TestUserSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cachesHaveAQuota_data();
    void cachesHaveAQuota();
    void serversHaveNone();
};

void TestUserSettings::cachesHaveAQuota_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qulonglong>("quota"); // 0: none.
    QTest::newRow("the usual one") << QByteArray("offline: true\n") << (50ull << 30);
    QTest::newRow("another one") << QByteArray("caches: {quota: 3GiB}\n") << (3ull << 30);
    QTest::newRow("none") << QByteArray("caches: {quota: null}\n") << 0ull;
}

void TestUserSettings::cachesHaveAQuota()
{
    QFETCH(QByteArray, text);
    QFETCH(qulonglong, quota);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("config.yml")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const auto settings = app::loadUserSettings(file.fileName().toStdString());
    QVERIFY2(settings, settings ? "" : settings.error().describe().c_str());
    QVERIFY(settings->engine.cleanup.enabled);
    QCOMPARE(settings->engine.cleanup.quotaBytes.value_or(0), std::uint64_t{quota});
}

void TestUserSettings::serversHaveNone()
{
    const auto settings = app::loadServerSettings(std::nullopt);
    QVERIFY(settings);
    QVERIFY(!settings->engine.cleanup.quotaBytes);
}

QTEST_GUILESS_MAIN(TestUserSettings)
#include "tst_user_settings.moc"
