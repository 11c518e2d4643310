#include "core/net/unpack.h"

#include <QTemporaryDir>
#include <QTest>

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>
#include <zstd.h>

using namespace faultline;

namespace {

std::string payload()
{
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "line " + std::to_string(i * 7919) + "\n";
    return text;
}

std::string deflated(const std::string& text, int windowBits)
{
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(compressBound(text.size()) + 64, 0);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string gzip(const std::string& text)
{
    return deflated(text, MAX_WBITS + 16);
}

std::string zstd(const std::string& text)
{
    std::string out(ZSTD_compressBound(text.size()), 0);
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

std::string zip(const std::vector<std::string>& members)
{
    std::vector<char> out(8 << 20);
    std::size_t used = 0;
    archive* writer = archive_write_new();
    archive_write_set_format_zip(writer);
    archive_write_open_memory(writer, out.data(), out.size(), &used);
    for (std::size_t i = 0; i < members.size(); ++i) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, ("member" + std::to_string(i)).c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(members[i].size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_write_header(writer, entry);
        archive_write_data(writer, members[i].data(), members[i].size());
        archive_entry_free(entry);
    }
    archive_write_free(writer);
    return std::string(out.data(), used);
}

void put(std::string& out, std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
}

/// An uncompressed cabinet: CFHEADER, one CFFOLDER, CFFILEs, one CFDATA ([MS-CAB] §2).
std::string cabinet(const std::vector<std::string>& members)
{
    std::string data;
    std::string files;
    for (std::size_t i = 0; i < members.size(); ++i) {
        put(files, members[i].size(), 4);
        put(files, data.size(), 4);
        put(files, 0, 2); // Folder.
        put(files, 0, 6); // Date, time, attributes.
        files += "m" + std::to_string(i);
        files += '\0';
        data += members[i];
    }
    constexpr std::size_t kHeadBytes = 36 + 8;
    std::string out = "MSCF";
    put(out, 0, 4);
    put(out, kHeadBytes + files.size() + 8 + data.size(), 4);
    put(out, 0, 4);
    put(out, kHeadBytes, 4); // First CFFILE.
    put(out, 0, 4);
    put(out, 0x0103, 2);
    put(out, 1, 2);
    put(out, members.size(), 2);
    put(out, 0, 2 + 2 + 2); // Flags, set id, number in set.
    put(out, kHeadBytes + files.size(), 4);
    put(out, 1, 2); // Data blocks.
    put(out, 0, 2); // No compression.
    out += files;
    put(out, 0, 4); // No checksum.
    put(out, data.size(), 2);
    put(out, data.size(), 2);
    return out + data;
}

} // namespace

class TestUnpack : public QObject
{
    Q_OBJECT

private slots:
    void unpacksByContent_data();
    void unpacksByContent();
    void refusesDamage_data();
    void refusesDamage();
    void everyPrefixGivesAnAnswer();
    void stopsAtTheLimit();
    void undoesContentEncodings();

private:
    TempFile makeTemp() { return *TempFile::create(m_dir.path().toStdString()); }

    QTemporaryDir m_dir;
};

void TestUnpack::unpacksByContent_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("compressed");
    const auto add = [](const char* name, const std::string& content, bool compressed) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << compressed;
    };
    add("gzip", gzip(payload()), true);
    add("gzip of two members", gzip(payload().substr(0, 1000)) + gzip(payload().substr(1000)),
        true);
    add("zlib", deflated(payload(), MAX_WBITS), true);
    add("zstd", zstd(payload()), true);
    add("zstd of two frames", zstd(payload().substr(0, 1000)) + zstd(payload().substr(1000)), true);
    add("zip", zip({payload()}), true);
    add("plain", payload(), false);
    add("three bytes", "\x1f\x8b", false);
}

void TestUnpack::unpacksByContent()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, compressed);
    const auto text = content.toStdString();
    QCOMPARE(looksCompressed(asBytes(text)), compressed);
    auto out = makeTemp();
    const auto unpacked = unpackByContent(asBytes(text), out, std::nullopt, {});
    QVERIFY2(unpacked.has_value(), unpacked ? "" : unpacked.error().detail.c_str());
    QCOMPARE(std::string(out.map()->text()), compressed ? payload() : std::string());
}

void TestUnpack::refusesDamage_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("detail");
    const auto add = [](const char* name, const std::string& content, const char* detail) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << detail;
    };
    const auto packed = gzip(payload());
    add("truncated gzip", packed.substr(0, 64), "gzip stream: unexpected end at offset 64");
    add("garbage after gzip", gzip("abc") + "xyz",
        "gzip stream: incorrect header check at offset 25");
    add("garbage after zlib", deflated("abc", MAX_WBITS) + "xyz",
        "zlib stream: unexpected bytes after the end at offset 11");
    add("truncated zstd", zstd("abcdefgh").substr(0, 10),
        "zstd stream: unexpected end at offset 10");
    add("zip of two", zip({"a", "b"}), "ZipArchive contains more than one symbol file");
    add("cab of two", cabinet({"a", "b"}), "cab file contains more than 1 symbol file");
}

void TestUnpack::refusesDamage()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, detail);
    auto out = makeTemp();
    const auto unpacked = unpackByContent(asBytes(content.toStdString()), out, std::nullopt, {});
    QVERIFY(!unpacked.has_value());
    QCOMPARE(unpacked.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(unpacked.error().detail), detail);
}

void TestUnpack::everyPrefixGivesAnAnswer()
{
    for (const auto& content :
         {gzip("some text"), zstd("some text"), deflated("some text", MAX_WBITS),
          zip({"some text"}), cabinet({"some text"})}) {
        for (std::size_t size = 4; size < content.size(); ++size) {
            auto out = makeTemp();
            const auto unpacked = unpackByContent(asBytes(content).first(size), out, 1 << 20, {});
            QVERIFY(unpacked || unpacked.error().kind == ErrorKind::Malformed);
        }
        auto out = makeTemp();
        QVERIFY(unpackByContent(asBytes(content), out, 1 << 20, {}).has_value());
        QCOMPARE(std::string(out.map()->text()), std::string("some text"));
    }
}

void TestUnpack::stopsAtTheLimit()
{
    const std::string zeros(10 << 20, '\0');
    for (const auto& bomb : {gzip(zeros), zstd(zeros), zip({zeros})}) {
        auto out = makeTemp();
        const auto unpacked = unpackByContent(asBytes(bomb), out, 1 << 20, {});
        QCOMPARE(unpacked.error(), (Error{ErrorKind::Malformed, "Maximum file size exceeded"}));
        QVERIFY(out.sizeBytes() <= 1 << 20);
    }
}

void TestUnpack::undoesContentEncodings()
{
    const auto undo = [this](const std::vector<std::string>& encodings,
                             const std::string& content) -> Result<std::string> {
        auto file = makeTemp();
        FL_CHECK(file.append(asBytes(content)));
        FL_CHECK(undoContentEncoding(encodings, file, std::nullopt, {}));
        FL_TRY(const auto bytes, file.map());
        return std::string(bytes.text());
    };
    // "some text", encoded by the brotli program.
    const std::string brotli("\x0b\x04\x80some text\x03", 13);
    QCOMPARE(*undo({}, "x"), std::string("x"));
    QCOMPARE(*undo({"identity"}, "x"), std::string("x"));
    QCOMPARE(*undo({"gzip"}, gzip("x")), std::string("x"));
    QCOMPARE(*undo({"x-gzip"}, gzip("x")), std::string("x"));
    QCOMPARE(*undo({"deflate"}, deflated("x", MAX_WBITS)), std::string("x"));
    QCOMPARE(*undo({"zstd"}, zstd("x")), std::string("x"));
    QCOMPARE(*undo({"br"}, brotli), std::string("some text"));
    QCOMPARE(undo({"compress"}, "x").error().kind, ErrorKind::DownloadFailed);
    QCOMPARE(undo({"gzip", "br"}, "x").error().kind, ErrorKind::DownloadFailed);
    QCOMPARE(undo({"gzip, br"}, "x").error().kind, ErrorKind::DownloadFailed);
}

QTEST_GUILESS_MAIN(TestUnpack)
#include "tst_unpack.moc"
