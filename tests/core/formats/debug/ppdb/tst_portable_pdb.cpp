// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_reader.h"
#include "core/formats/debug/open/open_object.h"
#include "core/formats/debug/ppdb/blob_reader.h"
#include "core/formats/debug/ppdb/portable_pdb.h"
#include "tests/support/object_walk.h"
#include "tests/support/pe_builder.h"
#include "tests/support/ppdb_builder.h"

#include <QTest>

using namespace faultline;
using test::PeBuilder;
using test::PpdbBuilder;

/// Portable PDBs, alone and inside an assembly.
class TestPortablePdb : public QObject
{
    Q_OBJECT

private slots:
    void identityAndFeatures();
    void documents();
    void sequencePoints_data();
    void sequencePoints();
    void badSequencePoints_data();
    void badSequencePoints();
    void numbersOfEveryWidth_data();
    void numbersOfEveryWidth();
    void sources_data();
    void sources();
    void badSources_data();
    void badSources();
    void embeddedInAnAssembly();
    void badEmbeddedPdbs_data();
    void badEmbeddedPdbs();
    void badFiles_data();
    void badFiles();
    void everyPrefixGivesValueOrError();
};

namespace {

using Point = PpdbBuilder::Point;

Result<std::shared_ptr<const ppdb::PortablePdb>> open(const PpdbBuilder& builder,
                                                      const ParseLimits& limits = {})
{
    return ppdb::PortablePdb::open(ByteView::fromVector(builder.build()), limits);
}

PpdbBuilder sample()
{
    PpdbBuilder pdb;
    pdb.documents = {
        {.name = "/src/Program.cs", .sha256 = std::string(32, 'h'), .source = "int a;\n"},
        {.name = "C:\\src\\Other.vb",
         .language = PpdbBuilder::Language::VisualBasic,
         .source = std::string(5000, 'x'),
         .isPacked = true},
        {.name = "/src/Linked.fs", .language = PpdbBuilder::Language::FSharp}};
    pdb.methods = {{.document = 1, .points = {{0, 10, 5}, {6, 0}, {9, 12, 1}, {400, 8, 9}}},
                   {.document = 1, .points = {}},
                   {.document = 0, .points = {{0, 3, 1, 1}, {2, 100, 2, 2}}}};
    pdb.stateMachines = {{3, 1}};
    pdb.sourceLink = R"({"documents": {"/src/*": "https://host/abc/*"}})";
    return pdb;
}

QString textOf(const std::vector<ppdb::SequencePoint>& points)
{
    QStringList list;
    for (const auto& p : points)
        list << QStringLiteral("%1@%2:%3:%4%5")
                    .arg(p.ilOffset)
                    .arg(p.document)
                    .arg(p.line)
                    .arg(p.column)
                    .arg(p.isHidden ? QStringLiteral("h") : QString());
    return list.join(' ');
}

QString detailOf(const Error& error)
{
    return QString::fromStdString(error.detail);
}

} // namespace

void TestPortablePdb::identityAndFeatures()
{
    for (const bool wide : {false, true}) {
        auto builder = sample();
        builder.hasWideHeaps = wide;
        const auto object = object::openObject(ByteView::fromVector(builder.build()), {});
        QVERIFY2(object, object ? "" : object.error().detail.c_str());
        QCOMPARE((*object)->format(), object::FileFormat::PortablePdb);
        QCOMPARE((*object)->kind(), object::ObjectKind::Debug);
        QCOMPARE((*object)->arch(), Arch::Unknown);
        QCOMPARE((*object)->debugId().canonical(),
                 std::string("0c1033f7-8632-492e-91c6-c314b72e1920-e60b819d"));
        QVERIFY((*object)->features().hasDebugInfo);
        QVERIFY((*object)->features().hasSources);
        QVERIFY(!(*object)->features().hasSymbols);
    }
    PpdbBuilder onlyDocuments;
    onlyDocuments.documents = {{.name = "a.cs"}};
    const auto bare = open(onlyDocuments);
    QVERIFY(bare);
    QVERIFY(!(*bare)->features().hasDebugInfo);
    QVERIFY(!(*bare)->features().hasSources);
    QVERIFY((*bare)->companions().empty());
}

void TestPortablePdb::documents()
{
    const auto pdb = open(sample());
    QVERIFY(pdb);
    QCOMPARE((*pdb)->documentCount(), 3u);
    const auto first = (*pdb)->document(1);
    QVERIFY(first);
    QCOMPARE(first->name, std::string("/src/Program.cs"));
    QCOMPARE(first->language, Language::CSharp);
    QCOMPARE(first->checksumKind, object::DebugFile::ChecksumKind::Sha256);
    QCOMPARE(asText(first->checksum), std::string_view("hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"));
    const auto second = (*pdb)->document(2);
    QVERIFY(second);
    QCOMPARE(second->name, std::string("C:\\src\\Other.vb"));
    QCOMPARE(second->language, Language::VisualBasic);
    QCOMPARE(second->checksumKind, object::DebugFile::ChecksumKind::None);
    QCOMPARE((*pdb)->document(3)->language, Language::FSharp);
    QCOMPARE(detailOf((*pdb)->document(4).error()), QStringLiteral("document 4 of 3"));
    QCOMPARE(detailOf((*pdb)->document(0).error()), QStringLiteral("document 0 of 3"));

    const auto limited = open(sample(), {.maxStringBytes = 6});
    QVERIFY(limited);
    QCOMPARE(detailOf((*limited)->document(1).error()),
             QStringLiteral("document name: more than 6 bytes"));
}

void TestPortablePdb::sequencePoints_data()
{
    QTest::addColumn<quint32>("method");
    QTest::addColumn<QString>("points");
    QTest::newRow("hidden and backwards") << 1u << "0@1:10:5 6@1:0:0h 9@1:12:1 400@1:8:9";
    QTest::newRow("no code of its own") << 2u << "";
    QTest::newRow("another document inside") << 3u << "0@1:3:1 2@2:100:2";
    QTest::newRow("no such method") << 4u << "";
    QTest::newRow("method 0") << 0u << "";
}

void TestPortablePdb::sequencePoints()
{
    QFETCH(quint32, method);
    QFETCH(QString, points);
    const auto pdb = open(sample());
    QVERIFY(pdb);
    const auto found = (*pdb)->sequencePoints(method);
    QVERIFY2(found, found ? "" : found.error().detail.c_str());
    QCOMPARE(textOf(*found), points);
}

void TestPortablePdb::badSequencePoints_data()
{
    QTest::addColumn<QByteArray>("blob");
    QTest::addColumn<QString>("detail");
    QTest::newRow("number cut") << QByteArray("\x00\x80", 2)
                                << "sequence points: number cut at byte 2";
    QTest::newRow("number of no known width")
        << QByteArray("\x00\xff\x00", 3) << "sequence points: number cut at byte 2";
    QTest::newRow("line below zero")
        << QByteArray("\x00\x00\x00\x05\x01\x01\x01\x00\x05\x7d\x00", 11)
        << "sequence points: record ending at byte 11 leaves the allowed range";
    QTest::newRow("column beyond 16 bits")
        << QByteArray("\x00\x00\x00\x05\x01\xc0\x01\x00\x00", 9)
        << "sequence points: record ending at byte 9 leaves the allowed range";
}

void TestPortablePdb::badSequencePoints()
{
    QFETCH(QByteArray, blob);
    QFETCH(QString, detail);
    PpdbBuilder builder = sample();
    builder.methods.push_back({.document = 1, .points = {}, .blob = blob.toStdString()});
    const auto pdb = open(builder);
    QVERIFY(pdb);
    const auto points = (*pdb)->sequencePoints(4);
    QVERIFY(!points);
    QCOMPARE(detailOf(points.error()), detail);
    QVERIFY((*pdb)->sequencePoints(1)); // Damage costs its method.
}

void TestPortablePdb::numbersOfEveryWidth_data()
{
    QTest::addColumn<qint32>("value");
    // ECMA-335 II.23.2 lists these.
    for (const int value :
         {0, 3, -3, 63, 64, -64, -65, 8191, 8192, -8192, -8193, 268435455, -268435456})
        QTest::newRow(QByteArray::number(value).constData()) << value;
}

void TestPortablePdb::numbersOfEveryWidth()
{
    QFETCH(qint32, value);
    const auto encoded = PpdbBuilder::compressedSigned(value);
    ppdb::BlobReader reader(asBytes(encoded));
    QCOMPARE(reader.compressedSigned(), value);
    QVERIFY(reader.ok() && reader.atEnd());
    if (value < 0)
        return;
    const auto plain = PpdbBuilder::compressed(static_cast<std::uint32_t>(value));
    ppdb::BlobReader unsignedReader(asBytes(plain));
    QCOMPARE(unsignedReader.compressed(), static_cast<std::uint32_t>(value));
}

void TestPortablePdb::sources_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("textBytes"); // -1: none.
    QTest::addColumn<QString>("url");
    QTest::newRow("as it is, and linked")
        << "/src/Program.cs" << 7 << "https://host/abc/Program.cs";
    QTest::newRow("deflated") << "C:\\src\\Other.vb" << 5000 << "";
    QTest::newRow("only linked") << "/src/Linked.fs" << -1 << "https://host/abc/Linked.fs";
    QTest::newRow("not a document") << "/src/None.cs" << -2 << "";
    QTest::newRow("case matters") << "/src/program.cs" << -2 << "";
}

void TestPortablePdb::sources()
{
    QFETCH(QString, path);
    QFETCH(int, textBytes);
    QFETCH(QString, url);
    const auto pdb = open(sample());
    QVERIFY(pdb);
    const auto source = (*pdb)->sourceByPath(path.toStdString());
    QCOMPARE(source.has_value(), textBytes != -2);
    if (!source)
        return;
    QCOMPARE(QString::fromStdString(source->url), url);
    QCOMPARE(source->text.has_value(), textBytes >= 0);
    if (source->text) {
        QVERIFY(*source->text);
        QCOMPARE(static_cast<int>((*source->text)->size()), textBytes);
    }
}

void TestPortablePdb::badSources_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("packed");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("detail");
    QTest::newRow("reserved format")
        << -1 << false << QByteArray("abc") << "embedded source: format -1 of 7 bytes";
    QTest::newRow("not utf-8") << 0 << false << QByteArray("\xff\xfe")
                               << "embedded source: not utf-8";
    QTest::newRow("larger than the limit")
        << 2000 << true << QByteArray(2000, 'x')
        << "deflate stream of 2000 bytes exceeds the limit of 1000";
}

void TestPortablePdb::badSources()
{
    QFETCH(int, format);
    QFETCH(bool, packed);
    QFETCH(QByteArray, text);
    QFETCH(QString, detail);
    PpdbBuilder builder;
    builder.documents = {
        {.name = "a.cs", .source = text.toStdString(), .isPacked = packed, .sourceFormat = format}};
    const auto pdb = open(builder, {.maxDecompressedSourceBytes = 1000});
    QVERIFY(pdb);
    const auto source = (*pdb)->sourceByPath("a.cs");
    QVERIFY(source && source->text && !*source->text);
    QCOMPARE(detailOf(source->text->error()), detail);
}

namespace {

std::string embeddedEntry(const std::vector<std::byte>& pdb)
{
    test::ByteAssembler entry;
    entry.text("MPDB").u32(pdb.size()).text(test::rawDeflate(asText(pdb)));
    const auto bytes = entry.finish();
    return std::string(asText(bytes));
}

ByteView assembly(std::string entry)
{
    PeBuilder pe;
    pe.codeView.emplace();
    pe.codeView->name = "a.pdb";
    pe.embeddedPdb = std::move(entry);
    return ByteView::fromVector(pe.build());
}

} // namespace

void TestPortablePdb::embeddedInAnAssembly()
{
    const auto pdb = ppdb::embeddedPortablePdb(assembly(embeddedEntry(sample().build())), {});
    QVERIFY2(pdb, pdb ? "" : pdb.error().detail.c_str());
    QVERIFY(*pdb);
    const auto opened = ppdb::PortablePdb::open(**pdb, {});
    QVERIFY(opened);
    QCOMPARE((*opened)->methodCount(), 3u);
    const auto none = ppdb::embeddedPortablePdb(assembly({}), {});
    QVERIFY(none && !*none);
}

void TestPortablePdb::badEmbeddedPdbs_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("detail");
    QTest::newRow("other signature")
        << QByteArray("MPDXaaaabbb", 11)
        << "embedded portable pdb: signature 0x5844504d in an entry of 11 bytes";
    QTest::newRow("cut") << QByteArray("MPDB\x01", 5)
                         << "embedded portable pdb: signature 0x4244504d in an entry of 5 bytes";
    QTest::newRow("a bomb") << QByteArray("MPDB\x00\x00\x00\x7f\x00", 9)
                            << "embedded portable pdb: deflate stream of 2130706432 bytes exceeds "
                               "the limit of 1048576";
}

void TestPortablePdb::badEmbeddedPdbs()
{
    QFETCH(QByteArray, entry);
    QFETCH(QString, detail);
    const auto pdb = ppdb::embeddedPortablePdb(assembly(entry.toStdString()),
                                               {.maxDecompressedSectionBytes = 1 << 20});
    QVERIFY(!pdb);
    QCOMPARE(detailOf(pdb.error()), detail);
}

void TestPortablePdb::badFiles_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("value"); // Written there as four bytes.
    QTest::addColumn<QString>("detail");
    // The root has 32 bytes; then come offset, size and name of #Pdb (16 bytes) and of #~ (12).
    QTest::newRow("no signature") << 0 << 0 << "no metadata signature at offset 0";
    QTest::newRow("root cut") << 12 << 0x7fff << "metadata root: SIZE bytes";
    QTest::newRow("stream beyond the file")
        << 32 << 0x7fff << "stream #Pdb: 40 bytes at offset 0x7fff do not fit SIZE bytes";
    QTest::newRow("id cut") << 36 << 10 << "stream #Pdb: 10 bytes";
    QTest::newRow("no id") << 40 << 0x62645058 << "portable pdb: unknown stream XPdb";
    QTest::newRow("no tables") << 56 << 0x00535523 << "metadata root: no stream #~";
    QTest::newRow("tables cut") << 52 << 20 << "stream #~: header does not fit 20 bytes";
    QTest::newRow("rows cut") << 52 << 36 << "metadata table 0x30: 1 rows of 8 bytes, 4 left";
}

void TestPortablePdb::badFiles()
{
    QFETCH(int, offset);
    QFETCH(int, value);
    QFETCH(QString, detail);
    PpdbBuilder builder;
    builder.documents = {{.name = "a.cs"}};
    builder.methods = {{.document = 1, .points = {{0, 1, 1}}}};
    auto bytes = builder.build();
    for (std::size_t i = 0; i < 4; ++i)
        bytes[static_cast<std::size_t>(offset) + i] = static_cast<std::byte>(value >> (8 * i));
    const auto pdb = ppdb::PortablePdb::open(ByteView::fromVector(bytes), {});
    QVERIFY(!pdb);
    QCOMPARE(detailOf(pdb.error()), detail.replace("SIZE", QString::number(bytes.size())));
}

void TestPortablePdb::everyPrefixGivesValueOrError()
{
    const auto bytes = sample().build();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto prefix = ByteView::copyOf(Bytes(bytes).first(size));
        const auto object = object::openObject(prefix, {});
        if (object)
            test::walkObject(**object);
        else
            QVERIFY(!object.error().detail.empty());
    }
}

QTEST_GUILESS_MAIN(TestPortablePdb)
#include "tst_portable_pdb.moc"
