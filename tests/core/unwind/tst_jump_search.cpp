// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/instruction_flow.h"
#include "core/unwind/code/jump_search.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace faultline;
using namespace faultline::unwind;

/// Where code may lead by jumps. The code of each row was assembled from the text in its name.
class TestJumpSearch : public QObject
{
    Q_OBJECT

private slots:
    void instructions_data();
    void instructions();
    void everyCutEndsTheSearch();
    void waysLeadToTheTarget_data();
    void waysLeadToTheTarget();
    void theNumberOfInstructionsIsBounded();
    void conditionsGoOnBehindIt();
    void aReturnToWhatWasPushedIsAJump();
    void aCallThatReplacesItsReturnAddressIsAJump();
};

namespace {

constexpr std::uint64_t kCode = 0x10000;

QString textOf(const std::optional<InstructionFlow>& flow)
{
    if (!flow)
        return "unknown";
    QString text = QString::number(flow->sizeBytes);
    if (flow->target)
        text += QString(" to +%1").arg(static_cast<qint64>(*flow->target - kCode), 0, 16);
    if (flow->goesOn)
        text += " on";
    if (flow->isReturn)
        text += " return";
    if (flow->conditional != 0)
        text += QString(" %1 conditional").arg(flow->conditional);
    return text;
}

Bytes bytesOf(const QByteArray& code)
{
    return std::as_bytes(std::span(code.constData(), static_cast<std::size_t>(code.size())));
}

class CodeMemory final : public MemoryReader
{
public:
    void set(std::uint64_t address, const QByteArray& hex)
    {
        for (const auto byte : QByteArray::fromHex(hex))
            m_bytes[address++] = static_cast<std::byte>(byte);
    }

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override
    {
        std::size_t count = 0;
        for (; count < out.size(); ++count) {
            const auto found = m_bytes.find(address + count);
            if (found == m_bytes.end())
                break;
            out[count] = found->second;
        }
        return count;
    }

private:
    std::map<std::uint64_t, std::byte> m_bytes;
};

bool leads(const CodeMemory& memory,
           CpuFamily family,
           bool isThumb,
           std::uint64_t target,
           std::uint32_t left = 1000)
{
    return mayJumpTo({memory, family, isThumb}, kCode, target, left);
}

} // namespace

void TestJumpSearch::instructions_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<bool>("isThumb");
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("expected");
    const auto rows = [](const char* set, CpuFamily family, bool isThumb,
                         std::initializer_list<std::array<const char*, 3>> all) {
        for (const auto& [name, hex, expected] : all)
            QTest::addRow("%s %s", set, name)
                << static_cast<int>(family) << isThumb << QByteArray(hex) << QString(expected);
    };
    rows("arm64", CpuFamily::Arm64, false,
         {{"b", "00040014", "4 to +1000"},
          {"b.eq", "00800054", "4 to +1000 on"},
          {"bc.eq", "10800054", "4 to +1000 on"},
          {"cbnz", "038000b5", "4 to +1000 on"},
          {"tbz", "01801836", "4 to +1000 on"},
          {"bl", "00040094", "4 on"},
          {"blr", "00013fd6", "4 on"},
          {"br", "00011fd6", "unknown"},
          {"ret", "c0035fd6", "4 return"},
          {"ret x17", "20025fd6", "unknown"},
          {"retaa", "ff0b5fd6", "4 return"},
          {"brk", "200020d4", "4"},
          {"svc", "010000d4", "4 on"},
          {"udf", "00000000", "4"},
          {"paciasp", "3f2303d5", "4 on"},
          {"ldr", "200040f9", "4 on"}});
    rows("arm", CpuFamily::Arm32, false,
         {{"b", "fe0300ea", "4 to +1000"},
          {"beq", "fe03000a", "4 to +1000 on"},
          {"bl", "fe0300eb", "4 on"},
          {"blx", "fe0300fa", "4 on"},
          {"bx lr", "1eff2fe1", "4 return"},
          {"bx r3", "13ff2fe1", "unknown"},
          {"bxeq lr", "1eff2f01", "4 on return"},
          {"blx r3", "33ff2fe1", "4 on"},
          {"pop {r4, pc}", "1080bde8", "4 return"},
          {"popne {r4, pc}", "1080bd18", "4 on return"},
          {"ldmdb r11, {r4, r11, sp, pc}", "10a81be9", "4 return"},
          {"ldm r3, {r4, pc}", "108093e8", "unknown"},
          {"mov pc, lr", "0ef0a0e1", "4 return"},
          {"mov pc, r3", "03f0a0e1", "unknown"},
          {"add pc, pc, r3", "03f08fe0", "unknown"},
          {"ldr pc, [sp], #4", "04f09de4", "4 return"},
          {"ldr pc, [r3]", "00f093e5", "unknown"},
          {"cmp", "010050e1", "4 on"},
          {"msr", "00f028e1", "4 on"},
          {"nop", "00f020e3", "4 on"},
          {"sdiv", "11f210e7", "4 on"},
          {"smuad", "11f200e7", "4 on"},
          {"udf", "f000f0e7", "4"},
          {"bkpt", "700020e1", "4"},
          {"svc", "000000ef", "4 on"},
          {"vmrs", "10faf1ee", "4 on"},
          {"push {r0}", "04002de5", "4 on"}});
    rows("thumb", CpuFamily::Arm32, true,
         {{"b", "fee3", "2 to +800"},
          {"beq", "7ed0", "2 to +100 on"},
          {"cbz", "43b1", "2 to +14 on"},
          {"b.w", "00f0febf", "4 to +1000"},
          {"beq.w", "00f0fe87", "4 to +1000 on"},
          {"bl", "00f0feff", "4 on"},
          {"bx lr", "7047", "2 return"},
          {"bx r3", "1847", "unknown"},
          {"blx r3", "9847", "2 on"},
          {"pop {r4, pc}", "10bd", "2 return"},
          {"pop.w {r4, r8, pc}", "bde81081", "4 return"},
          {"ldmia.w r3, {r4, pc}", "93e81080", "unknown"},
          {"mov pc, lr", "f746", "2 return"},
          {"mov pc, r3", "9f46", "unknown"},
          {"add pc, r3", "9f44", "unknown"},
          {"ldr pc, [sp], #4", "5df804fb", "4 return"},
          {"ldr.w pc, [r3]", "d3f800f0", "unknown"},
          {"tbb", "dfe803f0", "unknown"},
          {"udf", "00de", "2"},
          {"udf.w", "f0f700a0", "4"},
          {"it eq", "08bf", "2 on 1 conditional"},
          {"itte eq", "06bf", "2 on 3 conditional"},
          {"nop", "00bf", "2 on"},
          {"mrs", "eff30080", "4 on"},
          {"ldr.w", "d3f80000", "4 on"},
          {"str.w", "c3f80000", "4 on"},
          {"mov.w", "4ff00100", "4 on"},
          {"le", "2ff001c0", "unknown"},
          {"svc", "00df", "2 on"},
          {"bkpt", "00be", "2"}});
    rows("x86-64", CpuFamily::Intel64, false,
         {{"jmp", "e9fb0f0000", "5 to +1000"},
          {"je", "0f84fa0f0000", "6 to +1000 on"},
          {"call", "e8fb0f0000", "5 on"},
          {"jmp *%rax", "ffe0", "unknown"},
          {"jmp *0(%rip)", "ff2500000000", "unknown"},
          {"ljmp *(%rax)", "ff28", "unknown"},
          {"data16 jmp", "66e9fb0f0000", "unknown"},
          {"data16 je", "660f84fa0f0000", "unknown"},
          {"xbegin", "c7f8fa0f0000", "6 to +1000 on"},
          {"ret", "c3", "1 return"},
          {"ud2", "0f0b", "2"},
          {"nop", "90", "1 on"}});
    rows("mips", CpuFamily::Mips32, false, {{"nop", "00000000", "unknown"}});
}

void TestJumpSearch::instructions()
{
    QFETCH(int, family);
    QFETCH(bool, isThumb);
    QFETCH(QByteArray, hex);
    QFETCH(QString, expected);
    const auto code = QByteArray::fromHex(hex);
    const auto cpu = static_cast<CpuFamily>(family);
    QCOMPARE(textOf(readFlow(cpu, bytesOf(code), kCode, isThumb)), expected);
    for (qsizetype size = 0; size < code.size(); ++size)
        QCOMPARE(textOf(readFlow(cpu, bytesOf(code.first(size)), kCode, isThumb)), "unknown");
}

/// Code that is cut anywhere may lead anywhere.
void TestJumpSearch::everyCutEndsTheSearch()
{
    const QByteArray code("0010801203108012c0035fd6"); // mov, mov, ret
    for (int instructions = 0; instructions < 3; ++instructions) {
        CodeMemory memory;
        memory.set(kCode, code.first(qsizetype{instructions} * 8));
        QVERIFY(leads(memory, CpuFamily::Arm64, false, 0x20000));
    }
    CodeMemory memory;
    memory.set(kCode, code);
    QVERIFY(!leads(memory, CpuFamily::Arm64, false, 0x20000));
}

void TestJumpSearch::waysLeadToTheTarget_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<QByteArray>("atEntry");
    QTest::addColumn<QByteArray>("behind"); // 0x1000 further on.
    QTest::addColumn<bool>("leads");        // To 0x2000 further on.
    const auto row = [](const char* name, CpuFamily family, const char* atEntry, const char* behind,
                        bool leads) {
        QTest::newRow(name) << static_cast<int>(family) << QByteArray(atEntry) << QByteArray(behind)
                            << leads;
    };
    row("a jump to one that returns", CpuFamily::Arm64, "00040014", "c0035fd6", false);
    row("a jump to one that jumps back", CpuFamily::Arm64, "00040014", "00040014", true);
    row("only on a condition", CpuFamily::Arm64, "00800054c0035fd6", "00800054c0035fd6", true);
    row("a call of one that jumps back", CpuFamily::Arm64, "00040094c0035fd6", "00040014", false);
    row("a loop", CpuFamily::Arm64, "00000014", "", false);
    row("a jump anywhere", CpuFamily::Arm64, "00011fd6", "", true);
    row("arm", CpuFamily::Arm32, "fe0300ea", "fe0300ea", true);
    row("arm that returns", CpuFamily::Arm32, "fe0300ea", "1eff2fe1", false);
    row("x86", CpuFamily::Intel64, "e9fb0f0000", "e9fb0f0000", true);
    row("x86 that returns", CpuFamily::Intel64, "e9fb0f0000", "c3", false);
    row("x86 that falls into it", CpuFamily::Intel64, "e9fa1f0000", "", true);
}

void TestJumpSearch::waysLeadToTheTarget()
{
    QFETCH(int, family);
    QFETCH(QByteArray, atEntry);
    QFETCH(QByteArray, behind);
    CodeMemory memory;
    memory.set(kCode, atEntry);
    memory.set(kCode + 0x1000, behind);
    memory.set(kCode + 0x1fff, "90");
    QTEST(leads(memory, static_cast<CpuFamily>(family), false, kCode + 0x2000), "leads");
}

void TestJumpSearch::theNumberOfInstructionsIsBounded()
{
    CodeMemory memory;
    memory.set(kCode, QByteArray("00108012").repeated(50) + "c0035fd6");
    QVERIFY(!leads(memory, CpuFamily::Arm64, false, 0x20000, 51));
    QVERIFY(leads(memory, CpuFamily::Arm64, false, 0x20000, 50));
}

/// A return with a condition (it eq; bxeq lr; b +0x800).
void TestJumpSearch::conditionsGoOnBehindIt()
{
    CodeMemory memory;
    memory.set(kCode, "08bf7047fee3");
    QVERIFY(leads(memory, CpuFamily::Arm32, true, kCode + 0x804));
    CodeMemory other; // nop; bx lr; b +0x800
    other.set(kCode, "00bf7047fee3");
    QVERIFY(!leads(other, CpuFamily::Arm32, true, kCode + 0x804));
}

/// push %rax; ret, and mov %rax, (%rsp); ret.
void TestJumpSearch::aReturnToWhatWasPushedIsAJump()
{
    // The last one is je 4; jmp 5; 4: push %rax; 5: ret.
    for (const auto* code : {"50c3", "48890424c3", "7402eb0150c3"}) {
        CodeMemory memory;
        memory.set(kCode, code);
        QVERIFY(leads(memory, CpuFamily::Intel64, false, 0x20000));
    }
}

/// call 12; 5: pause; lfence; jmp 5; 12: mov %rax, (%rsp) or lea 8(%rsp), %rsp; ret.
void TestJumpSearch::aCallThatReplacesItsReturnAddressIsAJump()
{
    for (const auto* thunk : {"48890424c3", "488d642408c3"}) {
        CodeMemory memory;
        memory.set(kCode, QByteArray("e807000000f3900faee8ebf9") + thunk);
        QVERIFY(leads(memory, CpuFamily::Intel64, false, 0x20000));
    }
    CodeMemory readsPc; // call 5; 5: pop %ebx; ret
    readsPc.set(kCode, "e8000000005bc3");
    QVERIFY(!leads(readsPc, CpuFamily::Intel32, false, 0x20000));
    CodeMemory calls; // call 6; ret; 6: mov (%rsp), %rbx; ret
    calls.set(kCode, "e801000000c3488b1c24c3");
    QVERIFY(!leads(calls, CpuFamily::Intel64, false, 0x20000));
}

QTEST_APPLESS_MAIN(TestJumpSearch)
#include "tst_jump_search.moc"
