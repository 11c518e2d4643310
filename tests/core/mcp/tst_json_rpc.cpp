// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/json_rpc.h"

#include <QTest>

using namespace faultline;
using namespace faultline::mcp;

class TestJsonRpc : public QObject
{
    Q_OBJECT

private slots:

    void messages_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("id");
        const auto row = [](const char* name, const char* text, Message::Kind kind,
                            const char* id) {
            QTest::newRow(name) << QByteArray(text) << static_cast<int>(kind) << QByteArray(id);
        };
        using enum Message::Kind;
        row("request", R"({"jsonrpc":"2.0","id":1,"method":"ping"})", Request, "1");
        row("text as id", R"({"jsonrpc":"2.0","id":"a\"b","method":"ping"})", Request, R"("a\"b")");
        row("negative id", R"({"jsonrpc":"2.0","id":-7,"method":"ping"})", Request, "-7");
        row("notification", R"({"jsonrpc":"2.0","method":"x","params":{}})", Notification, "null");
        row("response", R"({"jsonrpc":"2.0","id":1,"result":{}})", Response, "1");
        row("error of a client", R"({"jsonrpc":"2.0","id":1,"error":{}})", Response, "1");
        row("no version", R"({"id":1,"method":"ping"})", Invalid, "1");
        row("other version", R"({"jsonrpc":"1.0","id":1,"method":"ping"})", Invalid, "1");
        row("no method", R"({"jsonrpc":"2.0","id":1})", Invalid, "1");
        row("list of parameters", R"({"jsonrpc":"2.0","id":1,"method":"x","params":[]})", Invalid,
            "1");
        row("id is null", R"({"jsonrpc":"2.0","id":null,"method":"ping"})", Invalid, "null");
        row("id is a real", R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", Invalid, "null");
        row("id is an object", R"({"jsonrpc":"2.0","id":{},"method":"ping"})", Invalid, "null");
        row("no object", "7", Invalid, "null");
    }

    void messages()
    {
        QFETCH(QByteArray, text);
        const auto incoming = readMessages(text.toStdString());
        QVERIFY(incoming.has_value());
        QCOMPARE(incoming->messages.size(), std::size_t{1});
        QTEST(static_cast<int>(incoming->messages[0].kind), "kind");
        QTEST(QByteArray::fromStdString(incoming->messages[0].id), "id");
    }

    void batches()
    {
        const std::string one = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
        const auto two = readMessages("[" + one + ",7]");
        QVERIFY(two && two->isBatch && two->messages.size() == 2);
        QVERIFY(two->messages[1].kind == Message::Kind::Invalid);
        QVERIFY(!readMessages("[]"));
        std::string many = "[" + one;
        for (std::size_t i = 0; i < kMostMessages; ++i)
            many += "," + one;
        const auto refused = readMessages(many + "]");
        QVERIFY(!refused && refused.error().kind == ErrorKind::TooLarge);
    }

    void hostileTextsAreRefused()
    {
        const std::string deep(10'000, '[');
        const auto refused = readMessages(deep);
        QVERIFY(!refused && QString::fromStdString(refused.error().detail).contains("32"));
        const auto large = readMessages(std::string(kMostMessageBytes + 1, ' '));
        QVERIFY(!large && large.error().kind == ErrorKind::TooLarge);
        const auto id = readMessages(R"({"jsonrpc":"2.0","method":"ping","id":")" +
                                     std::string(100'000, 'x') + "\"}");
        QVERIFY(id && id->messages[0].kind == Message::Kind::Invalid);
        QVERIFY(id->messages[0].problem.find("256") != std::string::npos);
    }

    /// Every beginning of a message is a message or an error.
    void everyBeginningIsRead()
    {
        const std::string text = R"([{"jsonrpc":"2.0","id":"ü","method":"tools/call",)"
                                 R"("params":{"name":"open","arguments":{"path":"a\u0041"}}}])";
        for (std::size_t size = 0; size < text.size(); ++size)
            QVERIFY(!readMessages(text.substr(0, size)));
        QVERIFY(readMessages(text).has_value());
    }

    void linesAreCut()
    {
        LineReader reader;
        QVERIFY(reader.add("{\"a\":").empty());
        const auto lines = reader.add("1}\n\n  \r\nnext\nrest");
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(QByteArray::fromStdString(lines[0].text), QByteArray("{\"a\":1}"));
        QCOMPARE(QByteArray::fromStdString(lines[1].text), QByteArray("next"));
        QCOMPARE(QByteArray::fromStdString(reader.add("\n")[0].text), QByteArray("rest"));
    }

    void longLinesArePassedOver()
    {
        LineReader reader;
        const std::string piece(1u << 16, 'x');
        for (int i = 0; i < 100; ++i)
            QVERIFY(reader.add(piece).empty());
        const auto lines = reader.add("end\nnext\n");
        QCOMPARE(lines.size(), std::size_t{2});
        QVERIFY(lines[0].isTooLong && lines[0].text.empty());
        QVERIFY(!lines[1].isTooLong && lines[1].text == "next");
    }

    void answersAreOneLine()
    {
        QCOMPARE(QByteArray::fromStdString(resultMessage("7", "{}")),
                 QByteArray(R"({"jsonrpc":"2.0","id":7,"result":{}})"));
        const auto error = errorMessage("\"a\"", RpcCode::InvalidParams, "bad\n\u202eline");
        QVERIFY(error.find('\n') == std::string::npos);
        QVERIFY(error.find("\u202e") == std::string::npos);
        QVERIFY(error.find("-32602") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestJsonRpc)
#include "tst_json_rpc.moc"
