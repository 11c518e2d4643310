// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/debug/pdb/pdb_sample.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Where a PDB says that its sources are: source server and SourceLink.
class TestPdbSources : public QObject
{
    Q_OBJECT

private slots:
    void sourceServer_data();
    void sourceServer();
    void sourceTargets_data();
    void sourceTargets();
    void sourceLinkStandsBeforeTheSourceServer();
};

void TestPdbSources::sourceServer_data()
{
    QTest::addColumn<QString>("stream");
    QTest::addColumn<int>("expected");
    QTest::newRow("none") << "" << -1;
    QTest::newRow("perforce") << "SRCSRV: ini\r\nVERSION=1\r\nSRCSRV: "
                                 "variables\r\nVERCTRL=Perforce\r\nSRCSRV: source files\r\n"
                              << 1;
    QTest::newRow("git") << "SRCSRV: ini\nSRCSRV: variables\nverctrl = git\nSRCSRV: end\n" << 0;
    QTest::newRow("another") << "SRCSRV: variables\nVERCTRL=Team Foundation Server\n" << 2;
    QTest::newRow("in the ini part")
        << "SRCSRV: ini ---\r\nVERSION=1\r\nVERCTRL=Perforce\r\nSRCSRV: variables\r\n"
        << 1;
    QTest::newRow("outside both parts") << "SRCSRV: source files\nVERCTRL=git\nSRCSRV: end\n" << -1;
}

void TestPdbSources::sourceServer()
{
    QFETCH(QString, stream);
    auto builder = sample();
    builder.sourceServer = stream.toStdString();
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto server = object->features().sourceServer;
    QTEST(server ? static_cast<int>(*server) : -1, "expected");
    QCOMPARE(object->companions().empty(), stream.isEmpty());
}

void TestPdbSources::sourceTargets_data()
{
    QTest::addColumn<QString>("variables");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("target"); // Empty: none.
    const QString file = "c:\\src\\main.cpp";
    QTest::newRow("fields") << "SRCSRVTRG=https://host/%var3%/%var2%" << file + "*main.cpp*42"
                            << "https://host/42/main.cpp";
    QTest::newRow("variables in variables")
        << "BASE=https://host\nALIAS=%base%/r\nSRCSRVTRG=%alias%/%var2%" << file + "*x"
        << "https://host/r/x";
    QTest::newRow("a variable by name")
        << "R1=https://one\nSRCSRVTRG=%fnvar%(%var2%)/%fnfile%(%var1%)" << file + "*R1"
        << "https://one/main.cpp";
    QTest::newRow("backslashes") << "SRCSRVTRG=https://host/%fnbksl%(a/b)" << file + "*x"
                                 << "https://host/a\\b";
    QTest::newRow("a local target") << "SRCSRVTRG=%targ%\\%var2%" << file + "*x" << "";
    QTest::newRow("unknown variable") << "SRCSRVTRG=https://%nothing%" << file + "*x" << "";
    QTest::newRow("field beyond the line") << "SRCSRVTRG=https://%var9%" << file + "*x" << "";
    QTest::newRow("unfinished name") << "SRCSRVTRG=https://%var1" << file + "*x" << "";
    QTest::newRow("endless") << "A=%b%\nB=%a%\nSRCSRVTRG=%a%" << file + "*x" << "";
    QTest::newRow("exponential") << "A=%b%%b%%b%%b%\nB=%c%%c%%c%%c%\nC=%d%%d%%d%%d%\n"
                                    "D=%e%%e%%e%%e%\nE=%f%%f%%f%%f%\nF=\nSRCSRVTRG=https://%a%"
                                 << file + "*x" << "";
    QTest::newRow("no target") << "A=b" << file + "*x" << "";
    QTest::newRow("another file") << "SRCSRVTRG=https://host" << "c:\\other.cpp*x" << "";
    QTest::newRow("perforce") << "VERCTRL=Perforce\nSRCSRVTRG=x"
                              << file + "*server*//depot/main.cpp*17" << "//depot/main.cpp@17";
}

void TestPdbSources::sourceTargets()
{
    QFETCH(QString, variables);
    QFETCH(QString, line);
    QFETCH(QString, target);
    auto builder = sample();
    builder.sourceServer = "SRCSRV: ini\r\nVERSION=2\r\nSRCSRV: variables\r\n" +
                           variables.replace("\n", "\r\n").toStdString() +
                           "\r\nSRCSRV: source files\r\n" + line.toStdString() +
                           "\r\nSRCSRV: end\r\n";
    const auto object = openOrNull(builder);
    QVERIFY(object);
    const auto source = object->sourceByPath("C:/SRC/Main.cpp");
    QCOMPARE(QString::fromStdString(source ? source->url : std::string()), target);
    QVERIFY(!source || !source->text);
}

void TestPdbSources::sourceLinkStandsBeforeTheSourceServer()
{
    auto builder = sample();
    builder.sourceServer = "SRCSRV: variables\nSRCSRVTRG=https://old\nSRCSRV: source files\n"
                           "c:\\a.cpp*\nc:\\b.cpp*\nSRCSRV: end\n";
    builder.sourceLink = R"({"documents": {"C:\\a*": "https://new/a*"}})";
    const auto object = openOrNull(builder);
    QVERIFY(object);
    QCOMPARE(object->sourceByPath("c:\\a.cpp")->url, std::string("https://new/a.cpp"));
    QCOMPARE(object->sourceByPath("c:\\b.cpp")->url, std::string("https://old"));
    QVERIFY(!object->sourceByPath("c:\\c.cpp"));
    QVERIFY(!object->features().hasSources); // It carries none.
}

QTEST_GUILESS_MAIN(TestPdbSources)
#include "tst_pdb_sources.moc"
