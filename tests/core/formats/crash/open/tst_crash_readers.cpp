// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/open/crash_readers.h"

#include <QTest>

#include <set>

using namespace faultline;

class TestCrashReaders : public QObject
{
    Q_OBJECT
private slots:
    void namesAreUnique();
    void oneReaderMatches_data();
    void oneReaderMatches();
    void nothingMatchesTheEmptyFile();
};

void TestCrashReaders::namesAreUnique()
{
    std::set<std::string_view> names;
    for (const auto& reader : crash::crashReaders())
        names.insert(reader.name);
    QCOMPARE(names.size(), crash::crashReaders().size());
}

void TestCrashReaders::oneReaderMatches_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("name"); // Empty: no reader.
    QTest::newRow("minidump") << QByteArray("MDMP\x93\xa7") << "minidump";
    QTest::newRow("minidump of a big-endian system") << QByteArray("PMDM\xa7\x93") << "minidump";
    QTest::newRow("Apple text") << QByteArray("Incident Identifier: 0\nProcess: Notes [12]\n")
                                << "Apple crash report";
    QTest::newRow("Sentry event") << QByteArray(R"({"event_id":"00","platform":"native"})")
                                  << "Sentry event";
    QTest::newRow("trace of the JVM")
        << QByteArray("a.b.C: x\n\tat a.b.c(F.java:1)\n") << "stack text of the JVM";
    QTest::newRow("logcat") << QByteArray("--------- beginning of crash\n"
                                          "E/AndroidRuntime( 12): \tat a.b.c(F:1)\n")
                            << "stack text of the JVM";
    QTest::newRow("ANR trace") << QByteArray("----- pid 12 at 2026-11-22 19:02:58 -----\n"
                                             "\"main\" prio=5 tid=1 Blocked\n  at a.b.m(F:1)\n")
                               << "stack text of the JVM";
    QTest::newRow("stack of a script")
        << QByteArray("Error: x\n    at f (app.js:1:2)\n") << "stack text of a script";
    QTest::newRow("upload with a trace")
        << QByteArray("--boundary\r\nContent-Disposition: form-data\r\n\r\n"
                      "\tat a.b.c(F.java:1)\r\n--boundary--\r\n")
        << "";
    QTest::newRow("Apple text with a trace")
        << QByteArray("Incident Identifier: 0\nProcess: Notes [12]\n\tat a.b.c(F.java:1)\n")
        << "Apple crash report";
    QTest::newRow("program") << QByteArray("\x7f"
                                           "ELF")
                             << "";
    QTest::newRow("microdump") << QByteArray("x\n-----BEGIN BREAKPAD MICRODUMP-----\nV app:1\n")
                               << "microdump";
    QTest::newRow("kernel dump of FreeBSD") << QByteArray("minidump FreeBSD/amd64") << "";
    QTest::newRow("spindump") << QByteArray("Date/Time: 2023-01-01\nOS Version: macOS 13.0\n"
                                            "Report Version: 36\n\nData Source: Stackshots\n")
                              << "";
    QTest::newRow("sample") << QByteArray("$ sample 12\nAnalysis of sampling a (pid 12) every 1 "
                                          "millisecond\nReport Version:  7\n\nCall graph:\n    9 "
                                          "Thread_1\n    + 9 main  (in a) + 8  [0x100000008]\n")
                            << "sample of a running process";
    QTest::newRow("sample without its graph")
        << QByteArray("Analysis of sampling a (pid 12) every 1 millisecond\nReport Version:  7\n")
        << "";
    QTest::newRow("KSCrash") << QByteArray(R"({"report":{"id":"x"},"binary_images":[],"crash":{}})")
                             << "report of another crash reporter in JSON";
    QTest::newRow("core of macOS")
        << QByteArray("\xcf\xfa\xed\xfe\x07\0\0\x01\x03\0\0\0\x04\0\0\0", 16)
        << "core file of macOS";
    QTest::newRow("program of macOS")
        << QByteArray("\xcf\xfa\xed\xfe\x07\0\0\x01\x03\0\0\0\x02\0\0\0", 16) << "";
    QTest::newRow("envelope with an event")
        << QByteArray("{\"event_id\":\"00\"}\n{\"type\":\"event\"}\n{\"platform\":\"native\"}\n")
        << "";
}

void TestCrashReaders::oneReaderMatches()
{
    QFETCH(QByteArray, head);
    QFETCH(QString, name);
    const std::string text = head.toStdString();
    std::vector<std::string> matching;
    for (const auto& reader : crash::crashReaders()) {
        if (reader.matches(asBytes(text)))
            matching.emplace_back(reader.name);
    }
    QCOMPARE(matching, name.isEmpty() ? std::vector<std::string>()
                                      : std::vector<std::string>{name.toStdString()});
}

void TestCrashReaders::nothingMatchesTheEmptyFile()
{
    QVERIFY(crash::findCrashReader({}) == nullptr);
}

QTEST_GUILESS_MAIN(TestCrashReaders)
#include "tst_crash_readers.moc"
