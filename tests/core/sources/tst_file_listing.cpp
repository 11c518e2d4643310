// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/file_listing.h"
#include "core/sources/file_purpose.h"
#include "core/sources/source_filter.h"
#include "core/sources/symstore_index.h"
#include "core/sources/url.h"

#include <QTest>

using namespace faultline;

namespace {

sources::SourcePtr
http(std::string id, std::string url, sources::LayoutType layout = sources::LayoutType::Native)
{
    sources::SourceConfig source;
    source.id = std::move(id);
    source.layout.type = layout;
    source.where = sources::HttpSource{std::move(url), {}, false};
    return sources::makeSource(std::move(source));
}

sources::ObjectLookup acme()
{
    return {sources::LookupType::Pe,
            CodeId::parse("63f1a2b41c9000"),
            R"(C:\Windows\System32\acme.exe)",
            DebugId::parse("0f3c9a52-7b1e-4d86-9c20-5ae1d7f4b3c8-1a"),
            "acme.pdb",
            {}};
}

sources::RemoteFile fileIn(sources::SourceConfig source, std::string path)
{
    return {sources::makeSource(std::move(source)), sources::FileType::Pdb, std::move(path), {}};
}

} // namespace

class TestFileListing : public QObject
{
    Q_OBJECT

private slots:
    void listsSourceThenTypeThenPath();
    void saysWhyNothingIsListed_data();
    void saysWhyNothingIsListed();
    void filters_data();
    void filters();
    void sentryFilesComeFromTheListing();
    void sentrySaysWhyNothingIsListed_data();
    void sentrySaysWhyNothingIsListed();
    void duplicatesWithinASourceCollapse();
    void indexesDropWhatTheyDoNotList();
    void buildsUrls_data();
    void buildsUrls();
    void shownUrls_data();
    void shownUrls();
    void urisHoldNoCredentials_data();
    void urisHoldNoCredentials();
    void publicSourcesAreGlobal();
};

namespace {

/// A reason with its parameters.
QString said(const Skip& skip)
{
    auto words = std::string(skipReasonName(skip.reason));
    for (const auto part : skip.missing)
        words += concat(" ", lookupPartName(part));
    if (skip.failure)
        words += concat(" ", errorKindName(skip.failure->kind), " ", skip.failure->detail);
    return QString::fromStdString(words);
}

} // namespace

void TestFileListing::listsSourceThenTypeThenPath()
{
    const std::vector sources{http("one", "http://a/"),
                              http("two", "http://b", sources::LayoutType::Symstore)};
    const std::vector types{sources::FileType::Pe, sources::FileType::Breakpad};
    const auto listing = sources::listRemoteFiles(sources, acme(), types);
    QStringList uris;
    for (const auto& file : listing.files)
        uris << QString::fromStdString(file.uri());
    const QStringList expected{
        "http://a/acme.exe/63F1A2B41c9000/acme.exe", "http://a/acme.exe/63F1A2B41c9000/acme.ex_",
        "http://a/acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/acme.sym",
        "http://b/acme.exe/63F1A2B41c9000/acme.exe", "http://b/acme.exe/63F1A2B41c9000/acme.ex_"};
    QCOMPARE(uris, expected);
    QCOMPARE(listing.skipped.size(), std::size_t{1});
    QCOMPARE(listing.skipped[0].why.reason, SkipReason::NoSuchFileType);
}

void TestFileListing::saysWhyNothingIsListed_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("keepCodeId");
    QTest::addColumn<bool>("keepDebugId");
    QTest::addColumn<QString>("codeFile");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no code id") << int(sources::FileType::Pe) << false << true << "a.exe"
                                << "parts_missing code_id";
    QTest::newRow("no debug id") << int(sources::FileType::Pdb) << true << false << "a.exe"
                                 << "parts_missing debug_id";
    QTest::newRow("neither id nor name")
        << int(sources::FileType::Pe) << false << true << "" << "parts_missing code_id code_file";
    QTest::newRow("one of two ids is enough")
        << int(sources::FileType::MachDebug) << false << false << "" << "parts_unusable";
    QTest::newRow("unusable name")
        << int(sources::FileType::Pe) << true << true << ".." << "parts_unusable";
    QTest::newRow("no such type") << int(sources::FileType::UuidMap) << true << true << "a"
                                  << "no_such_file_type";
}

void TestFileListing::saysWhyNothingIsListed()
{
    QFETCH(int, type);
    QFETCH(bool, keepCodeId);
    QFETCH(bool, keepDebugId);
    QFETCH(QString, codeFile);
    QFETCH(QString, reason);
    auto lookup = acme();
    if (!keepCodeId)
        lookup.codeId.reset();
    if (!keepDebugId)
        lookup.debugId.reset();
    lookup.codeFile = codeFile.toStdString();
    const std::vector sources{http("one", "http://a")};
    const std::vector types{static_cast<sources::FileType>(type)};
    const auto listing = sources::listRemoteFiles(sources, lookup, types);
    QVERIFY(listing.files.empty());
    QCOMPARE(said(listing.skipped.at(0).why), reason);
}

void TestFileListing::filters_data()
{
    QTest::addColumn<QStringList>("patterns");
    QTest::addColumn<bool>("needsChecksum");
    QTest::addColumn<QString>("types");
    QTest::addColumn<QString>("reason");
    QTest::newRow("nothing set") << QStringList() << false << "" << "";
    QTest::newRow("pattern matches the code file")
        << QStringList{"?:/windows/**"} << false << "" << "";
    QTest::newRow("pattern matches the debug file") << QStringList{"acme.*"} << false << "" << "";
    QTest::newRow("no pattern matches")
        << QStringList{"d:/windows/**"} << false << "" << "path_pattern";
    QTest::newRow("type listed") << QStringList() << false << "pdb" << "";
    QTest::newRow("type not listed") << QStringList() << false << "pe" << "file_type_filter";
    QTest::newRow("checksum comes first")
        << QStringList{"d:/**"} << true << "pe" << "checksum_required";
}

void TestFileListing::filters()
{
    QFETCH(QStringList, patterns);
    QFETCH(bool, needsChecksum);
    QFETCH(QString, types);
    QFETCH(QString, reason);
    sources::SourceFilters filters;
    for (const auto& pattern : patterns)
        filters.pathPatterns.push_back(pattern.toStdString());
    filters.requiresChecksum = needsChecksum;
    if (const auto type = sources::parseFileType(types.toStdString()))
        filters.fileTypes.push_back(*type);
    const auto lookup = acme();
    const auto found = sources::SourceFilter(filters, lookup).reasonAgainst(sources::FileType::Pdb);
    QCOMPARE(found ? said(skipped(*found)) : QString(), reason);
}

void TestFileListing::sentryFilesComeFromTheListing()
{
    sources::SourceConfig config;
    config.where = sources::SentrySource{"https://sentry.example/", "t", ""};
    const auto source = sources::makeSource(config);
    const sources::SourceListings listings{
        {source.get(),
         {{{"3", {sources::FileType::Breakpad}},
           {"1", {sources::FileType::MachCode, sources::FileType::MachDebug}},
           {"2", {sources::FileType::SourceBundle}},
           {"3", {sources::FileType::Breakpad}}},
          std::nullopt}}};
    const std::array types{sources::FileType::MachDebug, sources::FileType::Breakpad,
                           sources::FileType::Pdb};
    const auto listing =
        sources::listRemoteFiles(std::array{source}, acme(), types, nullptr, {}, listings);
    QCOMPARE(listing.files.size(), std::size_t{2}); // In the listing's order, each once.
    QCOMPARE(listing.files[0].path, std::string("3"));
    QCOMPARE(listing.files[1].path, std::string("1"));
    QVERIFY(listing.files[1].type == sources::FileType::MachDebug);
    QCOMPARE(listing.skipped.size(), std::size_t{1});
    QVERIFY(listing.skipped[0].type == sources::FileType::Pdb);
    QCOMPARE(listing.skipped[0].why.reason, SkipReason::NotInListing);
}

void TestFileListing::sentrySaysWhyNothingIsListed_data()
{
    QTest::addColumn<bool>("hasIds");
    QTest::addColumn<bool>("wasAsked");
    QTest::addColumn<int>("error"); // -1: none.
    QTest::addColumn<QString>("reason");
    QTest::newRow("no ids") << false << true << -1 << "parts_missing code_id debug_id";
    QTest::newRow("not asked") << true << false << -1 << "listing_not_asked";
    QTest::newRow("nothing there") << true << true << -1 << "not_in_listing";
    QTest::newRow("refused") << true << true << static_cast<int>(ErrorKind::DownloadFailed)
                             << "listing_failed download_failed why";
    QTest::newRow("offline") << true << true << static_cast<int>(ErrorKind::Cancelled)
                             << "listing_failed cancelled why";
}

void TestFileListing::sentrySaysWhyNothingIsListed()
{
    QFETCH(bool, hasIds);
    QFETCH(bool, wasAsked);
    QFETCH(int, error);
    QFETCH(QString, reason);
    sources::SourceConfig config;
    config.where = sources::SentrySource{"https://sentry.example/", "t", ""};
    const auto source = sources::makeSource(config);
    sources::SourceListings listings;
    if (wasAsked)
        listings[source.get()].error =
            error == -1 ? std::nullopt : std::optional(Error{static_cast<ErrorKind>(error), "why"});
    const auto listing =
        sources::listRemoteFiles(std::array{source}, hasIds ? acme() : sources::ObjectLookup(),
                                 std::array{sources::FileType::Pe}, nullptr, {}, listings);
    QVERIFY(listing.files.empty());
    QCOMPARE(said(listing.skipped.at(0).why), reason);
}

void TestFileListing::duplicatesWithinASourceCollapse()
{
    const std::vector sources{http("one", "http://a", sources::LayoutType::SlashSymbols)};
    const std::vector types{sources::FileType::ElfCode, sources::FileType::ElfDebug};
    QCOMPARE(sources::listRemoteFiles(sources, acme(), types).files.size(), std::size_t{2});
}

/// Check 22: an index that lists only the plain name excludes the compressed one.
void TestFileListing::indexesDropWhatTheyDoNotList()
{
    const std::vector sources{http("one", "http://a", sources::LayoutType::Symstore),
                              http("two", "http://b", sources::LayoutType::Symstore)};
    const std::vector types{sources::FileType::Pdb};
    const auto whole = sources::listRemoteFiles(sources, acme(), types);
    const sources::SymstoreIndex index(
        ByteView::fromString(sources::SymstoreIndex::storedForm({whole.files.front().path})));
    auto listing = whole;
    sources::keepIndexedFiles(listing, sources.front(), &index);
    QCOMPARE(listing.files.size(), whole.files.size() - 1);
    QCOMPARE(listing.files.front().path, whole.files.front().path);
    QCOMPARE(listing.skipped.back().why.reason, SkipReason::NotInIndex);
    sources::keepIndexedFiles(listing, sources.back(), nullptr,
                              skippedFor(SkipReason::IndexUnavailable, Error{}));
    QCOMPARE(listing.files.size(), std::size_t{1});
    QCOMPARE(listing.skipped.back().why.reason, SkipReason::IndexUnavailable);
}

void TestFileListing::buildsUrls_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("url");
    QTest::newRow("doubled slashes") << "https://h/base" << "foo//bar" << "https://h/base/foo/bar";
    QTest::newRow("space") << "https://h/base/" << "foo bar" << "https://h/base/foo%20bar";
    QTest::newRow("leading slash") << "https://h/base" << "/foo" << "https://h/base/foo";
    QTest::newRow("empty location") << "https://h/base" << "" << "https://h/base";
    QTest::newRow("query of the base is kept")
        << "https://h/base?sig=1" << "foo" << "https://h/base/foo?sig=1";
    QTest::newRow("dot segments are dropped") << "https://h" << "../a/./b" << "https://h/a/b";
    QTest::newRow("delimiters are encoded")
        << "https://h" << "a?b#c%d" << "https://h/a%3Fb%23c%25d";
    QTest::newRow("beyond ASCII") << "https://h" << "\u00e4" << "https://h/%C3%A4";
    QTest::newRow("base without authority") << "data:text" << "a" << "";
}

void TestFileListing::buildsUrls()
{
    QFETCH(QString, base);
    QFETCH(QString, path);
    QFETCH(QString, url);
    QCOMPARE(QString::fromStdString(
                 sources::httpFileUrl(base.toStdString(), path.toStdString()).value_or("")),
             url);
}

void TestFileListing::shownUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("shown");
    QTest::newRow("nothing to hide") << "https://h/a?b=c#d" << "https://h/a?b=c#d";
    QTest::newRow("user and password") << "https://u:p@h/a" << "https://h/a";
    QTest::newRow("user alone") << "https://u@h:8/a" << "https://h:8/a";
    QTest::newRow("Azure's signature")
        << "https://h/a?sv=2024&sig=x%3D&se=1" << "https://h/a?sv=2024&sig=***&se=1";
    QTest::newRow("Amazon's") << "https://h/a?X-Amz-Credential=k&X-Amz-Signature=s"
                              << "https://h/a?X-Amz-Credential=***&X-Amz-Signature=***";
    QTest::newRow("a token in capitals")
        << "https://h/?Access_Token=t" << "https://h/?Access_Token=***";
    QTest::newRow("everything") << "https://u:p@h?password=x&a" << "https://h?password=***&a";
    QTest::newRow("a key names a file") << "https://h/a?key=b" << "https://h/a?key=b";
    QTest::newRow("a name alone") << "https://h/a?token" << "https://h/a?token";
    QTest::newRow("without a scheme") << "u:p@h:3128/a" << "h:3128/a";
    QTest::newRow("a password with signs") << "http://u:p@x@h/a" << "http://h/a";
    QTest::newRow("a name with an @") << "lodash@4/x.js" << "lodash@4/x.js";
    QTest::newRow("no URL") << "a?token=b" << "a?token=b";
}

void TestFileListing::shownUrls()
{
    QFETCH(QString, url);
    QFETCH(QString, shown);
    QCOMPARE(QString::fromStdString(sources::withoutCredentials(url.toStdString())), shown);
}

void TestFileListing::urisHoldNoCredentials_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("host");
    QTest::newRow("http") << "http" << "https://h.example:8443/s/a%20b" << "h.example";
    QTest::newRow("s3") << "s3" << "s3://bucket/pre/fix/a%20b" << "bucket";
    QTest::newRow("gcs") << "gcs" << "gs://bucket/a%20b" << "bucket";
    QTest::newRow("filesystem") << "filesystem" << "file:///syms/a b" << "local file";
    QTest::newRow("folder") << "folder" << "file:///build/a b" << "local file";
    QTest::newRow("sentry") << "sentry" << "sentry://project_debug_file/a b" << "sentry.example";
}

void TestFileListing::urisHoldNoCredentials()
{
    QFETCH(QString, type);
    QFETCH(QString, uri);
    QFETCH(QString, host);
    std::map<QString, decltype(sources::SourceConfig::where)> places;
    places["http"] = sources::HttpSource{"https://user:secret@H.example:8443/s", {}, false};
    sources::S3Source s3;
    s3.bucket = "bucket";
    s3.prefix = "/pre/fix/";
    s3.accessKey = "key";
    s3.secretKey = "secret";
    places["s3"] = s3;
    sources::GcsSource gcs;
    gcs.bucket = "bucket";
    gcs.bearerToken = "secret";
    places["gcs"] = gcs;
    places["filesystem"] = sources::FilesystemSource{"/syms/"};
    places["folder"] = sources::FolderSource{"/build"};
    places["sentry"] = sources::SentrySource{"https://sentry.example/x", "secret", ""};
    sources::SourceConfig source;
    source.where = places.at(type);
    const auto file = fileIn(source, "a b");
    QCOMPARE(QString::fromStdString(file.uri()).toLower(), uri);
    QCOMPARE(QString::fromStdString(file.hostLabel()), host);
}

void TestFileListing::publicSourcesAreGlobal()
{
    sources::SourceConfig source;
    source.where = sources::FilesystemSource{"/"};
    QCOMPARE(fileIn(source, "a").cacheScope("42"), std::string("42"));
    QCOMPARE(fileIn(source, "a").cacheScope(""), std::string("global"));
    source.isPublic = true;
    QCOMPARE(fileIn(source, "a").cacheScope("42"), std::string("global"));
}

QTEST_GUILESS_MAIN(TestFileListing)
#include "tst_file_listing.moc"
