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
    QTest::newRow("program") << QByteArray("\x7f"
                                           "ELF")
                             << "";
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
