// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/source_presets.h"
#include "ui/bridge/engine_preferences.h"
#include "ui/bridge/source_configs.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::ui;

/// What the user entered, as the engine takes it.
class TestSourceConfigs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kindsBecomeTypes_data();
    void kindsBecomeTypes();
    void secretsAreThoseOfTheAccess_data();
    void secretsAreThoseOfTheAccess();
    void sourcesThatAreOffAreLeftOut();
    void filtersAndCasingArePassedOn();
    void configuredSourcesKeepTheirKind();
    void preferencesReachTheEngine();
    void unchangedPreferencesChangeNothing();
    void limitsAreShownAsTheyAre_data();
    void limitsAreShownAsTheyAre();
};

namespace {

using Kind = SourceSetting::Kind;
using Access = SourceSetting::Access;

SourceSetting make(Kind kind, const QString& location, Access access = Access::None)
{
    SourceSetting source{kind, QStringLiteral("s"), location, QStringLiteral("unified"), access};
    source.id = QStringLiteral("id");
    return source;
}

} // namespace

void TestSourceConfigs::kindsBecomeTypes_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("location");
    QTest::addColumn<QString>("type");
    QTest::newRow("folder with a layout")
        << int(Kind::Folder) << QStringLiteral("/b") << QStringLiteral("filesystem");
    QTest::newRow("web") << int(Kind::Http) << QStringLiteral("https://s.example/")
                         << QStringLiteral("http");
    QTest::newRow("S3") << int(Kind::S3) << QStringLiteral("bucket") << QStringLiteral("s3");
    QTest::newRow("Google") << int(Kind::Gcs) << QStringLiteral("bucket") << QStringLiteral("gcs");
    QTest::newRow("Sentry") << int(Kind::Sentry) << QStringLiteral("https://sentry.example/")
                            << QStringLiteral("sentry");
}

void TestSourceConfigs::kindsBecomeTypes()
{
    QFETCH(int, kind);
    QFETCH(QString, location);
    QFETCH(QString, type);
    const auto config = makeSourceConfig(make(Kind(kind), location), nullptr);
    QCOMPARE(QString::fromUtf8(sources::traitsOf(config).type.data(),
                               qsizetype(sources::traitsOf(config).type.size())),
             type);
    QVERIFY(sources::shownPlace(config).find(location.toStdString()) != std::string::npos);
}

void TestSourceConfigs::secretsAreThoseOfTheAccess_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("access");
    QTest::addColumn<QStringList>("secrets");
    QTest::newRow("nothing") << int(Kind::Http) << int(Access::None) << QStringList();
    QTest::newRow("token") << int(Kind::Http) << int(Access::Token)
                           << QStringList{QStringLiteral("Bearer t0ken")};
    QTest::newRow("password") << int(Kind::Http) << int(Access::Password)
                              << QStringList{QStringLiteral("Basic bWU6cGFzcw==")};
    QTest::newRow("keys") << int(Kind::S3) << int(Access::Keys)
                          << QStringList{QStringLiteral("SECRET")};
    QTest::newRow("public bucket") << int(Kind::S3) << int(Access::None) << QStringList();
    QTest::newRow("key file") << int(Kind::Gcs) << int(Access::KeyFile)
                              << QStringList{QStringLiteral("PRIVATE")};
    QTest::newRow("Sentry") << int(Kind::Sentry) << int(Access::Token)
                            << QStringList{QStringLiteral("t0ken")};
}

void TestSourceConfigs::secretsAreThoseOfTheAccess()
{
    QFETCH(int, kind);
    QFETCH(int, access);
    QFETCH(QStringList, secrets);
    Credentials credentials(nullptr);
    credentials.set(
        QStringLiteral("id"),
        {{QStringLiteral("token"), QStringLiteral("t0ken")},
         {QStringLiteral("user"), QStringLiteral("me")},
         {QStringLiteral("password"), QStringLiteral("pass")},
         {QStringLiteral("access_key"), QStringLiteral("ACCESS")},
         {QStringLiteral("secret_key"), QStringLiteral("SECRET")},
         {QStringLiteral("key_file"),
          QStringLiteral("{\"private_key\": \"PRIVATE\", \"client_email\": \"m@x\"}")}});
    const auto config = makeSourceConfig(
        make(Kind(kind), QStringLiteral("https://s.example/"), Access(access)), &credentials);
    QStringList sent;
    for (const std::string& secret : sources::secretsOf(config))
        sent.append(QString::fromStdString(secret));
    for (const QString& secret : secrets)
        QVERIFY2(sent.contains(secret), qPrintable(sent.join(u' ')));
    sent.removeAll(QString());
    QCOMPARE(sent.isEmpty(), secrets.isEmpty());
}

void TestSourceConfigs::sourcesThatAreOffAreLeftOut()
{
    SourceSetting off = make(Kind::Http, QStringLiteral("https://off.example/"));
    off.isOn = false;
    const auto configs =
        makeSourceConfigs({off, make(Kind::Http, QStringLiteral("https://on.example/"))});
    QCOMPARE(configs.size(), std::size_t(1));
    QCOMPARE(sources::shownPlace(configs.front()), std::string("https://on.example/"));
}

void TestSourceConfigs::filtersAndCasingArePassedOn()
{
    SourceSetting source = make(Kind::S3, QStringLiteral("bucket"));
    source.fileTypes = QStringList{QStringLiteral("elf_debug"), QStringLiteral("no such type")};
    source.onlyPaths = QStringList{QStringLiteral("*/libscene*")};
    source.casing = QStringLiteral("uppercase");
    const auto config = makeSourceConfig(source, nullptr);
    QCOMPARE(config.filters.fileTypes, std::vector{sources::FileType::ElfDebug});
    QCOMPARE(config.filters.pathPatterns, std::vector{std::string("*/libscene*")});
    QCOMPARE(config.layout.casing, sources::PathCasing::Uppercase);
    QCOMPARE(config.layout.type, sources::LayoutType::Unified);
}

void TestSourceConfigs::configuredSourcesKeepTheirKind()
{
    const auto config = makeSourceConfig(make(Kind::Gcs, QStringLiteral("bucket")), nullptr);
    const auto shown = makeSourceSettings({config});
    QCOMPARE(shown.first().kind, Kind::Gcs);
    QCOMPARE(shown.first().layout, QStringLiteral("unified"));
}

void TestSourceConfigs::preferencesReachTheEngine()
{
    const QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("settings.ini")));
    Preferences& preferences = settings.preferences();
    engine::EngineConfig config;
    takeDefaults(preferences, config);
    preferences.set(Preference::CacheLimit, 20);
    preferences.set(Preference::CacheKeep, 30);
    preferences.set(Preference::CacheMisses, 2);
    preferences.set(Preference::Proxy, int(ProxyChoice::Manual));
    preferences.set(Preference::ProxyAddress, QStringLiteral("http://proxy.example:3128"));
    preferences.set(Preference::ProxyExceptions, QStringLiteral("intern.example, 10.0.0.0/8"));
    preferences.set(Preference::DownloadTime, 60);
    applyPreferences(preferences, config);
    QCOMPARE(config.cleanup.quotaBytes, std::optional<std::uint64_t>(20ull << 30));
    QCOMPARE(config.lifetimes.downloaded.maxUnusedFor,
             std::optional<std::chrono::seconds>(std::chrono::days(30)));
    QCOMPARE(config.lifetimes.derived.retryMissesAfterPublic,
             std::optional<std::chrono::seconds>(std::chrono::hours(2)));
    QCOMPARE(config.lifetimes.index.retryMissesAfter,
             engine::EngineConfig().lifetimes.index.retryMissesAfter);
    QCOMPARE(config.transport.proxies.proxyFor("https://s.example/"),
             std::string("http://proxy.example:3128"));
    QVERIFY(config.transport.proxies.proxyFor("https://a.intern.example/").empty());
    QCOMPARE(config.maxDownloadTimeout, std::chrono::milliseconds(std::chrono::hours(1)));
    preferences.set(Preference::Proxy, int(ProxyChoice::None));
    applyPreferences(preferences, config);
    QVERIFY(config.transport.proxies.proxyFor("https://s.example/").empty());
}

/// Values between two units are not rounded away.
void TestSourceConfigs::unchangedPreferencesChangeNothing()
{
    const QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("settings.ini")));
    engine::EngineConfig config;
    config.cleanup.quotaBytes = 50'000'000'000;
    config.connectTimeout = std::chrono::milliseconds(1500);
    takeDefaults(settings.preferences(), config);
    QCOMPARE(settings.preferences().number(Preference::CacheLimit), 47);
    applyPreferences(settings.preferences(), config);
    QCOMPARE(config.cleanup.quotaBytes, std::optional<std::uint64_t>(50'000'000'000));
    QCOMPARE(config.connectTimeout, std::chrono::milliseconds(1500));
}

void TestSourceConfigs::limitsAreShownAsTheyAre_data()
{
    QTest::addColumn<qulonglong>("bytes"); // 0: none.
    QTest::addColumn<int>("shown");
    QTest::newRow("none") << 0ull << 0;
    QTest::newRow("the usual one") << (50ull << 30) << 50;
    QTest::newRow("a small one is still a limit") << (100ull << 20) << 1;
    QTest::newRow("more than the page has") << ~0ull / 2 << 100'000;
}

void TestSourceConfigs::limitsAreShownAsTheyAre()
{
    QFETCH(qulonglong, bytes);
    QFETCH(int, shown);
    const QTemporaryDir folder;
    AppSettings settings(folder.filePath(QStringLiteral("settings.ini")));
    engine::EngineConfig config;
    if (bytes != 0)
        config.cleanup.quotaBytes = bytes;
    takeDefaults(settings.preferences(), config);
    QCOMPARE(settings.preferences().number(Preference::CacheLimit), shown);
    QCOMPARE(settings.preferences().number(Preference::LargestDownload), 15);
}

QTEST_GUILESS_MAIN(TestSourceConfigs)
#include "tst_source_configs.moc"
