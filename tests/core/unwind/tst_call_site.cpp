// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/call_site.h"
#include "core/unwind/walk/known_starts.h"

#include <QTest>

using namespace faultline;
using namespace faultline::unwind;

class TestCallSite : public QObject
{
    Q_OBJECT

private slots:
    void calls_data();
    void calls();
    void jumpStubs_data();
    void jumpStubs();
    void tailJumps_data();
    void tailJumps();
    void threadStarts();
};

namespace {

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    return {bytes.begin(), bytes.end()};
}

/// Formats "direct 401000", "indirect", both, or "none".
QString textOf(const unwind::CallSite& site)
{
    QStringList parts;
    if (site.target)
        parts << QString("direct %1").arg(*site.target, 0, 16);
    if (site.mayBeIndirect)
        parts << "indirect";
    const QString text = parts.isEmpty() ? "none" : parts.join(" or ");
    return site.isCall == parts.isEmpty() ? "contradiction" : text;
}

} // namespace

/// The eight bytes before a return address; instructions as GNU objdump shows them.
void TestCallSite::calls_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<quint64>("address");
    QTest::addColumn<bool>("isBigEndian");
    QTest::addColumn<QString>("site");
    const auto row = [](const char* name, CpuFamily family, const char* before, quint64 address,
                        const char* site, bool isBigEndian = false) {
        QTest::newRow(name) << static_cast<int>(family) << QByteArray(before) << address
                            << isBigEndian << QString(site);
    };
    row("x86-64 call rel32", CpuFamily::Intel64, "909090e8fbefffff", 0x402005, "direct 401000");
    row("x86-64 call rax", CpuFamily::Intel64, "909090909090ffd0", 0x402000, "indirect");
    row("x86-64 call r12", CpuFamily::Intel64, "909090909041ffd4", 0x402000, "indirect");
    row("x86-64 call [rax+8]", CpuFamily::Intel64, "9090909090ff5008", 0x402000, "indirect");
    row("x86-64 call [rip+n]", CpuFamily::Intel64, "9090ff1512345600", 0x402000, "indirect");
    row("x86-64 call [rax+rbx*8]", CpuFamily::Intel64, "9090909090ff14d8", 0x402000, "indirect");
    row("x86-64 no call", CpuFamily::Intel64, "9090909090909090", 0x402000, "none");
    row("x86-64 jmp rax", CpuFamily::Intel64, "909090909090ffe0", 0x402000, "none");
    row("x86 call rel32 wraps", CpuFamily::Intel32, "909090e800000080", 0x80402000,
        "direct 402000");
    row("arm64 bl", CpuFamily::Arm64, "1f2003d500feff97", 0x402000, "direct 4017fc");
    row("arm64 blr x8", CpuFamily::Arm64, "1f2003d500013fd6", 0x402000, "indirect");
    row("arm64 blraa", CpuFamily::Arm64, "1f2003d511093fd7", 0x402000, "indirect");
    row("arm64 br x8", CpuFamily::Arm64, "1f2003d500011fd6", 0x402000, "none");
    row("Arm bl", CpuFamily::Arm32, "0000a0e1fefbffeb", 0x402000, "direct 400ffc");
    row("Arm bl under a condition", CpuFamily::Arm32, "0000a0e1fefbff0b", 0x402000,
        "direct 400ffc");
    row("Arm blx to Thumb", CpuFamily::Arm32, "0000a0e1fefbfffb", 0x402000, "direct 400ffe");
    row("Arm blx r3", CpuFamily::Arm32, "0000a0e133ff2fe1", 0x402000, "indirect");
    row("Arm no call", CpuFamily::Arm32, "0000a0e10000a0e1", 0x402000, "none");
    row("Thumb bl", CpuFamily::Arm32, "00bf00bffff7fcff", 0x402001, "direct 401ff8");
    row("Thumb bl forward", CpuFamily::Arm32, "00bf00bf01f000f8", 0x402001, "direct 403000");
    row("Thumb blx", CpuFamily::Arm32, "00bf00bf01f000e8", 0x402003, "direct 403000");
    row("Thumb blx r3", CpuFamily::Arm32, "00bf00bf00bf9847", 0x402001, "indirect");
    row("Thumb no call", CpuFamily::Arm32, "00bf00bf00bf00bf", 0x402001, "none");
    row("MIPS jal", CpuFamily::Mips32, "0004100c00000000", 0x402008, "direct 401000");
    row("MIPS jal, big-endian", CpuFamily::Mips32, "0c10040000000000", 0x402008, "direct 401000",
        true);
    row("MIPS jalr t9", CpuFamily::Mips32, "09f8200300000000", 0x402008, "indirect");
    row("MIPS bal", CpuFamily::Mips64, "0200110400000000", 0x402008, "direct 40200c");
    row("MIPS no call", CpuFamily::Mips64, "0000000000000000", 0x402008, "none");
    row("PowerPC bl", CpuFamily::Ppc64, "0000006009000048", 0x402008, "direct 40200c");
    row("PowerPC bl back, big-endian", CpuFamily::Ppc64, "600000004bfffff9", 0x402008,
        "direct 401ffc", true);
    row("PowerPC bctrl", CpuFamily::Ppc64, "000000602104804e", 0x402008, "indirect");
    row("PowerPC blrl", CpuFamily::Ppc64, "000000602100804e", 0x402008, "indirect");
    row("PowerPC bctr", CpuFamily::Ppc64, "000000602004804e", 0x402008, "none");
    row("RISC-V jal", CpuFamily::RiscV64, "13000000ef001000", 0x402000, "direct 4027fc");
    row("RISC-V jal back", CpuFamily::RiscV64, "13000000eff0dfff", 0x402000, "direct 401ff8");
    row("RISC-V jalr", CpuFamily::RiscV64, "13000000e7800700", 0x402000, "indirect");
    row("RISC-V c.jalr", CpuFamily::RiscV64, "1300000001008297", 0x402000, "indirect");
    row("RISC-V c.ebreak", CpuFamily::RiscV64, "1300000001000290", 0x402000, "none");
    row("RISC-V ret", CpuFamily::RiscV64, "1300000067800000", 0x402000, "none");
    row("s390x brasl", CpuFamily::S390x, "0707c0e500000080", 0x402000, "direct 4020fa", true);
    row("s390x brasl back", CpuFamily::S390x, "0707c0e5ffffff80", 0x402000, "direct 401efa", true);
    row("s390x bras", CpuFamily::S390x, "07070707a7e50010", 0x402000, "direct 40201c", true);
    row("s390x basr", CpuFamily::S390x, "0707070707070de1", 0x402000, "indirect", true);
    row("s390x basr without a branch", CpuFamily::S390x, "0707070707070de0", 0x402000, "none",
        true);
    row("s390x no call", CpuFamily::S390x, "0707070707070707", 0x402000, "none", true);
    row("LoongArch bl", CpuFamily::LoongArch64, "0000400300080054", 0x402000, "direct 402004");
    row("LoongArch bl back", CpuFamily::LoongArch64, "00004003fffbff57", 0x402000, "direct 401ff4");
    row("LoongArch jirl", CpuFamily::LoongArch64, "000040038101004c", 0x402000, "indirect");
    row("LoongArch ret", CpuFamily::LoongArch64, "000040032000004c", 0x402000, "none");
    row("PowerPC with 32 bits, bl", CpuFamily::Ppc32, "6000000048000009", 0x402008, "direct 40200c",
        true);
    row("a CPU without a rule", CpuFamily::Wasm32, "0000000000000000", 0x402008, "indirect");
}

void TestCallSite::calls()
{
    QFETCH(int, family);
    QFETCH(QByteArray, before);
    QFETCH(quint64, address);
    QFETCH(bool, isBigEndian);
    const auto order = isBigEndian ? std::endian::big : std::endian::little;
    QTEST(textOf(unwind::readCallSite(static_cast<CpuFamily>(family), bytesOf(before), address,
                                      order)),
          "site");
}

void TestCallSite::jumpStubs_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<bool>("isStub");
    QTest::addColumn<bool>("isThumb");
    const auto row = [](const char* name, CpuFamily family, const char* code, bool isStub,
                        bool isThumb = false) {
        QTest::newRow(name) << static_cast<int>(family) << QByteArray(code) << isStub << isThumb;
    };
    row("x86-64 jmp [rip+n]", CpuFamily::Intel64, "ff25123456009090", true);
    row("x86-64 endbr64; bnd jmp", CpuFamily::Intel64, "f30f1efaf2ff2512", true);
    row("x86-64 lazy binding", CpuFamily::Intel64, "680000000090e900", true);
    row("x86-64 function", CpuFamily::Intel64, "554889e54883ec10", false);
    row("x86-64 endbr64; push rbp", CpuFamily::Intel64, "f30f1efa554889e5", false);
    row("x86 jmp rel32", CpuFamily::Intel32, "e901000000909090", true);
    row("arm64 adrp x16", CpuFamily::Arm64, "10000090110240f9", true);
    row("arm64 b", CpuFamily::Arm64, "01000014000000d4", true);
    row("arm64 function", CpuFamily::Arm64, "fd7bbfa9fd030091", false);
    row("Arm b", CpuFamily::Arm32, "010000ea0000a0e1", true);
    row("Arm linkage table", CpuFamily::Arm32, "00c68fe200ca8ce2", true); // add ip, pc, #0
    row("Arm ldr pc", CpuFamily::Arm32, "04f01fe500000000", true);
    row("Arm movw ip", CpuFamily::Arm32, "34c201e300c040e3", true);
    row("Arm bx lr", CpuFamily::Arm32, "1eff2fe10000a0e1", true);
    row("Arm function", CpuFamily::Arm32, "00482de904b08de2", false);
    row("Arm function that loads", CpuFamily::Arm32, "043090e500482de9", false);
    row("Thumb bx pc", CpuFamily::Arm32, "7847c046000000ea", true, true);
    row("Thumb b.w", CpuFamily::Arm32, "00f000b800bf00bf", true, true);
    row("Thumb movw ip", CpuFamily::Arm32, "40f2340cc0f2000c", true, true);
    row("Thumb function", CpuFamily::Arm32, "80b500af82b000bf", false, true);
    row("Thumb function that loads", CpuFamily::Arm32, "4e4a1dee704f4e4b", false, true);
    row("bytes not known", CpuFamily::Intel64, "55", true);
}

void TestCallSite::jumpStubs()
{
    QFETCH(int, family);
    QFETCH(QByteArray, code);
    QFETCH(bool, isThumb);
    QTEST(unwind::isJumpStub(static_cast<CpuFamily>(family), bytesOf(code), isThumb), "isStub");
}

void TestCallSite::tailJumps_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<QByteArray>("code"); // The last bytes of a function at [0x1000, 0x1100).
    QTest::addColumn<bool>("leaves");
    const auto row = [](const char* name, CpuFamily family, const char* code, bool leaves) {
        QTest::newRow(name) << static_cast<int>(family) << QByteArray(code) << leaves;
    };
    row("x86-64 jmp forwards", CpuFamily::Intel64, "488b36e900010000", true);
    row("x86-64 jmp backwards", CpuFamily::Intel64, "488b36e9fcfeffff", true);
    row("x86-64 loop", CpuFamily::Intel64, "488b36e910ffffff", false);
    row("x86-64 jmp [rip+n]", CpuFamily::Intel64, "9090ff2512340000", true);
    row("x86-64 jmp rax", CpuFamily::Intel64, "4883c418ffe0", true);
    row("x86-64 ret", CpuFamily::Intel64, "5d415c5b5dc3", false);
    row("x86-64 jmp and padding", CpuFamily::Intel64, "488b36e914e5ffff0f1f4000", true);
    row("x86-64 jmp and more padding", CpuFamily::Intel64, "ffe0662e0f1f8400000000000f1f440000cc90",
        true);
    row("x86-64 loop and padding", CpuFamily::Intel64, "488b36e910ffffff0f1f4000", false);
    row("x86-64 padding only", CpuFamily::Intel64, "0f1f4000", false);
    row("arm64 b and padding", CpuFamily::Arm64, "400000141f2003d500000000", true);
    row("x86 jmp", CpuFamily::Intel32, "e900010000", true);
    row("arm64 b", CpuFamily::Arm64, "1f2003d540000014", true);
    row("arm64 loop", CpuFamily::Arm64, "1f2003d5f0ffff17", false);
    row("arm64 br", CpuFamily::Arm64, "20021fd6", true);
    row("arm64 ret", CpuFamily::Arm64, "c0035fd6", false);
    row("a CPU without a rule", CpuFamily::Arm32, "010000ea", false);
    row("nothing", CpuFamily::Intel64, "", false);
    row("one byte", CpuFamily::Arm64, "14", false);
}

void TestCallSite::tailJumps()
{
    QFETCH(int, family);
    QFETCH(QByteArray, code);
    QTEST(unwind::endsInTailJump(static_cast<CpuFamily>(family), bytesOf(code), 0x1000, 0x1100),
          "leaves");
}

void TestCallSite::threadStarts()
{
    for (const auto* name : {"_start", "start_thread", "clone3", "BaseThreadInitThunk",
                             "_BaseThreadInitThunk@12", "RtlUserThreadStart"})
        QVERIFY2(unwind::isThreadStart(name, OsFamily::Linux), name);
    for (const auto* name : {"", "main", "_", "@", "start_threads", "BaseThread", "restart",
                             "start", "thread_start", "start_wqthread"})
        QVERIFY2(!unwind::isThreadStart(name, OsFamily::Linux), name);
    // A program's own function may be called so on other systems.
    QVERIFY(unwind::isThreadStart("thread_start", OsFamily::Ios));
    QVERIFY(unwind::isThreadStart("start", OsFamily::MacOs) &&
            !unwind::isThreadStart("start", OsFamily::Windows));
    QVERIFY(unwind::isThreadStart("RtlUserThreadStart", OsFamily::Windows));
}

QTEST_GUILESS_MAIN(TestCallSite)
#include "tst_call_site.moc"
