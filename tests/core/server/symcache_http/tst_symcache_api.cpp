// SPDX-License-Identifier: GPL-3.0-or-later
// Several transcoders behind one protocol: who gets which version.
#include "core/server/symcache_http/symcache_api.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::server;
using namespace faultline::server::symcache_http;
namespace fs = std::filesystem;

namespace {

constexpr const char* kId = "01234567-89ab-cdef-0123-456789abcdef";

class PdbAlwaysThere final : public PdbSource
{
public:
    Result<ByteView> fetch(const PdbKey&, std::stop_token) override
    {
        return ByteView::fromString("pdb");
    }
};

/// Runs work at once, on the caller's thread.
class Now final : public RequestRunner
{
public:
    void run(Work work, RequestExchange::Respond respond) override { respond(work({})); }
};

/// A transcoder and its maker.
struct Line
{
    Line(const char* version, const char* script, const SymcacheFolder& folder, PdbSource& source)
        : transcoder({.command = {"/bin/sh", "-c", script, "transcoder", "{pdb}", "{out}"},
                      .version = *FormatVersion::parse(version)}),
          maker({}, folder, source, transcoder, silentLog())
    {
    }

    Transcoder transcoder;
    SymcacheMaker maker;
};

constexpr const char* kMakesThree = "echo three > \"$2/app.pdb-v3.1.0.symcache\"";
constexpr const char* kMakesFour = "echo four > \"$2/app.pdb-v4.0.0.symcache\"";

} // namespace

class TestSymcacheApi : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void givesTheNewestThatIsUnderstood_data();
    void givesTheNewestThatIsUnderstood();
    void anOlderOneTakesOverWhereTheNewestFails();
    void isNotFoundWhenAllFail();

private:
    void use(const char* three, const char* four);
    HttpResponse ask(const char* version) const;
    HttpResponse askUntilDone(const char* version) const;

    PdbAlwaysThere m_source;
    mutable Now m_runner;
    std::unique_ptr<QTemporaryDir> m_root;
    std::unique_ptr<SymcacheFolder> m_folder;
    std::vector<std::unique_ptr<Line>> m_lines;
    std::unique_ptr<SymcacheApi> m_api;
};

void TestSymcacheApi::init()
{
    m_lines.clear();
    m_root = std::make_unique<QTemporaryDir>();
    m_folder = std::make_unique<SymcacheFolder>(m_root->path().toStdString());
    use(kMakesThree, kMakesFour);
}

void TestSymcacheApi::use(const char* three, const char* four)
{
    m_api.reset();
    m_lines.clear();
    m_lines.push_back(std::make_unique<Line>("3.1.0", three, *m_folder, m_source));
    m_lines.push_back(std::make_unique<Line>("4.0.0", four, *m_folder, m_source));
    m_api = std::make_unique<SymcacheApi>(
        *m_folder, std::vector<SymcacheMaker*>{&m_lines[0]->maker, &m_lines[1]->maker});
}

HttpResponse TestSymcacheApi::ask(const char* version) const
{
    HttpRequestHead head;
    head.method = "GET";
    head.path = concat("/symcache/", version, "/app.pdb/", kId);
    auto opening = m_api->routes(m_runner).front().open(head, {version, "app.pdb", kId});
    if (auto* response = std::get_if<HttpResponse>(&opening))
        return std::move(*response);
    HttpResponse answer;
    std::get<std::unique_ptr<RequestExchange>>(opening)->finish(
        [&answer](HttpResponse response) { answer = std::move(response); });
    return answer;
}

/// As clients do that were told to ask again.
HttpResponse TestSymcacheApi::askUntilDone(const char* version) const
{
    auto answer = ask(version);
    for (int i = 0; i < 600 && answer.status == 404 && !answer.headers.empty(); ++i) {
        QTest::qWait(50);
        answer = ask(version);
    }
    return answer;
}

void TestSymcacheApi::givesTheNewestThatIsUnderstood_data()
{
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("type");
    const QByteArray type = "application/vnd.ms-symcache; version=";
    QTest::newRow("a client that waits") << QByteArray("v3.1.0") << 200 << type + "3.1.0";
    QTest::newRow("the older major") << QByteArray("v3.9.0") << 200 << type + "3.1.0";
    QTest::newRow("the newer major") << QByteArray("v4.0.0") << 200 << type + "4.0.0";
    QTest::newRow("a later one") << QByteArray("v7.0.0") << 200 << type + "4.0.0";
    QTest::newRow("before both") << QByteArray("v2.0.0") << 404 << QByteArray();
}

void TestSymcacheApi::givesTheNewestThatIsUnderstood()
{
    QFETCH(QByteArray, wanted);
    const auto answer = askUntilDone(wanted.constData());
    QTEST(int(answer.status), "status");
    QTEST(QByteArray::fromStdString(answer.contentType), "type");
}

void TestSymcacheApi::anOlderOneTakesOverWhereTheNewestFails()
{
    use(kMakesThree, "exit 1");
    const auto answer = askUntilDone("v4.2.0");
    QCOMPARE(answer.status, 200u);
    QCOMPARE(answer.contentType, std::string("application/vnd.ms-symcache; version=3.1.0"));
}

void TestSymcacheApi::isNotFoundWhenAllFail()
{
    use("exit 1", "exit 1");
    const auto answer = askUntilDone("v4.0.0");
    QCOMPARE(answer.status, 404u);
    QVERIFY(answer.headers.empty());
    QCOMPARE(ask("v3.1.0").status, 404u);
}

QTEST_GUILESS_MAIN(TestSymcacheApi)
#include "tst_symcache_api.moc"
