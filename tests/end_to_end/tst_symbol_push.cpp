// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of a deployed program, pushed to a real server and used by the requests of two protocols.
#include "core/formats/debug/symbfile/file_id.h"
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/dwarf_builder.h"
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

constexpr const char* kKey = "0123456789abcdef";
constexpr std::uint64_t kLoadAddress = 0x1000;
constexpr const char* kCodeId = "303132333435363738396162636465666768696a";
constexpr const char* kDebugId = "33323130-3534-3736-3839-616263646566";
constexpr const char* kBreakpadId = "333231303534373638396162636465660";

/// `outer` from 0x1000 to 0x1040 with `inner` inlined at 0x1010. Linked to be loaded at 0x1000.
QByteArray program(bool withDebugInfo)
{
    ElfBuilder elf;
    elf.type(2);
    elf.add({.name = ".text",
             .flags = 6,
             .address = kLoadAddress,
             .content = std::vector<std::byte>(0x40, std::byte{0x90})});
    elf.add(ElfBuilder::Segment{.address = kLoadAddress, .section = 0});
    elf.add({.name = ".note.gnu.build-id",
             .type = 7,
             .content = elf.note("GNU", 3, "0123456789abcdefghij")});
    if (withDebugInfo) {
        for (const auto& [name, content] : DwarfBuilder({}).build())
            elf.add({.name = "." + name, .content = content});
    }
    const auto bytes = elf.build();
    const auto text = asText(bytes);
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string fileIdOf(const QByteArray& file)
{
    return symbfile::FileId::ofContent(asBytes(file.toStdString())).base64();
}

} // namespace

class TestSymbolPush : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void buildsAreFound_data();
    void buildsAreFound();
    void mozillaFindsThem();
    void anIdWithoutABuildId();
    void filesAreFoundByTheirContent();
    void aLaterUploadReplacesThem();
    void wrongKeysAreRefused();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    void write(const QString& name, const QByteArray& bytes) const
    {
        QVERIFY(QDir(m_folder->path()).mkpath(QFileInfo(name).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    ProgramRun push(const QString& file, const QByteArray& key = kKey) const
    {
        write("key", key + "\n");
        return runFaultline(
            {"symbols", "push", "--server", m_server->url(), "--key-file", path("key"), path(file)},
            m_folder->path());
    }

    /// Makes the symbols as another client would upload them.
    HttpReply uploadAs(const QString& file, const std::string& fileId) const
    {
        const auto dump = runFaultline(
            {"symbols", "dump", "--format", "symbfile", path(file), "-o", path("dumped")},
            m_folder->path());
        QFile dumped(path("dumped"));
        if (dump.exitCode != 0 || !dumped.open(QIODevice::ReadOnly))
            qFatal("no dump: %s", dump.errors.constData());
        const auto body = dumped.readAll().toStdString();
        HttpClient client(m_server->port());
        client.send("POST /api/symbols-ranges HTTP/1.1\r\nHost: x\r\nAuthorization: APIKey " +
                    std::string(kKey) + "\r\nFileID: " + fileId +
                    "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.receive();
    }

    QString chain(const QByteArray& identity, const char* address = "0x1014") const;
    QString mozillaName() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ServeProcess> m_server;
};

/// "function:line" of the frames at an address in the module, which is loaded where it is
/// linked.
QString TestSymbolPush::chain(const QByteArray& identity, const char* address) const
{
    const auto reply =
        postJson(m_server->port(), "/symbolicate",
                 QByteArray(R"({"stacktraces":[{"frames":[{"instruction_addr":")" +
                            QByteArray(address) + R"("}]}],"modules":[{"type":"elf",)" + identity +
                            R"(,"image_addr":"0x1000","image_size":4096}]})")
                     .toStdString());
    const auto answer = QJsonDocument::fromJson(QByteArray::fromStdString(reply.body));
    QStringList frames;
    for (const auto& frame : answer["stacktraces"][0]["frames"].toArray())
        frames += QStringLiteral("%1:%2")
                      .arg(frame.toObject()["function"].toString())
                      .arg(frame.toObject()["lineno"].toInt());
    return frames.join(' ');
}

QString TestSymbolPush::mozillaName() const
{
    const auto reply = postJson(m_server->port(), "/symbolicate/v5",
                                std::string(R"({"jobs":[{"memoryMap":[["app",")") + kBreakpadId +
                                    R"("]],"stacks":[[[0,20]]]}]})");
    const auto answer = QJsonDocument::fromJson(QByteArray::fromStdString(reply.body));
    return answer["results"][0]["stacks"][0][0]["function"].toString();
}

void TestSymbolPush::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath("source"));
    const auto folder = m_folder->path().toUtf8();
    m_server = std::make_unique<ServeProcess>(
        "cache_dir: \"" + folder + "/cache\"\nsymbfile: {directory: \"" + folder +
        "/symbfiles\", api_keys: [\"" + kKey + "\"]}\nsources:\n  - {id: code, type: filesystem, " +
        "path: \"" + folder + "/source\", layout: {type: unified}}\n");
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
    write("app", program(true));
    write("stripped", program(false));
}

void TestSymbolPush::buildsAreFound_data()
{
    QTest::addColumn<QByteArray>("identity");
    QTest::newRow("code id") << QByteArray("\"code_id\":\"") + kCodeId + "\"";
    QTest::newRow("debug id") << QByteArray("\"debug_id\":\"") + kDebugId + "\"";
    QTest::newRow("both") << QByteArray("\"code_id\":\"") + kCodeId + R"(","debug_id":")" +
                                 kDebugId + "\"";
}

void TestSymbolPush::buildsAreFound()
{
    QFETCH(QByteArray, identity);
    QCOMPARE(chain(identity), QString(":0")); // The absence must not be remembered.
    const auto pushed = push("app");
    QVERIFY2(pushed.exitCode == 0, pushed.errors.constData());
    QCOMPARE(chain(identity), QString("inner:20 outer:7"));
    QCOMPARE(chain(identity, "0x1024"), QString("outer:8"));
}

void TestSymbolPush::mozillaFindsThem()
{
    QCOMPARE(mozillaName(), QString());
    QCOMPARE(push("app").exitCode, 0);
    QCOMPARE(mozillaName(), QString("outer"));
}

/// An agent uploads without a build id, and the module names the file.
void TestSymbolPush::anIdWithoutABuildId()
{
    const std::string id = "w081hfyhtXn7RY6CeFGlmQ";
    QCOMPARE(uploadAs("app", id).status, 200);
    const auto base64 = R"("file_id":")" + QByteArray::fromStdString(id) + "\"";
    QCOMPARE(chain(base64), QString("inner:20 outer:7"));
    QCOMPARE(chain(R"("file_id":"c34f3585fca1b579fb458e827851a599")"), QString("inner:20 outer:7"));
    QCOMPARE(chain(base64 + R"(,"code_id":"ffffffffffffffff")"), QString("inner:20 outer:7"));
    QCOMPARE(chain(R"("file_id":"../../../etc/passwd")"), QString(":0"));
}

/// Nobody says which upload belongs to the module, but a source has the stripped program.
void TestSymbolPush::filesAreFoundByTheirContent()
{
    write(QStringLiteral("source/%1/%2/executable").arg(QString(kCodeId).left(2), kCodeId + 2),
          program(false));
    const auto identity = QByteArray("\"code_id\":\"") + kCodeId + "\"";
    QCOMPARE(chain(identity), QString(":0"));
    QCOMPARE(push("stripped").exitCode, 1); // It has no symbols of its own.
    QCOMPARE(uploadAs("app", fileIdOf(program(false))).status, 200);
    QCOMPARE(chain(identity), QString("inner:20 outer:7"));
}

void TestSymbolPush::aLaterUploadReplacesThem()
{
    const std::string id = "w081hfyhtXn7RY6CeFGlmQ";
    const auto identity = R"("file_id":")" + QByteArray::fromStdString(id) + "\"";
    QCOMPARE(uploadAs("app", id).status, 200);
    QCOMPARE(chain(identity), QString("inner:20 outer:7"));
    auto other = program(true);
    other.replace("inner", "other");
    write("app", other);
    QCOMPARE(uploadAs("app", id).status, 200);
    QCOMPARE(chain(identity), QString("other:20 outer:7"));
}

void TestSymbolPush::wrongKeysAreRefused()
{
    const auto pushed = push("app", "another key");
    QCOMPARE(pushed.exitCode, 1);
    QVERIFY2(pushed.errors.contains("the server answered 401: a valid API key is needed"),
             pushed.errors.constData());
    QVERIFY(!m_server->log().contains("another key"));
}

QTEST_GUILESS_MAIN(TestSymbolPush)
#include "tst_symbol_push.moc"
