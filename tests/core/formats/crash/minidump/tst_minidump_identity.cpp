// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/read_event.h"
#include "core/formats/crash/minidump/system_names.h"
#include "tests/support/minidump_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

class TestMinidumpIdentity : public QObject
{
    Q_OBJECT

private slots:
    void moduleIds_data();
    void moduleIds();
    void unknownCodeViewIsKeptRaw();
    void damagedModulesAreKept();
    void impossibleModulesAreLeftOut();
    void partsOfOneImageAreJoined_data();
    void partsOfOneImageAreJoined();
    void versions_data();
    void versions();
    void unloadedModules();
    void systems_data();
    void systems();
    void cpuTexts_data();
    void cpuTexts();
};

Q_DECLARE_METATYPE(faultline::test::Buffer)

namespace {

constexpr std::array<std::uint8_t, 16> kGuid{0xe5, 0x32, 0x98, 0x5a, 0x72, 0x28, 0xc1, 0x41,
                                             0x83, 0x8e, 0xd9, 0x89, 0x14, 0xe9, 0xb7, 0xff};
constexpr std::array<std::uint8_t, 16> kNoGuid{};
constexpr std::array<std::uint8_t, 20> kBuildId{0xb8, 0xd3, 0x2c, 0xf4, 1,  2,  3,  4,  5,  6,
                                                7,    8,    9,    10,   11, 12, 13, 14, 15, 16};
constexpr std::array<std::uint8_t, 20> kNoBuildId{};

EventPtr readOne(std::uint32_t platformId, MinidumpBuilder::Module module)
{
    MinidumpBuilder builder;
    builder.setSystem({.cpu = Cpu::Amd64, .platformId = platformId});
    builder.addModule(std::move(module));
    return minidump::readMinidumpEvent(builder.build(), {}).value_or(nullptr);
}

QString lastDiagnostic(const Event& event)
{
    // The last one is about the missing threads.
    return event.diagnostics.size() < 2
               ? QString()
               : QString::fromStdString(event.diagnostics[event.diagnostics.size() - 2].text);
}

QString breakpadId(const EventModule& module)
{
    return module.debugId ? QString::fromStdString(module.debugId->breakpad())
                          : QStringLiteral("-");
}

QString codeId(const EventModule& module)
{
    return module.codeId ? QString::fromStdString(module.codeId->text()) : QStringLiteral("-");
}

} // namespace

void TestMinidumpIdentity::moduleIds_data()
{
    QTest::addColumn<std::uint32_t>("platformId");
    QTest::addColumn<Buffer>("record");
    QTest::addColumn<QString>("debugId");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("debugFile");
    const auto row = [](const char* name, std::uint32_t os, const Buffer& record, const char* id,
                        const char* code, const char* file) {
        QTest::newRow(name) << os << record << QString(id) << QString(code) << QString(file);
    };
    row("RSDS on Windows", platform::kWindows, rsdsRecord(kGuid, 1, "c:\\build\\crash.pdb"),
        "5A9832E5287241C1838ED98914E9B7FF1", "45d35f6c2d000", "c:\\build\\crash.pdb");
    row("RSDS without GUID keeps the rest", platform::kWindows, rsdsRecord(kNoGuid, 1, "a.pdb"),
        "-", "45d35f6c2d000", "a.pdb");
    row("RSDS on Linux", platform::kLinux, rsdsRecord(kGuid, 0, "app"),
        "5A9832E5287241C1838ED98914E9B7FF0", "45d35f6c2d000", "app");
    row("RSDS on macOS carries the UUID", platform::kMacOs, rsdsRecord(kGuid, 0, "app"),
        "5A9832E5287241C1838ED98914E9B7FF0", "5a9832e5287241c1838ed98914e9b7ff", "app");
    row("RSDS without GUID on macOS", platform::kMacOs, rsdsRecord(kNoGuid, 0, "app"), "-", "-",
        "app");
    row("NB10", platform::kWindows, nb10Record(0x3ae4dbf3, 1, "old.pdb"), "3AE4DBF31",
        "45d35f6c2d000", "old.pdb");
    row("build id", platform::kLinux, buildIdRecord(kBuildId), "F42CD3B80201040305060708090A0B0C0",
        "b8d32cf40102030405060708090a0b0c0d0e0f10", "/bin/app");
    row("short build id", platform::kLinux, buildIdRecord(std::span(kBuildId).first(4)),
        "F42CD3B80000000000000000000000000", "b8d32cf4", "/bin/app");
    row("build id of zeros", platform::kLinux, buildIdRecord(kNoBuildId), "-", "-", "/bin/app");
    row("no record on Linux", platform::kLinux, {}, "-", "-", "");
    row("no record on Windows", platform::kWindows, {}, "-", "45d35f6c2d000", "");
    row("no record on macOS", platform::kMacOs, {}, "-", "-", "");
}

void TestMinidumpIdentity::moduleIds()
{
    QFETCH(std::uint32_t, platformId);
    QFETCH(Buffer, record);
    const auto event = readOne(platformId, {.name = "/bin/app",
                                            .base = 0x400000,
                                            .sizeBytes = 0x2d000,
                                            .timestamp = 0x45d35f6c,
                                            .codeView = record});
    QVERIFY(event);
    const auto& module = event->modules.at(0);
    QTEST(breakpadId(module), "debugId");
    QTEST(codeId(module), "code");
    QTEST(QString::fromStdString(module.debugFile.value_or("")), "debugFile");
    QCOMPARE(module.codeFile, std::optional<std::string>("/bin/app"));
}

void TestMinidumpIdentity::unknownCodeViewIsKeptRaw()
{
    ByteAssembler record;
    record.text("NB11").zeros(12);
    const auto event =
        readOne(platform::kWindows,
                {.name = "a.dll", .base = 1, .sizeBytes = 1, .codeView = record.finish()});
    QVERIFY(event);
    QVERIFY(!event->modules.at(0).debugId);
    QCOMPARE(std::string(event->modules[0].unknownCodeView.text().substr(0, 4)),
             std::string("NB11"));
}

void TestMinidumpIdentity::damagedModulesAreKept()
{
    ByteAssembler record;
    record.text("RSDS").zeros(4);
    const auto event =
        readOne(platform::kWindows,
                {.name = "a.dll", .base = 1, .sizeBytes = 1, .codeView = record.finish()});
    QVERIFY(event);
    QCOMPARE(event->modules.size(), std::size_t{1});
    QVERIFY(lastDiagnostic(*event).endsWith(
        "module 0: codeview record 0x53445352 of 8 bytes is too short"));

    // Name and record far outside the file.
    ByteAssembler list;
    list.u32(1)
        .u64(0x1000)
        .u32(0x100)
        .u32(0)
        .u32(0)
        .u32(0xfffffff0)
        .zeros(52)
        .u32(24)
        .u32(0xffffff00)
        .zeros(24);
    MinidumpBuilder builder;
    builder.addStream(4, list.finish());
    const auto second = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(second);
    QCOMPARE((*second)->modules.size(), std::size_t{1});
    QVERIFY(!(*second)->modules[0].codeFile);
    QCOMPARE(QString::fromStdString((*second)->diagnostics[0].text),
             QString("stream 0x4 ModuleList at offset 0x2c: module 0: name at offset 0xfffffff0 "
                     "cannot be read"));
    QCOMPARE(QString::fromStdString((*second)->diagnostics[1].text),
             QString("stream 0x4 ModuleList at offset 0x2c: module 0: codeview record of 24 bytes "
                     "at offset 0xffffff00 lies outside the file"));
}

void TestMinidumpIdentity::impossibleModulesAreLeftOut()
{
    auto event = readOne(platform::kLinux, {.name = "a", .base = 0x1000, .sizeBytes = 0});
    QVERIFY(event && event->modules.empty());
    QVERIFY(lastDiagnostic(*event).endsWith("module 0 left out: 0 bytes at address 0x1000"));
    event =
        readOne(platform::kLinux, {.name = "a", .base = 0xfffffffffffff000, .sizeBytes = 0x2000});
    QVERIFY(event && event->modules.empty());
}

void TestMinidumpIdentity::partsOfOneImageAreJoined_data()
{
    QTest::addColumn<QStringList>("maps");
    QTest::addColumn<QString>("modules"); // Name, its id's number, base, size.
    QTest::addColumn<QStringList>("expected");
    const QString app = "400000-401000 r--p 0 0:0 0 /app";
    const QString text = "403000-405000 r-xp 2000 0:0 0 /app";
    const QString data = "405000-406000 rw-p 4000 0:0 0 /app";
    const QString gap = "/app 1 400000 1000;/app 1 403000 3000";
    const QStringList whole{"/app 400000 6000"};
    const QStringList apart{"/app 400000 1000", "/app 403000 3000"};
    QTest::newRow("a gap") << QStringList{app, text, data} << gap << whole;
    QTest::newRow("no maps") << QStringList{} << gap << apart;
    QTest::newRow("maps in disorder") << QStringList{data, text, app} << gap << whole;
    QTest::newRow("the main module keeps its place")
        << QStringList{app, text} << "/app 1 403000 2000;/lib 2 900000 1000;/app 1 400000 1000"
        << QStringList{"/app 400000 5000", "/lib 900000 1000"};
    QTest::newRow("a copy")
        << QStringList{app, text, "900000-901000 r-xp 3000 0:0 0 /app",
                       "901000-902000 rw-p 0 0:0 0 /lib", "a00000-a01000 r-xp 3000 0:0 0 /app"}
        << "/app 1 400000 1000;/app 1 403000 3000;/lib 2 901000 1000;/app 1 a00000 1000"
        << QStringList{"/app 400000 6000", "/lib 901000 1000"};
    QTest::newRow("loaded twice") << QStringList{app, "800000-801000 r--p 0 0:0 0 /app"}
                                  << "/app 1 400000 1000;/app 1 800000 1000"
                                  << QStringList{"/app 400000 1000", "/app 800000 1000"};
    QTest::newRow("libraries in an archive")
        << QStringList{"400000-401000 r-xp 1000 0:0 0 /base.apk",
                       "402000-403000 r-xp 5000 0:0 0 /base.apk"}
        << "/a.so 1 400000 1000;/b.so 2 402000 1000"
        << QStringList{"/a.so 400000 1000", "/b.so 402000 1000"};
    QTest::newRow("without ids") << QStringList{app, text}
                                 << "/app 0 400000 1000;/app 0 403000 3000" << apart;
}

void TestMinidumpIdentity::partsOfOneImageAreJoined()
{
    QFETCH(QStringList, maps);
    QFETCH(QString, modules);
    QFETCH(QStringList, expected);
    MinidumpBuilder builder;
    builder.setSystem({.cpu = Cpu::Amd64, .platformId = platform::kLinux});
    for (const auto& map : maps)
        builder.addMap(map.toStdString());
    for (const auto& line : modules.split(';')) {
        const auto fields = line.split(' ');
        auto id = kBuildId;
        id[0] = static_cast<std::uint8_t>(fields[1].toUInt());
        builder.addModule({.name = fields[0].toStdString(),
                           .base = fields[2].toULongLong(nullptr, 16),
                           .sizeBytes = fields[3].toUInt(nullptr, 16),
                           .codeView = buildIdRecord(id[0] == 0 ? kNoBuildId : id)});
    }
    const auto event = minidump::readMinidumpEvent(builder.build(), {}).value_or(nullptr);
    QVERIFY(event);
    QStringList found;
    for (const auto& module : event->modules)
        found << QString("%1 %2 %3")
                     .arg(QString::fromStdString(module.codeFile.value_or("")))
                     .arg(module.address, 0, 16)
                     .arg(module.sizeBytes, 0, 16);
    QCOMPARE(found, expected);
}

void TestMinidumpIdentity::versions_data()
{
    QTest::addColumn<std::uint32_t>("platformId");
    QTest::addColumn<QString>("version");
    QTest::newRow("Windows packs two numbers in a word") << platform::kWindows << "5.1.2600.2180";
    QTest::newRow("macOS as well") << platform::kMacOs << "5.1.2600.2180";
    QTest::newRow("elsewhere each word is a number") << platform::kLinux << "327681.170395780.3.4";
}

void TestMinidumpIdentity::versions()
{
    QFETCH(std::uint32_t, platformId);
    const auto event = readOne(
        platformId,
        {.name = "a", .base = 1, .sizeBytes = 1, .version = {{0x00050001, 0x0a280884, 3, 4}}});
    QVERIFY(event);
    QTEST(QString::fromStdString(event->modules.at(0).version), "version");
}

void TestMinidumpIdentity::unloadedModules()
{
    MinidumpBuilder builder;
    builder.setSystem({});
    builder.addUnloadedModule(
        {.name = "gone.dll", .base = 0x10000, .sizeBytes = 0x2d000, .timestamp = 0x45d35f6c});
    const auto event = minidump::readMinidumpEvent(builder.build(), {});
    QVERIFY(event);
    const auto& module = (*event)->asNative()->unloadedModules.at(0);
    QCOMPARE(module.name, std::string("gone.dll"));
    QCOMPARE(module.codeId.text(), std::string("45d35f6c2d000"));
    QCOMPARE(module.address, std::uint64_t{0x10000});
}

void TestMinidumpIdentity::systems_data()
{
    QTest::addColumn<std::uint32_t>("platformId");
    QTest::addColumn<QString>("csd");
    QTest::addColumn<QString>(
        "names"); // Symbolicator's name, rust-minidump's name, version, build.
    const auto row = [](const char* name, std::uint32_t id, const char* csd, const char* names) {
        QTest::newRow(name) << id << QString(csd) << QString(names);
    };
    row("Windows", 2, " Service Pack 1 ", "Windows|Windows NT|0.0.0|Service Pack 1");
    row("macOS", 0x8101, "20G165", "macOS|Mac OS X|0.0.0|20G165");
    row("iOS", 0x8102, "", "iOS|iOS|0.0.0|");
    row("Linux ending with the cpu", 0x8201,
        "Linux 4.9.60-linuxkit-aufs #1 SMP Mon Nov 6 16:00:12 UTC 2017 x86_64",
        "Linux|Linux|4.9.60-linuxkit-aufs|#1 SMP Mon Nov 6 16:00:12 UTC 2017");
    row("Linux ending with GNU/Linux", 0x8201, "Linux 5.15.0 #1 SMP x86_64 GNU/Linux",
        "Linux|Linux|5.15.0|#1 SMP");
    row("Linux ending with Linux/GNU", 0x8201, "Linux 5.15.0 #1 SMP x86_64 Linux/GNU",
        "Linux|Linux|5.15.0|#1 SMP");
    row("Linux with a version alone", 0x8201, "Linux 5.15.0", "Linux|Linux|5.15.0|");
    row("Linux without text", 0x8201, "", "Linux|Linux|0.0.0|");
    row("Android keeps its text", 0x8203, "Linux 4.14.1 #1 armv8l",
        "Android|Android|0.0.0|Linux 4.14.1 #1 armv8l");
    row("Fuchsia has no name in Symbolicator", 0x8206, "", "|0x00008206|0.0.0|");
    row("unknown", 0x1234, "", "|0x00001234|0.0.0|");
}

void TestMinidumpIdentity::systems()
{
    QFETCH(std::uint32_t, platformId);
    QFETCH(QString, csd);
    const auto system =
        minidump::describeSystem({.platformId = platformId, .csdVersion = csd.toStdString()});
    QTEST(QString::fromStdString(concat(system.osName, '|', system.osLongName, '|',
                                        system.osVersion, '|', system.osBuild)),
          "names");
}

void TestMinidumpIdentity::cpuTexts_data()
{
    QTest::addColumn<int>("architecture");
    QTest::addColumn<QList<quint32>>("words");
    QTest::addColumn<QString>("text");
    const QList<quint32> vendor{0x756e6547, 0x49656e69, 0x6c65746e};
    QTest::newRow("x86 with vendor")
        << 0 << vendor << "x86: GenuineIntel family 7 model 63 stepping 2";
    QTest::newRow("amd64 without") << 9 << vendor << "amd64: family 7 model 63 stepping 2";
    QTest::newRow("arm") << 5 << QList<quint32>{0x410fc09a, 0x43}
                         << "arm: ARMv7 ARM Cortex-A9 features: swp,half,vfpv2";
    QTest::newRow("arm of an unknown vendor")
        << 5 << QList<quint32>{0x53000010, 0} << "arm: ARMv7 vendor(0x53) part(0x53000010)";
    QTest::newRow("arm without cpuid") << 5 << QList<quint32>{0, 0} << "arm: ARMv7";
    QTest::newRow("arm64 has no text") << 12 << QList<quint32>{1, 1} << "arm64: ";
    QTest::newRow("unknown") << 0xffff << QList<quint32>{} << "unknown: ";
}

void TestMinidumpIdentity::cpuTexts()
{
    QFETCH(int, architecture);
    QFETCH(QList<quint32>, words);
    minidump::SystemInfoRecord record{.processorArchitecture = std::uint16_t(architecture),
                                      .processorLevel = 7,
                                      .processorRevision = 0x3f02};
    std::ranges::copy(words, record.cpuWords.begin());
    const auto system = minidump::describeSystem(record);
    QTEST(QString::fromStdString(concat(system.cpuName, ": ", system.cpuInfo)), "text");
}

QTEST_GUILESS_MAIN(TestMinidumpIdentity)
#include "tst_minidump_identity.moc"
