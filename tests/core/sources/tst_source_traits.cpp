// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_traits.h"
#include "tests/support/source_trials.h"

#include <QTest>

#include <set>

using namespace faultline;
using namespace faultline::sources;

class TestSourceTraits : public QObject
{
    Q_OBJECT

private slots:
    void everyKindHasItsOwnType();
    void whatIsTrueOfAllKinds();
    void rightsOfRequests_data();
    void rightsOfRequests();
    void placesHaveNoCredentials();
    void debuginfodIsALayoutOfWebServers();
    void ownPathsCanBeChanged();
    void headersGoToWebServers();

private:
    static SourceConfig sourceAt(decltype(SourceConfig::where) where)
    {
        SourceConfig source;
        source.where = std::move(where);
        return source;
    }
};

void TestSourceTraits::everyKindHasItsOwnType()
{
    std::set<std::string_view> types;
    for (const auto& source : test::sourceOfEachKind())
        types.insert(traitsOf(source).type);
    const std::set<std::string_view> expected{"filesystem", "folder", "gcs",
                                              "http",       "s3",     "sentry"};
    QVERIFY(types == expected);
}

void TestSourceTraits::whatIsTrueOfAllKinds()
{
    for (const auto& source : test::sourceOfEachKind()) {
        const auto traits = traitsOf(source);
        const bool isLocal = traits.folder != nullptr;
        QCOMPARE(isOnThisMachine(source), isLocal);
        QCOMPARE(isScanned(source), traits.listedBy == ListedBy::Scan);
        QCOMPARE(traits.lister != nullptr, traits.listedBy == ListedBy::Server);
        // A request may read no folder without the right to do so.
        QCOMPARE(traits.requestRight == RequestRight::Folder, isLocal);
        // Only one way of asking.
        QVERIFY(isLocal + (traits.web != nullptr) + (traits.bucketPrefix != nullptr) +
                    (traits.lister != nullptr) ==
                1);
        QVERIFY(!isScanned(source) || isLocal);
    }
}

void TestSourceTraits::rightsOfRequests_data()
{
    QTest::addColumn<int>("provider");
    QTest::addColumn<bool>("signsAsThisMachine");
    using enum AwsCredentialsProvider;
    QTest::newRow("keys of the source") << static_cast<int>(Static) << false;
    QTest::newRow("none") << static_cast<int>(Anonymous) << false;
    QTest::newRow("of the container") << static_cast<int>(Container) << true;
    QTest::newRow("of the machine") << static_cast<int>(Instance) << true;
}

void TestSourceTraits::rightsOfRequests()
{
    QFETCH(int, provider);
    S3Source bucket;
    bucket.provider = static_cast<AwsCredentialsProvider>(provider);
    QTEST(traitsOf(sourceAt(bucket)).requestRight == RequestRight::MachineIdentity,
          "signsAsThisMachine");
}

void TestSourceTraits::placesHaveNoCredentials()
{
    const std::string url = "https://user:secret@h/a?sig=secret";
    S3Source s3;
    s3.bucket = "bucket";
    s3.prefix = "a/b";
    s3.secretKey = "secret";
    GcsSource gcs;
    gcs.bucket = "bucket";
    gcs.prefix = "a/b";
    gcs.bearerToken = "secret";
    QCOMPARE(shownPlace(sourceAt(FilesystemSource{"/syms"})), std::string("/syms"));
    QCOMPARE(shownPlace(sourceAt(FolderSource{"/build"})), std::string("/build"));
    QCOMPARE(shownPlace(sourceAt(HttpSource{url, {{"Authorization", "secret"}}, false})),
             std::string("https://h/a?sig=***"));
    QCOMPARE(shownPlace(sourceAt(s3)), std::string("s3://bucket/a/b"));
    QCOMPARE(shownPlace(sourceAt(gcs)), std::string("gs://bucket/a/b"));
    QCOMPARE(shownPlace(sourceAt(SentrySource{url, "secret", {}})),
             std::string("https://h/a?sig=***"));
}

void TestSourceTraits::debuginfodIsALayoutOfWebServers()
{
    for (auto source : test::sourceOfEachKind()) {
        QVERIFY(debuginfodServer(source) == nullptr);
        source.layout.type = LayoutType::Debuginfod;
        QVERIFY(debuginfodServer(source) == traitsOf(source).web);
    }
}

void TestSourceTraits::ownPathsCanBeChanged()
{
    for (auto source : test::sourceOfEachKind()) {
        source.filePtrRoots = {"a"};
        source.copyTo = {"b"};
        const auto* folder = traitsOf(source).folder;
        const auto before = folder == nullptr ? std::string() : *folder;
        forEachOwnPath(source, [](std::string& path) { path += "!"; });
        QVERIFY(source.filePtrRoots.front() == "a!" && source.copyTo.front() == "b!");
        if (traitsOf(source).folder != nullptr)
            QCOMPARE(*traitsOf(source).folder, before + "!");
    }
}

void TestSourceTraits::headersGoToWebServers()
{
    for (auto source : test::sourceOfEachKind()) {
        const auto before = source;
        addHeader(source, {"X-A", "b"});
        const auto* web = traitsOf(source).web;
        QCOMPARE(source == before, web == nullptr);
        if (web != nullptr)
            QVERIFY(web->headers.back().first == "X-A");
    }
}

QTEST_GUILESS_MAIN(TestSourceTraits)
#include "tst_source_traits.moc"
