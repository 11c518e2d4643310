// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/zip_writer.h"
#include "tests/end_to_end/serve_process.h"
#include "tests/support/http_client.h"
#include "tests/support/tls_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <utility>
#include <vector>

using namespace faultline;
using namespace faultline::test;

namespace {

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";
constexpr const char* kHyphens = "ci-0123456789-abcdef";
constexpr const char* kId = "0123456789ABCDEF0123456789ABCDEF1";
constexpr const char* kSymbols = "MODULE windows x86_64 0123456789ABCDEF0123456789ABCDEF1 app.pdb\n"
                                 "INFO CODE_ID 5C1E app.exe\nFUNC 1000 100 0 run\n";
constexpr const char* kPath = "app.pdb/0123456789ABCDEF0123456789ABCDEF1/app.sym";
constexpr const char* kBoundary = "line";

using Members = std::vector<std::pair<std::string, std::string>>;

std::string zipOf(const Members& members)
{
    std::string bytes;
    packing::ZipWriter zip(
        [&](Bytes piece) -> Result<void> {
            bytes += asText(piece);
            return {};
        },
        0);
    for (const auto& [name, content] : members)
        if (!zip.add(name, asBytes(content)))
            qFatal("no zip archive");
    if (!zip.finish())
        qFatal("no zip archive");
    return bytes;
}

std::string partOf(const std::string& name, const std::string& content)
{
    return std::string("--") + kBoundary + "\r\nContent-Disposition: form-data; name=\"" + name +
           "\"; filename=\"f\"\r\n\r\n" + content + "\r\n";
}

std::string formOf(const std::string& archiveName, const std::string& archive)
{
    return partOf(archiveName, archive) + "--" + kBoundary + "--\r\n";
}

} // namespace

/// Uploads to the real server, and looks for the files by every way that clients have.
class TestSymbolUpload : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void refusals_data();
    void refusals();
    void unauthorizedBodyIsNotAwaited();
    void prefixesOfAnArchive();
    void servesWhatWasUploaded();
    void tryUploadsAreApart();
    void fetchesFromAUrl();
    void whatIsNeverServed_data();
    void whatIsNeverServed();
    void monitors();

private:
    HttpReply upload(const std::string& body,
                     const std::string& type = std::string("multipart/form-data; boundary=") +
                                               kBoundary,
                     const std::string& token = kToken) const;
    std::string nativeFunction() const;

    bool isEmpty() const { return !QFile::exists(m_folder.filePath("symbols/regular/files")); }

    QTemporaryDir m_folder;
    std::unique_ptr<TlsServer> m_store;
    std::unique_ptr<ServeProcess> m_server;
};

void TestSymbolUpload::initTestCase()
{
    const auto folder = m_folder.path().toUtf8();
    m_store = std::make_unique<TlsServer>(m_folder.path().toStdString());
    m_server = std::make_unique<ServeProcess>(
        "cache_dir: \"" + folder + "/cache\"\nconnect_to_reserved_ips: true\n" +
        "download_tls: {ca_file: \"" + m_store->certificate().c_str() +
        "\"}\nmozilla:\n  upload:\n    directory: \"" + folder + "/symbols\"\n    tokens: [" +
        kToken + ", " + kHyphens + "]\n    allow_hosts: [symbols.example, 127.0.0.1]\n");
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
}

HttpReply TestSymbolUpload::upload(const std::string& body,
                                   const std::string& type,
                                   const std::string& token) const
{
    HttpClient client(m_server->port());
    client.send("POST /upload/ HTTP/1.1\r\nHost: x\r\n" +
                (token.empty() ? std::string() : "Auth-Token: " + token + "\r\n") +
                "Content-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n\r\n" + body);
    return client.receive();
}

/// Symbolicates with the configured sources only.
std::string TestSymbolUpload::nativeFunction() const
{
    const auto reply = postJson(
        m_server->port(), "/symbolicate",
        R"({"stacktraces":[{"frames":[{"instruction_addr":"0x401010"}]}],"modules":[{"type":"pe",)"
        R"("debug_id":"01234567-89ab-cdef-0123-456789abcdef-1","debug_file":"app.pdb",)"
        R"("code_file":"app.exe","image_addr":"0x400000","image_size":65536}]})");
    const auto answer = QJsonDocument::fromJson(QByteArray::fromStdString(reply.body));
    return answer["stacktraces"][0]["frames"][0]["function"].toString().toStdString();
}

void TestSymbolUpload::refusals_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const std::string& body, int status, const char* error,
                        const char* token = kToken,
                        const char* type = "multipart/form-data; boundary=line") {
        QTest::newRow(name) << QByteArray::fromStdString(body) << QByteArray(type)
                            << QByteArray(token) << status << QString(error);
    };
    const auto good = formOf("a.zip", zipOf({{kPath, kSymbols}}));
    row("no token", good, 403, "This requires an Auth-Token to authenticate the request", "");
    row("another token", good, 403, "API Token not matched", "0123456789abcdef0123456789abcdee");
    row("beginning of a token", good, 403, "API Token not matched", "01234567-89abcdef");
    row("beginning of a token with hyphens", good, 403, "API Token not matched", "ci-0123456789");
    row("another end after the hyphens", good, 403, "API Token not matched",
        "ci-0123456789-abcdee");
    row("no hyphen before the label", good, 403, "API Token not matched",
        "0123456789abcdef0123456789abcdef0");
    const auto noForm = [&](const char* name, const char* token) {
        row(name, "x", 400, "Must be multipart form data with at least one file", token,
            "text/plain");
    };
    noForm("no form", kToken);
    noForm("no form, a token with hyphens", kHyphens);
    noForm("no form, a token with hyphens and a label", "ci-0123456789-abcdef-nightly");
    row("empty form", "--line--\r\n", 400, "Must be multipart form data with at least one file");
    row("another archive", formOf("a.rar", "Rar!"), 400,
        "Unrecognized archive file extension \".rar\"");
    row("no archive", formOf("a.zip", "PK no"), 400, "File is not a zip file");
    row("two sizes", formOf("a.zip", zipOf({{kPath, "a"}, {kPath, "bb"}})), 400,
        "app.pdb/0123456789ABCDEF0123456789ABCDEF1/app.sym is in the archive twice, with different "
        "sizes");
    for (const auto* bad : {"../../etc/passwd", "a/1/../b", "a/../b", "../1/b", "a/xyz/b", "/a/1/b",
                            "a/1/b\\c", "file.txt", "a/1/\xc3\xa9"})
        row(bad, formOf("a.zip", zipOf({{bad, "x"}})), 400,
            QString("Unrecognized file pattern. Should only be <module>/<hex>/<file> or "
                    "<name>-symbols.txt and nothing else. (First unrecognized pattern was '%1')")
                .arg(bad)
                .toUtf8());
    const char* form = "application/x-www-form-urlencoded";
    row("insecure URL", "url=http%3A%2F%2Fsymbols.example%2Fa.zip", 400, "Insecure URL", kToken,
        form);
    row("URL of another host", "url=https%3A%2F%2F127.0.0.2%2Fa.zip", 400,
        "Not an allowed domain ('127.0.0.2') to download from.", kToken, form);
    row("URL of another archive", "url=https%3A%2F%2Fsymbols.example%2Fa.tar", 400,
        "Unrecognized archive file extension \".tar\"", kToken, form);
}

void TestSymbolUpload::refusals()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, token);
    QFETCH(QString, error);
    const auto reply = upload(body.toStdString(), type.toStdString(), token.toStdString());
    QTEST(reply.status, "status");
    QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(reply.body))["error"].toString(),
             error);
    QVERIFY(isEmpty());
}

/// The body would fill the disk.
void TestSymbolUpload::unauthorizedBodyIsNotAwaited()
{
    HttpClient client(m_server->port());
    client.send("POST /upload/ HTTP/1.1\r\nHost: x\r\nAuth-Token: no\r\nContent-Type: "
                "multipart/form-data; boundary=line\r\nContent-Length: 2147483648\r\n\r\n--li");
    QCOMPARE(client.receive().status, 403);
}

void TestSymbolUpload::prefixesOfAnArchive()
{
    const auto archive = zipOf({{kPath, kSymbols}});
    for (std::size_t size = 0; size < archive.size(); ++size) {
        const auto reply = upload(formOf("a.zip", archive.substr(0, size)));
        QVERIFY2(reply.status == 400, std::to_string(size).c_str());
    }
    QVERIFY(isEmpty());
}

void TestSymbolUpload::servesWhatWasUploaded()
{
    const auto path = std::string("/") + kPath;
    QCOMPARE(get(m_server->port(), path).status, 404);
    QCOMPARE(nativeFunction(), std::string());
    const auto archive = zipOf({{kPath, kSymbols}, {"x-symbols.txt", "list"}, {".DS_Store", ""}});
    const auto first = upload(formOf("symbols.zip", archive),
                              std::string("multipart/form-data; boundary=") + kBoundary,
                              std::string(kToken) + "-nightly");
    QCOMPARE(first.status, 201);
    const auto told = QJsonDocument::fromJson(QByteArray::fromStdString(first.body))["upload"];
    QCOMPARE(told["filename"].toString(), QString("symbols.zip"));
    QCOMPARE(told["size"].toInteger(), qint64(archive.size()));
    QCOMPARE(told["try_symbols"].toBool(true), false);
    QVERIFY(told["skipped_keys"].toArray().isEmpty());

    const auto found = get(m_server->port(), path);
    QCOMPARE(found.status, 200);
    QCOMPARE(found.headers.at("content-encoding"), std::string("gzip"));
    QCOMPARE(found.headers.at("content-type"), std::string("text/plain"));
    HttpClient head(m_server->port());
    QCOMPARE(head.exchange("HEAD", path).status, 200);
    QCOMPARE(get(m_server->port(), "/app.pdb/0123456789abcdef0123456789abcdef1/app.sym").status,
             200);
    const auto byCode = get(m_server->port(), "/APP.exe/5c1e/app.sym?x=1");
    QCOMPARE(byCode.status, 302);
    QCOMPARE(byCode.headers.at("location"), path + "?x=1");

    QCOMPARE(nativeFunction(), std::string("run")); // Absence was not remembered.
    const auto again = upload(formOf("symbols.zip", archive));
    QCOMPARE(
        QJsonDocument::fromJson(QByteArray::fromStdString(again.body))["upload"]["skipped_keys"][0]
            .toString(),
        QString(kPath));
    const auto newer = std::string(kSymbols) + "FUNC 2000 10 0 more\n";
    QCOMPARE(upload(formOf("symbols.zip", zipOf({{kPath, newer}}))).status, 201);
    QVERIFY(get(m_server->port(), path).body != found.body);
}

void TestSymbolUpload::tryUploadsAreApart()
{
    const std::string path = "t.pdb/" + std::string(kId) + "/t.sym";
    const auto reply =
        upload(partOf("try", "1") + formOf("t.zip", zipOf({{path, "MODULE x y z t.pdb\n"}})));
    QCOMPARE(reply.status, 201);
    QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(reply.body))["upload"]["try_symbols"]
                .toBool());
    QCOMPARE(get(m_server->port(), "/" + path).status, 404);
    QCOMPARE(get(m_server->port(), "/try/" + path).status, 200);
}

void TestSymbolUpload::fetchesFromAUrl()
{
    const std::string path = "url.pdb/" + std::string(kId) + "/url.sym";
    const auto archive = zipOf({{path, "MODULE x y z url.pdb\n"}});
    m_store->setContent(archive);
    const auto url = QByteArray::fromStdString(m_store->url()) + "/nightly/u.zip?key=1";
    const auto reply =
        upload("url=" + url.toPercentEncoding().toStdString(), "application/x-www-form-urlencoded");
    QVERIFY2(reply.status == 201, reply.body.c_str());
    const auto told = QJsonDocument::fromJson(QByteArray::fromStdString(reply.body))["upload"];
    QCOMPARE(told["download_url"].toString().toUtf8(), url);
    QCOMPARE(told["filename"].toString(), QString("u.zip"));
    QCOMPARE(told["size"].toInteger(), qint64(archive.size()));
    QCOMPARE(get(m_server->port(), "/" + path).status, 200);
}

void TestSymbolUpload::whatIsNeverServed_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char* path, const char* body) {
        QTest::newRow(path) << QByteArray(path) << QByteArray(body);
    };
    row("/a.pdb/1/file.ptr", "Symbol Not Found (and ignored)");
    row("/a.pdb/000000000000000000000000000000000/a.sym", "Symbol Not Found (and ignored)");
    row("/a.pdb/1/a.pdb", "Symbol Not Found (and ignored)");
    row("/a.pdb/1/a.sym", "Symbol Not Found");
    row("/a.pdb/1/a%3Cb.sym", R"({"error":"Not Found","path":"/a.pdb/1/a%3Cb.sym"})");
    row("/..%2F..%2Fetc/1/a.sym", R"({"error":"Not Found","path":"/..%2F..%2Fetc/1/a.sym"})");
    row("/%2E%2E/1/a.sym", R"({"error":"Not Found","path":"/%2E%2E/1/a.sym"})");
    row("/a.pdb/zz/a.sym", R"({"error":"Not Found","path":"/a.pdb/zz/a.sym"})");
}

void TestSymbolUpload::whatIsNeverServed()
{
    QFETCH(QByteArray, path);
    const auto reply = get(m_server->port(), path.toStdString());
    QCOMPARE(reply.status, 404);
    QTEST(QByteArray::fromStdString(reply.body), "body");
}

void TestSymbolUpload::monitors()
{
    const auto version = get(m_server->port(), "/__version__");
    QCOMPARE(version.status, 200);
    const auto told = QJsonDocument::fromJson(QByteArray::fromStdString(version.body)).object();
    QCOMPARE(told.keys(), QStringList({"build", "commit", "source", "version"}));
    QVERIFY(!told["version"].toString().isEmpty());
    for (const auto* path : {"/__heartbeat__", "/__lbheartbeat__"}) {
        const auto reply = get(m_server->port(), path);
        QCOMPARE(reply.status, 200);
        QCOMPARE(reply.body, std::string());
    }
}

QTEST_GUILESS_MAIN(TestSymbolUpload)
#include "tst_symbol_upload.moc"
