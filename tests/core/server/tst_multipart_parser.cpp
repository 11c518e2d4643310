// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/multipart_parser.h"

#include <QTest>

using namespace faultline;

namespace {

/// Records the parts as "name=data;".
class Recorder final : public server::MultipartSink
{
public:
    Result<void> beginPart(std::optional<std::string> name) override
    {
        text += name.value_or("(none)") + "=";
        return {};
    }

    Result<void> partData(Bytes piece) override
    {
        text += asText(piece);
        return {};
    }

    Result<void> endPart() override
    {
        text += ";";
        return {};
    }

    std::string text;
};

const std::string kBody =
    "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--C\r\n-\r\n--two\r\n"
    "--B \r\ncontent-disposition: form-data; filename=\"x;y\"; name=b\r\nContent-Type: "
    "text/plain\r\n\r\n\r\n"
    "--B\r\n\r\n\r\n--B--\r\nepilogue";

Result<std::string> parseInPieces(std::string_view body, std::size_t pieceSize)
{
    Recorder recorder;
    server::MultipartParser parser("B", recorder);
    for (std::size_t at = 0; at < body.size(); at += pieceSize)
        FL_CHECK(parser.feed(asBytes(body.substr(at, pieceSize))));
    FL_CHECK(parser.finish());
    return recorder.text;
}

} // namespace

class TestMultipartParser : public QObject
{
    Q_OBJECT

private slots:
    void splitsWhateverThePieces_data();
    void splitsWhateverThePieces();
    void everyPrefixIsIncomplete();
    void skipsAPreamble();
    void holdsBackNoMoreThanABoundary();
    void refuses_data();
    void refuses();
    void readsBoundaries_data();
    void readsBoundaries();
    void readsNames_data();
    void readsNames();
};

void TestMultipartParser::splitsWhateverThePieces_data()
{
    QTest::addColumn<int>("pieceSize");
    for (const int size : {1, 2, 3, 5, 7, 64, 4096})
        QTest::addRow("%d bytes", size) << size;
}

void TestMultipartParser::splitsWhateverThePieces()
{
    QFETCH(int, pieceSize);
    const auto parsed = parseInPieces(kBody, static_cast<std::size_t>(pieceSize));
    QVERIFY2(parsed, parsed ? "" : parsed.error().detail.c_str());
    QCOMPARE(*parsed, std::string("a=one\r\n--C\r\n-\r\n--two;b=;(none)=;"));
}

void TestMultipartParser::everyPrefixIsIncomplete()
{
    const auto end = kBody.rfind("--\r\n") + 2;
    for (std::size_t size = 0; size < end; ++size) {
        const auto parsed = parseInPieces(std::string_view(kBody).substr(0, size), 4096);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().detail, std::string("incomplete multipart stream"));
    }
    QVERIFY(parseInPieces(std::string_view(kBody).substr(0, end), 4096));
}

void TestMultipartParser::skipsAPreamble()
{
    QCOMPARE(parseInPieces("for old readers\r\n" + kBody, 9).value(),
             parseInPieces(kBody, 9).value());
}

void TestMultipartParser::holdsBackNoMoreThanABoundary()
{
    Recorder recorder;
    server::MultipartParser parser("B", recorder);
    const std::string start = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";
    QVERIFY(parser.feed(asBytes(start + std::string(100, 'x'))));
    QVERIFY(recorder.text.size() >= 2 + 100 - 5);
}

void TestMultipartParser::refuses_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("detail");
    QTest::newRow("text after a boundary")
        << QByteArray("--Bx\r\n\r\n") << "unexpected text after a multipart boundary";
    QTest::newRow("endless header") << QByteArray("--B\r\nA: ") + QByteArray(20'000, 'x')
                                    << "multipart field header above 16384 bytes";
    QTest::newRow("endless padding") << QByteArray("--B") + QByteArray(20'000, ' ')
                                     << "multipart boundary line above 16384 bytes";
    QTest::newRow("too many parts")
        << QByteArray("--B\r\n\r\n\r\n").repeated(1) + QByteArray("\r\n--B\r\n\r\n").repeated(1100)
        << "more than 1024 multipart fields";
}

void TestMultipartParser::refuses()
{
    QFETCH(QByteArray, body);
    const auto parsed = parseInPieces(body.toStdString(), 512);
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, ErrorKind::Malformed);
    QTEST(QString::fromStdString(parsed.error().detail), "detail");
}

void TestMultipartParser::readsBoundaries_data()
{
    QTest::addColumn<QString>("contentType");
    QTest::addColumn<QString>("boundary");
    QTest::newRow("plain") << "multipart/form-data; boundary=abc" << "abc";
    QTest::newRow("quoted") << "multipart/form-data; boundary=\"a b;c\"" << "a b;c";
    QTest::newRow("other case and order")
        << "Multipart/Form-Data; charset=utf-8; BOUNDARY=abc" << "abc";
    QTest::newRow("flag without value before it")
        << "multipart/form-data; x; boundary=abc" << "abc";
    QTest::newRow("absent") << "multipart/form-data" << QString();
    QTest::newRow("empty") << "multipart/form-data; boundary=" << QString();
    QTest::newRow("other type") << "application/json; boundary=abc" << QString();
    QTest::newRow("too long") << "multipart/form-data; boundary=" + QString(300, u'x') << QString();
    QTest::newRow("no header") << QString() << QString();
}

void TestMultipartParser::readsBoundaries()
{
    QFETCH(QString, contentType);
    QTEST(QString::fromStdString(server::multipartBoundary(contentType.toStdString()).value_or("")),
          "boundary");
}

void TestMultipartParser::readsNames_data()
{
    QTest::addColumn<QString>("disposition");
    QTest::addColumn<QString>("name");
    QTest::newRow("quoted") << R"(form-data; name="sources")" << "sources";
    QTest::newRow("escaped quote") << R"(form-data; name="a\"b")" << "a\"b";
    QTest::newRow("file name is another parameter")
        << R"(form-data; filename="name=x"; name="y")" << "y";
    QTest::newRow("unclosed quote") << R"(form-data; name="abc)" << "abc";
    QTest::newRow("absent") << "form-data" << "(none)";
    QTest::newRow("parameter without value") << "form-data; name" << "(none)";
}

void TestMultipartParser::readsNames()
{
    QFETCH(QString, disposition);
    QTEST(QString::fromStdString(
              server::dispositionName(disposition.toStdString()).value_or("(none)")),
          "name");
}

QTEST_GUILESS_MAIN(TestMultipartParser)
#include "tst_multipart_parser.moc"
