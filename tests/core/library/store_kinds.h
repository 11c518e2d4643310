// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/library/postgres_store.h"
#include "core/library/sqlite_store.h"
#include "tests/support/postgres_server.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <utility>

namespace faultline::test {

/// Both kinds of store, for tests that run on each of them: a row of `addRows()` for each, and a
/// library of its own for each test.
class StoreKinds
{
public:
    static void addRows()
    {
        QTest::addColumn<bool>("isOnServer");
        QTest::newRow("SQLite") << false;
        QTest::newRow("PostgreSQL") << true;
    }

    /// For initTestCase().
    void start()
    {
        auto server = PostgresServer::start();
        if (server)
            m_server = *std::move(server);
        else if (qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS"))
            QFAIL(server.error().detail.c_str());
    }

    /// For init().
    void prepare()
    {
        QFETCH(bool, isOnServer);
        m_folder = std::make_unique<QTemporaryDir>();
        if (!isOnServer)
            return;
        if (!m_server)
            QSKIP("Debian's package postgresql is not installed");
        m_schema = concat("library_", ++m_schemas);
        QVERIFY(m_server->run("CREATE SCHEMA " + m_schema));
    }

    /// Opens the library of this test; it is made if needed. Null on an error.
    std::unique_ptr<library::LibraryStore> open()
    {
        QFETCH(bool, isOnServer);
        if (!isOnServer)
            return opened<library::SqliteStore>(
                m_folder->filePath(QStringLiteral("reports.fldb")).toStdString());
        return opened<library::PostgresStore>(m_server->url(m_schema));
    }

private:
    template <class Store>
    static std::unique_ptr<library::LibraryStore> opened(const std::string& place)
    {
        auto store = Store::open(place, library::StoreAccess::Create);
        return store ? *std::move(store) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<PostgresServer> m_server; ///< For all tests.
    std::string m_schema;
    int m_schemas = 0;
};

} // namespace faultline::test
