// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/symbol_path.h"

#include <QTest>

#include <set>

using namespace faultline;

namespace {

sources::SymbolPathEnvironment environment()
{
    return {.defaultStore = "/home/sym", .exists = [](const std::string& path) {
                static const std::set<std::string> present{"/two/index2.txt", "/share/pingme.txt",
                                                           "/build/dll", "/build/symbols/exe"};
                return present.contains(path);
            }};
}

/// "symstore /a", "symstore https://h -> /a,/b", "folder /c".
QString textOf(const sources::SourceConfig& source)
{
    if (const auto* folder = std::get_if<sources::FolderSource>(&source.where))
        return QString::fromStdString("folder " + folder->path);
    const auto* http = std::get_if<sources::HttpSource>(&source.where);
    auto text = std::string(sources::layoutTypeName(source.layout.type)) + " " +
                (http ? http->url : std::get<sources::FilesystemSource>(source.where).path);
    for (const auto& store : source.copyTo)
        text += (&store == &source.copyTo.front() ? " -> " : ",") + store;
    return QString::fromStdString(text);
}

} // namespace

class TestSymbolPath : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void recognises_data();
    void recognises();
    void storesOnDiskMayHavePointers();
};

void TestSymbolPath::reads_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("sources");
    QTest::newRow("empty") << "" << QStringList();
    QTest::newRow("folder") << "/x" << QStringList{"folder /x"};
    QTest::newRow("folder with folders by kind")
        << "/build"
        << QStringList{"folder /build", "folder /build/dll", "folder /build/symbols/exe"};
    QTest::newRow("folder that is a store") << "/share" << QStringList{"symstore /share"};
    QTest::newRow("store") << "srv*/a" << QStringList{"symstore /a"};
    QTest::newRow("two-tier store") << "srv*/two" << QStringList{"symstore_index2 /two"};
    QTest::newRow("any case") << "SRV*/a" << QStringList{"symstore /a"};
    QTest::newRow("cascade") << "srv*/a*/b*https://h/x"
                             << QStringList{"symstore /a", "symstore /b",
                                            "symstore https://h/x -> /a,/b"};
    QTest::newRow("with the library")
        << "symsrv*symsrv.dll*/a*http://h" << QStringList{"symstore /a", "symstore http://h -> /a"};
    QTest::newRow("a server has the default store before it")
        << "srv*https://h" << QStringList{"symstore /home/sym", "symstore https://h -> /home/sym"};
    QTest::newRow("an empty field is the default store")
        << "srv**https://h" << QStringList{"symstore /home/sym", "symstore https://h -> /home/sym"};
    QTest::newRow("nothing named is Microsoft")
        << "srv*"
        << QStringList{"symstore /home/sym",
                       "symstore https://msdl.microsoft.com/download/symbols -> "
                       "/home/sym"};
    QTest::newRow("cache holds to the right")
        << "srv*/a*https://h;cache*/c;srv*/b*https://i"
        << QStringList{"symstore /a", "symstore https://h -> /a", "symstore /c", "symstore /b",
                       "symstore https://i -> /c,/b"};
    QTest::newRow("default cache") << "cache*" << QStringList{"symstore /home/sym"};
    QTest::newRow("elements and blanks")
        << " /x ;; srv*/a ; /x" << QStringList{"folder /x", "symstore /a"};
    QTest::newRow("windows paths stay as they are")
        << R"(C:\x;srv*\\server\share)"
        << QStringList{R"(folder C:\x)", R"(symstore \\server\share)"};
}

void TestSymbolPath::reads()
{
    QFETCH(QString, path);
    QFETCH(QStringList, sources);
    const auto found = sources::parseSymbolPath(path.toStdString(), environment());
    QVERIFY2(found, found ? "" : found.error().detail.c_str());
    QStringList texts;
    for (const auto& source : *found) {
        texts << textOf(source);
        QVERIFY(!source.isPublic);
    }
    QCOMPARE(texts, sources);
}

void TestSymbolPath::refuses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("detail");
    QTest::newRow("server before a store")
        << "/x;srv*https://h*/a"
        << "symbol path: element 2 has a server that is not its last store";
    QTest::newRow("eleven stores") << "srv*a*b*c*d*e*f*g*h*i*j*k"
                                   << "symbol path: element 1 has 11 stores, limit 10";
    QTest::newRow("unknown keyword")
        << "svr*/a" << "symbol path: element 1 begins with neither srv*, symsrv* nor cache*";
    QTest::newRow("library without a store")
        << "symsrv*symsrv.dll"
        << "symbol path: element 1 names no store after its library";
}

void TestSymbolPath::refuses()
{
    QFETCH(QString, path);
    QFETCH(QString, detail);
    const auto found = sources::parseSymbolPath(path.toStdString(), environment());
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(found.error().detail), detail);
}

void TestSymbolPath::recognises_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isPath");
    QTest::newRow("chain") << "srv*/a" << true;
    QTest::newRow("chain behind a folder") << "/x;SymSrv*s.dll*/a" << true;
    QTest::newRow("cache") << "cache*" << true;
    QTest::newRow("folder") << "/x" << false;
    QTest::newRow("folder named like it") << "srv" << false;
    QTest::newRow("layout") << "symstore:/x" << false;
    QTest::newRow("star elsewhere") << "/x*y" << false;
}

void TestSymbolPath::recognises()
{
    QFETCH(QString, text);
    QFETCH(bool, isPath);
    QCOMPARE(sources::looksLikeSymbolPath(text.toStdString()), isPath);
}

void TestSymbolPath::storesOnDiskMayHavePointers()
{
    const auto found = sources::parseSymbolPath("srv*/a*https://h", environment());
    QVERIFY(found->front().probes.filePtr);
    QVERIFY(!found->back().probes.filePtr);
}

QTEST_GUILESS_MAIN(TestSymbolPath)
#include "tst_symbol_path.moc"
