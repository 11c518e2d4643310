// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/app_settings.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline::ui;

Q_DECLARE_METATYPE(faultline::ui::Preference)
Q_DECLARE_METATYPE(faultline::ui::SourceSetting)

/// Preferences and sources survive a restart, and what does not fit is refused.
class TestPreferences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesSurviveARestart();
    void defaultsAreThoseOfTheConfiguration();
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
    void aDamagedValueCountsAsAbsent();
    void aFileThatWentStaysChosen();
    void aResetLeavesNoKey();
    void sourcesSurviveARestart_data();
    void sourcesSurviveARestart();
    void sourcesOfEarlierVersionsAreRead();

private:
    QTemporaryDir m_folder;

    QString file() const { return m_folder.filePath(QStringLiteral("settings.ini")); }
};

void TestPreferences::valuesSurviveARestart()
{
    {
        AppSettings settings(file());
        QSignalSpy changed(&settings.preferences(), &Preferences::changed);
        QVERIFY(settings.preferences().set(Preference::CacheLimit, 12));
        QVERIFY(settings.preferences().set(Preference::ProxyAddress,
                                           QStringLiteral("socks5h://localhost:1080")));
        QCOMPARE(changed.size(), 2);
    }
    AppSettings again(file());
    QCOMPARE(again.preferences().number(Preference::CacheLimit), 12);
    QCOMPARE(again.preferences().text(Preference::ProxyAddress),
             QStringLiteral("socks5h://localhost:1080"));
    QVERIFY(again.preferences().isChanged(Preference::CacheLimit));
    QVERIFY(!again.preferences().isChanged(Preference::CacheKeep));
}

void TestPreferences::defaultsAreThoseOfTheConfiguration()
{
    AppSettings settings(m_folder.filePath(QStringLiteral("defaults.ini")));
    Preferences& preferences = settings.preferences();
    QCOMPARE(preferences.number(Preference::CacheKeep), 7);
    preferences.setDefault(Preference::CacheKeep, 14);
    QCOMPARE(preferences.number(Preference::CacheKeep), 14);
    QVERIFY(!preferences.isChanged(Preference::CacheKeep));
    QVERIFY(preferences.set(Preference::CacheKeep, 30));
    preferences.setDefault(Preference::CacheKeep, 21);
    QCOMPARE(preferences.number(Preference::CacheKeep), 30);
    preferences.reset(Preference::CacheKeep);
    QCOMPARE(preferences.number(Preference::CacheKeep), 21);
}

void TestPreferences::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<Preference>("preference");
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* name, Preference preference, const QVariant& value, bool fits) {
        QTest::newRow(name) << preference << value << fits;
    };
    row("no number", Preference::CacheLimit, QStringLiteral("much"), false);
    row("below zero", Preference::CacheLimit, -1, false);
    row("too many connections", Preference::DownloadsPerHost, 65, false);
    row("as many as may be", Preference::DownloadsPerHost, 64, true);
    row("no such choice", Preference::Proxy, 3, false);
    row("proxy without a scheme", Preference::ProxyAddress, QStringLiteral("proxy:3128"), true);
    row("proxy of another scheme", Preference::ProxyAddress, QStringLiteral("ftp://proxy"), false);
    row("proxy without a host", Preference::ProxyAddress, QStringLiteral("http://"), false);
    row("proxy with a password", Preference::ProxyAddress, QStringLiteral("http://me:secret@proxy"),
        false);
    row("relative folder", Preference::CacheFolder, QStringLiteral("cache"), false);
    row("folder to come", Preference::CacheFolder, QStringLiteral("/no/such/cache"), true);
    row("relative file", Preference::AuthorityFile, QStringLiteral("ca.pem"), false);
    row("no such file", Preference::AuthorityFile, QStringLiteral("/no/such/file.pem"), false);
    row("no file", Preference::AuthorityFile, QString(), true);
}

void TestPreferences::whatDoesNotFitIsRefused()
{
    QFETCH(Preference, preference);
    QFETCH(QVariant, value);
    QFETCH(bool, fits);
    AppSettings settings(m_folder.filePath(QStringLiteral("refused.ini")));
    const QVariant before = settings.preferences().value(preference);
    QCOMPARE(settings.preferences().problem(preference, value).isEmpty(), fits);
    QCOMPARE(settings.preferences().set(preference, value), fits);
    if (!fits)
        QCOMPARE(settings.preferences().value(preference), before);
}

void TestPreferences::aDamagedValueCountsAsAbsent()
{
    const QString path = m_folder.filePath(QStringLiteral("damaged.ini"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[cache]\nkeepDays=many\nlimitGiB=-5\n");
    file.close();
    AppSettings settings(path);
    QCOMPARE(settings.preferences().number(Preference::CacheKeep), 7);
    QCOMPARE(settings.preferences().number(Preference::CacheLimit), 50);
}

/// Otherwise the system's authorities would be trusted without a word.
void TestPreferences::aFileThatWentStaysChosen()
{
    const QString authorities = m_folder.filePath(QStringLiteral("authorities.pem"));
    QFile file(authorities);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    AppSettings settings(m_folder.filePath(QStringLiteral("gone.ini")));
    QVERIFY(settings.preferences().set(Preference::AuthorityFile, authorities));
    QVERIFY(file.remove());
    QCOMPARE(settings.preferences().text(Preference::AuthorityFile), authorities);
    QVERIFY(settings.preferences().isChanged(Preference::AuthorityFile));
    // The way back to the value of config.yml is open, whatever the disk has.
    settings.preferences().setDefault(Preference::AuthorityFile, QStringLiteral("/no/such/ca.pem"));
    settings.preferences().reset(Preference::AuthorityFile);
    QVERIFY(!settings.preferences().isChanged(Preference::AuthorityFile));
}

void TestPreferences::aResetLeavesNoKey()
{
    const QString path = m_folder.filePath(QStringLiteral("reset.ini"));
    {
        AppSettings settings(path);
        settings.preferences().set(Preference::ConnectTime, 20);
        settings.save();
        settings.preferences().reset(Preference::ConnectTime);
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("connectSeconds"));
}

void TestPreferences::sourcesSurviveARestart_data()
{
    using Kind = SourceSetting::Kind;
    using Access = SourceSetting::Access;
    QTest::addColumn<SourceSetting>("source");
    QTest::newRow("folder") << SourceSetting{Kind::Folder, QStringLiteral("build"),
                                             QStringLiteral("/src/build"), QString()};
    SourceSetting s3{Kind::S3, QStringLiteral("builds"), QStringLiteral("acme-builds"),
                     QStringLiteral("unified"), Access::Keys};
    s3.folder = QStringLiteral("symbols/");
    s3.region = QStringLiteral("eu-central-1");
    s3.casing = QStringLiteral("lowercase");
    s3.fileTypes = QStringList{QStringLiteral("elf_code"), QStringLiteral("elf_debug")};
    s3.onlyPaths = QStringList{QStringLiteral("*/libscene*"), QStringLiteral("a, b")};
    s3.isOn = false;
    s3.id = QStringLiteral("1f");
    QTest::newRow("bucket") << s3;
    QTest::newRow("sentry") << SourceSetting{Kind::Sentry, QStringLiteral("events"),
                                             QStringLiteral("https://sentry.example/api/"),
                                             QString(), Access::Token};
    QTest::newRow("google") << SourceSetting{Kind::Gcs, QStringLiteral("g"),
                                             QStringLiteral("bucket"), QStringLiteral("native"),
                                             Access::KeyFile};
}

void TestPreferences::sourcesSurviveARestart()
{
    QFETCH(SourceSetting, source);
    const QString path = m_folder.filePath(QStringLiteral("sources.ini"));
    {
        AppSettings settings(path);
        settings.setSources({source});
    }
    QCOMPARE(AppSettings(path).sources(), QList<SourceSetting>{source});
}

void TestPreferences::sourcesOfEarlierVersionsAreRead()
{
    const auto source =
        sourceOfFields({QStringLiteral("http"), QStringLiteral("store"),
                        QStringLiteral("https://symbols.example/"), QStringLiteral("symstore")});
    QVERIFY(source.has_value());
    QCOMPARE(source->kind, SourceSetting::Kind::Http);
    QVERIFY(source->isOn);
    QVERIFY(!sourceOfFields({QStringLiteral("http"), QStringLiteral("store")}).has_value());
}

QTEST_GUILESS_MAIN(TestPreferences)
#include "tst_preferences.moc"
