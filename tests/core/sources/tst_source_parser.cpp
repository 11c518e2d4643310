// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_parser.h"

#include <QTest>

using namespace faultline;

class TestSourceParser : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryType();
    void ignoresUnknownKeysAndFillsDefaults();
    void keysOfOursThatReachIntoTheMachine();
    void originIsNobodysToChoose();
    void errorsNameTheKey_data();
    void errorsNameTheKey();
    void storesAndTheirKeys();
    void listErrorsNameTheElement();
    void aKeyIsThereOnce_data();
    void aKeyIsThereOnce();
    void readsCommandLineArguments_data();
    void readsCommandLineArguments();
};

void TestSourceParser::readsEveryType()
{
    const auto sources = sources::parseSources(R"([
        {"id": "a", "type": "filesystem", "path": "/syms"},
        {"id": "b", "type": "folder", "path": "/build"},
        {"id": "c", "type": "http", "url": "https://h/x/", "headers": {"authorization": "Basic dTpw"}, "accept_invalid_certs": true,
         "layout": {"type": "symstore", "casing": "lowercase"}, "is_public": true, "has_index": true,
         "filters": {"filetypes": ["pe", "pdb"], "path_patterns": ["?:/vendor/**"], "requires_checksum": true}},
        {"id": "d", "type": "s3", "bucket": "acme", "prefix": "linux", "region": ["minio", "https://s3.acme.example"],
         "access_key": "AK", "secret_key": "SK"},
        {"id": "e", "type": "gcs", "bucket": "acme", "bearer_token": "T"},
        {"id": "f", "type": "sentry", "url": "https://sentry.example/api/", "token": "T"}
    ])");
    QVERIFY2(sources.has_value(), sources ? "" : sources.error().detail.c_str());
    QCOMPARE(sources->size(), std::size_t{6});
    QCOMPARE(std::get<sources::FilesystemSource>((*sources)[0].where).path, std::string("/syms"));
    QCOMPARE(std::get<sources::FolderSource>((*sources)[1].where).path, std::string("/build"));
    const auto& http = (*sources)[2];
    QVERIFY(http.isPublic && http.hasIndex && http.filters.requiresChecksum);
    QCOMPARE(http.layout.type, sources::LayoutType::Symstore);
    QCOMPARE(http.layout.casing, sources::PathCasing::Lowercase);
    QCOMPARE(http.filters.fileTypes.size(), std::size_t{2});
    QCOMPARE(std::get<sources::HttpSource>(http.where).headers.front().second,
             std::string("Basic dTpw"));
    QCOMPARE(std::get<sources::S3Source>((*sources)[3].where).endpoint,
             std::string("https://s3.acme.example"));
    QCOMPARE(std::get<sources::GcsSource>((*sources)[4].where).bearerToken, std::string("T"));
    QCOMPARE(std::get<sources::SentrySource>((*sources)[5].where).token, std::string("T"));
}

void TestSourceParser::ignoresUnknownKeysAndFillsDefaults()
{
    const auto source = sources::parseSource(
        R"({"id": "a", "type": "http", "url": "http://h", "name": "x", "platforms": [1], "layout": null})");
    QVERIFY(source.has_value());
    QCOMPARE(source->layout.type, sources::LayoutType::Native);
    QVERIFY(!source->isPublic);
    QVERIFY(source->filters.fileTypes.empty());
}

/// A request must not choose which files we read or write.
void TestSourceParser::keysOfOursThatReachIntoTheMachine()
{
    const auto* json =
        R"([{"id": "a", "type": "http", "url": "http://h", "probe": ["file_ptr", "code_id"],
        "file_ptr_roots": ["/pointed"], "copy_to": ["/store"]}])";
    const auto own = sources::parseOwnSources(json);
    QVERIFY(own);
    QVERIFY(own->front().probes.filePtr && own->front().probes.codeId);
    QVERIFY(!own->front().probes.index2);
    QCOMPARE(own->front().filePtrRoots, std::vector<std::string>{"/pointed"});
    QCOMPARE(own->front().copyTo, std::vector<std::string>{"/store"});
    const auto requested = sources::parseSources(json);
    QVERIFY(requested);
    QVERIFY(requested->front().probes.filePtr);
    QVERIFY(requested->front().filePtrRoots.empty() && requested->front().copyTo.empty());
}

/// An id is a name. Only the prefix that the contract reserves for an operator's service has a
/// meaning.
void TestSourceParser::originIsNobodysToChoose()
{
    const auto sources = sources::parseSources(R"([
        {"id": "located file", "type": "filesystem", "path": "/syms", "origin": "chosen_file"},
        {"id": "recorded path", "type": "filesystem", "path": "/syms", "origin": 2},
        {"id": "sentry:microsoft", "type": "http", "url": "https://h/x/"}
    ])");
    QVERIFY2(sources.has_value(), sources ? "" : sources.error().detail.c_str());
    QCOMPARE((*sources)[0].origin, sources::SourceOrigin::Configured);
    QCOMPARE((*sources)[1].origin, sources::SourceOrigin::Configured);
    QCOMPARE((*sources)[2].origin, sources::SourceOrigin::BuiltIn);
}

void TestSourceParser::errorsNameTheKey_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("detail");
    QTest::newRow("not JSON") << "{" << "sources: not valid JSON";
    QTest::newRow("not an object") << "[]" << "source: expected an object, found array";
    QTest::newRow("no id") << R"({"type": "http"})" << "id: missing";
    QTest::newRow("id of another type")
        << R"({"id": 1, "type": "http"})" << "id: expected a string, found number";
    QTest::newRow("unknown type") << R"({"id": "a", "type": "ftp"})"
                                  << "type: unknown source type \"ftp\"";
    QTest::newRow("relative URL") << R"({"id": "a", "type": "http", "url": "/x"})"
                                  << "url: not an absolute URL";
    QTest::newRow("header value")
        << R"({"id": "a", "type": "http", "url": "http://h", "headers": {"x": 1}})"
        << "headers.x: expected a string, found number";
    QTest::newRow("null for headers")
        << R"({"id": "a", "type": "http", "url": "http://h", "headers": null})"
        << "headers: expected an object, found null";
    QTest::newRow("unknown file type")
        << R"({"id": "a", "type": "filesystem", "path": "/", "filters": {"filetypes": ["pe", "x"]}})"
        << "filters.filetypes[1]: unknown file type \"x\"";
    QTest::newRow("malformed glob")
        << R"({"id": "a", "type": "filesystem", "path": "/", "filters": {"path_patterns": ["a**b"]}})"
        << "filters.path_patterns[0]: glob: '**' at position 1 is not a whole path component";
    QTest::newRow("unknown layout")
        << R"({"id": "a", "type": "filesystem", "path": "/", "layout": {"type": "breakpad"}})"
        << "layout.type: unknown layout \"breakpad\"";
    QTest::newRow("unknown casing")
        << R"({"id": "a", "type": "filesystem", "path": "/", "layout": {"casing": "title"}})"
        << "layout.casing: unknown casing \"title\"";
    QTest::newRow("flag of another type")
        << R"({"id": "a", "type": "filesystem", "path": "/", "is_public": "yes"})"
        << "is_public: expected true or false, found string";
    QTest::newRow("unknown probe")
        << R"({"id": "a", "type": "filesystem", "path": "/", "probe": ["index2", "luck"]})"
        << "probe[1]: unknown look-up \"luck\"";
    QTest::newRow("no region") << R"({"id": "a", "type": "s3", "bucket": "b", "region": null})"
                               << "region: missing";
    QTest::newRow("one-element region")
        << R"({"id": "a", "type": "s3", "bucket": "b", "region": ["x"]})"
        << "region: expected a name or a list of name and endpoint";
    QTest::newRow("unknown credentials provider")
        << R"({"id": "a", "type": "s3", "bucket": "b", "region": "x", "aws_credentials_provider": "env"})"
        << "aws_credentials_provider: unknown provider \"env\"";
    QTest::newRow("the machine's keys, asked for by a request")
        << R"({"id": "a", "type": "s3", "bucket": "b", "region": "x", "aws_credentials_provider": "instance"})"
        << "aws_credentials_provider: keys of the machine are for configured sources only";
    QTest::newRow("half a key pair")
        << R"({"id": "a", "type": "gcs", "bucket": "b", "private_key": "x"})"
        << "private_key: private_key with client_email, or bearer_token is required";
    QTest::newRow("token endpoint that is none")
        << R"({"id": "a", "type": "gcs", "bucket": "b", "anonymous": true, "token_endpoint": "x"})"
        << "token_endpoint: not an absolute URL";
    QTest::newRow("two credentials")
        << R"({"id": "a", "type": "sentry", "url": "http://h", "token": "a", "cookies": "b"})"
        << "token: exactly one of token and cookies is required";
}

void TestSourceParser::errorsNameTheKey()
{
    QFETCH(QString, json);
    QFETCH(QString, detail);
    const auto source = sources::parseSource(json.toStdString());
    QVERIFY(!source.has_value());
    QCOMPARE(source.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(source.error().detail), detail);
}

/// Keys that only Faultline has, and empty keys, which fail only when they are used.
void TestSourceParser::storesAndTheirKeys()
{
    const auto s3 = [](const char* keys) {
        const auto sources = sources::parseOwnSources(
            concat(R"([{"id": "a", "type": "s3", "bucket": "b", "region": "r")", keys, "}]"));
        return sources ? std::get<sources::S3Source>(sources->at(0).where) : sources::S3Source();
    };
    QVERIFY(s3("").provider == sources::AwsCredentialsProvider::Static);
    QVERIFY(s3(R"(, "aws_credentials_provider": "container")").provider ==
            sources::AwsCredentialsProvider::Container);
    QVERIFY(s3(R"(, "aws_credentials_provider": "instance")").provider ==
            sources::AwsCredentialsProvider::Instance);
    QVERIFY(s3(R"(, "aws_credentials_provider": "anonymous")").provider ==
            sources::AwsCredentialsProvider::Anonymous);
    QCOMPARE(s3(R"(, "session_token": "t")").sessionToken, std::string("t"));
    QVERIFY(sources::parseSource(R"({"id": "a", "type": "gcs", "bucket": "b", "private_key": "",)"
                                 R"( "client_email": "e"})")
                .has_value());
    const auto open =
        sources::parseSource(R"({"id": "a", "type": "gcs", "bucket": "b", "anonymous": true,)"
                             R"( "endpoint": "http://h:1", "token_endpoint": "http://h:1/token"})");
    const auto& gcs = std::get<sources::GcsSource>(open->where);
    QVERIFY(gcs.isAnonymous);
    QCOMPARE(gcs.endpoint, std::string("http://h:1"));
    QCOMPARE(gcs.tokenUrl, std::string("http://h:1/token"));
}

void TestSourceParser::listErrorsNameTheElement()
{
    const auto wrong = sources::parseSources(
        R"([{"id": "a", "type": "filesystem", "path": "/"}, {"id": "b", "type": "filesystem"}])");
    QCOMPARE(wrong.error().detail, std::string("sources[1].path: missing"));
    const auto twice = sources::parseSources(
        R"([{"id": "a", "type": "filesystem", "path": "/"}, {"id": "a", "type": "folder", "path": "/"}])");
    QCOMPARE(twice.error().detail, std::string("sources[1].id: \"a\" is used twice"));
}

void TestSourceParser::aKeyIsThereOnce_data()
{
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("where"); // Empty: accepted.
    QTest::addColumn<bool>("isRequest");
    const auto row = [](const char* name, const char* keys, const char* where) {
        QTest::addRow("%s, configured", name) << QString(keys) << QString(where) << false;
        QTest::addRow("%s, in a request", name) << QString(keys) << QString(where) << true;
    };
    row("url", R"("type":"http","url":"http:\/\/a","url":"http:\/\/b")", "url");
    row("type", R"("type":"http","type":"gcs","url":"http:\/\/a")", "type");
    row("id", R"("id":"b","type":"folder","path":"/")", "id");
    row("null", R"("type":"http","url":"http:\/\/a","url":null)", "url");
    row("layout", R"("type":"folder","path":"/","layout":{},"layout":{"type":"native"})", "layout");
    row("in a layout", R"("type":"folder","path":"/","layout":{"type":"native","type":"ssqp"})",
        "layout.type");
    row("in a filter", R"("type":"folder","path":"/","filters":{"filetypes":[],"filetypes":[]})",
        "filters.filetypes");
    row("region", R"("type":"s3","bucket":"b","region":"a","region":"b")", "region");
    row("flag", R"("type":"folder","path":"/","is_public":true,"is_public":false)", "is_public");
    row("private key",
        R"("type":"gcs","bucket":"b","client_email":"e","private_key":"a","private_key":"b")",
        "private_key");
    row("endpoint",
        R"("type":"gcs","bucket":"b","anonymous":true,"endpoint":"http:\/\/a","endpoint":null)",
        "endpoint");
    row("unknown", R"("type":"folder","path":"/","x":1,"x":2)", "");
    constexpr auto kHeaders = R"("type":"http","url":"http:\/\/a","headers":{"A":"1","A":"2"})";
    QTest::newRow("header, configured") << kHeaders << "headers.A" << false;
    QTest::newRow("header, in a request") << kHeaders << "" << true;
}

void TestSourceParser::aKeyIsThereOnce()
{
    QFETCH(QString, keys);
    QFETCH(QString, where);
    QFETCH(bool, isRequest);
    const auto json = concat(R"([{"id":"a",)", keys.toStdString(), "}]");
    const auto parsed = isRequest ? sources::parseSources(json) : sources::parseOwnSources(json);
    QCOMPARE(parsed.has_value(), where.isEmpty());
    if (!parsed)
        QCOMPARE(QString::fromStdString(parsed.error().detail),
                 "sources[0]." + where + ": duplicate field");
}

void TestSourceParser::readsCommandLineArguments_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("where");
    QTest::newRow("path") << "/syms" << "unified" << "/syms";
    QTest::newRow("layout and path") << "native:/syms" << "native" << "/syms";
    QTest::newRow("drive letter is no layout") << "C:\\syms" << "unified" << "C:\\syms";
    QTest::newRow("path named like a layout") << "native" << "unified" << "native";
    QTest::newRow("layout and URL") << "symstore:https://h/x" << "symstore" << "https://h/x";
}

void TestSourceParser::readsCommandLineArguments()
{
    QFETCH(QString, argument);
    QFETCH(QString, layout);
    QFETCH(QString, where);
    const auto source = sources::parseSourceArgument(argument.toStdString(), "local:cli");
    QCOMPARE(QString::fromStdString(std::string(sources::layoutTypeName(source.layout.type))),
             layout);
    const auto* http = std::get_if<sources::HttpSource>(&source.where);
    const auto found = http ? http->url : std::get<sources::FilesystemSource>(source.where).path;
    QCOMPARE(QString::fromStdString(found), where);
}

QTEST_GUILESS_MAIN(TestSourceParser)
#include "tst_source_parser.moc"
