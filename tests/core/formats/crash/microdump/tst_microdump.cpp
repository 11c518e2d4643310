// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/formats/crash/microdump/read_microdump.h"
#include "tests/support/cpu_context_bytes.h"

#include <QTest>

using namespace faultline;

/// Microdumps in logs of Android.
class TestMicrodump : public QObject
{
    Q_OBJECT

private slots:
    void linesOfALogAreRead_data();
    void linesOfALogAreRead();
    void theStackIsOnePiece();
    void damageIsTold_data();
    void damageIsTold();
    void cutDumpsAreRead();
    void theFirstOfSeveralIsRead();
    void otherTextIsNone();
    void limitsAreKept();
};

namespace {

constexpr const char* kBegin = "-----BEGIN BREAKPAD MICRODUMP-----";
constexpr const char* kEnd = "-----END BREAKPAD MICRODUMP-----";

std::string contextDigits()
{
    return hexOfBytes(test::contextBytes(
        test::Cpu::Arm64, {{"pc", 0x7000001010}, {"sp", 0x7ffe001000}, {"lr", 0x7000002020}}));
}

/// The lines of a whole microdump, each after `prefix`.
std::string dump(std::string_view prefix)
{
    std::string text;
    for (const auto& line :
         {std::string(kBegin), std::string("V app:1.2"),
          std::string("O A arm64 08 armv8l vendor/x:8.0/key"), std::string("P browser"),
          std::string("R 0000000B SIGSEGV 0000000000000018"),
          std::string("S 0 7FFE001008 7FFE001000 00000020"),
          std::string("S 7FFE001000 000102030405060708090A0B0C0D0E0F"),
          std::string("S 7FFE001010 101112131415161718191A1B1C1D1E1F"), "C " + contextDigits(),
          std::string("M 7000000000 00000000 00010000 9197C52DD6A1EA4A517099F1A8691B350 libs.so"),
          std::string(kEnd)})
        text += concat(prefix, line, "\n");
    return text;
}

Result<EventPtr> read(const std::string& text, const ParseLimits& limits = {})
{
    return microdump::readMicrodump(ByteView::fromString(text), limits);
}

} // namespace

void TestMicrodump::linesOfALogAreRead_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::newRow("brief") << QByteArray("W/google-breakpad( 3745): ");
    QTest::newRow("time") << QByteArray("02-25 07:59:17.030 F/google-breakpad(16162): ");
    QTest::newRow("threadtime") << QByteArray("02-23 15:49:14.700  1740  1739 F google-breakpad: ");
    QTest::newRow("alone") << QByteArray();
}

void TestMicrodump::linesOfALogAreRead()
{
    QFETCH(const QByteArray, prefix);
    const auto event = read("I/other( 1): M 1 2 3 4 5\n" + dump(prefix.toStdString()));
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    const auto& crash = (*event)->crash;
    QCOMPARE(QString::fromStdString(crash.reason), "SIGSEGV");
    QCOMPARE(crash.code, 11U);
    QVERIFY(crash.addressKnown);
    QCOMPARE(crash.address, std::uint64_t{0x18});
    QCOMPARE((*event)->system.arch, Arch::Arm64);
    QCOMPARE((*event)->system.os, OsFamily::Android);
    QCOMPARE((*event)->modules.size(), std::size_t{1});
    const auto& module = (*event)->modules.front();
    QCOMPARE(module.address, std::uint64_t{0x7000000000});
    QCOMPARE(module.sizeBytes, std::uint64_t{0x10000});
    QVERIFY(module.debugId.has_value());
    const auto& thread = (*event)->threads.front();
    QVERIFY2(thread.registers.has_value(), thread.contextProblem.c_str());
    QCOMPARE(thread.registers->pc(), std::uint64_t{0x7000001010});
    QVERIFY((*event)->diagnostics.empty());
}

void TestMicrodump::theStackIsOnePiece()
{
    const auto event = read(dump("W/google-breakpad( 1): "));
    QVERIFY(event.has_value());
    const auto& thread = (*event)->threads.front();
    QCOMPARE(thread.stackBegin, std::uint64_t{0x7ffe001000});
    QCOMPARE(thread.stackEnd, std::uint64_t{0x7ffe001020});
    const auto value = (*event)->asNative()->memory->readUnsigned(0x7ffe00100c, 8);
    QVERIFY(value.has_value());
    QCOMPARE(*value, std::uint64_t{0x131211100f0e0d0c});
}

void TestMicrodump::damageIsTold_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("stack") << QByteArray("0001020304") << QByteArray("00010203zz")
                           << QByteArray("line 7: a piece of the stack is unreadable");
    QTest::newRow("hole") << QByteArray("S 7FFE001010") << QByteArray("S 7FFE001020")
                          << QByteArray(
                                 "line 8: a piece of the stack is missing before 0x7ffe001020");
    QTest::newRow("registers") << QByteArray("C ") << QByteArray("C zz")
                               << QByteArray("line 9: the registers are unreadable");
    QTest::newRow("module") << QByteArray("M 7000000000") << QByteArray("M 70x")
                            << QByteArray("line 10: a module is unreadable");
    QTest::newRow("processor") << QByteArray("arm64 08") << QByteArray("sparc 08")
                               << QByteArray("line 3: no processor \"sparc\"");
    QTest::newRow("end") << QByteArray(kEnd) << QByteArray()
                         << QByteArray("the microdump is cut: its end is missing");
}

void TestMicrodump::damageIsTold()
{
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    QFETCH(const QByteArray, words);
    auto text = QByteArray::fromStdString(dump("W/google-breakpad( 1): "));
    text.replace(text.indexOf(from), from.size(), to);
    const auto event = read(text.toStdString());
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QVERIFY(!(*event)->diagnostics.empty());
    QCOMPARE(QByteArray::fromStdString((*event)->diagnostics.front().text), words);
}

void TestMicrodump::cutDumpsAreRead()
{
    const auto whole = dump("W/google-breakpad( 1): ");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto event = read(whole.substr(0, size));
        if (event) {
            QCOMPARE((*event)->threads.size(), std::size_t{1});
            QVERIFY((*event)->threads.front().registers || !(*event)->modules.empty());
        } else {
            QCOMPARE(event.error().kind, ErrorKind::Unsupported);
        }
    }
}

void TestMicrodump::theFirstOfSeveralIsRead()
{
    const auto one = dump("W/google-breakpad( 1): ");
    const auto event = read(one + one);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->modules.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString((*event)->diagnostics.front().text),
             "the text holds 2 microdumps, of which the first is read");
}

void TestMicrodump::otherTextIsNone()
{
    QVERIFY(!microdump::looksLikeMicrodump("a log without one"));
    const auto event = read("a log that quotes -----BEGIN BREAKPAD MICRODUMP-----\n");
    QVERIFY(!event);
    QCOMPARE(event.error().kind, ErrorKind::Unsupported);
}

void TestMicrodump::limitsAreKept()
{
    ParseLimits limits;
    limits.maxModules = 0;
    const auto event = read(dump("W/google-breakpad( 1): "), limits);
    QVERIFY(event.has_value());
    QVERIFY((*event)->modules.empty());
    QCOMPARE(QString::fromStdString((*event)->diagnostics.front().text),
             "line 10: more than 0 modules");
}

QTEST_GUILESS_MAIN(TestMicrodump)
#include "tst_microdump.moc"
