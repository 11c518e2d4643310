// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/access_guard.h"

#include <QTest>

using namespace faultline::server;

namespace {

constexpr const char* kToken = "0123456789abcdef";

int statusFor(const AccessPolicy& policy, RouteAccess access, const std::string& authorization)
{
    HttpRequestHead head;
    if (!authorization.empty())
        head.headers.emplace_back("authorization", authorization);
    const auto refusal = AccessGuard(policy).refusal(head, access);
    return refusal ? static_cast<int>(refusal->status) : 200;
}

} // namespace

class TestAccessGuard : public QObject
{
    Q_OBJECT

private slots:
    void tokens_data();
    void tokens();
    void withoutTokens();
};

void TestAccessGuard::tokens_data()
{
    QTest::addColumn<std::string>("authorization");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const std::string& value, int status) {
        QTest::newRow(name) << value << status;
    };
    const std::string token = kToken;
    row("none", "", 401);
    row("valid", "Bearer " + token, 200);
    row("scheme in another case", "bEARER " + token, 200);
    row("second of the list", "Bearer second-0123456789", 200);
    row("another scheme", "Basic " + token, 401);
    row("no scheme", token, 401);
    row("no space", "Bearer" + token, 401);
    row("empty", "Bearer ", 401);
    row("beginning", "Bearer " + token.substr(0, 15), 401);
    row("longer", "Bearer " + token + "0", 401);
    row("another case", "Bearer 0123456789ABCDEF", 401);
}

void TestAccessGuard::tokens()
{
    QFETCH(std::string, authorization);
    const AccessPolicy policy{.bearerTokens = {{kToken, "second-0123456789"}}};
    QTEST(statusFor(policy, RouteAccess::Api, authorization), "status");
    QCOMPARE(statusFor(policy, RouteAccess::Open, authorization), 200);
    QCOMPARE(statusFor(policy, RouteAccess::OwnToken, authorization), 200);
}

void TestAccessGuard::withoutTokens()
{
    QCOMPARE(statusFor({}, RouteAccess::Api, ""), 200);
    const AccessPolicy nobody{.bearerTokens = {std::vector<std::string>()}};
    QCOMPARE(statusFor(nobody, RouteAccess::Api, "Bearer "), 401);
    QCOMPARE(statusFor(nobody, RouteAccess::Api, std::string("Bearer ") + kToken), 401);
}

QTEST_GUILESS_MAIN(TestAccessGuard)
#include "tst_access_guard.moc"
