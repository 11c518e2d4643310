// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/source_bundle.h"
#include "tests/support/zip_builder.h"

#include <QTest>

using namespace faultline;
using test::ZipBuilder;

class TestSourceBundle : public QObject
{
    Q_OBJECT

private slots:
    void attributesAreTheIdentity();
    void filesByPath_data();
    void filesByPath();
    void compressionMethods_data();
    void compressionMethods();
    void badEntries_data();
    void badEntries();
    void badBundles_data();
    void badBundles();
    void zip64FieldIsCut();
    void sourceLinks_data();
    void sourceLinks();
    void everyPrefixGivesValueOrError();
};

namespace {

constexpr const char* kManifest = R"({
  "files": {
    "files/a.c": {"type": "source", "path": "C:\\src\\a.c", "url": "https://host/a.c", "headers": {"X-Test": "yes"}},
    "files/b.c": {"type": "minified_source", "path": "/src/b.c"},
    "files/c.c": 7
  },
  "source_links": {"/linked/*": "https://host/*"},
  "debug_id": "dfb8e43a-f242-3d73-a453-aeb6a777ef75-1",
  "code_id": "ABCDEF",
  "object_name": "crash.exe",
  "arch": "x86_64"
})";

using Bundle = std::shared_ptr<const sourcebundle::SourceBundle>;

Result<Bundle> openBundle(const ZipBuilder& zip, const ParseLimits& limits = {})
{
    return sourcebundle::SourceBundle::open(ByteView::fromVector(zip.buildBundle()), limits);
}

ZipBuilder sample(ZipBuilder::Options options = {})
{
    ZipBuilder zip;
    zip.add("manifest.json", kManifest, options);
    zip.add("files/a.c", "int a;\n", options);
    zip.add("files/b.c", std::string(3000, 'b'), options);
    return zip;
}

} // namespace

void TestSourceBundle::attributesAreTheIdentity()
{
    const auto bundle = openBundle(sample());
    QVERIFY(bundle);
    QCOMPARE((*bundle)->debugId().canonical(),
             std::string("dfb8e43a-f242-3d73-a453-aeb6a777ef75-1"));
    QCOMPARE((*bundle)->codeId().text(), std::string("abcdef"));
    QCOMPARE((*bundle)->arch(), Arch::Amd64);
    QCOMPARE((*bundle)->attribute("object_name"), std::string_view("crash.exe"));
    QCOMPARE((*bundle)->attribute("release"), std::string_view());
    QVERIFY((*bundle)->features().hasSources);
    QCOMPARE((*bundle)->kind(), object::ObjectKind::Sources);
    const auto& file = (*bundle)->files().at("files/a.c");
    QCOMPARE(file.type, sourcebundle::BundleFileType::Source);
    QCOMPARE(file.headers.at("x-test"), std::string("yes"));
}

void TestSourceBundle::filesByPath_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("hasEntry");
    QTest::addColumn<QString>("url");
    QTest::newRow("as recorded") << "C:\\src\\a.c" << true << "https://host/a.c";
    QTest::newRow("other separators") << "C:/src/a.c" << true << "https://host/a.c";
    QTest::newRow("without url") << "/src/b.c" << true << "";
    QTest::newRow("case matters") << "/src/B.c" << false << "";
    QTest::newRow("only linked") << "/linked/x.c" << false << "https://host/x.c";
    QTest::newRow("unknown") << "/src/c.c" << false << "";
}

void TestSourceBundle::filesByPath()
{
    QFETCH(QString, path);
    QFETCH(bool, hasEntry);
    QFETCH(QString, url);
    const auto bundle = openBundle(sample());
    QVERIFY(bundle);
    const auto source = (*bundle)->fileByPath(path.toStdString());
    QCOMPARE(source.has_value(), hasEntry || !url.isEmpty());
    if (!source)
        return;
    QCOMPARE(source->entry != nullptr, hasEntry);
    QCOMPARE(QString::fromStdString(source->url), url);
}

void TestSourceBundle::compressionMethods_data()
{
    QTest::addColumn<int>("method");
    QTest::addColumn<bool>("useZip64");
    QTest::newRow("stored") << 0 << false;
    QTest::newRow("deflated") << 8 << false;
    QTest::newRow("zstd") << 93 << false;
    QTest::newRow("zip64") << 8 << true;
}

void TestSourceBundle::compressionMethods()
{
    QFETCH(int, method);
    QFETCH(bool, useZip64);
    const auto bundle = openBundle(
        sample({.method = static_cast<ZipBuilder::Method>(method), .useZip64 = useZip64}));
    QVERIFY2(bundle, bundle ? "" : bundle.error().detail.c_str());
    const auto source = (*bundle)->fileByPath("/src/b.c");
    QVERIFY(source && source->entry);
    const auto text = (*bundle)->readText(*source->entry);
    QVERIFY(text);
    QCOMPARE(std::string(text->text()), std::string(3000, 'b'));
}

void TestSourceBundle::badEntries_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("method");
    QTest::addColumn<int>("flags");
    QTest::addColumn<bool>("breakChecksum");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("detail");
    const auto malformed = static_cast<int>(ErrorKind::Malformed);
    const auto unsupported = static_cast<int>(ErrorKind::Unsupported);
    QTest::newRow("not utf-8") << QByteArray("\xff\xfe") << 0 << 0 << false << malformed
                               << "source bundle: f is not utf-8";
    QTest::newRow("wrong checksum") << QByteArray("text") << 0 << 0 << true << malformed
                                    << "zip: f does not match its size or checksum";
    QTest::newRow("encrypted") << QByteArray("text") << 0 << 1 << false << unsupported
                               << "zip: f is encrypted";
    QTest::newRow("unknown method") << QByteArray("text") << 14 << 0 << false << unsupported
                                    << "zip: f uses compression method 14";
    QTest::newRow("larger than the limit") << QByteArray(2000, 'x') << 8 << 0 << false << malformed
                                           << "zip: f has 2000 bytes, limit 1000";
}

void TestSourceBundle::badEntries()
{
    QFETCH(QByteArray, content);
    QFETCH(int, method);
    QFETCH(int, flags);
    QFETCH(bool, breakChecksum);
    QFETCH(int, kind);
    ZipBuilder zip;
    zip.add("manifest.json", R"({"files": {"f": {"path": "p"}}})");
    zip.add("f", content.toStdString(),
            {.method = static_cast<ZipBuilder::Method>(method),
             .flags = static_cast<std::uint16_t>(flags),
             .breakChecksum = breakChecksum});
    ParseLimits limits;
    limits.maxDecompressedSourceBytes = 1000;
    const auto bundle = openBundle(zip, limits);
    QVERIFY(bundle);
    const auto source = (*bundle)->fileByPath("p");
    QVERIFY(source && source->entry);
    const auto text = (*bundle)->readText(*source->entry);
    QVERIFY(!text);
    QCOMPARE(static_cast<int>(text.error().kind), kind);
    QTEST(QString::fromStdString(text.error().detail), "detail");
}

void TestSourceBundle::badBundles_data()
{
    QTest::addColumn<QString>("manifest");
    QTest::addColumn<quint32>("version");
    QTest::addColumn<QString>("detail");
    QTest::newRow("newer version") << "{}" << 3u << "source bundle version 3, newest known is 2";
    QTest::newRow("manifest is no object")
        << "[1]" << 2u << "bundle manifest: 3 bytes are no json object";
    QTest::newRow("manifest is cut")
        << "{\"a\":" << 2u << "bundle manifest: 5 bytes are no json object";
    QTest::newRow("no manifest") << "" << 2u << "source bundle: no manifest.json among 1 entries";
}

void TestSourceBundle::badBundles()
{
    QFETCH(QString, manifest);
    QFETCH(quint32, version);
    ZipBuilder zip;
    zip.add(manifest.isEmpty() ? "other.json" : "manifest.json", manifest.toStdString());
    const auto bundle = sourcebundle::SourceBundle::open(
        ByteView::fromVector(zip.buildBundle(version)), ParseLimits{});
    QVERIFY(!bundle);
    QTEST(QString::fromStdString(bundle.error().detail), "detail");
}

void TestSourceBundle::zip64FieldIsCut()
{
    auto bytes = sample({.useZip64 = true}).buildBundle();
    const std::array<std::byte, 4> field{std::byte{1}, std::byte{0}, std::byte{24},
                                         std::byte{0}}; // Its id and size.
    const auto found = std::search(bytes.begin(), bytes.end(), field.begin(), field.end());
    QVERIFY(found != bytes.end());
    *(found + 2) = std::byte{0xff};
    const auto bundle =
        sourcebundle::SourceBundle::open(ByteView::fromVector(std::move(bytes)), ParseLimits{});
    QVERIFY(!bundle);
    QVERIFY(QString::fromStdString(bundle.error().detail)
                .startsWith("zip: entry 0 of 3 in the central directory at offset "));
}

void TestSourceBundle::sourceLinks_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    QTest::newRow("prefix") << "C:\\dev\\dotnet\\samples\\P.cs" << "https://host/abc/samples/P.cs";
    QTest::newRow("case is ignored") << "c:\\DEV\\dotnet\\P.cs" << "https://host/abc/P.cs";
    QTest::newRow("longest prefix wins") << "C:\\dev\\dotnet\\src\\x.cs" << "https://host/src/x.cs";
    QTest::newRow("exact beats prefix") << "C:\\dev\\dotnet\\src\\exact.cs" << "https://host/exact";
    QTest::newRow("no pattern") << "D:\\other.cs" << "";
}

void TestSourceBundle::sourceLinks()
{
    QFETCH(QString, path);
    sourcebundle::SourceLinks links;
    links.add("C:\\dev\\dotnet\\*", "https://host/abc/*");
    links.add("C:\\dev\\dotnet\\src\\*", "https://host/src/*");
    links.add("C:\\dev\\dotnet\\src\\exact.cs", "https://host/exact");
    QTEST(QString::fromStdString(links.resolve(path.toStdString()).value_or("")), "expected");
}

void TestSourceBundle::everyPrefixGivesValueOrError()
{
    const auto file =
        ByteView::fromVector(sample({.method = ZipBuilder::Method::Deflated}).buildBundle());
    std::size_t opened = 0;
    for (std::size_t size = 0; size <= file.size(); ++size) {
        const auto bundle = sourcebundle::SourceBundle::open(
            ByteView::copyOf(file.span().first(size)), ParseLimits{});
        opened += bundle ? 1 : 0;
    }
    QCOMPARE(opened, std::size_t{1}); // The directory stands at the end.
}

QTEST_GUILESS_MAIN(TestSourceBundle)
#include "tst_source_bundle.moc"
