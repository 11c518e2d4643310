// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/formats/crash/minidump/read_event.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

using namespace faultline;

namespace {

/// Dumps of other projects are not part of this tree: FAULTLINE_SHARED or ../shared may hold them.
QString dataFolder()
{
    const auto named = qEnvironmentVariable("FAULTLINE_SHARED");
    const auto root = named.isEmpty() ? QStringLiteral(FL_TESTS_DIR "/../../shared") : named;
    return root + QStringLiteral("/conformance/data");
}

EventPtr readDump(const QString& name)
{
    const auto file = readFile(QDir(dataFolder()).filePath(name).toStdString(), 1 << 24);
    if (!file)
        return nullptr;
    const auto event = minidump::readMinidumpEvent(*file, {});
    return event ? *event : nullptr;
}

std::string registerText(const Event& event, std::string_view name)
{
    const auto& registers = event.threads.at(*event.requestingThread).registers;
    const auto index = registerIndex(registers->family(), name);
    return concat(Hex{registers->get(*index)});
}

} // namespace

/// Facts about dumps that writers in the field made: Breakpad on Linux and macOS, Crashpad,
/// Windows.
class TestMinidumpRealFiles : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void systemAndCrash_data();
    void systemAndCrash();
    void linuxDump();
    void macDump();
    void windowsDump();
    void clientStacks_data();
    void clientStacks();
};

void TestMinidumpRealFiles::initTestCase()
{
    if (!QDir(dataFolder()).exists(QStringLiteral("linux.dmp")))
        QSKIP("no dumps of other projects at hand");
}

void TestMinidumpRealFiles::systemAndCrash_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("system");
    QTest::addColumn<QString>("cpu");
    QTest::addColumn<QString>("crash");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("process");

    QTest::newRow("linux.dmp") << "linux.dmp"
                               << "Linux 4.9.60-linuxkit-aufs #1 SMP Mon Nov 6 16:00:12 UTC 2017"
                               << "amd64 family 6 model 70 stepping 1 x4" << "SIGSEGV / 0x45" << 1
                               << 1304;
    QTest::newRow("macos.dmp") << "macos.dmp" << "macOS 10.12.6 16G29"
                               << "amd64 family 6 model 58 stepping 9 x2"
                               << "EXC_BAD_ACCESS / KERN_INVALID_ADDRESS / 0x45" << 1 << 2984;
    QTest::newRow("macos-no-fp.dmp") << "macos-no-fp.dmp" << "macOS 15.7.4 24G517" << "arm64  x10"
                                     << "EXC_BAD_ACCESS / KERN_INVALID_ADDRESS / 0x1" << 3 << 12587;
    QTest::newRow("windows.dmp") << "windows.dmp" << "Windows 10.0.14393 "
                                 << "x86 GenuineIntel family 6 model 63 stepping 2 x2"
                                 << "EXCEPTION_ACCESS_VIOLATION_WRITE / 0x45" << 4 << 1928;
}

void TestMinidumpRealFiles::systemAndCrash()
{
    QFETCH(QString, file);
    QFETCH(int, threads);
    QFETCH(int, process);
    const auto event = readDump(file);
    QVERIFY(event);
    for (const auto& diagnostic : event->diagnostics)
        qInfo("%s: %s", diagnostic.area.c_str(), diagnostic.text.c_str());
    const auto& system = event->system;
    QTEST(QString::fromStdString(concat(system.osName, ' ', system.osVersion, ' ', system.osBuild)),
          "system");
    QTEST(
        QString::fromStdString(concat(system.cpuName, ' ', system.cpuInfo, " x", system.cpuCount)),
        "cpu");
    QTEST(QString::fromStdString(concat(event->crash.reason, " / ", Hex{event->crash.address})),
          "crash");
    QCOMPARE(event->threads.size(), std::size_t(threads));
    QCOMPARE(event->asNative()->process.id, std::optional<std::uint32_t>(process));
    QCOMPARE(event->requestingThread, std::optional<std::uint32_t>(0));
    QVERIFY(event->threads[0].registers.has_value());
    QVERIFY(event->threads[0].stackEnd > event->threads[0].stackBegin);
    QVERIFY(event->asNative()->memory->contains(event->threads[0].registers->sp()));
    QCOMPARE(event->crash.assertion, std::string());
}

void TestMinidumpRealFiles::linuxDump()
{
    const auto event = readDump(QStringLiteral("linux.dmp"));
    QVERIFY(event);
    QCOMPARE(event->timestamp, std::optional<std::int64_t>(1522061032));
    QCOMPARE(registerText(*event, "rip"), std::string("0x401d72"));
    QCOMPARE(registerText(*event, "rsp"), std::string("0x7fff5ae4aa20"));
    QCOMPARE(registerText(*event, "r11"), std::string("0x7f5140aca4c0"));
    const auto& main = event->modules.at(0);
    QCOMPARE(main.address, std::uint64_t{0x400000});
    QCOMPARE(main.sizeBytes, std::uint64_t{0x1a000});
    QCOMPARE(main.codeId->text(), std::string("f1c3bcc0279865fe3058404b2831d9e64135386c"));
    QCOMPARE(main.debugId->canonical(), std::string("c0bcc3f1-9827-fe65-3058-404b2831d9e6"));
    QCOMPARE(event->asNative()->lsbRelease.at("codename"), std::string("xenial"));
    QVERIFY(event->asNative()->memoryMapCount.has_value());
}

void TestMinidumpRealFiles::macDump()
{
    const auto event = readDump(QStringLiteral("macos.dmp"));
    QVERIFY(event);
    QCOMPARE(event->modules.at(0).codeId->text(), std::string("67e9247c814e392ba027dbde6748fcbf"));
    QCOMPARE(event->modules.at(0).debugId->breakpad(),
             std::string("67E9247C814E392BA027DBDE6748FCBF0"));
    QVERIFY(event->modules.at(0).type == ObjectType::MachO);
}

void TestMinidumpRealFiles::windowsDump()
{
    const auto event = readDump(QStringLiteral("windows.dmp"));
    QVERIFY(event);
    const auto& main = event->modules.at(0);
    QCOMPARE(main.codeId->text(), std::string("5ab380779000"));
    QCOMPARE(main.debugId->canonical(), std::string("3249d99d-0c40-4931-8610-f4e4fb0b6936-1"));
    QVERIFY(main.debugFile->ends_with("crash.pdb"));
    QCOMPARE(event->modules.at(1).version, std::string("6.2.14393.1715"));
    QCOMPARE(event->asNative()->process.uptimeSeconds, std::optional<std::uint64_t>(1));
}

void TestMinidumpRealFiles::clientStacks_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("frames");
    QTest::newRow("read") << "made/linux-client-stacks.dmp" << 2;
    QTest::newRow("empty list keeps the walk") << "made/linux-client-stacks-empty.dmp" << 0;
    QTest::newRow("short stream is damaged") << "made/linux-client-stacks-short.dmp" << 0;
    QTest::newRow("another version is refused")
        << "made/linux-client-stacks-wrong-version.dmp" << 0;
}

void TestMinidumpRealFiles::clientStacks()
{
    QFETCH(QString, file);
    QFETCH(int, frames);
    const auto event = readDump(file);
    QVERIFY(event);
    for (const auto& diagnostic : event->diagnostics)
        qInfo("%s: %s", diagnostic.area.c_str(), diagnostic.text.c_str());
    QCOMPARE(int(event->threads.at(0).prewalked.size()), frames);
}

QTEST_GUILESS_MAIN(TestMinidumpRealFiles)
#include "tst_minidump_real_files.moc"
