// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_key.h"

#include <QTest>

using namespace faultline;

class TestCacheKey : public QObject
{
    Q_OBJECT

private slots:
    void knownPlaces_data();
    void knownPlaces();
    void extensionsAreReadable();
    void placesFollowTheirFile();
    void scopesCannotImitateFiles();
    void escapesAreNoLineFeeds();
};

void TestCacheKey::knownPlaces_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("location");
    QTest::addColumn<uint>("version");
    QTest::addColumn<QString>("path");
    const QString acme =
        "https://syms.acme.example/win/Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pdb";
    // Vectors: docs/spec/sources-and-caches.md §9.2.
    QTest::newRow("reference vector")
        << "global" << "foo" << "file://bar.baz" << 0u
        << "v0/f5/e0/8b92a55c1357413b5e36547a8b534a014c3a00299e7622e4c4b022a96541";
    QTest::newRow("global")
        << "" << "acme-syms" << acme << 2u
        << "v2/e6/de/c688bb43af4f370ccdb895582351fd7814e0f4e6db9300b854a2edef4b64";
    QTest::newRow("private scope")
        << "42" << "acme-syms" << acme << 2u
        << "v2/a9/90/c575e0c40854baf460de2ef31698d2d6caef547097623dc0b334f68b0fe5";
}

void TestCacheKey::knownPlaces()
{
    QFETCH(QString, scope);
    QFETCH(QString, source);
    QFETCH(QString, location);
    QFETCH(uint, version);
    QFETCH(QString, path);
    const auto key = cache::CacheKeyBuilder(scope.toStdString())
                         .addFile(source.toStdString(), location.toStdString())
                         .build();
    QCOMPARE(QString::fromStdString(key.relativePath(version)), path);
}

void TestCacheKey::extensionsAreReadable()
{
    const auto key = cache::CacheKeyBuilder("7")
                         .addFile("a", "file:///x")
                         .addFile("bcsymbolmap", "b", "file:///y")
                         .addOption("slice", "00ff")
                         .addIdentity({.sizeBytes = 1, .mtimeNs = 2, .inode = 3, .device = 4})
                         .build();
    QCOMPARE(key.text(), std::string("scope: 7\n\nsource: a\nlocation: "
                                     "file:///x\n\nbcsymbolmap:\nsource: b\nlocation: file:///y\n"
                                     "slice: 00ff\nidentity: size 1 mtime 2 inode 3 device 4\n"));
    QVERIFY(key.failuresStayInMemory());
    QVERIFY(!key.isGlobal());
}

void TestCacheKey::placesFollowTheirFile()
{
    const auto key = cache::CacheKeyBuilder("7")
                         .addFile("a", "u")
                         .addPlace("0123")
                         .addFile("companion", "b", "v")
                         .addPlace("")
                         .build();
    QCOMPARE(key.text(), std::string("scope: 7\n\nsource: a\nlocation: u\nplace: 0123\n"
                                     "\ncompanion:\nsource: b\nlocation: v\n"));
}

void TestCacheKey::scopesCannotImitateFiles()
{
    const auto honest = cache::CacheKeyBuilder("x").addFile("a", "u").build();
    const auto forged = cache::CacheKeyBuilder("x\n\nsource: a\nlocation: u").build();
    QVERIFY(!(honest == forged));
    QVERIFY(forged.text().find("\nsource") == std::string::npos);
}

void TestCacheKey::escapesAreNoLineFeeds()
{
    const auto honest = cache::CacheKeyBuilder("").addFile("a", R"(file://C:\new)").build();
    const auto forged = cache::CacheKeyBuilder("").addFile("a", "file://C:\new").build();
    QVERIFY(!(honest == forged));
}

QTEST_GUILESS_MAIN(TestCacheKey)
#include "tst_cache_key.moc"
