// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/aws_roles.h"
#include "core/net/cloud/gcs_token.h"
#include "core/net/cloud/s3_refusal.h"
#include "core/net/download/sentry_listing.h"
#include "core/net/transport/secrets.h"

#include <QTest>

using namespace faultline;

/// Answers of servers: error documents, tokens, keys and listings, none of which can be trusted.
class TestStoreAnswers : public QObject
{
    Q_OBJECT

private slots:
    void s3Errors_data();
    void s3Errors();
    void s3RefusalsBecomeErrors_data();
    void s3RefusalsBecomeErrors();
    void roleKeys();
    void defects_data();
    void defects();
    void everyPrefixIsAnAnswerOrAnError_data();
    void everyPrefixIsAnAnswerOrAnError();
    void times_data();
    void times();
    void sentryListing();
    void sentryUrls_data();
    void sentryUrls();
    void sentryCredentialsStayWithTheirServer_data();
    void sentryCredentialsStayWithTheirServer();
    void secretsAreNotShown_data();
    void secretsAreNotShown();
};

namespace {

QString shown(const std::optional<net::S3ErrorText>& error)
{
    return error ? QString::fromStdString(error->code + "|" + error->message) : QString("none");
}

/// The error of one parser, chosen by name.
QString problemOf(const QString& parser, std::string_view text)
{
    const auto detail = [](const auto& result) {
        return result ? QString("fine") : QString::fromStdString(result.error().detail);
    };
    if (parser == "role")
        return detail(net::parseAwsRoleKeys(text));
    if (parser == "token")
        return detail(net::parseGcsToken(text));
    if (parser == "account")
        return detail(net::parseServiceAccount(text));
    return detail(net::parseSentryListing(text));
}

} // namespace

void TestStoreAnswers::s3Errors_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("error");
    QTest::newRow("as Amazon sends it")
        << QByteArray("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>NoSuchKey</Code>"
                      "<Message>The specified key does not exist.</Message><Key>a</Key></Error>")
        << "NoSuchKey|The specified key does not exist.";
    QTest::newRow("with a namespace")
        << QByteArray("<Error xmlns=\"urn:x\"><Message>m</Message><Code>C</Code></Error>") << "C|m";
    QTest::newRow("without a message") << QByteArray("<Error><Code>C</Code></Error>") << "C|";
    QTest::newRow("entities")
        << QByteArray("<Error><Code>C</Code><Message>&lt;a&gt; &amp;&#x41;&#66; &quot;&apos; &no; "
                      "& &#0; &#300;</Message></Error>")
        << "C|<a> &AB \"' &no; & &#0; &#300;";
    QTest::newRow("a page") << QByteArray("<html><Code>C</Code></html>") << "none";
    QTest::newRow("nothing") << QByteArray() << "none";
    QTest::newRow("no code") << QByteArray("<Error><Code></Code></Error>") << "none";
    QTest::newRow("cut in the code") << QByteArray("<Error><Code>NoSu") << "none";
    QTest::newRow("cut in the message")
        << QByteArray("<Error><Code>C</Code><Message>half of i") << "C|";
    QTest::newRow("ampersands without an end")
        << QByteArray("<Error><Code>C</Code><Message>") + QByteArray(50'000, '&') +
               QByteArray("</Message></Error>")
        << "C|" + QString(50'000, '&');
}

void TestStoreAnswers::s3Errors()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, error);
    QCOMPARE(shown(net::readS3Error(body.toStdString())), error);
}

void TestStoreAnswers::s3RefusalsBecomeErrors_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("error");
    for (const auto* code : {"AuthorizationHeaderMalformed", "AuthorizationQueryParametersError",
                             "AccessDenied", "SignatureDoesNotMatch", "InvalidAccessKeyId"})
        QTest::newRow(code) << 400 << code << "permission denied: " + QString(code) + ": why";
    for (const auto* code : {"NoSuchBucket", "NoSuchKey", "NotFound"})
        QTest::newRow(code) << 400 << code << "not found";
    QTest::newRow("archived object")
        << 403 << "InvalidObjectState" << "permission denied: InvalidObjectState: why";
    QTest::newRow("throttled") << 503 << "SlowDown" << "download failed: SlowDown: why";
    QTest::newRow("unknown code, 404") << 404 << "Weird" << "not found";
    QTest::newRow("403 without a document") << 403 << "" << "permission denied: 403 Forbidden";
    QTest::newRow("401 without a document") << 401 << "" << "permission denied: 401 Unauthorized";
    QTest::newRow("404 without a document") << 404 << "" << "not found";
    QTest::newRow("400 without a document") << 400 << "" << "download failed: 400 Bad Request";
    QTest::newRow("500 without a document")
        << 500 << "" << "download failed: 500 Internal Server Error";
    QTest::newRow("redirect without a target")
        << 301 << "" << "download failed: 301 Moved Permanently";
}

void TestStoreAnswers::s3RefusalsBecomeErrors()
{
    QFETCH(int, status);
    QFETCH(QString, code);
    QFETCH(QString, error);
    net::HttpHead head;
    head.status = static_cast<std::uint32_t>(status);
    const auto body = code.isEmpty() ? std::string()
                                     : "<Error><Code>" + code.toStdString() +
                                           "</Code><Message>why</Message></Error>";
    QCOMPARE(QString::fromStdString(net::errorForS3Refusal(head, body).describe()), error);
}

void TestStoreAnswers::roleKeys()
{
    const auto keys = net::parseAwsRoleKeys(
        R"({"RoleArn": "arn", "AccessKeyId": "AK", "SecretAccessKey": "SK", "Token": "T",
            "Expiration": "2013-05-24T00:00:10Z"})");
    QVERIFY(keys.has_value());
    QCOMPARE(keys->credentials.accessKey, std::string("AK"));
    QCOMPARE(keys->credentials.secretKey, std::string("SK"));
    QCOMPARE(keys->credentials.sessionToken, std::string("T"));
    QCOMPARE(keys->expiresAt->time_since_epoch().count(), std::int64_t{1369353610});
    const auto lasting = net::parseAwsRoleKeys(R"({"AccessKeyId": "AK", "SecretAccessKey": "SK"})");
    QVERIFY(lasting && lasting->credentials.sessionToken.empty() && !lasting->expiresAt);
}

void TestStoreAnswers::defects_data()
{
    QTest::addColumn<QString>("parser");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, const char* parser, const char* text,
                        const char* detail) {
        QTest::newRow(name) << parser << QByteArray(text) << detail;
    };
    row("role: no key", "role", R"({"SecretAccessKey": "S"})",
        "AccessKeyId: missing field at line 1 column 1");
    row("role: a number for a secret", "role", R"({"AccessKeyId": "A", "SecretAccessKey": 7})",
        "SecretAccessKey: expected a string, found an integer at line 1 column 42");
    row("role: odd time", "role",
        R"({"AccessKeyId": "A", "SecretAccessKey": "S", "Expiration": "soon"})",
        "Expiration: no time in UTC at line 1 column 65");
    row("token: none", "token", R"({"error": "invalid_grant"})",
        "access_token: missing field at line 1 column 1");
    row("token: empty", "token", R"({"access_token": ""})",
        "access_token: empty at line 1 column 19");
    row("token: negative lifetime", "token", R"({"access_token": "t", "expires_in": -1})", "*");
    row("account: no key", "account", R"({"client_email": "e"})",
        "private_key: missing field at line 1 column 1");
    row("listing: an object", "listing", R"({"detail": "no"})", "*");
    row("listing: no id", "listing", R"([{"symbolType": "elf"}])",
        "[0].id: missing field at line 1 column 2");
    row("listing: no type", "listing", R"([{"id": "1"}])",
        "[0].symbolType: missing field at line 1 column 2");
    row("listing: empty id", "listing", R"([{"id": "", "symbolType": "elf"}])",
        "[0].id: unusable id at line 1 column 10");
    row("listing: id with a line break", "listing", R"([{"id": "a\nb", "symbolType": "elf"}])",
        "[0].id: unusable id at line 1 column 14");
    for (const auto* parser : {"role", "token", "account", "listing"}) {
        QTest::addRow("%s: a page", parser) << parser << QByteArray("<html>") << "*";
        QTest::addRow("%s: nothing", parser) << parser << QByteArray() << "*";
        QTest::addRow("%s: a string", parser) << parser << QByteArray("\"x\"") << "*";
    }
}

void TestStoreAnswers::defects()
{
    QFETCH(QString, parser);
    QFETCH(QByteArray, text);
    QFETCH(QString, detail);
    const auto problem = problemOf(parser, text.toStdString());
    QVERIFY2(problem != "fine", qPrintable(problem));
    if (detail != "*")
        QCOMPARE(problem, detail);
}

void TestStoreAnswers::everyPrefixIsAnAnswerOrAnError_data()
{
    QTest::addColumn<QString>("parser");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("role") << "role"
                          << QByteArray(R"({"AccessKeyId": "A", "SecretAccessKey": "S",)"
                                        R"( "Token": "T", "Expiration": "2030-01-01T00:00:00Z"})");
    QTest::newRow("token") << "token"
                           << QByteArray(R"({"access_token": "abc", "expires_in": 3599})");
    QTest::newRow("account") << "account"
                             << QByteArray(R"({"client_email": "e@x", "private_key": "-----\n"})");
    QTest::newRow("listing") << "listing"
                             << QByteArray(R"([{"id": "1", "symbolType": "elf", "size": 3}])");
}

void TestStoreAnswers::everyPrefixIsAnAnswerOrAnError()
{
    QFETCH(QString, parser);
    QFETCH(QByteArray, text);
    QCOMPARE(problemOf(parser, text.toStdString()), QString("fine"));
    for (int size = 0; size < text.size(); ++size)
        QVERIFY2(problemOf(parser, text.left(size).toStdString()) != "fine",
                 qPrintable(QString::number(size)));
}

void TestStoreAnswers::times_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("seconds"); // -1: none.
    QTest::newRow("plain") << "2013-05-24T00:00:00Z" << qint64{1369353600};
    QTest::newRow("with a fraction") << "2013-05-24T00:00:01.123456Z" << qint64{1369353601};
    QTest::newRow("without a zone") << "2013-05-24T00:00:00" << qint64{-1};
    QTest::newRow("another zone") << "2013-05-24T00:00:00+01:00" << qint64{-1};
    QTest::newRow("no such day") << "2013-02-30T00:00:00Z" << qint64{-1};
    QTest::newRow("no such hour") << "2013-05-24T24:00:00Z" << qint64{-1};
    QTest::newRow("letters") << "2013-05-24T0a:00:00Z" << qint64{-1};
    QTest::newRow("nothing") << "" << qint64{-1};
    QTest::newRow("a lone Z") << "Z" << qint64{-1};
}

void TestStoreAnswers::times()
{
    QFETCH(QString, text);
    QFETCH(qint64, seconds);
    const auto time = net::parseUtcTime(text.toStdString());
    QCOMPARE(time ? qint64{time->time_since_epoch().count()} : qint64{-1}, seconds);
}

void TestStoreAnswers::sentryListing()
{
    const auto files = net::parseSentryListing(
        R"([{"id": "17", "symbolType": "macho", "debugId": null, "size": 8757},
            {"id": "18", "symbolType": "sourcebundle"},
            {"id": "19", "symbolType": "dartsymbolmap"},
            {"id": "20", "symbolType": "of the future"},
            {"id": "21", "symbolType": "elf"}])");
    QVERIFY(files.has_value());
    const std::vector<sources::ListedFile> expected{
        {"17", {sources::FileType::MachCode, sources::FileType::MachDebug}},
        {"18", {sources::FileType::SourceBundle}},
        {"21", {sources::FileType::ElfCode, sources::FileType::ElfDebug}}};
    QVERIFY(*files == expected);
    QVERIFY(net::parseSentryListing("[]")->empty());
}

void TestStoreAnswers::sentryUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("debugId");
    QTest::addColumn<QString>("codeId");
    QTest::addColumn<QString>("expected");
    const auto* both = "https://s.example/dsyms/?debug_id=0f3c9a52-7b1e-4d86-9c20-5ae1d7f4b3c8-1a&"
                       "code_id=63f1a2b41c9000";
    QTest::newRow("both ids") << "https://s.example/dsyms/"
                              << "0f3c9a52-7b1e-4d86-9c20-5ae1d7f4b3c8-1a" << "63f1a2b41c9000"
                              << both;
    QTest::newRow("only a code id")
        << "https://s.example/dsyms" << "" << "ab" << "https://s.example/dsyms?code_id=ab";
    QTest::newRow("a query of its own is kept") << "https://s.example/?project=1" << "" << "ab"
                                                << "https://s.example/?project=1&code_id=ab";
    QTest::newRow("nothing to ask for") << "https://s.example/" << "" << "" << "none";
}

void TestStoreAnswers::sentryUrls()
{
    QFETCH(QString, url);
    QFETCH(QString, debugId);
    QFETCH(QString, codeId);
    QFETCH(QString, expected);
    sources::ObjectLookup lookup;
    lookup.debugId = DebugId::parse(debugId.toStdString());
    lookup.codeId = CodeId::parse(codeId.toStdString());
    const auto asked = net::sentryListingUrl({url.toStdString(), "t", ""}, lookup);
    QCOMPARE(QString::fromStdString(asked.value_or("none")), expected);
    QCOMPARE(QString::fromStdString(net::sentryFileUrl({"https://s.example/d/", "t", ""}, "a b&c")),
             QString("https://s.example/d/?id=a%20b%26c"));
}

void TestStoreAnswers::sentryCredentialsStayWithTheirServer_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("sent");
    const auto* own = "https://sentry.example/api/0/files/";
    QTest::newRow("the source itself") << own << "https://sentry.example/api/0/files/?id=1" << true;
    QTest::newRow("below it") << own << "https://sentry.example/api/0/files/1/" << true;
    QTest::newRow("beside it") << own << "https://sentry.example/api/1/" << false;
    QTest::newRow("another host") << own << "https://cdn.example/api/0/files/" << false;
    QTest::newRow("plain http") << own << "http://sentry.example/api/0/files/" << false;
    QTest::newRow("a host that begins alike")
        << "https://sentry.example" << "https://sentry.example.org/" << false;
    QTest::newRow("a host without a path")
        << "https://sentry.example" << "https://sentry.example/x" << true;
    QTest::newRow("the source's query does not count")
        << "https://sentry.example/d/?project=1" << "https://sentry.example/d/?project=1&id=2"
        << true;
}

void TestStoreAnswers::sentryCredentialsStayWithTheirServer()
{
    QFETCH(QString, source);
    QFETCH(QString, url);
    QFETCH(bool, sent);
    const net::HttpHeaders none;
    const net::HttpHeaders token{{"Authorization", "Bearer secret"}};
    const net::HttpHeaders cookie{{"Cookie", "session=secret"}};
    const auto own = source.toStdString();
    QVERIFY(net::sentryCredentials({own, "secret", ""}, url.toStdString()) ==
            (sent ? token : none));
    QVERIFY(net::sentryCredentials({own, "", "session=secret"}, url.toStdString()) ==
            (sent ? cookie : none));
}

void TestStoreAnswers::secretsAreNotShown_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("harmless") << "Access Denied" << "Access Denied";
    QTest::newRow("quoted keys") << "key AKIDEXAMPLE, secret wJalrXUtnFEMI twice wJalrXUtnFEMI"
                                 << "key ***, secret *** twice ***";
    QTest::newRow("presigned parameters")
        << "GET /b?X-Amz-Credential=A%2Fb&X-Amz-Signature=abc&X-Amz-Security-Token=tok</Url>"
        << "GET /b?X-Amz-Credential=***&X-Amz-Signature=***&X-Amz-Security-Token=***</Url>";
    QTest::newRow("lines become one") << " a\r\nb\tc\n" << "a  b c";
    QTest::newRow("long texts are cut") << QString(5000, 'x') << QString(512, 'x') + QChar(0x2026);
}

void TestStoreAnswers::secretsAreNotShown()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(QString::fromStdString(
                 net::shownText(text.toStdString(), {"AKIDEXAMPLE", "wJalrXUtnFEMI", "", "key"})),
             shown);
}

QTEST_GUILESS_MAIN(TestStoreAnswers)
#include "tst_store_answers.moc"
