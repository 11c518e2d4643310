// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/cloud/s3_address.h"

#include <QTest>

using namespace faultline;

class TestS3Address : public QObject
{
    Q_OBJECT

private slots:
    void addresses_data();
    void addresses();
    void refusals_data();
    void refusals();
    void virtualHostsOfAnEndpointOnRequest();
};

void TestS3Address::addresses_data()
{
    QTest::addColumn<QString>("bucket");
    QTest::addColumn<QString>("region");
    QTest::addColumn<QString>("endpoint");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("signedRegion");
    const auto amazon = [](const char* name, const char* bucket, const char* region,
                           const char* url, const char* signedRegion) {
        QTest::newRow(name) << bucket << region << "" << "k" << url << signedRegion;
    };
    amazon("virtual host", "acme-syms", "eu-central-1",
           "https://acme-syms.s3.eu-central-1.amazonaws.com/k", "eu-central-1");
    amazon("dots in the name need the path, or no certificate fits", "acme.syms", "us-west-2",
           "https://s3.us-west-2.amazonaws.com/acme.syms/k", "us-west-2");
    amazon("so do names from the time before rules", "Acme_Syms", "us-east-1",
           "https://s3.us-east-1.amazonaws.com/Acme_Syms/k", "us-east-1");
    amazon("regions in capitals", "b", "EU-WEST-1", "https://b.s3.eu-west-1.amazonaws.com/k",
           "eu-west-1");
    amazon("China", "b", "cn-north-1", "https://b.s3.cn-north-1.amazonaws.com.cn/k", "cn-north-1");
    amazon("GovCloud", "b", "us-gov-west-1", "https://b.s3.us-gov-west-1.amazonaws.com/k",
           "us-gov-west-1");
    amazon("secret regions", "b", "us-isob-east-1", "https://b.s3.us-isob-east-1.sc2s.sgov.gov/k",
           "us-isob-east-1");
    amazon("top secret regions", "b", "us-iso-east-1", "https://b.s3.us-iso-east-1.c2s.ic.gov/k",
           "us-iso-east-1");
    amazon("European sovereign cloud", "b", "eusc-de-east-1",
           "https://b.s3.eusc-de-east-1.amazonaws.eu/k", "eusc-de-east-1");
    amazon("FIPS, new spelling", "b", "us-east-2-fips",
           "https://b.s3-fips.us-east-2.amazonaws.com/k", "us-east-2");
    amazon("FIPS, old spelling", "b", "fips-us-gov-west-1",
           "https://b.s3-fips.us-gov-west-1.amazonaws.com/k", "us-gov-west-1");
    amazon("the global endpoint", "b", "aws-global", "https://b.s3.amazonaws.com/k", "us-east-1");
    amazon("the legacy endpoint", "b", "s3-external-1", "https://b.s3-external-1.amazonaws.com/k",
           "us-east-1");
    amazon("a region that is newer than we are", "b", "mx-central-9",
           "https://b.s3.mx-central-9.amazonaws.com/k", "mx-central-9");
    const auto custom = [](const char* name, const char* endpoint, const char* key,
                           const char* url) {
        QTest::newRow(name) << "b" << "minio" << endpoint << key << url << "minio";
    };
    custom("own endpoint", "https://s3.acme.example", "k", "https://s3.acme.example/b/k");
    custom("with a port", "http://127.0.0.1:9000/", "k", "http://127.0.0.1:9000/b/k");
    custom("with the port that goes without saying", "https://H.example:443", "k",
           "https://h.example/b/k");
    custom("with a path", "https://h.example/store//", "k", "https://h.example/store/b/k");
    custom("IPv6", "http://[::1]:9000", "k", "http://[::1]:9000/b/k");
    custom("user and password are not sent", "https://u:p@h.example", "k", "https://h.example/b/k");
    custom("odd keys", "HTTP://h.example", "a b/+/\xc3\xa4//c%",
           "http://h.example/b/a%20b/%2B/%C3%A4//c%25");
}

void TestS3Address::addresses()
{
    QFETCH(QString, bucket);
    QFETCH(QString, region);
    QFETCH(QString, endpoint);
    QFETCH(QString, key);
    QFETCH(QString, url);
    QFETCH(QString, signedRegion);
    const auto address = net::s3Address(
        {bucket.toStdString(), region.toStdString(), endpoint.toStdString()}, key.toStdString());
    QVERIFY(address.has_value());
    QCOMPARE(QString::fromStdString(address->url()), url);
    QCOMPARE(QString::fromStdString(address->region), signedRegion);
    QVERIFY(url.contains("://" + QString::fromStdString(address->host) + "/"));
}

void TestS3Address::refusals_data()
{
    QTest::addColumn<QString>("bucket");
    QTest::addColumn<QString>("region");
    QTest::addColumn<QString>("endpoint");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no bucket") << "" << "us-east-1" << "" << "the bucket has no name";
    QTest::newRow("a region must not lead to another host")
        << "b" << "evil.example/" << "" << "\"evil.example/\" is no name of a region";
    QTest::newRow("no region") << "b" << "" << "" << "\"\" is no name of a region";
    QTest::newRow("endpoint of another kind")
        << "b" << "r" << "ftp://h.example" << "the endpoint is no http or https URL";
}

void TestS3Address::refusals()
{
    QFETCH(QString, bucket);
    QFETCH(QString, region);
    QFETCH(QString, endpoint);
    QFETCH(QString, detail);
    const auto address =
        net::s3Address({bucket.toStdString(), region.toStdString(), endpoint.toStdString()}, "k");
    QVERIFY(!address);
    QCOMPARE(address.error().kind, ErrorKind::DownloadFailed);
    QCOMPARE(QString::fromStdString(address.error().detail), detail);
}

void TestS3Address::virtualHostsOfAnEndpointOnRequest()
{
    const auto address = net::s3Address({"b", "r", "https://h.example:9000/", false}, "k");
    QCOMPARE(address->url(), std::string("https://b.h.example:9000/k"));
}

QTEST_GUILESS_MAIN(TestS3Address)
#include "tst_s3_address.moc"
