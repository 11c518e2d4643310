// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built program on damaged crash files and on other files. It must always answer, and
// never crash or hang.
#include "tests/end_to_end/faultline_program.h"
#include "tests/end_to_end/serve_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <sys/stat.h>
#include <unistd.h>

using namespace faultline::test;

namespace {

constexpr int kPrefixes = 20;
// Offset of the header field that says where the stream directory is.
constexpr qsizetype kDirectoryField = 12;
constexpr qsizetype kDirectoryOffset = 32; // In dumps that our own writer made.
constexpr std::uint32_t kThreadListStream = 3;

QByteArray smallDump()
{
    QFile file(sampleFolder("null_write") + "/null_write.dmp");
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void putU32(QByteArray& bytes, qsizetype offset, std::uint32_t value)
{
    qToLittleEndian(value, bytes.data() + offset);
}

/// Offset of the directory entry of a stream.
qsizetype entryOf(const QByteArray& dump, std::uint32_t stream)
{
    qsizetype at = kDirectoryOffset;
    while (qFromLittleEndian<std::uint32_t>(dump.data() + at) != stream)
        at += 12;
    return at;
}

QByteArray withDirectoryOutside()
{
    QByteArray dump = smallDump();
    putU32(dump, kDirectoryField, 0x7ffffff0);
    return dump;
}

QByteArray withThreadsOutside()
{
    QByteArray dump = smallDump();
    putU32(dump, entryOf(dump, kThreadListStream) + 8, 0x7ffffff0);
    return dump;
}

/// Claims four billion threads.
QByteArray withTooManyThreads()
{
    QByteArray dump = smallDump();
    const auto list =
        qFromLittleEndian<std::uint32_t>(dump.data() + entryOf(dump, kThreadListStream) + 8);
    putU32(dump, list, 0xffffffff);
    return dump;
}

void addContents()
{
    QTest::addColumn<QByteArray>("content");
    // If true, the file is read as far as possible, and the report has notes.
    QTest::addColumn<bool>("isReadable");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("empty") << QByteArray() << false << QByteArray("the file is empty");
    QTest::newRow("text") << QByteArray("hello\n") << false << QByteArray("not a crash file");
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n0123456789") << false
                             << QByteArray("not a crash file that Faultline knows: it looks like "
                                           "a PNG picture");
    QTest::newRow("directory outside the file")
        << withDirectoryOutside() << false
        << QByteArray("stream directory: 8 entries at offset 0x7ffffff0 do not fit 11224 bytes");
    QTest::newRow("threads outside the file")
        << withThreadsOutside() << true
        << QByteArray("stream 0x3 at offset 0x7ffffff0 has 52 bytes, the file holds 0");
    QTest::newRow("four billion threads")
        << withTooManyThreads() << true
        << QByteArray("ThreadList: stream 0x3 ThreadList at offset");
}

} // namespace

class TestBadInput : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void programAnswers_data();
    void programAnswers();
    void programAnswersPrefixes();
    void argumentsCannotDriveATerminal_data();
    void argumentsCannotDriveATerminal();
    void programRefusesPaths_data();
    void programRefusesPaths();
    void serverAnswers_data();
    void serverAnswers();
    void serverAnswersPrefixes();
    void cleanupTestCase();

private:
    QString write(const QByteArray& content);

    QTemporaryDir m_folder;
    std::unique_ptr<ServeProcess> m_server;
};

void TestBadInput::initTestCase()
{
    QVERIFY(!smallDump().isEmpty());
    m_server = std::make_unique<ServeProcess>();
    QVERIFY2(m_server->port() != 0, m_server->log().constData());
}

QString TestBadInput::write(const QByteArray& content)
{
    QFile file(m_folder.filePath(QStringLiteral("crash.dmp")));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

void TestBadInput::programAnswers_data()
{
    addContents();
}

void TestBadInput::programAnswers()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, isReadable);
    QFETCH(QByteArray, message);
    const auto run = runFaultline({"symbolicate", "--offline", write(content)});
    QVERIFY(run.ended);
    QCOMPARE(run.exitCode, isReadable ? 0 : 3);
    const QByteArray& told = isReadable ? run.output : run.errors;
    QVERIFY2(told.contains(message), told.constData());
    QVERIFY2(isReadable || run.errors.startsWith("faultline: " + m_folder.path().toUtf8()),
             run.errors.constData());
    QVERIFY(isReadable || run.output.isEmpty());
}

void TestBadInput::programAnswersPrefixes()
{
    const QByteArray dump = smallDump();
    for (int i = 0; i < kPrefixes; ++i) {
        const auto size = dump.size() * i / kPrefixes;
        const auto run = runFaultline({"symbolicate", "--offline", write(dump.left(size))});
        const auto told = QByteArray::number(size) + " bytes: " + run.output + run.errors;
        QVERIFY2(run.ended && (run.exitCode == 0 || run.exitCode == 3), told.constData());
        QVERIFY2(!(run.exitCode == 0 ? run.output : run.errors).isEmpty(), told.constData());
        QVERIFY2(i == 0 || told.contains("offset 0x"), told.constData());
    }
}

void TestBadInput::argumentsCannotDriveATerminal_data()
{
    const QString name = "x\x1b[31m\u009b2J\u202e";
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("an option") << QStringList{"symbolicate", "--format", name, "a"};
    QTest::newRow("a file") << QStringList{"symbolicate", name};
    QTest::newRow("a server's configuration") << QStringList{"serve", "-c", name};
    QTest::newRow("a cache's configuration") << QStringList{"cache", "list", "-c", name};
    QTest::newRow("a preset") << QStringList{"config", "presets", name};
}

void TestBadInput::argumentsCannotDriveATerminal()
{
    QFETCH(QStringList, arguments);
    const auto run = runFaultline(arguments);
    QVERIFY(run.ended && run.exitCode != 0);
    for (const auto* raw : {"\x1b", "\xc2\x9b", "\xe2\x80\xae"})
        QVERIFY2(!run.errors.contains(raw), run.errors.constData());
    QVERIFY2(run.errors.contains("x\\x1b[31m\\x9b2J\\u{202e}"), run.errors.constData());
}

void TestBadInput::programRefusesPaths_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("absent") << "absent.dmp" << QByteArray("No such file or directory");
    QTest::newRow("folder") << "folder" << QByteArray("the folder holds no crash file");
    QTest::newRow("pipe without writer") << "pipe" << QByteArray("not a regular file");
    QTest::newRow("forbidden") << "forbidden.dmp" << QByteArray("Permission denied");
}

void TestBadInput::programRefusesPaths()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, message);
    const QByteArray path = m_folder.filePath(name).toLocal8Bit();
    if (name == "folder")
        QVERIFY(QDir(m_folder.path()).mkdir(name));
    if (name == "pipe")
        QCOMPARE(::mkfifo(path.constData(), 0600), 0);
    if (name == "forbidden.dmp") {
        if (::geteuid() == 0)
            QSKIP("root may read everything");
        QVERIFY(QFile::copy(write(smallDump()), path) && ::chmod(path.constData(), 0) == 0);
    }
    const auto run = runFaultline({"symbolicate", "--offline", path});
    QVERIFY(run.ended);
    QCOMPARE(run.exitCode, 3);
    QVERIFY2(run.errors.startsWith("faultline: " + path) && run.errors.contains(message),
             run.errors.constData());
}

void TestBadInput::serverAnswers_data()
{
    addContents();
}

void TestBadInput::serverAnswers()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, isReadable);
    QFETCH(QByteArray, message);
    const auto reply = m_server->postMinidump(content);
    QCOMPARE(reply.status, 200);
    const auto body = QByteArray::fromStdString(reply.body);
    if (isReadable) {
        QVERIFY2(body.startsWith(R"({"status":"completed")"), body.constData());
    } else {
        QVERIFY2(body.startsWith(R"({"status":"failed","message":")"), body.constData());
        QVERIFY2(body.contains(message), body.constData());
    }
    QVERIFY2(m_server->isHealthy(), m_server->log().constData());
}

void TestBadInput::serverAnswersPrefixes()
{
    const QByteArray dump = smallDump();
    for (int i = 0; i < kPrefixes; ++i) {
        const auto reply = m_server->postMinidump(dump.left(dump.size() * i / kPrefixes));
        QCOMPARE(reply.status, 200);
        QVERIFY2(reply.body.starts_with(R"({"status":"completed")") ||
                     reply.body.starts_with(R"({"status":"failed","message":")"),
                 reply.body.c_str());
    }
    QVERIFY2(m_server->isHealthy(), m_server->log().constData());
}

void TestBadInput::cleanupTestCase()
{
    QCOMPARE(m_server->stop(), 0);
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_bad_input.moc"
