// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbfile/upload_headers.h"

#include <QTest>

using namespace faultline;
using namespace faultline::server;
using namespace faultline::server::symbfile_api;

namespace {

HttpRequestHead headWith(std::vector<std::pair<std::string, std::string>> headers)
{
    HttpRequestHead head;
    head.headers = std::move(headers);
    return head;
}

constexpr const char* kId = "d--nFqkSpJIXRFeHMp_Smg";

} // namespace

class TestUploadHeaders : public QObject
{
    Q_OBJECT

private slots:
    void parts_data();
    void parts();
    void onlyPartWithoutHeaders();
    void needsAnId();
    void modules_data();
    void modules();
    void keys_data();
    void keys();
    void noKeysLetNobodyIn();
};

void TestUploadHeaders::parts_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("parts");
    QTest::addColumn<bool>("isAccepted");
    QTest::newRow("first of one") << "0" << "1" << true;
    QTest::newRow("last of many") << "1023" << "1024" << true;
    QTest::newRow("beyond") << "1" << "1" << false;
    QTest::newRow("too many") << "0" << "1025" << false;
    QTest::newRow("none") << "0" << "0" << false;
    QTest::newRow("negative") << "-1" << "2" << false;
    QTest::newRow("hexadecimal") << "0x0" << "1" << false;
    QTest::newRow("fraction") << "1.0" << "2" << false;
    QTest::newRow("empty part") << "" << "1" << false;
    QTest::newRow("empty parts") << "0" << "" << false;
    QTest::newRow("beyond 64 bits") << "0" << "99999999999999999999" << false;
}

void TestUploadHeaders::parts()
{
    QFETCH(QString, part);
    QFETCH(QString, parts);
    QFETCH(bool, isAccepted);
    const auto headers = readUploadHeaders(headWith(
        {{"fileid", kId}, {"FilePart", part.toStdString()}, {"FileParts", parts.toStdString()}}));
    QCOMPARE(headers.has_value(), isAccepted);
}

void TestUploadHeaders::onlyPartWithoutHeaders()
{
    const auto headers = readUploadHeaders(headWith({{"FileID", kId}}));
    QVERIFY(headers);
    QCOMPARE(headers->part, 0u);
    QCOMPARE(headers->parts, 1u);
    QVERIFY(!readUploadHeaders(headWith({{"FileID", kId}, {"FilePart", "0"}})));
}

void TestUploadHeaders::needsAnId()
{
    QVERIFY(!readUploadHeaders(headWith({})));
    QVERIFY(!readUploadHeaders(headWith({{"FileID", "not an id"}})));
}

void TestUploadHeaders::modules_data()
{
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isAccepted");
    const auto row = [](const char* name, const char* header, const QString& value, bool accepted) {
        QTest::newRow(name) << QString(header) << value << accepted;
    };
    row("build id", "X-Build-Id", "0123456789ABCDEF", true);
    row("longest build id", "X-Build-Id", QString(128, 'a'), true);
    row("longer build id", "X-Build-Id", QString(130, 'a'), false);
    row("half a byte", "X-Build-Id", "012", false);
    row("no build id", "X-Build-Id", "", false);
    row("path of a build id", "X-Build-Id", "../../..", false);
    row("hidden end of a build id", "X-Build-Id", QString("ab") + QChar(0) + "/", false);
    row("load address", "X-Load-Address", "400000", true);
    row("load address zero", "X-Load-Address", "0", true);
    row("no load address", "X-Load-Address", "", false);
    row("load address with prefix", "X-Load-Address", "0x400000", false);
    row("load address beyond 64 bits", "X-Load-Address", "10000000000000000", false);
}

void TestUploadHeaders::modules()
{
    QFETCH(QString, header);
    QFETCH(QString, value);
    QFETCH(bool, isAccepted);
    const auto headers =
        readUploadHeaders(headWith({{"FileID", kId}, {header.toStdString(), value.toStdString()}}));
    QCOMPARE(headers.has_value(), isAccepted);
    if (headers && header == "X-Build-Id")
        QCOMPARE(QString::fromStdString(headers->buildId), value.toLower());
}

void TestUploadHeaders::keys_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("first key") << "APIKey one" << true;
    QTest::newRow("second key") << "ApiKey two" << true;
    QTest::newRow("scheme in lower case") << "apikey one" << true;
    QTest::newRow("another key") << "APIKey three" << false;
    QTest::newRow("part of a key") << "APIKey on" << false;
    QTest::newRow("more than a key") << "APIKey one one" << false;
    QTest::newRow("no scheme") << "one" << false;
    QTest::newRow("another scheme") << "Bearer one" << false;
    QTest::newRow("no token") << "APIKey" << false;
    QTest::newRow("empty token") << "APIKey " << false;
    QTest::newRow("nothing") << "" << false;
}

void TestUploadHeaders::keys()
{
    QFETCH(QString, value);
    QFETCH(bool, isKnown);
    QCOMPARE(isAuthorized(headWith({{"Authorization", value.toStdString()}}), {"one", "two"}),
             isKnown);
}

void TestUploadHeaders::noKeysLetNobodyIn()
{
    QVERIFY(!isAuthorized(headWith({{"Authorization", "APIKey "}}), {}));
    QVERIFY(!isAuthorized(headWith({}), {}));
}

QTEST_GUILESS_MAIN(TestUploadHeaders)
#include "tst_upload_headers.moc"
