// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/instruction_rules.h"
#include "core/analysis/operands.h"
#include "core/disasm/disassembler.h"

#include <QTest>

using namespace faultline;

/// Machine code to text and back to operands, for every CPU that crashes are analysed on.
class TestInstructionText : public QObject
{
    Q_OBJECT

private slots:
    void decodes_data();
    void decodes();
    void refuses_data();
    void refuses();
    void takesApart_data();
    void takesApart();
    void armWidths_data();
    void armWidths();
};

namespace {

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const auto raw = QByteArray::fromHex(hex);
    std::vector<std::byte> bytes;
    for (const char c : raw)
        bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

Result<disasm::DecodedInstruction> decode(CpuFamily family, bool isThumb, const QByteArray& hex)
{
    const auto disassembler =
        disasm::Disassembler::create(family, isThumb ? disasm::Disassembler::ArmMode::Thumb
                                                     : disasm::Disassembler::ArmMode::Arm);
    if (!disassembler)
        return std::unexpected(disassembler.error());
    const auto bytes = bytesOf(hex);
    return disassembler->decode(bytes, 0x1000);
}

QString described(const analysis::MemoryOperand& memory)
{
    return QStringLiteral("%1:%2+%3*%4%5%6 (%7)")
        .arg(QString::fromStdString(memory.segment), QString::fromStdString(memory.base),
             QString::fromStdString(memory.index))
        .arg(memory.scale)
        .arg(memory.displacement < 0 ? "-" : "+")
        .arg(memory.displacement < 0 ? -memory.displacement : memory.displacement)
        .arg(memory.sizeBytes);
}

} // namespace

void TestInstructionText::decodes_data()
{
    QTest::addColumn<CpuFamily>("family");
    QTest::addColumn<bool>("isThumb");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("sizeBytes");
    const auto amd64 = CpuFamily::Intel64;
    const auto x86 = CpuFamily::Intel32;
    const auto arm64 = CpuFamily::Arm64;
    const auto arm = CpuFamily::Arm32;
    QTest::newRow("amd64 store of a constant")
        << amd64 << false << QByteArray("c70045000000") << "mov dword ptr [rax], 0x45" << 6;
    QTest::newRow("amd64 load with index") << amd64 << false << QByteArray("488b44c8f8")
                                           << "mov rax, qword ptr [rax + 8*rcx - 0x8]" << 5;
    QTest::newRow("amd64 relative to the next instruction")
        << amd64 << false << QByteArray("488b0510000000") << "mov rax, qword ptr [rip + 0x10]" << 7;
    QTest::newRow("amd64 thread block") << amd64 << false << QByteArray("65488b042530000000")
                                        << "mov rax, qword ptr gs:[0x30]" << 9;
    QTest::newRow("amd64 direct call")
        << amd64 << false << QByteArray("e8fb000000") << "call 0x1100" << 5;
    QTest::newRow("amd64 return") << amd64 << false << QByteArray("c3") << "ret" << 1;
    QTest::newRow("x86 store") << x86 << false << QByteArray("894508")
                               << "mov dword ptr [ebp + 0x8], eax" << 3;
    QTest::newRow("x86 block copy") << x86 << false << QByteArray("f3a5")
                                    << "rep movsd dword ptr es:[edi], dword ptr [esi]" << 2;
    QTest::newRow("arm64 load") << arm64 << false << QByteArray("000440f9") << "ldr x0, [x0, #0x8]"
                                << 4;
    QTest::newRow("arm64 pair") << arm64 << false << QByteArray("fd7bbfa9")
                                << "stp x29, x30, [sp, #-0x10]!" << 4;
    QTest::newRow("arm64 call") << arm64 << false << QByteArray("40000094") << "bl 0x1100" << 4;
    QTest::newRow("arm load") << arm << false << QByteArray("000090e5") << "ldr r0, [r0]" << 4;
    QTest::newRow("thumb load") << arm << true << QByteArray("0068") << "ldr r0, [r0]" << 2;
}

void TestInstructionText::decodes()
{
    QFETCH(CpuFamily, family);
    QFETCH(bool, isThumb);
    QFETCH(QByteArray, code);
    QFETCH(QString, text);
    QFETCH(int, sizeBytes);
    const auto decoded = decode(family, isThumb, code + "90909090");
    QVERIFY(decoded.has_value());
    QCOMPARE(QString::fromStdString(decoded->text), text);
    QCOMPARE(static_cast<int>(decoded->sizeBytes), sizeBytes);
}

void TestInstructionText::refuses_data()
{
    QTest::addColumn<CpuFamily>("family");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("detail");
    QTest::newRow("nothing") << CpuFamily::Intel64 << QByteArray()
                             << "no instruction at address 0x1000";
    QTest::newRow("cut off") << CpuFamily::Intel64 << QByteArray("488b05")
                             << "no instruction at address 0x1000";
    QTest::newRow("no instruction") << CpuFamily::Intel64 << QByteArray("0f0b0f04").right(4)
                                    << "no instruction at address 0x1000";
    QTest::newRow("other cpu") << CpuFamily::Mips32 << QByteArray("00000000")
                               << "no disassembler for this cpu";
}

void TestInstructionText::refuses()
{
    QFETCH(CpuFamily, family);
    QFETCH(QByteArray, code);
    QFETCH(QString, detail);
    const auto decoded = decode(family, false, code);
    QVERIFY(!decoded.has_value());
    QCOMPARE(QString::fromStdString(decoded.error().detail), detail);
}

void TestInstructionText::takesApart_data()
{
    QTest::addColumn<CpuFamily>("family");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("mnemonic");
    QTest::addColumn<QStringList>("operands");
    const auto amd64 = CpuFamily::Intel64;
    const auto arm64 = CpuFamily::Arm64;
    QTest::newRow("no operands") << amd64 << "ret" << "ret" << QStringList{};
    QTest::newRow("register and memory") << amd64 << "mov rax, qword ptr [rbx + 8*rcx - 0x8]"
                                         << "mov" << QStringList{"rax", ":rbx+rcx*8-8 (8)"};
    QTest::newRow("two registers") << amd64 << "mov eax, dword ptr [rbx + rcx]" << "mov"
                                   << QStringList{"eax", ":rbx+rcx*1+0 (4)"};
    QTest::newRow("index alone") << amd64 << "lea rax, [4*rcx]" << "lea"
                                 << QStringList{"rax", ":+rcx*4+0 (0)"};
    QTest::newRow("segment") << amd64 << "mov rax, qword ptr gs:[0x30]" << "mov"
                             << QStringList{"rax", "gs:+*1+48 (8)"};
    QTest::newRow("prefix") << amd64 << "rep movsd dword ptr es:[edi], dword ptr [esi]" << "movsd"
                            << QStringList{"es:edi+*1+0 (4)", ":esi+*1+0 (4)"};
    QTest::newRow("immediate") << amd64 << "call 0x1100" << "call" << QStringList{"#4352"};
    QTest::newRow("negative immediate")
        << amd64 << "add rsp, -0x8" << "add" << QStringList{"rsp", "#18446744073709551608"};
    QTest::newRow("offset") << arm64 << "ldr x0, [x1, #0x8]" << "ldr"
                            << QStringList{"x0", ":x1+*1+8 (0)"};
    QTest::newRow("shifted index")
        << arm64 << "ldr x0, [x1, x2, lsl #3]" << "ldr" << QStringList{"x0", ":x1+x2*8+0 (0)"};
    QTest::newRow("pre-index") << arm64 << "stp x29, x30, [sp, #-0x10]!" << "stp"
                               << QStringList{"x29", "x30", ":sp+*1-16 (0)"};
    QTest::newRow("post-index") << arm64 << "ldr x0, [x1], #0x8" << "ldr"
                                << QStringList{"x0", ":x1+*1+0 (0)", "#8"};
    QTest::newRow("extended index stays text")
        << arm64 << "ldr x0, [x1, w2, sxtw #3]" << "ldr" << QStringList{"x0", "[x1, w2, sxtw #3]"};
    QTest::newRow("register list")
        << CpuFamily::Arm32 << "push {r4, lr}" << "push" << QStringList{"{r4, lr}"};
    QTest::newRow("unbalanced") << amd64 << "mov rax, [rbx" << "mov" << QStringList{"rax", "[rbx"};
}

void TestInstructionText::takesApart()
{
    QFETCH(CpuFamily, family);
    QFETCH(QString, text);
    QFETCH(QString, mnemonic);
    QFETCH(QStringList, operands);
    const auto parsed = analysis::parseInstruction(family, text.toStdString());
    QCOMPARE(QString::fromStdString(parsed.mnemonic), mnemonic);
    QStringList found;
    for (const auto& operand : parsed.operands) {
        if (operand.memory)
            found.append(described(*operand.memory));
        else if (operand.immediate)
            found.append(QStringLiteral("#%1").arg(*operand.immediate));
        else
            found.append(QString::fromStdString(operand.text));
    }
    QCOMPARE(found, operands);
}

void TestInstructionText::armWidths_data()
{
    QTest::addColumn<CpuFamily>("family");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("sizeBytes");
    QTest::newRow("word register") << CpuFamily::Arm64 << "ldr w0, [x1]" << 4;
    QTest::newRow("double register") << CpuFamily::Arm64 << "str x0, [x1]" << 8;
    QTest::newRow("quad register") << CpuFamily::Arm64 << "ldr q0, [x1]" << 16;
    QTest::newRow("pair") << CpuFamily::Arm64 << "ldp x0, x1, [x2]" << 16;
    QTest::newRow("byte by name") << CpuFamily::Arm64 << "ldrb w0, [x1]" << 1;
    QTest::newRow("signed word by name") << CpuFamily::Arm64 << "ldrsw x0, [x1]" << 4;
    QTest::newRow("exclusive store") << CpuFamily::Arm64 << "stxr w2, x0, [x1]" << 8;
    QTest::newRow("arm word") << CpuFamily::Arm32 << "ldr r0, [r1]" << 4;
    QTest::newRow("arm half") << CpuFamily::Arm32 << "strh r0, [r1]" << 2;
    QTest::newRow("arm pair") << CpuFamily::Arm32 << "ldrd r0, r1, [r2]" << 8;
}

void TestInstructionText::armWidths()
{
    QFETCH(CpuFamily, family);
    QFETCH(QString, text);
    QFETCH(int, sizeBytes);
    const auto parsed = analysis::parseInstruction(family, text.toStdString());
    QCOMPARE(static_cast<int>(analysis::armAccessBytes(family, parsed)), sizeBytes);
}

QTEST_GUILESS_MAIN(TestInstructionText)
#include "tst_instruction_text.moc"
