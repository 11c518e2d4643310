// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/apple_facts.h"
#include "core/formats/crash/apple/report_lines.h"

#include <QTest>

using namespace faultline;
using namespace faultline::apple;

namespace {

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

} // namespace

class TestAppleLines : public QObject
{
    Q_OBJECT

private slots:
    void frames_data();
    void frames();
    void noFrames_data();
    void noFrames();
    void images_data();
    void images();
    void noImages_data();
    void noImages();
    void threads_data();
    void threads();
    void registers();
    void times_data();
    void times();
    void systems_data();
    void systems();
    void signalsAndAddresses();
};

void TestAppleLines::frames_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<quint64>("address");
    QTest::addColumn<QByteArray>("module");
    QTest::addColumn<QByteArray>("symbol"); // "function|offset|file|line"
    QTest::addColumn<bool>("isInlined");
    const auto row = [](const char* name, const char* line, quint64 address, const char* module,
                        const char* symbol, bool isInlined = false) {
        QTest::newRow(name) << QByteArray(line) << address << QByteArray(module)
                            << QByteArray(symbol) << isInlined;
    };
    row("module base", "0   AppKit     0x00007fff31f4a95b 0x7fff31f30000 + 108891", 0x7fff31f4a95b,
        "AppKit", "||");
    row("symbol", "12  libdyld.dylib  \t 0x10 start + 0", 0x10, "libdyld.dylib", "start|0|");
    row("symbol and position", "3 My App 0x20 -[A(B) c:] + 64 (a b.m:16)", 0x20, "My App",
        "-[A(B) c:]|64|a b.m:16");
    row("position only", "1 App 0x20 main (main.m:16)", 0x20, "App", "main||main.m:16");
    row("arguments are no position", "1 App 0x20 f(int, char) + 4", 0x20, "App", "f(int, char)|4|");
    row("no module", "2   ???    0x0000000054485244 0x0 + 0", 0x54485244, "", "||");
    row("no image, decimal", "0   ???   0x0 0 + 0", 0, "", "||");
    row("image and symbol, as KSCrash writes them",
        "0 App 0x0000000100010000 0x100000000 + 65536 (-[App run:] + 36)", 0x100010000, "App",
        "-[App run:]|36|");
    row("nothing behind the address", "2 App 0xff", 0xff, "App", "||");
    row("inlined", "0 App 0x20 tip() (b.h:1) [inlined]", 0x20, "App", "tip()||b.h:1", true);
    row("offset beyond 64 bits", "0 App 0x20 f + 99999999999999999999", 0x20, "App",
        "f + 99999999999999999999||");
}

void TestAppleLines::frames()
{
    QFETCH(QByteArray, line);
    const auto frame = apple::parseFrameLine(line.toStdString());
    QVERIFY(frame);
    QTEST(quint64{frame->address}, "address");
    // The line outlives the views only here.
    const auto text = line.toStdString();
    QTEST(bytes(apple::parseFrameLine(text)->module), "module");
    const auto& symbol = frame->symbol;
    auto found = symbol.function + "|" +
                 (symbol.functionOffset ? std::to_string(*symbol.functionOffset) : "") + "|";
    if (!symbol.file.empty())
        found += symbol.file + ":" + std::to_string(symbol.line);
    QTEST(QByteArray::fromStdString(found), "symbol");
    QTEST(frame->isInlined, "isInlined");
}

void TestAppleLines::noFrames_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no index") << QByteArray("App 0x10 main");
    QTest::newRow("no address") << QByteArray("0 App main + 3");
    QTest::newRow("address of 17 digits") << QByteArray("0 App 0x12345678901234567 main");
    QTest::newRow("address inside a word") << QByteArray("0 App-0x10");
}

void TestAppleLines::noFrames()
{
    QFETCH(QByteArray, line);
    QVERIFY(!apple::parseFrameLine(line.toStdString()));
}

void TestAppleLines::images_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("image"); // "name|arch|version|uuid|path"
    const auto row = [](const char* name, const char* line, const char* image) {
        QTest::newRow(name) << QByteArray(line) << QByteArray(image);
    };
    row("all columns",
        "  0x10 -  0x1f +My App x86_64 (4.9 - 1.0) <2d903291397d3d14bfca52c7fb8c5e00> /a b/My App",
        "My App|x86_64|4.9 - 1.0|2d903291-397d-3d14-bfca-52c7fb8c5e00|/a b/My App");
    row("no architecture, as macOS writes today",
        "0x10 - 0x1f +com.example.App (1.2 - 3) <2D903291-397D-3D14-BFCA-52C7FB8C5E00> /App",
        "com.example.App|unknown|1.2 - 3|2d903291-397d-3d14-bfca-52c7fb8c5e00|/App");
    row("no version, as iOS writes",
        "0x10 - 0x1f App arm64  <2d903291397d3d14bfca52c7fb8c5e00> /var/App",
        "App|arm64||2d903291-397d-3d14-bfca-52c7fb8c5e00|/var/App");
    row("system image", "0x10 - 0x1f libc.dylib (*) <2d903291397d3d14bfca52c7fb8c5e00> /libc",
        "libc.dylib|unknown||2d903291-397d-3d14-bfca-52c7fb8c5e00|/libc");
    row("no uuid, as Mac OS X 10.4 wrote", "0x10 - 0x1f com.example.App 1.2 (3) \t/App",
        "com.example.App 1.2|unknown|3||/App");
    row("brackets that hold no uuid", "0x10 - 0x1f App <x> /App", "App <x>|unknown|||/App");
}

void TestAppleLines::images()
{
    QFETCH(QByteArray, line);
    const auto text = line.replace(" \t/", "  /").toStdString();
    const auto image = apple::parseImageLine(text);
    QVERIFY(image);
    QCOMPARE(image->low, std::uint64_t{0x10});
    QCOMPARE(image->high, std::uint64_t{0x1f});
    const auto found = concat(image->name, "|", archName(image->arch), "|", image->version, "|",
                              image->uuid ? image->uuid->canonical() : "", "|", image->path);
    QTEST(QByteArray::fromStdString(found), "image");
}

void TestAppleLines::noImages_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("one address") << QByteArray("0x10 App");
    QTest::newRow("no dash") << QByteArray("0x10 0x1f App");
    QTest::newRow("end beyond 64 bits") << QByteArray("0x10 - 0x1ffffffffffffffff App");
}

void TestAppleLines::noImages()
{
    QFETCH(QByteArray, line);
    QVERIFY(!apple::parseImageLine(line.toStdString()));
}

void TestAppleLines::threads_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("kind"); // -1: no thread line
    QTest::addColumn<QByteArray>("label");
    using enum ThreadLine::Kind;
    const auto row = [](const char* line, int kind, const char* label) {
        QTest::newRow(line) << QByteArray(line) << kind << QByteArray(label);
    };
    row("Thread 7:", int(Start), "|");
    row("Thread 7:: com.apple.NSEventThread", int(Start), "com.apple.NSEventThread|");
    row("Thread 7 Crashed:", int(CrashedStart), "|");
    row("Thread 7 Crashed: A Name", int(CrashedStart), "A Name|");
    row("Thread 7 Crashed:: Dispatch queue: q", int(CrashedStart), "|q");
    row("Thread 7 name:  Dispatch queue: q", int(Name), "|q");
    row("Thread 7 name: A Name  Dispatch queue: q", int(Name), "A Name|q");
    row("Thread 7 crashed with ARM Thread State (64-bit):", int(Registers), "|");
    row("Thread 7 crashed with a bang", -1, "");
    row("Thread of thoughts:", -1, "");
    row("Thread 99999999999999999999:", -1, "");
}

void TestAppleLines::threads()
{
    QFETCH(QByteArray, line);
    QFETCH(int, kind);
    const auto text = line.toStdString();
    const auto thread = apple::parseThreadLine(text);
    QCOMPARE(thread ? static_cast<int>(thread->kind) : -1, kind);
    if (!thread)
        return;
    QCOMPARE(thread->number, std::uint64_t{7});
    QTEST(QByteArray::fromStdString(concat(thread->label.name, "|", thread->label.queue)), "label");
}

void TestAppleLines::registers()
{
    const auto found = apple::parseRegisterLine(
        "  far: 0x10  esr: 0x92 (Data Abort) byte read  x: nothing rip: 0x2");
    const std::vector<std::pair<std::string, std::uint64_t>> expected{
        {"far", 0x10}, {"esr", 0x92}, {"rip", 2}};
    QVERIFY(found == expected);
    QVERIFY((apple::parseAddressLine("(0x18b 0x2) x") == std::vector<std::uint64_t>{0x18b, 2}));
}

void TestAppleLines::times_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("seconds"); // -1: none
    QTest::newRow("whole seconds") << QByteArray("2019-01-09 17:42:22 +0000") << qint64{1547055742};
    QTest::newRow("fraction and zone")
        << QByteArray("2019-01-09 19:12:22.98 +0130") << qint64{1547055742};
    QTest::newRow("west") << QByteArray("2019-01-09 12:42:22.1 -0500") << qint64{1547055742};
    QTest::newRow("no zone") << QByteArray("2019-01-09 17:42:22") << qint64{1547055742};
    QTest::newRow("no such month") << QByteArray("2019-13-09 17:42:22 +0000") << qint64{-1};
    QTest::newRow("no such hour") << QByteArray("2019-01-09 24:42:22 +0000") << qint64{-1};
    QTest::newRow("cut") << QByteArray("2019-01-09 17:42") << qint64{-1};
    QTest::newRow("cut zone") << QByteArray("2019-01-09 17:42:22 +00") << qint64{-1};
    QTest::newRow("words") << QByteArray("yesterday") << qint64{-1};
    QTest::newRow("empty") << QByteArray() << qint64{-1};
}

void TestAppleLines::times()
{
    QFETCH(QByteArray, text);
    QTEST(qint64{apple::parseTime(text.toStdString()).value_or(-1)}, "seconds");
}

void TestAppleLines::systems_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("system"); // "name|version|build"
    QTest::newRow("Mac OS X") << QByteArray("Mac OS X 10.14.0 (18A391)")
                              << QByteArray("macOS|10.14.0|18A391");
    QTest::newRow("macOS") << QByteArray("macOS 14.1 (23B74)") << QByteArray("macOS|14.1|23B74");
    QTest::newRow("iPhone OS") << QByteArray("iPhone OS 17.0 (21A329)")
                               << QByteArray("iPhone OS|17.0|21A329");
    QTest::newRow("rapid response")
        << QByteArray("macOS 13.3.1 (a) (22E772610a)") << QByteArray("macOS|13.3.1 (a)|22E772610a");
    QTest::newRow("no build") << QByteArray("macOS 14.1") << QByteArray("macOS 14.1||");
    QTest::newRow("no version") << QByteArray("macOS (23B74)") << QByteArray("macOS (23B74)||");
    QTest::newRow("empty") << QByteArray() << QByteArray("||");
}

void TestAppleLines::systems()
{
    QFETCH(QByteArray, text);
    SystemInfo system;
    apple::setOs(system, text.toStdString());
    QTEST(QByteArray::fromStdString(system.osName + "|" + system.osVersion + "|" + system.osBuild),
          "system");
}

void TestAppleLines::signalsAndAddresses()
{
    QCOMPARE(apple::signalNumber("EXC_BAD_ACCESS (SIGBUS)"), std::optional<std::uint32_t>(10));
    QCOMPARE(apple::signalNumber("SIGSEGV"), std::optional<std::uint32_t>(11));
    QVERIFY(!apple::signalNumber("EXC_GUARD") && !apple::signalNumber("SIGNAL"));
    QCOMPARE(apple::faultAddress("KERN_INVALID_ADDRESS at 0x88 (x)"),
             std::optional<std::uint64_t>(0x88));
    QVERIFY(!apple::faultAddress("at 0xzz") && !apple::faultAddress("0x1, 0x2"));
    QCOMPARE(apple::parseCodeType("X86-64 (Native)"), Arch::Amd64);
    QCOMPARE(apple::parseCodeType("ARM-64"), Arch::Arm64);
    QCOMPARE(apple::parseCodeType("Z80"), Arch::Unknown);
}

QTEST_GUILESS_MAIN(TestAppleLines)
#include "tst_apple_lines.moc"
