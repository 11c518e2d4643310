// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/log_lines/envelope.h"
#include "core/formats/crash/log_lines/log_prefix.h"

#include <QTest>

using namespace faultline;
using namespace faultline::loglines;

/// What terminals, mailers and loggers put around a text, and systems before its lines.
class TestEnvelope : public QObject
{
    Q_OBJECT

private slots:
    void envelopes_data();
    void envelopes();
    void cutEnvelopesDoNoHarm_data();
    void cutEnvelopesDoNoHarm();
    void plainTextHasNone_data();
    void plainTextHasNone();
    void systemPrefixes_data();
    void systemPrefixes();
};

void TestEnvelope::envelopes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("peeled");
    QTest::addColumn<QList<int>>("lines");
    const auto row = [](const char* name, QByteArray text, QByteArray peeled, QList<int> lines) {
        QTest::newRow(name) << text << peeled << lines;
    };
    row("colours", "\x1b[1m\x1b[31mred\x1b[0m\nplain", "red\nplain\n", {1, 2});
    row("a link of a terminal", "\x1b]8;;x\aname\n", "name\n", {1});
    row("a link of a terminal that ends otherwise", "\x1b]8;;x\x1b\\name\x1b]8;;\x1b\\.\n",
        "name.\n", {1});
    row("a code with another final byte", "\x1b[2~a\x1b[1;2Pb\x1b[200`c\n", "abc\n", {1});
    row("CR of a progress bar", "10%\r20%\nred\x1b[0m\n", "10%\n20%\nred\n", {1, 1, 2});
    row("an object after a plain line",
        "log\n"
        R"({"msg":"E: x\n    at f"})"
        "\n\x1b[1mlog\x1b[0m\n",
        "log\nE: x\n    at f\n\nlog\n", {1, 2, 2, 2, 3});
    row("UTF-16",
        QByteArray("\xff\xfe"
                   "a\0\n\0b\0",
                   8),
        "a\nb\n", {1, 2});
    row("UTF-16, big-endian", QByteArray("\xfe\xff\0a\0\n\0b", 8), "a\nb\n", {1, 2});
    row("a byte order mark",
        "\xef\xbb\xbf"
        "a\nb\n",
        "a\nb\n", {1, 2});
    row("CR", "a\rb\r", "a\nb\n", {1, 2});
    row("quoted mail", "> a\n>> b\n> \n> c\n", "a\nb\n\nc\n", {1, 2, 3, 4});
    row("an object per line",
        R"({"level":"info","msg":"up"})"
        "\n"
        R"({"err":{"stack":"E: x\n    at f"},"msg":"down"})"
        "\n",
        "up\ndown\nE: x\n    at f\n\n", {1, 2, 2, 2, 2});
    row("docker",
        R"({"log":"one\n","stream":"stderr"})"
        "\n"
        R"({"log":"two\n","stream":"stderr"})"
        "\n",
        "one\ntwo\n", {1, 2});
    row("parts of a line of docker",
        R"({"log":"on","stream":"stderr"})"
        "\n"
        R"({"log":"e\n","stream":"stderr"})"
        "\n"
        R"({"log":"tw","stream":"stderr"})"
        "\n",
        "one\ntw\n", {2, 2});
    row("parts of a line of docker around another stream",
        R"({"log":"on","stream":"stderr"})"
        "\n"
        R"({"log":"other\n","stream":"stdout"})"
        "\n"
        R"({"log":"e\n","stream":"stderr"})"
        "\n",
        "other\none\n", {2, 3});
    row("parts of lines of a container",
        "2021-01-19T22:13:46.1Z stderr P on\n2021-01-19T22:13:46.2Z stdout F other\n"
        "2021-01-19T22:13:46.3Z stderr P e\n2021-01-19T22:13:46.4Z stderr F !\n"
        "2021-01-19T22:13:46.5Z stderr F two\n2021-01-19T22:13:46.6Z stdout P cut\n",
        "2021-01-19T22:13:46.2Z stdout F other\n2021-01-19T22:13:46.1Z stderr P one!\n"
        "2021-01-19T22:13:46.5Z stderr F two\n2021-01-19T22:13:46.6Z stdout P cut\n",
        {2, 4, 5, 6});
    row("journalctl",
        R"({"_PID":"1","MESSAGE":"Process 1 dumped core."})"
        "\n",
        "Process 1 dumped core.\n", {1});
    row("one object", "{\n \"error\": {\"stack_trace\": \"a\\nb\"}\n}\n", "a\nb\n\n", {1, 1, 1});
}

void TestEnvelope::envelopes()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, peeled);
    QFETCH(const QList<int>, lines);
    const auto found =
        peelEnvelope(asBytes(std::string_view(text.constData(), std::size_t(text.size()))));
    QVERIFY(found.has_value());
    QCOMPARE(QByteArray::fromStdString(found->text), peeled);
    QCOMPARE(QList<int>(found->lines.begin(), found->lines.end()), lines);
}

void TestEnvelope::cutEnvelopesDoNoHarm_data()
{
    envelopes_data();
}

void TestEnvelope::cutEnvelopesDoNoHarm()
{
    QFETCH(const QByteArray, text);
    const std::string_view whole(text.constData(), std::size_t(text.size()));
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto found = peelEnvelope(asBytes(whole.substr(0, size)));
        if (found)
            QCOMPARE(std::size_t(std::ranges::count(found->text, '\n')), found->lines.size());
    }
}

void TestEnvelope::plainTextHasNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("a\r\nb\n");
    QTest::newRow("one quoted line") << QByteArray("a\n> b\nc\n");
    QTest::newRow("bytes") << QByteArray("\x1b[1m\0x", 7);
    QTest::newRow("damaged JSON") << QByteArray("{\"a\": \n");
}

void TestEnvelope::plainTextHasNone()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!peelEnvelope(asBytes(std::string_view(text.constData(), std::size_t(text.size())))));
}

void TestEnvelope::systemPrefixes_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* line, const char* message) {
        QTest::newRow(name) << QByteArray(line) << QByteArray(message);
    };
    row("syslog", "Jan 19 22:13:46 host app[12]: text", "text");
    row("the kernel's", "Jan  9 22:13:46 host kernel: [ 1.2] BUG: x", "[ 1.2] BUG: x");
    row("microseconds", "Jan 19 22:13:46.123456 host app[12]: text", "text");
    row("short-iso", "2021-01-19T22:13:46+0100 host app[12]: text", "text");
    row("container runtime", "2021-01-19T22:13:46.668123456Z stderr F   text", "  text");
    row("a time alone", "2021-01-19T22:13:46.668Z text", "text");
    row("Sidekiq", "2026-11-26T10:00:00.123Z pid=1 tid=abc WARN: text", "text");
    row("Ruby's Logger", "F, [2026-11-26T10:00:00.1 #1] FATAL -- : text", "text");
    row("Ruby's Logger with a program", "E, [2026-11-26T10:00:00.1 #1] ERROR -- app: a: b", "a: b");
    row("Visual Studio's output", "[MonoDroid]    at A.B ()", "   at A.B ()");
    row("a list", "F, [a] b", "F, [a] b");
    row("docker compose", "web-1  | text", "text");
    row("no time", "May be so", "May be so");
    row("a table", "name | value", "name | value");
    row("a date", "2021-01-19 text", "2021-01-19 text");
}

void TestEnvelope::systemPrefixes()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QByteArray, message);
    const std::string_view text(line.constData(), std::size_t(line.size()));
    const auto prefix = systemPrefixOf(text);
    QCOMPARE(QByteArray::fromStdString(std::string(text.substr(prefix.sizeBytes))), message);
    for (std::size_t size = 0; size <= text.size(); ++size)
        QVERIFY(systemPrefixOf(text.substr(0, size)).sizeBytes <= size);
}

QTEST_GUILESS_MAIN(TestEnvelope)
#include "tst_envelope.moc"
