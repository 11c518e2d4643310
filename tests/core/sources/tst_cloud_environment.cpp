// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/cloud_environment.h"

#include <QTest>

#include <map>

using namespace faultline;

class TestCloudEnvironment : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsSet();
    void relativeUrisAreOfAmazonsAgent();
    void everythingIsSet();
};

namespace {

sources::CloudEnvironment read(const std::map<std::string, std::string>& variables)
{
    return sources::readCloudEnvironment([&](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

} // namespace

void TestCloudEnvironment::nothingIsSet()
{
    const auto environment = read({});
    QVERIFY(environment.awsContainerUri.empty() && environment.awsContainerToken.empty() &&
            environment.awsContainerTokenFile.empty() &&
            environment.googleServiceAccountFile.empty());
    QCOMPARE(environment.awsMetadataUrl, std::string("http://169.254.169.254"));
    QCOMPARE(environment.googleMetadataUrl, std::string("http://metadata.google.internal"));
}

void TestCloudEnvironment::relativeUrisAreOfAmazonsAgent()
{
    const auto environment = read({{"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/v2/x"},
                                   {"AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://other/"}});
    QCOMPARE(environment.awsContainerUri, std::string("http://169.254.170.2/v2/x"));
}

void TestCloudEnvironment::everythingIsSet()
{
    const auto environment = read({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://[::1]/x"},
                                   {"AWS_CONTAINER_AUTHORIZATION_TOKEN", "token"},
                                   {"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "/token"},
                                   {"AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://meta/"},
                                   {"GOOGLE_APPLICATION_CREDENTIALS", "/key.json"},
                                   {"GCE_METADATA_HOST", "127.0.0.1:9"}});
    QCOMPARE(environment.awsContainerUri, std::string("http://[::1]/x"));
    QCOMPARE(environment.awsContainerToken, std::string("token"));
    QCOMPARE(environment.awsContainerTokenFile, std::string("/token"));
    QCOMPARE(environment.awsMetadataUrl, std::string("http://meta/"));
    QCOMPARE(environment.googleServiceAccountFile, std::string("/key.json"));
    QCOMPARE(environment.googleMetadataUrl, std::string("http://127.0.0.1:9"));
}

QTEST_GUILESS_MAIN(TestCloudEnvironment)
#include "tst_cloud_environment.moc"
