// SPDX-License-Identifier: GPL-3.0-or-later
// What a profiler gets from a real server, and what it does not.
#include "tests/end_to_end/serve_process.h"
#include "tests/support/elf_builder.h"
#include "tests/support/http_client.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

constexpr const char* kSymbolsId = "0123456789ABCDEF0123456789ABCDEF0";
constexpr const char* kBuildId = "0123456789abcdef0123456789abcdef01234567";

/// push rbp; mov rbp, rsp; call leaf; pop rbp; ret; leaf: ret.
std::vector<std::byte> program()
{
    const auto code = QByteArray::fromHex("554889e5e8020000005dc3c3");
    const auto bytes = std::as_bytes(std::span(code.data(), std::size_t(code.size())));
    const auto id = QByteArray::fromHex(kBuildId);
    ElfBuilder elf;
    elf.add({.name = ".text",
             .flags = 6,
             .address = 0x1000,
             .content = std::vector<std::byte>(bytes.begin(), bytes.end())});
    elf.add({.name = ".note.gnu.build-id",
             .type = 7,
             .flags = 2,
             .address = 0x2000,
             .content = elf.note("GNU", 3, id.toStdString())});
    elf.addSymbols(".symtab", 2,
                   {{.name = "run", .value = 0x1000, .sizeBytes = 11},
                    {.name = "leaf", .value = 0x100b, .sizeBytes = 1}});
    elf.add(ElfBuilder::Segment{.address = 0x1000, .section = 0});
    return elf.build();
}

} // namespace

class TestServeProfiler : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void readsSources_data();
    void readsSources();
    void listsCode();
    void keepsItsSecretOverAReload();
    void logsNoSecret();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    void write(const QString& name, const QByteArray& bytes) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QByteArray settings() const
    {
        return "  level: trace\nmozilla: {profiler: {}}\ncache_dir: '" + path("cache").toUtf8() +
               "'\npath_mappings: {/build: '" + path("mapped").toUtf8() +
               "'}\nsources: [{id: s, type: folder, path: '" + path("symbols").toUtf8() + "'}]\n";
    }

    HttpReply ask(const QByteArray& route, const QJsonObject& body) const
    {
        return postJson(m_server->port(), (m_secretPath + route).toStdString(),
                        QJsonDocument(body).toJson().toStdString());
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ServeProcess> m_server;
    QByteArray m_secretPath;
};

void TestServeProfiler::initTestCase()
{
    write("src/app.cpp", "int main() {}\n");
    write("src/unnamed.cpp", "never named\n");
    write("src/secret.key", "a secret\n");
    write("mapped/lib/a.c", "mapped\n");
    write("secret/b.c", "beside the mapping\n");
    QVERIFY(QFile::link("/etc/passwd", path("src/link.cpp")));
    QByteArray symbols = QByteArray("MODULE Linux x86_64 ") + kSymbolsId + " app\n";
    const QList<QByteArray> files{
        path("src/app.cpp").toUtf8(),    "/etc/passwd",    path("src/link.cpp").toUtf8(),
        path("src/secret.key").toUtf8(), "/build/lib/a.c", "/build/../secret/b.c",
        path("src/absent.cpp").toUtf8(), "src/app.cpp"};
    for (qsizetype i = 0; i < files.size(); ++i)
        symbols += "FILE " + QByteArray::number(i) + " " + files[i] + "\n";
    for (qsizetype i = 0; i < files.size(); ++i) {
        const auto address = QByteArray::number(0x1000 + 16 * i, 16);
        symbols += "FUNC " + address + " 10 0 f" + QByteArray::number(i) + "\n" + address +
                   " 10 1 " + QByteArray::number(i) + "\n";
    }
    write("symbols/app.sym", symbols);
    const auto elf = program();
    write("symbols/program",
          QByteArray(reinterpret_cast<const char*>(elf.data()), qsizetype(elf.size())));
    m_server = std::make_unique<ServeProcess>(settings());
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
    const auto line = m_server->nextPrintedLine();
    const auto start = "symbol server for profilers: " + m_server->url().toUtf8();
    QVERIFY2(line.startsWith(start), line.constData());
    m_secretPath = line.sliced(start.size());
    QCOMPARE(m_secretPath.size(), 49);
}

void TestServeProfiler::readsSources_data()
{
    QTest::addColumn<int>("function");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("answer");
    const auto named = [&](const char* name, int function, const QByteArray& file, int status,
                           const QByteArray& answer) {
        QTest::newRow(name) << function << file << status << answer;
    };
    const auto app = path("src/app.cpp").toUtf8();
    named("named", 0, app, 200, "int main() {}\\n");
    named("not named there", 1, app, 403, "does not name the file");
    named("not named at all", 0, path("src/unnamed.cpp").toUtf8(), 403, "does not name the file");
    named("the same file by another path", 0, path("src/../src/app.cpp").toUtf8(), 403,
          "does not name the file");
    named("a file of the system", 1, "/etc/passwd", 403, "not named or placed as a source");
    named("a link to it", 2, path("src/link.cpp").toUtf8(), 403, "not named or placed as a source");
    named("a file that is no source", 3, path("src/secret.key").toUtf8(), 403,
          "not named or placed as a source");
    named("through a mapping", 4, "/build/lib/a.c", 200, "mapped\\n");
    named("out of a mapping", 5, "/build/../secret/b.c", 403, "does not name the file");
    named("absent", 6, path("src/absent.cpp").toUtf8(), 404, "was not found");
    named("relative to the server's folder", 7, "src/app.cpp", 404, "was not found");
    named("no function", 100, app, 404, "names no file at this offset");
}

void TestServeProfiler::readsSources()
{
    QFETCH(int, function);
    QFETCH(QByteArray, file);
    QFETCH(int, status);
    QFETCH(QByteArray, answer);
    const auto reply =
        ask("/source/v1", {{"debugName", "app"},
                           {"debugId", kSymbolsId},
                           {"moduleOffset", QString("0x%1").arg(0x1004 + 16 * function, 0, 16)},
                           {"file", QString::fromUtf8(file)}});
    QVERIFY2(reply.status == status, reply.body.c_str());
    QVERIFY2(reply.body.contains(answer.toStdString()), reply.body.c_str());
    QVERIFY(!reply.body.contains("root:"));
}

void TestServeProfiler::listsCode()
{
    const auto reply = ask("/asm/v1", {{"name", "program"},
                                       {"codeId", kBuildId},
                                       {"startAddress", "0x0"},
                                       {"size", "0x1"},
                                       {"continueUntilFunctionEnd", true}});
    const auto answer = QJsonDocument::fromJson(QByteArray::fromStdString(reply.body)).object();
    QVERIFY2(reply.status == 200, reply.body.c_str());
    QCOMPARE(answer["arch"].toString(), QString("x86_64"));
    QCOMPARE(answer["size"].toString(), QString("0xb"));
    const auto lines = answer["instructions"].toArray();
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[2].toArray(), (QJsonArray{4, "call 0xb <leaf>"}));
    const auto unknown =
        ask("/asm/v1", {{"codeId", "ffff"}, {"startAddress", "0x0"}, {"size", "0x1"}});
    QCOMPARE(unknown.status, 404);
}

void TestServeProfiler::keepsItsSecretOverAReload()
{
    m_server->changeSettings(settings());
    QVERIFY(m_server->reload());
    const auto reply = ask("/source/v1", {{"debugName", "app"},
                                          {"debugId", kSymbolsId},
                                          {"moduleOffset", "0x1004"},
                                          {"file", path("src/app.cpp")}});
    QVERIFY2(reply.status == 200, reply.body.c_str());
}

void TestServeProfiler::logsNoSecret()
{
    QCOMPARE(m_server->stop(), 0);
    const auto log = m_server->log();
    QVERIFY2(log.contains("POST /{token}/source/v1: status 200"), log.constData());
    QVERIFY(!log.contains(m_secretPath.sliced(1)));
}

QTEST_GUILESS_MAIN(TestServeProfiler)
#include "tst_serve_profiler.moc"
