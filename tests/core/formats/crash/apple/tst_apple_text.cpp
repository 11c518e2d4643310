// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/apple/apple_text.h"
#include "core/formats/crash/apple/read_apple.h"

#include <QFile>
#include <QTest>

using namespace faultline;

namespace {

std::string sample()
{
    QFile file(QStringLiteral(FL_TESTS_DIR "/corpora/apple/macos.crash"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

Result<EventPtr> read(std::string text, const ParseLimits& limits = {})
{
    return apple::readAppleTextEvent(ByteView::fromString(std::move(text)), limits);
}

std::string withCrLf(const std::string& text)
{
    std::string out;
    for (const auto line : splitLines(text))
        out += concat(line, "\r\n");
    return out;
}

std::string names(const Frame& frame)
{
    std::string text;
    for (const auto& symbol : frame.asNative()->reported)
        text +=
            concat(text.empty() ? "" : ", ", symbol.function, "@", symbol.file, ":", symbol.line);
    return text;
}

} // namespace

class TestAppleText : public QObject
{
    Q_OBJECT

private slots:
    void readsAllSections_data();
    void readsAllSections();
    void readsFrames();
    void readsModules();
    void everyPrefixIsRead();
    void defects_data();
    void defects();
    void detailsFallBack_data();
    void detailsFallBack();
    void wrappedAndUnknownImageLines();
    void imagePlusOffsetIsNoFunction();
    void signaturesOfAddressesAreRemoved();
    void addressesOfTheKernelStay();
    void registersBelongToTheThreadAboveThem();
    void terminationTellsMoreThanZeros();
    void anyTextIsAReport();
    void limitsHold();
    void isRecognised_data();
    void isRecognised();
};

void TestAppleText::readsAllSections_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto text = sample();
    QVERIFY(!text.empty());
    QTest::newRow("as written") << QByteArray::fromStdString(text);
    QTest::newRow("CRLF") << QByteArray::fromStdString(withCrLf(text));
    QTest::newRow("byte order mark") << QByteArray::fromStdString("\xef\xbb\xbf" + text);
    QTest::newRow("JSON header") << QByteArray::fromStdString("{\"bug_type\":\"109\"}\n" + text);
}

void TestAppleText::readsAllSections()
{
    QFETCH(QByteArray, text);
    const auto result = read(text.toStdString());
    QVERIFY(result);
    const Event& event = **result;
    QCOMPARE(event.kind, EventKind::AppleText);
    QCOMPARE(event.timestamp, std::optional<std::int64_t>(1709622930));
    QCOMPARE(event.system.osName, std::string("macOS"));
    QCOMPARE(event.system.arch, Arch::Arm64);
    QCOMPARE(event.asNative()->process.name, std::string("Sketch Book"));
    QCOMPARE(event.asNative()->process.id, std::optional<std::uint32_t>(4711));
    QCOMPARE(event.crash.reason, std::string("EXC_BAD_ACCESS (SIGSEGV)"));
    QCOMPARE(event.crash.code, 11u);
    QCOMPARE(event.crash.address, std::uint64_t{0x18});
    QCOMPARE(event.crash.details, std::string("drawing page 3\n  with brush \"ink\""));
    QVERIFY(!event.asNative()->signal); // These reports contain the true top frame.
    QVERIFY(event.asNative()->memory);
    QCOMPARE(event.threads.size(), std::size_t{4});
    QCOMPARE(event.requestingThread, std::optional<std::uint32_t>(1));
    const auto& crashed = event.threads[1];
    QCOMPARE(crashed.name, std::optional<std::string>("Render"));
    QCOMPARE(crashed.queue, std::string("org.example.render"));
    QCOMPARE(crashed.givenRegisters.size(), std::size_t{10});
    QCOMPARE(crashed.givenRegisters[1].second, std::uint64_t{0xfffffffffffffff0});
    QCOMPARE(event.threads[0].isRequesting, std::optional(false));
    QVERIFY(!event.threads[0].name && event.threads[0].givenRegisters.empty());
    QVERIFY(event.diagnostics.empty());
}

void TestAppleText::readsFrames()
{
    const auto result = read(sample());
    QVERIFY(result);
    const auto& threads = (*result)->threads;
    const auto& crashed = *threads[1].givenFrames;
    QCOMPARE(crashed.size(), std::size_t{2});
    QCOMPARE(names(crashed[0]),
             std::string("Brush::tip() const@brush.h:40, -[Canvas(Draw) stroke:]@Canvas.m:118"));
    QCOMPARE(crashed[0].asNative()->package, std::optional<std::string>("Sketch Book"));
    QVERIFY(!crashed[0].position.function && !crashed[0].asNative()->symbol &&
            !crashed[0].position.line);
    QVERIFY(crashed[1].asNative()->reported.empty());
    QVERIFY(!threads[0].givenFrames->back().asNative()->package);
    QCOMPARE(threads[2].name, std::optional<std::string>("Application Specific Backtrace 1"));
    QCOMPARE(threads[3].name, std::optional<std::string>("Last Exception Backtrace"));
    QVERIFY(!threads[3].id);
    QCOMPARE(threads[3].givenFrames->size(), std::size_t{3});
    QCOMPARE(threads[3].givenFrames->back().asNative()->instructionAddress,
             std::uint64_t{0x104a08010});
}

void TestAppleText::readsModules()
{
    const auto result = read(sample());
    QVERIFY(result);
    const auto& modules = (*result)->modules;
    // The image that stands for "no image" is not a module.
    QCOMPARE(modules.size(), std::size_t{3});
    const std::string path = "/Applications/Sketch Book.app/Contents/MacOS/Sketch Book";
    QCOMPARE(modules[0].type, ObjectType::MachO);
    QCOMPARE(modules[0].address, std::uint64_t{0x104a00000});
    QCOMPARE(modules[0].sizeBytes, std::uint64_t{0xbfff});
    QCOMPARE(modules[0].codeId->text(), std::string("11111111222233334444555555555555"));
    QCOMPARE(modules[0].debugId->canonical(), std::string("11111111-2222-3333-4444-555555555555"));
    QCOMPARE(modules[0].codeFile, std::optional(path));
    QCOMPARE(modules[0].debugFile, std::optional(path));
    QCOMPARE(modules[0].version, std::string("2.1 - 210"));
}

void TestAppleText::everyPrefixIsRead()
{
    const auto text = sample();
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const auto result = read(text.substr(0, size));
        if (result)
            continue;
        // Only a cut time or address can be wrong.
        const auto& detail = result.error().detail;
        QVERIFY2(detail.starts_with("date/time") || detail.starts_with("line "), detail.c_str());
    }
}

void TestAppleText::defects_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("detail");
    QTest::newRow("not UTF-8") << QByteArray("Process: \xff\n")
                               << QByteArray("crash report: the text is not UTF-8");
    QTest::newRow("incident identifier")
        << QByteArray("Incident Identifier: not a uuid\n")
        << QByteArray("incident identifier: expected a uuid, found \"not a uuid\"");
    QTest::newRow("time") << QByteArray("Date/Time: noon\n")
                          << QByteArray("date/time: expected \"YYYY-MM-DD hh:mm:ss +hhmm\", found "
                                        "\"noon\"");
    QTest::newRow("image ends before its start")
        << QByteArray("Binary Images:\n\n0x20 - 0x10 App <> /App\n")
        << QByteArray("line 3: image ends at 0x10, before its start at 0x20");
}

void TestAppleText::defects()
{
    QFETCH(QByteArray, text);
    const auto result = read(text.toStdString());
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Malformed);
    QTEST(QByteArray::fromStdString(result.error().detail), "detail");
}

void TestAppleText::detailsFallBack_data()
{
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<QByteArray>("details");
    QTest::newRow("message") << QByteArray("Exception Codes: c\nException Subtype: s\n"
                                           "Exception Message: m\n")
                             << QByteArray("m");
    QTest::newRow("subtype") << QByteArray("Exception Codes: c\nException Subtype: s\n")
                             << QByteArray("s");
    QTest::newRow("codes") << QByteArray("Exception Codes: c\n") << QByteArray("c");
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void TestAppleText::detailsFallBack()
{
    QFETCH(QByteArray, facts);
    const auto result = read(facts.toStdString());
    QVERIFY(result);
    QTEST(QByteArray::fromStdString((*result)->crash.details), "details");
}

/// A mailer wraps long lines.
void TestAppleText::wrappedAndUnknownImageLines()
{
    const auto result =
        read("Exception Type: X\n\nBinary Images\n"
             " 0x1000 - 0x1fff +tool (1) <F6CBD55D-BEF2-3C06-9950-9B36D48695C4>\n"
             "/usr/local/bin/tool\n  (what is this)\n"
             "*0x3000 - 0x3fff  b.dylib (1) <C9F1C8B7-3F0B-3B8E-8A3A-6B0A0F6E9C11> /b\n"
             "Other Section:\n 0x5000 of something\n");
    QVERIFY(result);
    const auto& modules = (*result)->modules;
    QCOMPARE(modules.size(), std::size_t{2});
    QCOMPARE(modules[0].codeFile, std::optional<std::string>("/usr/local/bin/tool"));
    QCOMPARE(modules[1].address, std::uint64_t{0x3000});
    QCOMPARE((*result)->diagnostics.size(), std::size_t{1});
    QVERIFY((*result)->diagnostics[0].text.contains("line 6"));
}

/// backtrace_symbols(3) has no symbol there.
void TestAppleText::imagePlusOffsetIsNoFunction()
{
    const auto result = read("Crashed Thread: 0\n\nThread 0 Crashed:\n"
                             "0   Star Chart   0x0000000100a8d123 Star Chart + 278819\n"
                             "1   Star Chart   0x0000000100b7e4d1 main + 9\n");
    QVERIFY(result);
    const auto& frames = *(*result)->threads[0].givenFrames;
    QVERIFY(frames[0].asNative()->reported.empty());
    QCOMPARE(frames[1].asNative()->reported[0].function, std::string("main"));
}

void TestAppleText::signaturesOfAddressesAreRemoved()
{
    const auto result = read("Crashed Thread: 0\n\nThread 0 Crashed:\n"
                             "0   ???   0x552d8101b7499f3c 0x0 + 0\n"
                             "1   ???   0x552d8101c7499f3c 0x0 + 0\n\nBinary Images:\n"
                             "0x1b7490000 - 0x1b749dfff  a arm64e  "
                             "<e414e5af9d9a3e45aef821d07ff4a61d> /a\n");
    QVERIFY(result);
    const auto& frames = *(*result)->threads[0].givenFrames;
    QCOMPARE(frames[0].asNative()->instructionAddress, std::uint64_t{0x1b7499f3c});
    QCOMPARE(frames[1].asNative()->instructionAddress, std::uint64_t{0x552d8101c7499f3c});
}

/// The same bits are an address of the kernel elsewhere.
void TestAppleText::addressesOfTheKernelStay()
{
    const auto result = read("Code Type: X86-64 (Native)\nCrashed Thread: 0\n\n"
                             "Thread 0 Crashed:\n0   ???   0xffffff8100a49010 0x0 + 0\n\n"
                             "Binary Images:\n0x100a49000 - 0x100a4ffff  a (1) "
                             "<e414e5af9d9a3e45aef821d07ff4a61d> /a\n");
    QVERIFY(result);
    const auto& frames = *(*result)->threads[0].givenFrames;
    QCOMPARE(frames[0].asNative()->instructionAddress, std::uint64_t{0xffffff8100a49010});
}

/// KSCrash writes a second crash, that of its handler, below the first.
void TestAppleText::registersBelongToTheThreadAboveThem()
{
    const auto result = read("Crashed Thread: 0\n\nThread 0 Crashed:\n0 a 0x1000 f + 1\n\n"
                             "Thread 7:\n0 a 0x2000 g + 1\n\n"
                             "Thread 0 crashed with ARM Thread State:\n pc: 0x1000\n\n"
                             "Handler crashed!\n\nThread 7 Crashed:\n0 a 0x3000 h + 1\n\n"
                             "Thread 7 crashed with ARM Thread State:\n pc: 0x3000\n");
    QVERIFY(result);
    const auto& threads = (*result)->threads;
    QCOMPARE(threads.size(), std::size_t{3});
    QCOMPARE(threads[0].givenRegisters.at(0).second, std::uint64_t{0x1000});
    QVERIFY(threads[1].givenRegisters.empty());
    QCOMPARE(threads[2].givenRegisters.at(0).second, std::uint64_t{0x3000});
}

void TestAppleText::terminationTellsMoreThanZeros()
{
    const auto result = read("Exception Type: EXC_CRASH (SIGABRT)\n"
                             "Exception Codes: 0x0000000000000000, 0x0000000000000000\n"
                             "Termination Reason: Namespace DYLD, Code 1 Library missing\n"
                             "Library not loaded: @rpath/a.dylib\n\nCrashed Thread: 0\n");
    QVERIFY(result);
    QCOMPARE((*result)->crash.details, std::string("Namespace DYLD, Code 1 Library missing\n"
                                                   "Library not loaded: @rpath/a.dylib"));
}

void TestAppleText::anyTextIsAReport()
{
    const auto result = read("hello world\n");
    QVERIFY(result);
    QVERIFY((*result)->threads.empty() && (*result)->modules.empty() &&
            (*result)->system.osName.empty());
    QVERIFY(!(*result)->crash.present && !(*result)->timestamp);
}

void TestAppleText::limitsHold()
{
    std::string text = "Binary Images:\n0x1 - 0x2 A /A\n0x3 - 0x4 B /B\nThread 0:\n";
    text += "0 A 0x1 f\n1 A 0x2 g\n\nThread 1:\n0 A 0x3 h\n";
    ParseLimits limits;
    limits.maxModules = limits.maxThreads = limits.maxFramesPerThread = 1;
    const auto result = read(text, limits);
    QVERIFY(result);
    QCOMPARE((*result)->modules.size(), std::size_t{1});
    QCOMPARE((*result)->threads.size(), std::size_t{1});
    QCOMPARE((*result)->threads[0].givenFrames->size(), std::size_t{1});
    QCOMPARE((*result)->diagnostics.size(), std::size_t{3});
    QCOMPARE((*result)->diagnostics[0].text, std::string("more than 1, the rest is left out"));
}

void TestAppleText::isRecognised_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isReport");
    QTest::newRow("macOS") << QByteArray::fromStdString(sample()) << true;
    QTest::newRow("iOS") << QByteArray("Incident Identifier: x\nProcess: y\n") << true;
    QTest::newRow("JSON report") << QByteArray("{\"bug_type\":\"309\"}\n{}") << true;
    QTest::newRow("payload alone") << QByteArray("{\n\"usedImages\": []}") << true;
    QTest::newRow("behind a translated text")
        << QByteArray(
               "Translated Report\n\n-----\nFull Report\n-----\n\n{\"bug_type\":\"309\"}\n{}")
        << true;
    QTest::newRow("a request") << QByteArray("{\"stacktraces\":[]}") << false;
    QTest::newRow("a sample")
        << QByteArray("Analysis of sampling Mail (pid 2) every 1 ms\nReport Version: 7\n") << false;
    QTest::newRow("prose") << QByteArray("the Exception Type: was odd\n") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestAppleText::isRecognised()
{
    QFETCH(QByteArray, text);
    QTEST(apple::looksLikeAppleReport(text.toStdString()), "isReport");
}

QTEST_GUILESS_MAIN(TestAppleText)
#include "tst_apple_text.moc"
