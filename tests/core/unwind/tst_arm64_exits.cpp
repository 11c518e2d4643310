// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/arm64_exits.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::unwind;

/// Where arm64 code returns. The code of each row was assembled from the text in its name.
class TestArm64Exits : public QObject
{
    Q_OBJECT

private slots:
    void exits_data();
    void exits();
    void savedRegistersComeBack();
    void cutCodeHasNoExit();
    void budgetIsKept();
    void tooManyStoresAreNoAnswer();
};

namespace {

constexpr std::uint64_t kCode = 0x1000;
constexpr std::uint64_t kStack = 0x8000;
constexpr std::uint64_t kFrame = 0x8100;
constexpr std::uint64_t kLink = 0x7004;

std::vector<Arm64Exit> exitsOf(const QByteArray& hex, std::uint32_t& budget)
{
    const auto code = QByteArray::fromHex(hex);
    const CodeSource source{
        .code =
            [&](std::uint64_t address, std::span<std::byte> out) {
                const auto offset = static_cast<qsizetype>(address - kCode);
                if (address < kCode || offset >= code.size())
                    return std::size_t{0};
                const auto count =
                    std::min(out.size(), static_cast<std::size_t>(code.size() - offset));
                std::memcpy(out.data(), code.constData() + offset, count);
                return count;
            },
        .word = [](std::uint64_t address) { return std::optional(address * 16); }};
    RegisterSet start(CpuFamily::Arm64);
    for (std::uint8_t number = 0; number < 29; ++number)
        start.set(number, number);
    start.set(29, kFrame);
    start.set(30, kLink);
    start.set(31, kStack);
    start.set(32, kCode);
    return findArm64Exits(source, start, budget);
}

/// Each as "calls: pc sp fp".
QStringList textsOf(const QByteArray& hex)
{
    auto budget = 1000u;
    QStringList texts;
    for (const auto& exit : exitsOf(hex, budget)) {
        const auto fp = exit.registers.find(29);
        texts << QString("%1: %2 %3 %4")
                     .arg(exit.passedCalls)
                     .arg(exit.registers.pc(), 0, 16)
                     .arg(exit.registers.sp(), 0, 16)
                     .arg(fp ? QString::number(*fp, 16) : QString("-"));
    }
    return texts;
}

} // namespace

void TestArm64Exits::exits_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QStringList>("exits");
    const auto row = [](const char* name, const char* code, const QStringList& exits) {
        QTest::newRow(name) << QByteArray(code) << exits;
    };
    const QStringList unchanged{"0: 7004 8000 8100"};
    row("add w0, w1, w0; ret", "2000000bc0035fd6", unchanged);
    row("stp x29, x30, [sp, -16]!; mov x29, sp; bl; ldp x29, x30, [sp], 16; ret",
        "fd7bbfa9fd03009100000094fd7bc1a8c0035fd6", {"1: 7004 8000 8100"});
    row("ldp x29, x30, [sp], 32; ret", "fd7bc2a8c0035fd6", {"0: 80080 8020 80000"});
    row("ldp x29, x30, [sp], 32; autiasp; retaa", "fd7bc2a8bf2303d5ff0b5fd6",
        {"0: 80080 8020 80000"});
    row("mov sp, x29; ldp x29, x30, [sp], 16; ret", "bf030091fd7bc1a8c0035fd6",
        {"0: 81080 8110 81000"});
    row("ldr x30, [sp], 16; ret", "fe0741f8c0035fd6", {"0: 80000 8010 8100"});
    row("str x30, [sp, -16]!; blr x8; ldr x30, [sp], 16; ret", "fe0f1ff800013fd6fe0741f8c0035fd6",
        {"1: 7004 8000 8100"});
    row("stp d8, d9, [sp, -16]!; ldp d8, d9, [sp], 16; ret", "e827bf6de827c16cc0035fd6", unchanged);
    row("cbz w0, over a nop; ret", "400000341f2003d5c0035fd6", unchanged);
    row("tbnz w0, 3, over; b.eq next; ret", "4000183720000054c0035fd6", unchanged);
    row("cbz w0, past ldp and ret; ldp x29, x30, [sp], 16; ret; ret",
        "60000034fd7bc1a8c0035fd6c0035fd6", {"0: 80080 8010 80000", "0: 7004 8000 8100"});
    row("b over brk; ret", "02000014200020d4c0035fd6", unchanged);
    row("svc 0; ret", "010000d4c0035fd6", unchanged);
    row("br x17", "20021fd6", unchanged);
    row("br x16", "00021fd6", unchanged);
    row("br x8, by a table", "00011fd6c0035fd6", {});
    row("brk 1; ret", "200020d4c0035fd6", {});
    row("an endless loop", "00000014", {});
    row("mov x30, x1; ret", "fe0301aac0035fd6", {});
    row("ldr w30, [sp], 16; ret", "fe0741b8c0035fd6", {});
    row("ldaxr w30, [x1]; ret", "3efc5f88c0035fd6", {});
    row("ldadd x0, x30, [x1]; ret", "3e0020f8c0035fd6", {});
    row("prfm pldl1keep, [x1]; ret", "200080f9c0035fd6", unchanged);
    row("ldr x30, of a literal; ret", "5e000058c0035fd6", {});
    row("bl; ret", "00000094c0035fd6", {});
    row("mov sp, x9; ret", "3f010091c0035fd6", {"0: 7004 9 8100"});
    row("mul x9, x1, x2; mov sp, x9; ret", "297c029b3f010091c0035fd6", {});
    row("blr x8; mov sp, x9; ret", "00013fd63f010091c0035fd6", {});
    row("sub sp, sp, x1; ret", "ff6321cbc0035fd6", {});
    row("and sp, x9, -16; ret", "3fed7c92c0035fd6", {});
    row("ld1 {v0.16b}, [x0], 16; ret", "0070df4cc0035fd6", unchanged);
}

void TestArm64Exits::exits()
{
    QFETCH(QByteArray, code);
    QTEST(textsOf(code), "exits");
}

void TestArm64Exits::savedRegistersComeBack()
{
    auto budget = 100u;
    // ldp x19, x20, [sp, 16]; ldr x21, [sp, 8]; ret
    auto exits = exitsOf("f35341a9f50740f9c0035fd6", budget);
    QCOMPARE(exits.size(), std::size_t{1});
    QCOMPARE(exits[0].registers.get(19), std::uint64_t{0x80100});
    QCOMPARE(exits[0].registers.get(20), std::uint64_t{0x80180});
    QCOMPARE(exits[0].registers.get(21), std::uint64_t{0x80080});
    // str x19, [sp, -16]!; mov x19, x0; ldr x19, [sp], 16; ret
    exits = exitsOf("f30f1ff8f30300aaf30741f8c0035fd6", budget);
    QCOMPARE(exits.size(), std::size_t{1});
    QCOMPARE(exits[0].registers.get(19), std::uint64_t{19});
}

void TestArm64Exits::cutCodeHasNoExit()
{
    const QByteArray code("fd7bbfa9fd03009100000094fd7bc1a8c0035fd6");
    for (qsizetype size = 0; size < code.size(); size += 2)
        QCOMPARE(textsOf(code.first(size)), QStringList());
}

void TestArm64Exits::budgetIsKept()
{
    auto budget = 3u;
    QVERIFY(exitsOf("1f2003d51f2003d51f2003d5c0035fd6", budget).empty());
    QCOMPARE(budget, 0u);
    budget = 4;
    QCOMPARE(exitsOf("1f2003d51f2003d51f2003d5c0035fd6", budget).size(), std::size_t{1});
}

/// What a store has left is needed by the load of the last instruction but one.
void TestArm64Exits::tooManyStoresAreNoAnswer()
{
    const QByteArray store("fe0f1ff8");       // str x30, [sp, -16]!
    const QByteArray end("fe0741f8c0035fd6"); // ldr x30, [sp], 16; ret
    auto budget = 1000u;
    QCOMPARE(exitsOf(store.repeated(64) + end, budget).size(), std::size_t{1});
    QVERIFY(exitsOf(store.repeated(65) + end, budget).empty());
}

QTEST_GUILESS_MAIN(TestArm64Exits)
#include "tst_arm64_exits.moc"
