// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/unpack.h"
#include "tests/support/packed_bytes.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

std::string payload()
{
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "line " + std::to_string(i * 7919) + "\n";
    return text;
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
    add("zlib", zlibOf(payload()), true);
    add("zstd", zstd(payload()), true);
    add("zstd of two frames", zstd(payload().substr(0, 1000)) + zstd(payload().substr(1000)), true);
    add("zip", zip({payload()}), true);
    add("xz", xz(payload()), true);
    add("bzip2", bzip2(payload()), true);
    add("lz4", lz4(payload()), true);
    add("plain", payload(), false);
    add("three bytes", "\x1f\x8b", false);
}

void TestUnpack::unpacksByContent()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, compressed);
    const auto text = content.toStdString();
    QCOMPARE(packing::looksCompressed(asBytes(text)), compressed);
    auto out = makeTemp();
    const auto unpacked = packing::unpackByContent(asBytes(text), out, std::nullopt, {});
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
    add("garbage after zlib", zlibOf("abc") + "xyz",
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
    const auto unpacked =
        packing::unpackByContent(asBytes(content.toStdString()), out, std::nullopt, {});
    QVERIFY(!unpacked.has_value());
    QCOMPARE(unpacked.error().kind, ErrorKind::Malformed);
    QCOMPARE(QString::fromStdString(unpacked.error().detail), detail);
}

void TestUnpack::everyPrefixGivesAnAnswer()
{
    for (const auto& content : {gzip("some text"), zstd("some text"), zlibOf("some text"),
                                zip({"some text"}), cabinet({"some text"})}) {
        for (std::size_t size = 4; size < content.size(); ++size) {
            auto out = makeTemp();
            const auto unpacked =
                packing::unpackByContent(asBytes(content).first(size), out, 1 << 20, {});
            QVERIFY(unpacked || unpacked.error().kind == ErrorKind::Malformed);
        }
        auto out = makeTemp();
        QVERIFY(packing::unpackByContent(asBytes(content), out, 1 << 20, {}).has_value());
        QCOMPARE(std::string(out.map()->text()), std::string("some text"));
    }
}

void TestUnpack::stopsAtTheLimit()
{
    const std::string zeros(10 << 20, '\0');
    for (const auto& bomb : {gzip(zeros), zstd(zeros), zip({zeros})}) {
        auto out = makeTemp();
        const auto unpacked = packing::unpackByContent(asBytes(bomb), out, 1 << 20, {});
        QCOMPARE(unpacked.error(), (Error{ErrorKind::TooLarge, "Maximum file size exceeded"}));
        QVERIFY(out.sizeBytes() <= 1 << 20);
    }
}

void TestUnpack::undoesContentEncodings()
{
    const auto undo = [this](const std::vector<std::string>& encodings,
                             const std::string& content) -> Result<std::string> {
        auto file = makeTemp();
        FL_CHECK(file.append(asBytes(content)));
        FL_CHECK(packing::undoContentEncoding(encodings, file, std::nullopt, {}));
        FL_TRY(const auto bytes, file.map());
        return std::string(bytes.text());
    };
    // "some text", encoded by the brotli program.
    const std::string brotli("\x0b\x04\x80some text\x03", 13);
    QCOMPARE(*undo({}, "x"), std::string("x"));
    QCOMPARE(*undo({"identity"}, "x"), std::string("x"));
    QCOMPARE(*undo({"gzip"}, gzip("x")), std::string("x"));
    QCOMPARE(*undo({"x-gzip"}, gzip("x")), std::string("x"));
    QCOMPARE(*undo({"deflate"}, zlibOf("x")), std::string("x"));
    QCOMPARE(*undo({"zstd"}, zstd("x")), std::string("x"));
    QCOMPARE(*undo({"br"}, brotli), std::string("some text"));
    QCOMPARE(undo({"compress"}, "x").error().kind, ErrorKind::DownloadFailed);
    QCOMPARE(undo({"gzip", "br"}, "x").error().kind, ErrorKind::DownloadFailed);
    QCOMPARE(undo({"gzip, br"}, "x").error().kind, ErrorKind::DownloadFailed);
}

QTEST_GUILESS_MAIN(TestUnpack)
#include "tst_unpack.moc"
