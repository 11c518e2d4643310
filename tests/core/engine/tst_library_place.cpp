// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/library/library_place.h"
#include "tests/support/postgres_server.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::engine;
using faultline::library::StoreAccess;
using faultline::test::PostgresServer;

/// Libraries in files and on servers are opened, asked for their rules and migrated alike.
class TestLibraryPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void showsNoPasswords();

    void keepsOwnRules_data() { places(); }

    void keepsOwnRules();

    void migratesWhatIsOlder_data() { places(); }

    void migratesWhatIsOlder();

private:
    static void places()
    {
        QTest::addColumn<bool>("isOnServer");
        QTest::newRow("file") << false;
        QTest::newRow("server") << true;
    }

    /// Of this test alone, in which there is no library yet.
    std::filesystem::path newPlace(bool isOnServer)
    {
        const auto name = concat("place_", ++m_places);
        if (!isOnServer)
            return m_folder.filePath(QString::fromStdString(name)).toStdString();
        return m_server->run("CREATE SCHEMA " + name) ? m_server->url(name) : std::string();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<PostgresServer> m_server;
    int m_places = 0;
};

void TestLibraryPlace::initTestCase()
{
    auto server = PostgresServer::start();
    if (server)
        m_server = *std::move(server);
    else if (qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS"))
        QFAIL(server.error().detail.c_str());
}

void TestLibraryPlace::showsNoPasswords()
{
    QCOMPARE(shownPlace("postgresql://anna:secret@host/db"),
             std::string("postgresql://anna:***@host/db"));
    QCOMPARE(shownPlace("/home/anna:b@c/reports.fldb"), std::string("/home/anna:b@c/reports.fldb"));
}

void TestLibraryPlace::keepsOwnRules()
{
    QFETCH(bool, isOnServer);
    if (isOnServer && !m_server)
        QSKIP("Debian's package postgresql is not installed");
    const auto place = newPlace(isOnServer);
    // Before there is a library there are no rules of its own.
    QVERIFY(ownRulesOf(place)->texts == signature::RuleLayer().texts);
    const auto shipped = *rulesOfLibrary(place, std::nullopt);
    QVERIFY(openLibraryFile(place, StoreAccess::Write).error().kind == ErrorKind::NotFound);
    QVERIFY(openLibraryFile(place, StoreAccess::Create));
    signature::RuleLayer own;
    own.text(signature::ListKind::Prefix) = "our_assert.*\n";
    QVERIFY(writeOwnRules(place, own));
    QVERIFY(ownRulesOf(place)->texts == own.texts);
    // The same through a library that is open.
    const auto store = *openLibraryFile(place, StoreAccess::Write);
    QVERIFY(ownRulesOf(place, store.get())->texts == own.texts);
    own.text(signature::ListKind::Prefix) = "our_check.*\n";
    QVERIFY(writeOwnRules(place, own, store.get()));
    QVERIFY(ownRulesOf(place)->texts == own.texts);
    QCOMPARE((*rulesOfLibrary(place, std::nullopt, store.get()))->hash(),
             (*rulesOfLibrary(place, std::nullopt))->hash());
    const auto rules = *rulesOfLibrary(place, std::nullopt);
    QVERIFY(rules->hash() != shipped->hash());
    // A folder that is named takes their place.
    QTemporaryDir folder;
    QCOMPARE((*rulesOfLibrary(place, folder.path().toStdString()))->hash(), shipped->hash());
}

void TestLibraryPlace::migratesWhatIsOlder()
{
    QFETCH(bool, isOnServer);
    if (isOnServer && !m_server)
        QSKIP("Debian's package postgresql is not installed");
    const auto place = newPlace(isOnServer);
    QVERIFY(!migrateLibraryFile(place)); // There is none.
    QVERIFY(openLibraryFile(place, StoreAccess::Create));
    const auto copy = migrateLibraryFile(place);
    QVERIFY(copy && !*copy); // Nothing to do.
}

QTEST_GUILESS_MAIN(TestLibraryPlace)
#include "tst_library_place.moc"
