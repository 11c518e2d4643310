// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/net/cloud/sigv4_signer.h"

#include <QTest>

using namespace faultline;
using namespace std::chrono;

namespace {

struct Vector
{
    net::SigV4Request request;
    std::string token;
    QString byHeaders; ///< Signature; empty: not published.
    QString byQuery;
};

net::SigV4Signer::Time suiteTime()
{
    return sys_days(year(2015) / 8 / 30) + hours(12) + minutes(36);
}

net::SigV4Request plain(std::string method, std::string path = "/")
{
    net::SigV4Request request;
    request.method = std::move(method);
    request.host = "example.amazonaws.com";
    request.path = std::move(path);
    request.payloadHash = sha256Hex({});
    return request;
}

net::SigV4Request withQuery(std::string method,
                            std::vector<std::pair<std::string, std::string>> query)
{
    auto request = plain(std::move(method));
    request.query = std::move(query);
    return request;
}

net::SigV4Request withHeaders(std::string method, net::HttpHeaders headers)
{
    auto request = plain(std::move(method));
    request.headers = std::move(headers);
    return request;
}

std::string valueOf(const net::HttpHeaders& headers, std::string_view name)
{
    for (const auto& [known, value] : headers) {
        if (known == name)
            return value;
    }
    return {};
}

QString signatureIn(const std::string& text, std::string_view before)
{
    const auto at = text.find(before);
    return at == std::string::npos ? QString()
                                   : QString::fromStdString(text.substr(at + before.size()));
}

} // namespace

Q_DECLARE_METATYPE(Vector)

class TestSigV4Signer : public QObject
{
    Q_OBJECT

private slots:
    void publishedTestSuite_data();
    void publishedTestSuite();
    void canonicalRequestOfTheSuite();
    void examplesOfAmazonS3_data();
    void examplesOfAmazonS3();
    void presignedUrlOfAmazonS3();
    void oddKeysAreEncodedOnce_data();
    void oddKeysAreEncodedOnce();
};

/// The AWS Signature Version 4 test suite (aws-sig-v4-test-suite, in awslabs/aws-c-auth): access
/// key AKIDEXAMPLE, region us-east-1, service "service", 2015-08-30T12:36:00Z. Left out are the
/// cases that normalise paths, which S3 does not.
void TestSigV4Signer::publishedTestSuite_data()
{
    QTest::addColumn<Vector>("vector");
    const auto add = [](const char* name, net::SigV4Request request, const char* byHeaders,
                        const char* byQuery, std::string token = {}) {
        QTest::newRow(name) << Vector{std::move(request), std::move(token), byHeaders, byQuery};
    };
    const std::string unreserved =
        "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    add("get-vanilla", plain("GET"),
        "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d");
    add("get-unreserved", plain("GET", "/" + unreserved),
        "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
        "95968482db1b9e0fadef6efc1bd24689f77c77d9ef56919c96a28cc92e0d6005");
    add("get-utf8", plain("GET", "/\xe1\x88\xb4"),
        "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
        "10eae3f14a260bd3911cc6d008d3c576d143b05b62f09782a7a4b37f52178e44");
    add("get-space-unnormalized", plain("GET", "/example space/"),
        "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
        "7a1f416954786484c9824d93c1f26ef64acb9b1b6c9154d08c9f07d0e394abf6");
    add("get-slashes-unnormalized", plain("GET", "//example//"),
        "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5",
        "822a5a9ba28072c5ab2bb4a6307d0c88276d40e49fec6b724c03fb4d4ba60fc2");
    add("get-vanilla-empty-query-key", withQuery("GET", {{"Param1", "value1"}}),
        "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
        "49096700cbbaa5753443850f40df10f904fc2fdb544dc9512203cc77c471a9de");
    add("get-vanilla-query-order-encoded",
        withQuery("GET", {{"Param-3", "Value3"}, {"Param", "Value2"}, {"\xe1\x88\xb4", "Value1"}}),
        "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac",
        "c5f1848ceec943ac2ca68ee720460c23aaae30a2300586597ada94c4a65e4787");
    add("get-vanilla-query-order-key-case",
        withQuery("GET", {{"Param2", "value2"}, {"Param1", "value1"}}),
        "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
        "86012e2c9ad4d77369f5d81c11f75158aae4f895a085212cc6d3f923d300bed5");
    add("get-vanilla-query-unreserved", withQuery("GET", {{unreserved, unreserved}}),
        "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
        "8e76a88a7433637b12778d5592799b29ad21ecd6cf6325051c21d86f0acda2bf");
    add("get-vanilla-utf8-query", withQuery("GET", {{"\xe1\x88\xb4", "bar"}}),
        "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
        "0bdd809b1519ac4f0c1dc3540e2cc46bd0c7f778eda408b2ebf3b913d21ff600");
    add("get-header-key-duplicate",
        withHeaders("GET",
                    {{"My-Header1", "value2"}, {"My-Header1", "value2"}, {"My-Header1", "value1"}}),
        "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
        "3349ee0b81b4b589da0ff28a395c3591e04de515651dd74f298fa992d1507a97");
    add("get-header-value-trim",
        withHeaders("GET", {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}}),
        "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
        "e7bb0fd515e125e1aec2ecc4c0c17484fb06f6846b927c35e46005dd3df3acd4");
    add("post-header-key-sort", withHeaders("POST", {{"My-Header1", "value1"}}),
        "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c",
        "c09d07e0d55871f10f2a6d350d994acf6825a3cae70673d7def55616e6119dd7");
    add("post-vanilla-empty-query-value", withQuery("POST", {{"Param1", "value1"}}),
        "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
        "a9ef26247f293bffe40eeff86a0480ba8c14d31503b2e0c3399e3a16bf1a3682");
    add("get-vanilla-with-session-token", plain("GET"),
        "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8",
        "7ff2b50b376cb4d151970630573d6291dc128cc5c2a12ffb237f73cc53f67b6c",
        "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267");
    auto form =
        withHeaders("POST", {{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"},
                             {"Content-Length", "13"}});
    form.payloadHash = sha256Hex(asBytes("Param1=value1"));
    add("post-x-www-form-urlencoded-parameters, by query", form, "",
        "0dbeb9b026c7b6675f266b8427efec9b4fa8b1f6ef1477d717aea231106eab4d");
    form.headers.emplace_back("X-Amz-Content-Sha256", form.payloadHash);
    add("post-x-www-form-urlencoded-parameters, by headers", form,
        "328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422", "");
}

void TestSigV4Signer::publishedTestSuite()
{
    QFETCH(Vector, vector);
    const net::SigV4Signer signer(
        {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", vector.token}, "us-east-1",
        "service");
    const auto headers = signer.signedHeaders(vector.request, suiteTime());
    const auto authorization = valueOf(headers, "Authorization");
    QVERIFY(authorization.starts_with("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/"
                                      "service/aws4_request, SignedHeaders="));
    QCOMPARE(valueOf(headers, "X-Amz-Date"), std::string("20150830T123600Z"));
    QCOMPARE(valueOf(headers, "X-Amz-Security-Token"), vector.token);
    if (!vector.byHeaders.isEmpty())
        QCOMPARE(signatureIn(authorization, "Signature="), vector.byHeaders);
    if (!vector.byQuery.isEmpty())
        QCOMPARE(signatureIn(signer.presignedQuery(vector.request, suiteTime(), hours(1)),
                             "&X-Amz-Signature="),
                 vector.byQuery);
}

void TestSigV4Signer::canonicalRequestOfTheSuite()
{
    auto request = withHeaders("GET", {{"My-Header2", " \"a   b   c\""},
                                       {"My-Header1", " value1"},
                                       {"X-Amz-Date", "20150830T123600Z"}});
    QCOMPARE(QString::fromStdString(net::SigV4Signer::canonicalRequest(request)),
             QString("GET\n/\n\nhost:example.amazonaws.com\nmy-header1:value1\n"
                     "my-header2:\"a b c\"\nx-amz-date:20150830T123600Z\n\n"
                     "host;my-header1;my-header2;x-amz-date\n"
                     "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
}

/// "Signature Calculations for the Authorization Header", Amazon S3 API reference: bucket
/// examplebucket, 2013-05-24.
void TestSigV4Signer::examplesOfAmazonS3_data()
{
    QTest::addColumn<Vector>("vector");
    const auto add = [](const char* name, const char* method, const char* path,
                        std::vector<std::pair<std::string, std::string>> query,
                        net::HttpHeaders headers, std::string_view body, const char* signature) {
        net::SigV4Request request;
        request.method = method;
        request.host = "examplebucket.s3.amazonaws.com";
        request.path = path;
        request.query = std::move(query);
        request.headers = std::move(headers);
        request.payloadHash = sha256Hex(asBytes(body));
        request.headers.emplace_back("x-amz-content-sha256", request.payloadHash);
        QTest::newRow(name) << Vector{std::move(request), {}, signature, {}};
    };
    add("GET object", "GET", "/test.txt", {}, {{"Range", "bytes=0-9"}}, "",
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    add("PUT object", "PUT", "/test$file.text", {},
        {{"Date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
        "Welcome to Amazon S3.",
        "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    add("GET bucket lifecycle", "GET", "/", {{"lifecycle", ""}}, {}, "",
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    add("list objects", "GET", "/", {{"max-keys", "2"}, {"prefix", "J"}}, {}, "",
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

void TestSigV4Signer::examplesOfAmazonS3()
{
    QFETCH(Vector, vector);
    const net::SigV4Signer signer(
        {"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", {}}, "us-east-1");
    const auto headers = signer.signedHeaders(vector.request, sys_days(year(2013) / 5 / 24));
    QCOMPARE(signatureIn(valueOf(headers, "Authorization"), "Signature="), vector.byHeaders);
}

void TestSigV4Signer::presignedUrlOfAmazonS3()
{
    const net::SigV4Signer signer(
        {"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", {}}, "us-east-1");
    net::SigV4Request request;
    request.host = "examplebucket.s3.amazonaws.com";
    request.path = "/test.txt";
    request.payloadHash = net::kUnsignedPayload;
    QCOMPARE(QString::fromStdString(
                 signer.presignedQuery(request, sys_days(year(2013) / 5 / 24), hours(24))),
             QString("X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F"
                     "20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&"
                     "X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature="
                     "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"));
}

void TestSigV4Signer::oddKeysAreEncodedOnce_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("encoded");
    QTest::newRow("space and plus") << "a b+c" << "a%20b%2Bc";
    QTest::newRow("percent signs") << "100%25" << "100%2525";
    QTest::newRow("umlaut") << QString::fromUtf8("\xc3\xa4") << "%C3%A4";
    QTest::newRow("empty segments stay") << "a//b/" << "a//b/";
    QTest::newRow("what other rules leave alone")
        << "!$&'()*,;=:@" << "%21%24%26%27%28%29%2A%2C%3B%3D%3A%40";
    QTest::newRow("brackets of a build id") << "[vdso]" << "%5Bvdso%5D";
}

void TestSigV4Signer::oddKeysAreEncodedOnce()
{
    QFETCH(QString, key);
    QFETCH(QString, encoded);
    QCOMPARE(QString::fromStdString(net::awsEncoded(key.toStdString(), net::SlashRule::Keep)),
             encoded);
}

QTEST_GUILESS_MAIN(TestSigV4Signer)
#include "tst_sigv4_signer.moc"
