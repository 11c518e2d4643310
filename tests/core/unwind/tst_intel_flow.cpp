// SPDX-License-Identifier: GPL-3.0-or-later
// Follows x86 code without unwind data, and compares the results with LLVM's disassembler and with
// the unwind data of the same compiled code.
#include "core/disasm/disassembler.h"
#include "core/formats/debug/elf/elf_object.h"
#include "core/unwind/code/intel_flow.h"
#include "core/unwind/code/intel_instruction.h"
#include "core/unwind/code/intel_registers.h"
#include "core/unwind/tables/unwind_table.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace faultline;
using namespace faultline::unwind;

class TestIntelFlow : public QObject
{
    Q_OBJECT

private slots:

    void lengthsAgreeWithLlvm_data() { compilations(); }

    void lengthsAgreeWithLlvm();

    void framesAgreeWithUnwindData_data() { compilations(); }

    void framesAgreeWithUnwindData();
    void decodes_data();
    void decodes();
    void refuses_data();
    void refuses();
    void follows_data();
    void follows();
    void stopsAtItsLimit();
    void readsWhatAJumpTakes();

private:
    static void compilations();
    object::ObjectPtr compiled(const QStringList& command);

    QTemporaryDir m_folder;
};

namespace {

constexpr std::uint64_t kBase = 0x400000;
constexpr std::uint64_t kStack = 0x7f000000;
constexpr std::uint64_t kFrame = 0x7f800000;

/// Code with frames of many kinds: early exits, switches, tail calls, alloca, aligned locals,
/// floats, vectors, strings, many arguments.
constexpr auto kSource = R"(
#include <alloca.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#define KEEP __attribute__((noinline, noipa))
volatile int sink;
int use(void*, int);
KEEP int leaf(int a, int b) { return a * 31 + b; }
KEEP int keeps(int a, int b, int c) { int s = 0; for (int i = 0; i < a; ++i) s += leaf(s, b) ^ leaf(c, i); return s + a + b + c; }
KEEP int early(int a, int* p) { if (!p) return -1; if (a > 9) return leaf(a, *p) + leaf(*p, a); use(p, a); return *p + keeps(a, *p, 3); }
KEEP int tail(int a, int b) { sink = a; return keeps(b, a, 7); }
KEEP int sized(int n) { char* room = alloca(n * 24); use(room, n); return room[n] + leaf(n, 3); }
KEEP int aligned(int n) { char room[100] __attribute__((aligned(64))); use(room, n); return room[n] + leaf(n, 4); }
KEEP int large(int n) { int room[9000]; use(room, n); return room[n] + leaf(n, 5); }
KEEP int many(int a, int b, int c, int d, int e, int f, int g, int h, int i) { return keeps(a, b, c) + keeps(d, e, f) * leaf(g, h) + i; }
KEEP int passes(int a) { return many(a, 2, 3, 4, 5, 6, 7, 8, 9) + many(9, a, 7, 6, 5, 4, 3, 2, 1); }
KEEP int chosen(int a, int b)
{
    switch (a) {
    case 0: return leaf(a, b) + 1;
    case 1: use(&b, 2); return b;
    case 2: return keeps(b, a, 1) * 3;
    case 3: sink = b; break;
    case 4: use(&a, 5); return a * 7;
    case 5: return leaf(b, 9) ^ keeps(1, 2, b);
    case 6: use(&a, b); use(&b, a); return a - b;
    default: return tail(b, a);
    }
    return leaf(b, a) - sink;
}
KEEP double floats(const double* v, int n) { double s = 1; for (int i = 0; i < n; ++i) s = s * v[i] + leaf(i, n) / (s + 2.5); return s; }
KEEP void copies(float* out, const float* in, size_t n) { for (size_t i = 0; i < n; ++i) out[i] = in[i] * 3.5f + out[i]; use(out, (int)n); }
KEEP int list(int n, ...) { va_list args; va_start(args, n); int s = 0; while (n--) s += va_arg(args, int) + leaf(s, n); va_end(args); return s; }
KEEP uint64_t wide(uint64_t a, uint64_t b) { uint64_t r = 0; while (b) { r ^= a / (b | 1); b >>= 3; a = a * 0x9e3779b97f4a7c15u + leaf((int)b, 2); } return r; }
typedef struct { int v[40]; } Big;
KEEP Big gives(int a) { Big b; for (int i = 0; i < 40; ++i) b.v[i] = leaf(a, i); return b; }
KEEP int takes(Big b, int n) { Big c = gives(n); return b.v[n] + c.v[1] + leaf(b.v[2], n); }
KEEP void stops(int a) { if (use(&a, 1)) __builtin_trap(); use(&a, 2); __builtin_unreachable(); }
KEEP int stopsLate(int a) { if (a == 77) stops(a); return leaf(a, 1) + keeps(a, 1, 2); }
)";

struct Tally
{
    std::size_t places = 0;
    std::size_t reached = 0;
    std::size_t different = 0;
    QString first;
};

bool run(const QStringList& command)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(command.front(), command.mid(1));
    return process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit &&
           process.exitCode() == 0;
}

object::ObjectPtr opened(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return nullptr;
    const auto content = file.readAll();
    const auto bytes = asBytes({content.constData(), static_cast<std::size_t>(content.size())});
    auto object = elf::openElf(ByteView::fromVector({bytes.begin(), bytes.end()}), {});
    return object ? *std::move(object) : nullptr;
}

std::vector<object::Symbol> functionsOf(const object::Object& object)
{
    auto functions = object.symbols();
    std::erase_if(functions, [](const object::Symbol& symbol) { return symbol.sizeBytes == 0; });
    return functions;
}

unwind::CodeSource sourceOf(const object::Object& object)
{
    return {.code =
                [&object](std::uint64_t address, std::span<std::byte> out) {
                    const auto bytes = object.readImage(address, 1);
                    const auto whole = object.readImage(address, out.size());
                    const auto& from = whole ? whole : bytes;
                    const auto count = from ? std::min(from->size(), out.size()) : 0;
                    if (from)
                        std::ranges::copy(from->span().first(count), out.begin());
                    return count;
                },
            .word = [](std::uint64_t) { return std::nullopt; }};
}

/// Every word of the stack holds its own address.
class SelfDescribingMemory final : public MemoryReader
{
public:
    explicit SelfDescribingMemory(unsigned wordBytes) : m_wordBytes(wordBytes) {}

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override
    {
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto inWord = (address + i) % m_wordBytes;
            out[i] = static_cast<std::byte>((address + i - inWord) >> 8 * inWord);
        }
        return out.size();
    }

private:
    unsigned m_wordBytes;
};

/// Computes the caller's sp from kStack as sp and kFrame as fp. It was saved in a word that
/// contains its own address, or it follows the return address.
std::optional<std::uint64_t>
callerSp(const unwind::IntelFrameShape& shape, bool byFrame, unsigned wordBytes)
{
    const auto& below = byFrame ? shape.belowByFrame : shape.belowByStack;
    if (!below)
        return std::nullopt;
    const auto slot = (byFrame ? kFrame : kStack) + static_cast<std::uint64_t>(*below);
    return shape.callerSpSaved ? slot - static_cast<std::uint64_t>(*shape.callerSpSaved)
                               : slot + wordBytes;
}

void compareAt(const object::Object& object,
               const unwind::UnwindTable& table,
               const object::Symbol& function,
               std::uint64_t relative,
               Tally& tally)
{
    const bool is64 = cpuFamily(object.arch()) == CpuFamily::Intel64;
    const auto family = cpuFamily(object.arch());
    const auto special = specialRegisters(family);
    unwind::UnwindQuery query;
    query.lookupAddress = relative;
    query.callee = RegisterSet(family);
    query.callee.set(special.pc, relative);
    query.callee.set(special.sp, kStack);
    query.callee.set(special.fp, kFrame);
    const unsigned wordBytes = is64 ? 8 : 4;
    const auto truth = table.unwind(query, SelfDescribingMemory(wordBytes));
    if (!truth || truth->endOfStack)
        return;
    ++tally.places;
    const auto base = object.loadAddress();
    std::uint32_t instructionsLeft = 1 << 15;
    const auto shape = unwind::followIntelCode(sourceOf(object), base + function.address,
                                               {.pc = base + relative, .isReturnAddress = false},
                                               is64, instructionsLeft);
    const auto expected = truth->caller.sp();
    const bool byFrame = expected > kFrame - 0x10000;
    const auto sp = shape ? callerSp(*shape, byFrame, wordBytes) : std::nullopt;
    if (!sp)
        return;
    ++tally.reached;
    if (sp != expected && tally.different++ == 0)
        tally.first = QString("%1+0x%2: the caller's sp is %3, unwind data say %4")
                          .arg(QString::fromStdString(std::string(function.name)))
                          .arg(relative - function.address, 0, 16)
                          .arg(static_cast<qint64>(*sp - kStack))
                          .arg(static_cast<qint64>(expected - kStack));
}

unwind::CodeSource sourceOf(const QByteArray& code)
{
    return {.code =
                [&code](std::uint64_t address, std::span<std::byte> out) {
                    const auto bytes =
                        asBytes({code.constData(), static_cast<std::size_t>(code.size())});
                    const auto offset = address - kBase;
                    if (offset >= bytes.size())
                        return std::size_t{0};
                    const auto rest = bytes.subspan(static_cast<std::size_t>(offset));
                    const auto count = std::min(rest.size(), out.size());
                    std::ranges::copy(rest.first(count), out.begin());
                    return count;
                },
            .word = [](std::uint64_t) { return std::nullopt; }};
}

QString effectText(const unwind::IntelInstruction& instruction)
{
    using Effect = unwind::IntelInstruction::Effect;
    static const std::map<Effect, QString> kEffects{{Effect::Push, "push"},
                                                    {Effect::Pop, "pop"},
                                                    {Effect::AddToStack, "move %1"},
                                                    {Effect::StackFromFrame, "sp=fp %1"},
                                                    {Effect::FrameFromStack, "fp=sp %1"},
                                                    {Effect::Leave, "leave"},
                                                    {Effect::SaveByStack, "save at sp+%1"},
                                                    {Effect::SaveByFrame, "save at fp+%1"},
                                                    {Effect::AddressOfStack, "address"},
                                                    {Effect::LosesStack, "lost"}};
    const auto found = kEffects.find(instruction.effect);
    const auto text = found == kEffects.end() ? QString() : found->second;
    return text.contains('%') ? text.arg(instruction.amount) : text;
}

QString flowText(const unwind::IntelInstruction& instruction)
{
    using Flow = unwind::IntelInstruction::Flow;
    static const std::map<Flow, QString> kFlows{
        {Flow::Branch, "branch"}, {Flow::Jump, "jump"},     {Flow::JumpAnywhere, "anywhere"},
        {Flow::Call, "call"},     {Flow::Return, "return"}, {Flow::Stop, "stop"}};
    const auto found = kFlows.find(instruction.flow);
    return found == kFlows.end() ? QString() : found->second;
}

QString described(const unwind::IntelInstruction& instruction)
{
    QStringList words{QString::number(instruction.sizeBytes), effectText(instruction)};
    if (instruction.reg)
        words << QString("r%1").arg(*instruction.reg);
    words << flowText(instruction);
    if (instruction.flow == unwind::IntelInstruction::Flow::Return && instruction.amount != 0)
        words << QString::number(instruction.amount);
    if (instruction.target)
        words << QString("0x%1").arg(*instruction.target, 0, 16);
    if (instruction.slot)
        words << QString("slot 0x%1").arg(*instruction.slot, 0, 16);
    if (instruction.losesFrame)
        words << "no-fp";
    words.removeAll(QString());
    return words.join(' ');
}

/// Describes where sp, fp and the saved registers lie below the return address.
QString described(const std::optional<unwind::IntelFrameShape>& shape)
{
    if (!shape)
        return "none";
    QStringList words;
    const auto add = [&](const char* name, std::optional<std::int64_t> below) {
        if (below)
            words << QString("%1-%2").arg(name).arg(*below);
    };
    add("sp", shape->belowByStack);
    add("caller's sp", shape->callerSpSaved);
    add("fp", shape->belowByFrame);
    static constexpr std::array kNames{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                       "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        add(kNames[i], shape->saved[i]);
    return words.join(' ');
}

/// Recognises the bytes before an aligned jump target. They are never executed if they follow a
/// jump.
bool isPadding(Bytes code)
{
    const auto at = [&](std::size_t i) {
        return i < code.size() ? std::to_integer<unsigned>(code[i]) : 0u;
    };
    std::size_t i = 0;
    while (at(i) == 0x66 || at(i) == 0x2e)
        ++i;
    const bool isCopy = at(i) == 0x8d && (at(i + 1) == 0x74 || at(i + 1) == 0x76 ||
                                          at(i + 1) == 0xb6 || at(i + 1) == 0xb4); // lea esi, [esi]
    return at(i) == 0x90 || at(i) == 0xcc || isCopy || (at(i) == 0x0f && at(i + 1) == 0x1f);
}

bool isPart(const object::Symbol& function)
{
    return std::string_view(function.name).find(".cold") != std::string_view::npos;
}

Tally compareFrames(const object::Object& object, const unwind::UnwindTable& table)
{
    const bool is64 = cpuFamily(object.arch()) == CpuFamily::Intel64;
    Tally tally;
    for (const auto& function : functionsOf(object)) {
        bool isBehindEnd = isPart(function);
        for (std::uint64_t at = 0; at < function.sizeBytes && !isPart(function);) {
            const auto relative = function.address + at;
            const auto code =
                object.readImage(object.loadAddress() + relative, function.sizeBytes - at);
            const auto instruction =
                code ? unwind::decodeIntelInstruction(code->span(), relative, is64) : std::nullopt;
            if (!instruction)
                break;
            isBehindEnd = isBehindEnd && isPadding(code->span());
            if (!isBehindEnd)
                compareAt(object, table, function, relative, tally);
            using Flow = unwind::IntelInstruction::Flow;
            const auto flow = instruction->flow;
            isBehindEnd = isBehindEnd || flow == Flow::Jump || flow == Flow::JumpAnywhere ||
                          flow == Flow::Return || flow == Flow::Stop;
            at += instruction->sizeBytes;
        }
    }
    return tally;
}

} // namespace

void TestIntelFlow::compilations()
{
    QTest::addColumn<QStringList>("command");
    const auto row = [](const char* name, const char* compiler, const char* options) {
        QTest::newRow(name) << QStringList{compiler} + QString(options).split(' ');
    };
    row("gcc -O0", "gcc", "-O0");
    row("gcc -O2", "gcc", "-O2");
    row("gcc -O3 for AVX2", "gcc", "-O3 -march=haswell");
    row("gcc -O3 for AVX-512", "gcc", "-O3 -march=skylake-avx512 -mprefer-vector-width=512");
    row("gcc -Os", "gcc", "-Os");
    row("gcc -O2 with frame pointers", "gcc", "-O2 -fno-omit-frame-pointer");
    row("gcc -O2 with stack checks", "gcc", "-O2 -fstack-protector-all -fstack-clash-protection");
    row("gcc -O2, 32 bits", "gcc", "-O2 -m32");
    row("gcc -Os, 32 bits", "gcc", "-Os -m32");
    row("clang -O1", "clang-19", "-O1");
    row("clang -O2", "clang-19", "-O2");
    row("clang -O3 for AVX-512", "clang-19", "-O3 -march=skylake-avx512 -mprefer-vector-width=512");
    row("clang -Oz", "clang-19", "-Oz");
    row("clang -O2, 32 bits", "clang-19", "-O2 -m32");
}

object::ObjectPtr TestIntelFlow::compiled(const QStringList& command)
{
    const auto source = m_folder.filePath("code.c");
    const auto program = m_folder.filePath("code.so");
    QFile file(source);
    if (!file.open(QIODevice::WriteOnly) || file.write(kSource) < 0)
        return nullptr;
    file.close();
    const QStringList always{"-w",      "-fPIC",     "-fvisibility=hidden",
                             "-shared", "-nostdlib", "-fasynchronous-unwind-tables",
                             "-o",      program,     source};
    return run(command + always) ? opened(program) : nullptr;
}

void TestIntelFlow::lengthsAgreeWithLlvm()
{
    QFETCH(QStringList, command);
    const auto object = compiled(command);
    QVERIFY(object);
    const auto family = cpuFamily(object->arch());
    const auto disassembler = disasm::Disassembler::create(family);
    QVERIFY(disassembler);
    std::size_t count = 0;
    for (const auto& function : functionsOf(*object)) {
        for (std::uint64_t at = 0; at < function.sizeBytes;) {
            const auto address = object->loadAddress() + function.address + at;
            const auto code = object->readImage(address, function.sizeBytes - at);
            QVERIFY(code);
            const auto expected = disassembler->decode(code->span(), address);
            if (!expected || expected->text == "lock" || expected->text.starts_with("rep"))
                break; // LLVM counts some prefixes as instructions.
            const auto actual =
                unwind::decodeIntelInstruction(code->span(), address, family == CpuFamily::Intel64);
            QVERIFY2(actual && actual->sizeBytes == expected->sizeBytes, expected->text.c_str());
            QVERIFY2((actual->flow == unwind::IntelInstruction::Flow::Call) == expected->isCall,
                     expected->text.c_str());
            QVERIFY2((actual->flow == unwind::IntelInstruction::Flow::Return) == expected->isReturn,
                     expected->text.c_str());
            at += expected->sizeBytes;
            ++count;
        }
    }
    QVERIFY(count > 400);
}

void TestIntelFlow::framesAgreeWithUnwindData()
{
    QFETCH(QStringList, command);
    const auto object = compiled(command);
    QVERIFY(object);
    const auto table = unwind::makeUnwindTable(object, {});
    QVERIFY(table);
    const auto tally = compareFrames(*object, **table);
    QVERIFY2(tally.different == 0, qPrintable(tally.first));
    QVERIFY(tally.places > 400);
    // Large frames are allocated in a loop when the compiler checks the stack. Such loops are not
    // followed.
    const bool hasLoops = command.contains("-fstack-clash-protection");
    QVERIFY(tally.reached * 100 >= tally.places * (hasLoops ? 85u : 95u));
}

void TestIntelFlow::decodes_data()
{
    QTest::addColumn<bool>("is64Bit");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, bool is64Bit, const char* code, const char* text) {
        QTest::newRow(name) << is64Bit << QByteArray(code) << QString(text);
    };
    row("push r12", true, "4154", "2 push r12");
    row("push of a constant", true, "6a05", "2 push");
    row("push of memory", true, "ff7008", "3 push");
    row("push of a word", true, "6650", "2 lost r0");
    row("pop rbp", true, "5d", "1 pop r5 no-fp");
    row("pop rsp", true, "5c", "1 lost r4");
    row("sub rsp, 0x18", true, "4883ec18", "4 move -24");
    row("add rsp, 0x1000", true, "4881c400100000", "7 move 4096");
    row("cmp rsp, 8", true, "4883fc08", "4");
    row("and rsp, -16", true, "4883e4f0", "4 lost");
    row("sub rsp, rax", true, "4829c4", "3 lost");
    row("mov rbp, rsp", true, "4889e5", "3 fp=sp 0");
    row("mov rsp, rbp", true, "4889ec", "3 sp=fp 0");
    row("mov ebp, esp in 64 bits", true, "89e5", "2 no-fp");
    row("mov ebp, esp in 32 bits", false, "89e5", "2 fp=sp 0");
    row("mov rsp, rax", true, "4889c4", "3 lost");
    row("lea rsp, [rbp - 0x10]", true, "488d65f0", "4 sp=fp -16");
    row("lea rbp, [rsp + 0x80]", true, "488dac2480000000", "8 fp=sp 128");
    row("lea rsp, [rsp + rax]", true, "488d2404", "4 lost");
    row("lea rbp, [rsp + rax]", true, "488d2c04", "4 no-fp");
    row("lea r10, [rsp + 8]", true, "4c8d542408", "5 address r10");
    row("mov [rsp + 8], rbx", true, "48895c2408", "5 save at sp+8 r3");
    row("mov [rbp - 8], r15", true, "4c897df8", "4 save at fp+-8 r15");
    row("mov [rsp], ebx", true, "891c24", "3");
    row("mov ah, 1", true, "b401", "2");
    row("movzx ebp, al", true, "0fb6e8", "3 no-fp");
    row("imul rbp, rax", true, "480fafe8", "4 no-fp");
    row("pop of memory", true, "8f4008", "3 pop");
    row("leave", true, "c9", "1 leave");
    row("enter", true, "c8100000", "4 lost");
    row("direct call", true, "e8fb000000", "5 call 0x1100");
    row("indirect call", true, "ff5008", "3 call");
    row("call behind a prefix", true, "67e8fa000000", "6 call 0x1100");
    row("short jump", true, "ebfe", "2 jump 0x1000");
    row("jump backwards in 32 bits", false, "e9fbefffff", "5 jump 0x0");
    row("jump below zero in 32 bits", false, "e9ebefffff", "5 jump 0xfffffff0");
    row("conditional jump", true, "0f84fa000000", "6 branch 0x1100");
    row("loop", true, "e2fe", "2 branch 0x1000");
    row("jump through a table", true, "3effe0", "3 anywhere");
    row("jump through a slot", true, "ff25fa0f0000", "6 anywhere slot 0x2000");
    row("return", true, "f3c3", "2 return");
    row("return that removes arguments", false, "c20400", "3 return 4");
    row("ud2", true, "0f0b", "2 stop");
    row("endbr64", true, "f30f1efa", "4");
    row("mov rax, 64-bit constant", true, "48b80102030405060708", "10");
    row("mov al, [64-bit address]", true, "a00102030405060708", "9");
    row("test with a constant", true, "f7c001000000", "6");
    row("not", true, "f7d0", "2");
    row("word constant", true, "66c7000100", "5");
    row("VEX, two bytes", true, "c5f877", "3");
    row("VEX with a constant", true, "c4e37d19c101", "6");
    row("EVEX", true, "62f17c48100564000000", "10");
    row("EVEX with a constant", true, "62f3fd4823c101", "7");
    row("les in 32 bits is refused, as nobody uses it; VEX is not", false, "c5f877", "3");
    row("dec ebp in 32 bits", false, "4d", "1 no-fp");
    row("pushad", false, "60", "1 lost");
}

void TestIntelFlow::decodes()
{
    QFETCH(bool, is64Bit);
    QFETCH(QByteArray, code);
    const auto raw = QByteArray::fromHex(code);
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    const auto instruction = unwind::decodeIntelInstruction(bytes, 0x1000, is64Bit);
    QVERIFY(instruction);
    QTEST(described(*instruction), "text");
    for (std::size_t size = 0; size < bytes.size(); ++size)
        QVERIFY(!unwind::decodeIntelInstruction(bytes.first(size), 0x1000, is64Bit));
}

void TestIntelFlow::refuses_data()
{
    QTest::addColumn<bool>("is64Bit");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("nothing") << true << QByteArray();
    QTest::newRow("only prefixes") << true << QByteArray("6666666666666666666666666666666666");
    QTest::newRow("too long") << true << QByteArray("66666666666666666666e800000000");
    QTest::newRow("push of a segment in 64 bits") << true << QByteArray("0600");
    QTest::newRow("far call") << false << QByteArray("9a00000000000000");
    QTest::newRow("16-bit addresses") << false << QByteArray("678b00");
    QTest::newRow("XOP") << true << QByteArray("8fe97811c0");
    QTest::newRow("les") << false << QByteArray("c40000");
    QTest::newRow("an unknown opcode") << true << QByteArray("0f0400");
    QTest::newRow("an unknown map of VEX") << true << QByteArray("c4e57d19c101");
}

void TestIntelFlow::refuses()
{
    QFETCH(bool, is64Bit);
    QFETCH(QByteArray, code);
    auto raw = QByteArray::fromHex(code);
    if (QTest::currentDataTag() == QLatin1String("too long"))
        raw.prepend("\x66");
    const auto bytes = asBytes({raw.constData(), static_cast<std::size_t>(raw.size())});
    QVERIFY(!unwind::decodeIntelInstruction(bytes, 0x1000, is64Bit));
}

void TestIntelFlow::follows_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("pc");
    QTest::addColumn<bool>("isReturnAddress");
    QTest::addColumn<QString>("shape");
    const auto row = [](const char* name, const char* code, int pc, bool isReturnAddress,
                        const char* shape) {
        QTest::newRow(name) << QByteArray(code) << pc << isReturnAddress << QString(shape);
    };
    row("first instruction", "53 c3", 0, false, "sp-0");
    row("behind a push", "53 c3", 1, false, "sp-8 rbx-8");
    row("inside an instruction", "4883ec18 c3", 2, false, "none");
    row("behind a call", "53 e800010000 5b c3", 6, true, "sp-8 rbx-8");
    row("at a call's end, but about to run it", "53 e800010000 5b c3", 6, false, "sp-8 rbx-8");
    row("a return address that follows no call", "53 90 5b c3", 2, true, "none");
    row("in front of the return", "53 4883ec10 4883c410 5b c3", 10, false, "sp-0");
    row("with a frame pointer", "55 4889e5 4883e4e0 90 c9 c3", 8, false, "fp-8 rbp-8");
    row("behind leave", "55 4889e5 4883e4e0 90 c9 c3", 10, false, "sp-0");
    row("behind a jump", "53 eb02 9090 c3", 5, false, "sp-8 rbx-8");
    row("on the other way of a branch", "7402 53 c3 55 c3", 5, false, "sp-8 rbp-8");
    row("never reached", "c3 53 90", 2, false, "none");
    row("in a switch's second case", "53 ffe0 9090c3 5090c3", 7, false, "sp-16 rax-16 rbx-8");
    row("behind a jump that is a tail call", "ffe0 9090 c3", 3, false, "none");
    row("what is certain wins over what follows a call", "7409 4883ec08 e800000000 90 c3", 11,
        false, "sp-0");
    row("a loop that allocates", "4883ec10 4839c4 75f7 90 c3", 9, false, "none");
    row("a loop that does not", "4883ec10 4839c0 75fb 90 c3", 9, false, "sp-16");
    row("an aligned stack", "4c8d542408 4883e4e0 41ff72f8 55 4889e5 4152 90 c3", 19, false,
        "sp-16 caller's sp-16 fp-8 rbp-8 r10-16");
    row("an aligned stack, before the caller's sp is saved",
        "4c8d542408 4883e4e0 41ff72f8 55 4889e5 4152 90 c3", 17, false, "none");
    row("a frame that was given back", "4883ec08 4883c408 4883c408 90", 12, false, "sp--8");
}

void TestIntelFlow::follows()
{
    QFETCH(QByteArray, code);
    QFETCH(int, pc);
    QFETCH(bool, isReturnAddress);
    const auto raw = QByteArray::fromHex(code);
    std::uint32_t instructionsLeft = 1000;
    const auto shape = unwind::followIntelCode(
        sourceOf(raw), kBase,
        {.pc = kBase + static_cast<std::uint64_t>(pc), .isReturnAddress = isReturnAddress}, true,
        instructionsLeft);
    QTEST(described(shape), "shape");
}

void TestIntelFlow::stopsAtItsLimit()
{
    const QByteArray code = QByteArray(900, '\x90') + '\xc3';
    const unwind::FlowTarget target{.pc = kBase + 900};
    std::uint32_t enough = 903;
    QVERIFY(unwind::followIntelCode(sourceOf(code), kBase, target, true, enough));
    QCOMPARE(enough, 2u);
    std::uint32_t tooFew = 900;
    QVERIFY(!unwind::followIntelCode(sourceOf(code), kBase, target, true, tooFew));
    QCOMPARE(tooFew, 0u);
}

/// A stub of a linkage table. The word through which it jumps is known.
void TestIntelFlow::readsWhatAJumpTakes()
{
    const auto code = QByteArray::fromHex("ff25fa0f0000 9090 5390c3");
    auto source = sourceOf(code);
    const unwind::FlowTarget target{.pc = kBase + 9};
    std::uint32_t instructionsLeft = 100;
    QCOMPARE(described(unwind::followIntelCode(source, kBase, target, true, instructionsLeft)),
             QString("none"));
    source.word = [](std::uint64_t address) {
        return address == kBase + 0x1000 ? std::optional(kBase + 8) : std::nullopt;
    };
    QCOMPARE(described(unwind::followIntelCode(source, kBase, target, true, instructionsLeft)),
             QString("sp-8 rbx-8"));
}

QTEST_GUILESS_MAIN(TestIntelFlow)
#include "tst_intel_flow.moc"
