// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/crash_analyzer.h"
#include "core/base/hex.h"
#include "core/formats/crash/minidump/read_event.h"
#include "tests/support/minidump_builder.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Checks what registers, code and memory map say about a crash, scene by scene.
class TestCrashAnalysis : public QObject
{
    Q_OBJECT

private slots:
    void accesses_data();
    void accesses();
    void targets_data();
    void targets();
    void adjustedAddresses_data();
    void adjustedAddresses();
    void guardPages_data();
    void guardPages();
    void bitFlips_data();
    void bitFlips();
    void bitFlipsOfCores_data();
    void bitFlipsOfCores();
    void likeliestBitFlip();
    void bitFlipConfidence();
    void inconsistencies_data();
    void inconsistencies();
    void codeOfTheModulesFile();
    void changedCode();
    void nothingToAnalyse_data();
    void nothingToAnalyse();
};

namespace {

constexpr std::uint64_t kCode = 0x401000;
constexpr std::uint32_t kAccessViolation = 0xc0000005;

/// A crash in few words. Facts that are not given are those of a Linux segmentation fault on amd64.
struct Scene
{
    Cpu cpu = Cpu::Amd64;
    std::uint32_t platformId = platform::kLinux;
    QByteArray code = "90";
    Registers registers = {};
    std::uint32_t exceptionCode = 11;
    std::uint32_t flags = 1;
    std::uint64_t address = 0;
    std::vector<std::uint64_t> parameters = {};
    std::vector<std::string_view> maps = {};
    std::vector<std::pair<std::uint64_t, Buffer>> memory = {};
    bool withoutCode = false;
};

Buffer bytesOf(const QByteArray& hex)
{
    Buffer bytes;
    for (const char c : QByteArray::fromHex(hex))
        bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

EventPtr eventOf(Scene scene)
{
    MinidumpBuilder dump;
    const bool is32Bit = scene.cpu == Cpu::X86;
    const bool isIntel = is32Bit || scene.cpu == Cpu::Amd64;
    scene.registers.insert({is32Bit ? "eip" : isIntel ? "rip" : "pc", kCode});
    scene.registers.insert({is32Bit ? "esp" : isIntel ? "rsp" : "sp", 0x7ff000});
    dump.setSystem({.cpu = scene.cpu, .platformId = scene.platformId});
    dump.addThread({.id = 1,
                    .cpu = scene.cpu,
                    .registers = scene.registers,
                    .stackAddress = 0x7ff000,
                    .stack = words64({0x401234, 0x5678})});
    dump.setException({.threadId = 1,
                       .code = scene.exceptionCode,
                       .flags = scene.flags,
                       .address = scene.address,
                       .parameters = scene.parameters,
                       .cpu = scene.cpu,
                       .registers = scene.registers});
    if (!scene.withoutCode)
        dump.addMemory(kCode, bytesOf(scene.code + "909090909090909090909090909090"));
    for (auto& [address, bytes] : scene.memory)
        dump.addMemory(address, std::move(bytes));
    for (const auto line : scene.maps)
        dump.addMap(line);
    return *minidump::readMinidumpEvent(dump.build(), {});
}

CrashAnalysis analysisOf(Scene scene)
{
    const auto event = eventOf(std::move(scene));
    return *analysis::analyzeCrash({.event = *event, .readCodeOfFile = {}, .functions = {}});
}

/// A violation that Windows reports: 0 read, 1 write, 8 execute.
Scene violation(std::uint64_t operation,
                std::uint64_t address,
                QByteArray code,
                Registers registers)
{
    return {.platformId = platform::kWindows,
            .code = std::move(code),
            .registers = std::move(registers),
            .exceptionCode = kAccessViolation,
            .flags = 0,
            .address = kCode,
            .parameters = {operation, address}};
}

QString accessText(const MemoryAccess& access)
{
    return QStringLiteral("%1 %2 at %3%4")
        .arg(QString::fromStdString(std::string(memoryAccessKindName(access.kind))))
        .arg(access.sizeBytes)
        .arg(QString::fromStdString(hexAddress(access.address)),
             access.isNullDereference ? " null" : "");
}

} // namespace

Q_DECLARE_METATYPE(Scene)

void TestCrashAnalysis::accesses_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QStringList>("expected"); // "?" for accesses that are not known.
    const auto row = [](const char* name, Cpu cpu, const char* code, Registers registers,
                        QStringList expected) {
        QTest::newRow(name) << Scene{.cpu = cpu, .code = code, .registers = std::move(registers)}
                            << expected;
    };
    row("store", Cpu::Amd64, "c70045000000", {{"rax", 0x1000}}, {"Write 4 at 0x1000"});
    row("load with index", Cpu::Amd64, "488b44cbf8", {{"rbx", 0x1000}, {"rcx", 2}},
        {"Read 8 at 0x1008"});
    row("read and write", Cpu::Amd64, "480118", {{"rax", 0x1000}}, {"ReadWrite 8 at 0x1000"});
    row("next instruction", Cpu::Amd64, "488b0510000000", {}, {"Read 8 at 0x401017"});
    row("null and offset", Cpu::Amd64, "488b4010", {{"rax", 0}}, {"Read 8 at 0x10 null"});
    row("null, but the pointer is the other register", Cpu::Amd64, "488b0408",
        {{"rax", 0}, {"rcx", 0xfefefefefefefefe}}, {"Read 8 at 0xfefefefefefefefe"});
    row("move of a double is no block copy", Cpu::Amd64, "f20f1000", {{"rax", 0x1000}},
        {"Read 8 at 0x1000"});
    row("push of memory", Cpu::Amd64, "ff30", {{"rax", 0x1000}},
        {"Read 8 at 0x1000", "Write 8 at 0x7feff8"});
    row("direct call", Cpu::Amd64, "e8fb000000", {}, {"Write 8 at 0x7feff8"});
    row("return", Cpu::Amd64, "c3", {}, {"Read 8 at 0x7ff000"});
    row("address only", Cpu::Amd64, "488d4010", {{"rax", 0}}, {});
    row("no memory", Cpu::Amd64, "4801d8", {}, {});
    row("thread block without its base", Cpu::Amd64, "65488b042530000000", {}, {"?"});
    row("block copy", Cpu::Amd64, "f3a4", {{"rsi", 0x1000}, {"rdi", 0x2000}, {"rcx", 9}},
        {"Write 1 at 0x2000", "Read 1 at 0x1000"});
    row("x86 wraps at 32 bits", Cpu::X86, "8b4008", {{"eax", 0xfffffffc}}, {"Read 4 at 0x4"});
    row("x86 push", Cpu::X86, "50", {}, {"Write 4 at 0x7feffc"});
    row("arm64 load", Cpu::Arm64, "000440f9", {{"x0", 0x1000}}, {"Read 8 at 0x1008"});
    row("arm64 pair on the stack", Cpu::Arm64, "fd7bbfa9", {}, {"Write 16 at 0x7feff0"});
    row("arm64 addition", Cpu::Arm64, "0000018b", {}, {});
    row("arm load", Cpu::Arm, "000090e5", {{"r0", 0x1000}}, {"Read 4 at 0x1000"});
}

void TestCrashAnalysis::accesses()
{
    QFETCH(Scene, scene);
    QFETCH(QStringList, expected);
    const auto analysis = analysisOf(scene);
    QVERIFY2(analysis.instruction.has_value(), analysis.instructionProblem.c_str());
    QStringList found;
    if (!analysis.instruction->accesses)
        found.append("?");
    else
        for (const auto& access : *analysis.instruction->accesses)
            found.append(accessText(access));
    QCOMPARE(found, expected);
}

void TestCrashAnalysis::targets_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, Cpu cpu, const char* code, Registers registers,
                        QString expected) {
        QTest::newRow(name) << Scene{.cpu = cpu, .code = code, .registers = std::move(registers)}
                            << expected;
    };
    row("addition", Cpu::Amd64, "4801d8", {}, "next");
    row("conditional jump", Cpu::Amd64, "7405", {}, "?");
    row("direct call", Cpu::Amd64, "e8fb000000", {}, "0x401100");
    row("call of a register", Cpu::Amd64, "ffd0", {{"rax", 0x42}}, "0x42");
    row("call through memory", Cpu::Amd64, "ff10", {{"rax", 0x7ff008}}, "0x5678");
    row("call through unknown memory", Cpu::Amd64, "ff10", {{"rax", 0x10}}, "?");
    row("return", Cpu::Amd64, "c3", {}, "0x401234");
    row("arm64 call", Cpu::Arm64, "40000094", {}, "0x401100");
    row("arm64 call of a register", Cpu::Arm64, "00003fd6", {{"x0", 0x42}}, "0x42");
    row("arm64 return", Cpu::Arm64, "c0035fd6", {{"lr", 0x99}}, "0x99");
    row("arm64 compare and branch", Cpu::Arm64, "400000b4", {}, "?");
}

void TestCrashAnalysis::targets()
{
    QFETCH(Scene, scene);
    QFETCH(QString, expected);
    const auto analysis = analysisOf(scene);
    QVERIFY2(analysis.instruction.has_value(), analysis.instructionProblem.c_str());
    const auto& target = analysis.instruction->target;
    QString found = QString::fromStdString(hexAddress(target.address));
    if (target.state != InstructionTarget::State::Known)
        found = target.state == InstructionTarget::State::Next ? "next" : "?";
    QCOMPARE(found, expected);
}

void TestCrashAnalysis::adjustedAddresses_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QString>("expected");
    const std::uint64_t wild = 0xdead00000000beef;
    const Registers bad{{"rax", wild}};
    QTest::newRow("null with offset")
        << violation(0, 0x10, "488b4010", {{"rax", 0}}) << "null 0x10";
    QTest::newRow("call of null") << Scene{.code = "ffd0", .registers = {{"rax", 0}}} << "null 0x0";
    QTest::newRow("arm64 null") << Scene{.cpu = Cpu::Arm64, .code = "000440f9"} << "null 0x8";
    QTest::newRow("plain address") << violation(0, 0x1234, "488b00", {{"rax", 0x1234}}) << "";
    QTest::newRow("windows, not canonical")
        << violation(0, UINT64_MAX, "488b00", bad) << "non-canonical 0xdead00000000beef";
    QTest::newRow("windows, not canonical write is told apart")
        << violation(1, UINT64_MAX, "488900", bad) << "";
    QTest::newRow("linux, not canonical")
        << Scene{.code = "488b00", .registers = bad, .flags = 0x80}
        << "non-canonical 0xdead00000000beef";
    QTest::newRow("linux, another si_code")
        << Scene{.code = "488b00", .registers = bad, .flags = 1} << "";
    QTest::newRow("mac, not canonical") << Scene{.platformId = platform::kMacOs,
                                                 .code = "488b00",
                                                 .registers = bad,
                                                 .exceptionCode = 1,
                                                 .flags = 13}
                                        << "non-canonical 0xdead00000000beef";
}

void TestCrashAnalysis::adjustedAddresses()
{
    QFETCH(Scene, scene);
    QFETCH(QString, expected);
    const auto analysis = analysisOf(scene);
    QString found;
    if (analysis.adjustedAddress)
        found = QStringLiteral("%1 %2").arg(
            analysis.adjustedAddress->kind == AdjustedAddress::Kind::NullPointer ? "null"
                                                                                 : "non-canonical",
            QString::fromStdString(hexAddress(analysis.adjustedAddress->value)));
    QCOMPARE(found, expected);
}

void TestCrashAnalysis::guardPages_data()
{
    QTest::addColumn<QStringList>("maps");
    QTest::addColumn<bool>("expected");
    QTest::newRow("no map") << QStringList{} << false;
    QTest::newRow("before a stack")
        << QStringList{"1000-2000 ---p 0 0:0 0", "2000-9000 rw-p 0 0:0 0 [stack]"} << true;
    QTest::newRow("behind a heap")
        << QStringList{"0100-1000 rw-p 0 0:0 0", "1000-2000 ---p 0 0:0 0"} << true;
    QTest::newRow("alone") << QStringList{"1000-2000 ---p 0 0:0 0", "3000-9000 rw-p 0 0:0 0"}
                           << false;
    QTest::newRow("too large") << QStringList{"1000-a000 ---p 0 0:0 0", "a000-b000 rw-p 0 0:0 0"}
                               << false;
    QTest::newRow("accessible") << QStringList{"1000-2000 r--p 0 0:0 0", "2000-9000 rw-p 0 0:0 0"}
                                << false;
}

void TestCrashAnalysis::guardPages()
{
    QFETCH(QStringList, maps);
    QFETCH(bool, expected);
    Scene scene{.code = "c70045000000", .registers = {{"rax", 0x1ff8}}, .address = 0x1ff8};
    std::vector<std::string> lines;
    for (const auto& line : maps)
        lines.push_back(line.toStdString());
    scene.maps.assign(lines.begin(), lines.end());
    const auto analysis = analysisOf(scene);
    QCOMPARE(analysis.isGuardPageHit, expected);
    QCOMPARE(analysis.instruction->accesses->at(0).isGuardPage, expected);
}

void TestCrashAnalysis::bitFlips_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QStringList>("expected");
    const std::vector<std::string_view> maps{"7f0000001000-7f0000002000 rw-p 0 0:0 0"};
    const auto store = [&](std::uint64_t address) {
        return Scene{.code = "c70045000000",
                     .registers = {{"rax", address}},
                     .address = address,
                     .maps = maps};
    };
    QTest::newRow("one bit away") << store(0x7f0100001800)
                                  << QStringList{"0x7f0000001800", "rax=0x7f0000001800"};
    QTest::newRow("mapped as it is") << store(0x7f0000001800) << QStringList{};
    QTest::newRow("one step too far") << store(0x7f0000002002) << QStringList{};
    QTest::newRow("far from everything") << store(0x123456789) << QStringList{};
    QTest::newRow("null pointer") << Scene{.code = "488b4010",
                                           .registers = {{"rax", 0}},
                                           .address = 0x10,
                                           .maps = maps}
                                  << QStringList{};
    QTest::newRow("power of two, from null") << store(0x4000) << QStringList{"0x0", "rax=0x0"};
    auto sent = store(0x4000);
    sent.exceptionCode = 6;
    sent.flags = static_cast<std::uint32_t>(-6);
    QTest::newRow("abort()") << sent << QStringList{};
    auto withoutCode = store(0x4000);
    withoutCode.flags = 0;
    QTest::newRow("an old writer's fault") << withoutCode << QStringList{"0x0", "rax=0x0"};
    withoutCode.address = 0;
    QTest::newRow("kill -SEGV") << withoutCode << QStringList{};
    QTest::newRow("arm64 without code")
        << Scene{.cpu = Cpu::Arm64, .address = 0x7f0100001800, .maps = maps, .withoutCode = true}
        << QStringList{};
    QTest::newRow("32 bits") << Scene{.cpu = Cpu::X86,
                                      .code = "c70045000000",
                                      .registers = {{"eax", 0x1001800}},
                                      .address = 0x1001800,
                                      .maps = {"1000-2000 rw-p 0 0:0 0"}}
                             << QStringList{};
}

void TestCrashAnalysis::bitFlips()
{
    QFETCH(Scene, scene);
    QFETCH(QStringList, expected);
    QStringList found;
    for (const auto& flip : analysisOf(scene).bitFlips)
        found.append(
            QString::fromStdString((flip.sourceRegister.empty() ? "" : flip.sourceRegister + "=") +
                                   hexAddress(flip.address)));
    QCOMPARE(found, expected);
}

void TestCrashAnalysis::bitFlipsOfCores_data()
{
    QTest::addColumn<int>("arch");
    QTest::addColumn<bool>("addressKnown");
    QTest::addColumn<bool>("found");
    QTest::newRow("address recorded") << static_cast<int>(Arch::Amd64) << true << true;
    QTest::newRow("no address, as NetBSD") << static_cast<int>(Arch::Amd64) << false << false;
    QTest::newRow("a CPU without a disassembler")
        << static_cast<int>(Arch::RiscV64) << true << false;
}

void TestCrashAnalysis::bitFlipsOfCores()
{
    QFETCH(int, arch);
    QFETCH(bool, addressKnown);
    QFETCH(bool, found);
    Event event = *eventOf(Scene{.code = "90",
                                 .registers = {{"rax", 0x4000}},
                                 .address = 0x4000,
                                 .maps = {"7f0000001000-7f0000002000 rw-p 0 0:0 0"}});
    event.kind = EventKind::CoreFile;
    event.system.arch = static_cast<Arch>(arch);
    event.crash.addressKnown = addressKnown;
    if (event.system.arch != Arch::Amd64) {
        event.threads[0].registers = RegisterSet(cpuFamily(event.system.arch));
        event.threads[0].registers->set(0, kCode);
    }
    const auto analysis =
        analysis::analyzeCrash({.event = event, .readCodeOfFile = {}, .functions = {}});
    QVERIFY(analysis);
    QCOMPARE(!analysis->bitFlips.empty(), found);
}

void TestCrashAnalysis::likeliestBitFlip()
{
    const auto store = [](std::uint64_t address) {
        return analysisOf(Scene{.code = "c70045000000",
                                .registers = {{"rax", address}},
                                .address = address,
                                .maps = {"7f0000001000-7f0000002000 rw-p 0 0:0 0"}});
    };
    const auto offset = store(0x1000);
    QCOMPARE(offset.bitFlips.size(), 2u);
    QCOMPARE(offset.likeliestBitFlip(), nullptr);
    const auto null = store(0x4000);
    QCOMPARE(null.likeliestBitFlip()->address, 0u);
    const auto mapped = store(0x7f0100001800);
    QCOMPARE(mapped.likeliestBitFlip(), &mapped.bitFlips.at(0));
}

void TestCrashAnalysis::bitFlipConfidence()
{
    Scene scene{.code = "c70045000000",
                .registers = {{"rax", 0x7f0100001800}},
                .address = 0x7f0100001800,
                .maps = {"7f0000001000-7f0000002000 rw-p 0 0:0 0"}};
    QCOMPARE(analysisOf(scene).bitFlips.at(0).confidence, 0.25F);
    scene.registers["rbx"] = 0x7f0000001900;
    QCOMPARE(analysisOf(scene).bitFlips.at(0).confidence, 1.0F - 0.75F * 0.5F);
    scene.registers["rcx"] = 0xe5e5e5e5e5e5e5e5;
    QCOMPARE(analysisOf(scene).bitFlips.at(0).confidence, (1.0F - 0.75F * 0.5F) * 0.5F);
    // A non-canonical address: only its upper bits can be the flipped ones.
    const Scene nonCanonical{.code = "488b00",
                             .registers = {{"rax", 0x80007f0000001800}},
                             .flags = 0x80,
                             .maps = {"7f0000001000-7f0000002000 rw-p 0 0:0 0"}};
    const auto flips = analysisOf(nonCanonical).bitFlips;
    QVERIFY(!flips.empty() && flips[0].wasNonCanonical);
    QCOMPARE(flips[0].confidence, 1.0F - 0.75F * (1.0F - 0.9F));
}

void TestCrashAnalysis::inconsistencies_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QStringList>("expected");
    const Registers good{{"rax", 0x1234}};
    Scene divide{.code = "4801d8", .exceptionCode = 8, .flags = 1};
    QTest::newRow("division fault without division")
        << divide << QStringList{"int_div_by_zero_not_possible"};
    divide.code = "48f7f8";
    QTest::newRow("division fault") << divide << QStringList{};
    Scene privileged{
        .platformId = platform::kWindows, .code = "4801d8", .exceptionCode = 0xc0000096};
    QTest::newRow("privileged fault of an addition")
        << privileged << QStringList{"priv_instruction_crash_without_priv_instruction"};
    privileged.code = "f4";
    QTest::newRow("privileged fault of a halt") << privileged << QStringList{};
    QTest::newRow("read where the instruction reads")
        << violation(0, 0x1234, "488b00", good) << QStringList{};
    QTest::newRow("read elsewhere") << violation(0, 0x9999, "488b00", good)
                                    << QStringList{"crashing_access_not_found_in_memory_accesses"};
    QTest::newRow("write where it only reads")
        << violation(1, 0x1234, "488b00", good)
        << QStringList{"crashing_access_not_found_in_memory_accesses"};
    QTest::newRow("execution at pc") << violation(8, kCode, "4801d8", {}) << QStringList{};
    QTest::newRow("execution elsewhere")
        << violation(8, 0x9999, "4801d8", {})
        << QStringList{"crashing_access_not_found_in_memory_accesses"};
    QTest::newRow("non-canonical, but it is not")
        << violation(0, UINT64_MAX, "488b00", good)
        << QStringList{"non_canonical_address_falsely_reported"};
    QTest::newRow("non-canonical indeed")
        << violation(0, UINT64_MAX, "488b00", {{"rax", 0xdead00000000beef}}) << QStringList{};
    auto allowed = violation(0, 0x1234, "488b00", good);
    allowed.maps = {"1000-2000 r--p 0 0:0 0"};
    QTest::newRow("read of readable memory")
        << allowed << QStringList{"access_violation_when_access_allowed"};
    Scene overflow{.platformId = platform::kWindows, .code = "4801d8", .exceptionCode = 0xc00000fd};
    QTest::newRow("stack overflow without access")
        << overflow << QStringList{"crashing_access_not_found_in_memory_accesses"};
    overflow.code = "50";
    QTest::newRow("stack overflow by a push") << overflow << QStringList{};
}

void TestCrashAnalysis::inconsistencies()
{
    QFETCH(Scene, scene);
    QFETCH(QStringList, expected);
    QStringList found;
    for (const auto inconsistency : analysisOf(scene).inconsistencies)
        found.append(QString::fromStdString(std::string(crashInconsistencyName(inconsistency))));
    QCOMPARE(found, expected);
}

void TestCrashAnalysis::codeOfTheModulesFile()
{
    const auto event = eventOf({.registers = {{"rax", 0}}, .withoutCode = true});
    const auto code = bytesOf("488b401090");
    const auto analysis = analysis::analyzeCrash(
        {.event = *event,
         .readCodeOfFile = [&](std::uint64_t address, std::span<std::byte> out) -> std::size_t {
             if (address != kCode)
                 return 0;
             std::ranges::copy(code, out.begin());
             return code.size();
         },
         .functions = {}});
    QVERIFY(analysis->instruction && analysis->instruction->fromFile);
    QCOMPARE(analysis->adjustedAddress->value, std::uint64_t{0x10});
    QVERIFY(analysis->instruction->codeNote.empty());
}

void TestCrashAnalysis::changedCode()
{
    const auto event = eventOf({.code = "488b4010"});
    const auto analysis = analysis::analyzeCrash(
        {.event = *event,
         .readCodeOfFile = [&](std::uint64_t, std::span<std::byte> out) -> std::size_t {
             out[0] = std::byte{0xc3};
             return 1;
         },
         .functions = {}});
    QVERIFY(!analysis->instruction->fromFile);
    QCOMPARE(analysis->instruction->codeNote,
             std::string("the code in memory differs from the module's file: 48 instead of c3"));
}

void TestCrashAnalysis::nothingToAnalyse_data()
{
    QTest::addColumn<Scene>("scene");
    QTest::addColumn<QString>("problem");
    QTest::newRow("no code") << Scene{.withoutCode = true}
                             << "neither the file nor a module holds the code";
    QTest::newRow("no instruction")
        << Scene{.code = "0f04"} << "no instruction at address 0x401000";
    QTest::newRow("a cpu without disassembler")
        << Scene{.cpu = Cpu::Mips, .registers = {{"pc", kCode}}} << "no disassembler for this cpu";
}

void TestCrashAnalysis::nothingToAnalyse()
{
    QFETCH(Scene, scene);
    QFETCH(QString, problem);
    const auto analysis = analysisOf(scene);
    QVERIFY(!analysis.instruction);
    QCOMPARE(QString::fromStdString(analysis.instructionProblem), problem);
    const Event empty;
    QVERIFY(!analysis::analyzeCrash({.event = empty, .readCodeOfFile = {}, .functions = {}}));
}

QTEST_GUILESS_MAIN(TestCrashAnalysis)
#include "tst_crash_analysis.moc"
