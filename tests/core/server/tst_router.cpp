// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/router.h"

#include <QTest>

using namespace faultline;
using namespace faultline::server;

namespace {

/// Answers with the route's name and the segments it got.
Route route(const std::string& method, const std::string& path)
{
    return {method, path, [path](const HttpRequestHead&, const PathSegments& segments) {
                auto text = path;
                for (const auto& segment : segments)
                    text += "|" + segment;
                return HttpOpening(textResponse(200, text));
            }};
}

HttpResponse ask(const std::string& method, const std::string& path)
{
    Router router({route("GET", "/"), route("GET", "/a"), route("GET", "/a/{}"),
                   route("POST", "/a/{}"), route("PUT", "/a/{}"), route("GET", "/b/{}/{}/end"),
                   route("GET", "/c/{*}"), route("GET", "/d/{}/x"), route("GET", "/d/y/{}")});
    HttpRequestHead head;
    head.method = method;
    head.path = path;
    return std::get<HttpResponse>(router.open(head));
}

} // namespace

class TestRouter : public QObject
{
    Q_OBJECT

private slots:
    void finds_data();
    void finds();
    void saysWhatIsAllowed();
};

void TestRouter::finds_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("answer"); // Empty: 404.
    const auto add = [](const char* name, const char* path, const char* answer) {
        QTest::newRow(name) << std::string(path) << std::string(answer);
    };
    add("root", "/", "/");
    add("fixed", "/a", "/a");
    add("one segment", "/a/x", "/a/{}|x");
    add("decoded", "/a/x%2Fy%20z+", "/a/{}|x/y z+");
    add("empty segment", "/a/", "");
    add("too many segments", "/a/x/y", "");
    add("case matters", "/A", "");
    add("two segments", "/b/1/2/end", "/b/{}/{}/end|1|2");
    add("another end", "/b/1/2/other", "");
    add("too short", "/b/1/2", "");
    add("the rest", "/c/1/2/3", "/c/{*}|1/2/3");
    add("no rest", "/c/", "");
    add("first that fits", "/d/y/x", "/d/{}/x|y");
    add("nothing", "", "");
}

void TestRouter::finds()
{
    QFETCH(std::string, path);
    QFETCH(std::string, answer);
    const auto response = ask("GET", path);
    QCOMPARE(response.status, answer.empty() ? 404u : 200u);
    QCOMPARE(std::string(response.content()), answer);
    QCOMPARE(ask("HEAD", path).status, response.status);
}

void TestRouter::saysWhatIsAllowed()
{
    const auto response = ask("DELETE", "/a/x");
    QCOMPARE(response.status, 405u);
    const std::pair<std::string, std::string> allow{"Allow", "GET,HEAD,POST,PUT"};
    QVERIFY(response.headers.front() == allow);
}

QTEST_GUILESS_MAIN(TestRouter)
#include "tst_router.moc"
