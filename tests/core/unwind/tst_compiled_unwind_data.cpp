// SPDX-License-Identifier: GPL-3.0-or-later
// Compares unwind data of compiled code with the output of llvm-readobj for the same file, and for
// arm64 with the instructions themselves.
#include "core/base/byte_reader.h"
#include "core/formats/debug/elf/elf_object.h"
#include "core/formats/debug/pe/pe_object.h"
#include "core/unwind/tables/exidx_entries.h"
#include "core/unwind/tables/pe_arm64_info.h"
#include "core/unwind/tables/unwind_table.h"
#include "tests/support/arm64_runner.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::unwind;
using namespace faultline::test;

class TestCompiledUnwindData : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void windowsArm64AgreesWithReadobj_data() { windowsOptions(); }

    void windowsArm64AgreesWithReadobj();

    void windowsArm64AgreesWithItsCode_data() { windowsOptions(); }

    void windowsArm64AgreesWithItsCode();
    void exceptionIndexAgreesWithReadobj_data();
    void exceptionIndexAgreesWithReadobj();

private:
    static void windowsOptions();
    object::ObjectPtr buildForWindows(const QStringList& options);

    QString path(const char* name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

namespace {

/// Frames of every kind: none, small, large, with floats, with a size known only at run time, with
/// arguments in memory.
constexpr auto kSource = R"(
volatile int sink;
#define KEEP __attribute__((noinline))
KEEP int leaf(int* p, int a, int b, int c, int d, int e) { sink = *p + a + b + c + d + e; return sink; }
KEEP double leafOfDoubles(double v) { sink = (int)v; return v * sink; }
KEEP int one(int a) { int x = leaf(&a, 1, 2, 3, 4, 5); return x + a; }
KEEP int keepsTwo(int a, int b) { int x = leaf(&a, b, 2, 3, 4, 5); return leaf(&x, a, b, 3, 4, 5) + a + b; }
KEEP int keepsMany(int a, int b, int c, int d, int e, int f)
{
    int s = 0;
    for (int i = 0; i < a; ++i)
        s += leaf(&s, a, b, c, d, e) + leaf(&s, f, e, d, c, i);
    return s + a + b + c + d + e + f;
}
KEEP int largeFrame(int a) { volatile char room[3000]; room[a] = 1; int x = room[a + 1]; return leaf(&x, a, 2, 3, 4, 5) + room[a]; }
KEEP int largerThanAPage(int a) { volatile char room[30000]; room[a] = 1; int x = room[a + 1]; return leaf(&x, a, 2, 3, 4, 5) + room[a]; }
KEEP double doubles(double a, double b, double c)
{
    double s = leafOfDoubles(a) * b;
    s += leafOfDoubles(b) * c;
    return leafOfDoubles(s) + a * b + c;
}
KEEP int sized(int n) { volatile char* room = __builtin_alloca(n); room[0] = 1; int x = room[n - 1]; return leaf(&x, n, 2, 3, 4, 5) + room[n - 2]; }
KEEP int severalWaysOut(int a, int b)
{
    if (a < 0)
        return leaf(&a, b, 1, 1, 1, 1);
    int x = leaf(&b, a, 2, 2, 2, 2);
    if (x > b)
        return x;
    return leaf(&x, a, b, 3, 3, 3) + x + b;
}
KEEP int variadic(int n, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int s = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return leaf(&s, n, 2, 3, 4, 5) + s;
}
int probes;
void __chkstk(void) {}
)";

struct Run
{
    bool isGood = false;
    QString output;
};

Run runTool(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(60000))
        return {false, program + " did not finish"};
    const bool isGood = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return {isGood, QString::fromUtf8(process.readAll())};
}

ByteView fileView(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto content = file.readAll();
    const auto bytes = asBytes({content.constData(), static_cast<std::size_t>(content.size())});
    return ByteView::fromVector({bytes.begin(), bytes.end()});
}

/// Formats an unwind code as llvm-readobj writes the prolog's instruction, with registers by
/// number.
QString textOf(const unwind::Arm64UnwindCode& code)
{
    using Op = unwind::Arm64UnwindCode::Op;
    const auto place = code.preIndexed   ? QString("[sp, #-%1]!").arg(code.bytes)
                       : code.bytes == 0 ? QString("[sp]")
                                         : QString("[sp, #%1]").arg(code.bytes);
    const auto save = [&](const QString& file, bool isPair, const QString& second) {
        const auto first = file + QString::number(code.first);
        return isPair ? QString("stp %1, %2, %3").arg(first, second, place)
                      : QString("str %1, %2").arg(first, place);
    };
    switch (code.op) {
    case Op::Allocate: return QString("sub sp, #%1").arg(code.bytes);
    case Op::SaveIntegers: return save("x", code.isPair, QString("x%1").arg(code.first + 1));
    case Op::SaveWithLink: return save("x", true, "x30");
    case Op::SaveFloats: return save("d", code.isPair, QString("d%1").arg(code.first + 1));
    case Op::SaveFrame: return QString("stp x29, x30, %1").arg(place);
    case Op::SetFrame:
        return code.bytes == 0 ? QString("mov x29, sp")
                               : QString("add x29, sp, #%1").arg(code.bytes);
    case Op::SaveNext: return "save next";
    case Op::Nop: return "nop";
    case Op::SignLink: return "pacibsp";
    case Op::End: return "end";
    default: return "other";
    }
}

/// Chooses llvm-readobj's spelling if there are two.
QString normalised(QString line)
{
    line = line.trimmed();
    line.replace(QRegularExpression("^0x[0-9a-f]+\\s*; "), "");
    line.replace("sp, sp,", "sp,").replace(QRegularExpression("\\blr\\b"), "x30");
    line.replace(QRegularExpression("\\bfp\\b"), "x29").replace("[sp, #0]", "[sp]");
    return line;
}

/// The prologs in llvm-readobj's output, one text per function in the order of `.pdata`.
QStringList prologsOf(const QString& output)
{
    QStringList prologs;
    const QRegularExpression prolog("Prologue \\[\\n(.*?)\\n\\s*\\]\\n",
                                    QRegularExpression::DotMatchesEverythingOption);
    for (auto found = prolog.globalMatch(output); found.hasNext();) {
        QStringList lines;
        for (const auto& line : found.next().captured(1).split('\n'))
            lines << normalised(line);
        prologs << lines.join("; ");
    }
    return prologs;
}

QString prologOf(const object::Object& object, const unwind::PeArm64Function& function)
{
    QStringList lines;
    if (function.form() != unwind::PeArm64Function::Form::Xdata) {
        auto packed = unwind::PackedArm64Codes::make(function).value();
        for (const auto& code : packed.codesAt(~0u, false))
            lines << textOf(code);
        return (lines << "end").join("; ");
    }
    const auto bytes =
        object.readImage(object.loadAddress() + function.data, kMaxPeArm64RecordBytes);
    const auto record = unwind::PeArm64Record::read(bytes.value()).value();
    for (std::size_t at = 0;;) {
        const auto code = unwind::readArm64UnwindCode(record.codes(), at).value();
        lines << textOf(code);
        if (code.isEnd())
            return lines.join("; ");
        at += code.length;
    }
}

std::vector<unwind::PeArm64Function> functionsOf(const object::Object& object)
{
    const auto table = object.section(".pdata").value();
    std::vector<unwind::PeArm64Function> functions;
    for (std::size_t at = 0; at + kPeArm64FunctionBytes <= table.size();
         at += kPeArm64FunctionBytes) {
        const auto function =
            unwind::readPeArm64Function(table.span().subspan(at, kPeArm64FunctionBytes));
        if (function.begin != 0)
            functions.push_back(function);
    }
    return functions;
}

constexpr std::uint64_t kModule = 0x7ff600000000;
constexpr std::uint64_t kReturnAddress = 0x7ff600004321;

RegisterSet registersAtEntry()
{
    RegisterSet registers(CpuFamily::Arm64);
    for (std::uint8_t i = 0; i < 31; ++i)
        registers.set(i, 0x1111111100000000 + i);
    registers.set(30, kReturnAddress);
    registers.set(31, 0x70000000);
    return registers;
}

bool isAsAtEntry(const RegisterSet& registers, bool isCaller)
{
    const auto entry = registersAtEntry();
    for (std::uint8_t i = 19; i < 32; ++i) {
        if (i != 30 && registers.find(i) != entry.find(i))
            return false;
    }
    return isCaller ? registers.pc() == kReturnAddress : registers.get(30) == kReturnAddress;
}

/// One function's code and the table that describes it.
class Function
{
public:
    Function(const object::Object& object,
             const unwind::UnwindTable& table,
             const unwind::PeArm64Function& function)
        : m_table(table), m_begin(function.begin)
    {
        const auto code =
            object.readImage(object.loadAddress() + function.begin, bytesOf(object, function));
        ByteReader reader(code->span());
        while (reader.remaining() >= 4)
            m_code.push_back(reader.u32());
    }

    /// Empty when the caller is right at every position of the prolog and of every epilog. Counts
    /// the positions.
    QString check(int& positions)
    {
        Arm64Runner prolog(registersAtEntry());
        std::size_t at = 0;
        for (; at < m_code.size(); ++at) {
            if (const auto problem = checkAt(at, prolog, positions); !problem.isEmpty())
                return problem;
            if (!prolog.step(m_code[at]))
                break;
        }
        for (std::size_t i = at; i < m_code.size(); ++i) {
            if (m_code[i] != 0xd65f03c0) // ret
                continue;
            if (const auto problem = checkEpilog(prolog, at, i, positions); !problem.isEmpty())
                return problem;
        }
        return {};
    }

private:
    static std::uint32_t bytesOf(const object::Object& object,
                                 const unwind::PeArm64Function& function)
    {
        if (function.form() != unwind::PeArm64Function::Form::Xdata)
            return unwind::PackedArm64Codes::make(function).value().functionBytes();
        const auto bytes =
            object.readImage(object.loadAddress() + function.data, kMaxPeArm64RecordBytes);
        return unwind::PeArm64Record::read(bytes.value()).value().functionBytes();
    }

    QString checkAt(std::size_t index, const Arm64Runner& runner, int& positions) const
    {
        ++positions;
        unwind::UnwindQuery query;
        query.moduleAddress = kModule;
        query.lookupAddress = kModule + m_begin + 4 * index;
        query.callee = runner.registers();
        query.callee.set(32, query.lookupAddress);
        const auto step = m_table.unwind(query, runner);
        const auto place = QString("function %1, instruction %2: ").arg(m_begin, 0, 16).arg(index);
        if (!step)
            return place + QString::fromStdString(step.error().detail);
        return isAsAtEntry(step->caller, true) ? QString() : place + "wrong caller";
    }

    /// Checks that the instructions before the return restore everything when they run after the
    /// prolog.
    QString checkEpilog(const Arm64Runner& prolog,
                        std::size_t bodyBegin,
                        std::size_t returnAt,
                        int& positions) const
    {
        constexpr std::size_t kMost = 16;
        for (std::size_t begin = returnAt; begin > bodyBegin && returnAt - begin < kMost;) {
            --begin;
            auto epilog = prolog;
            bool isEpilog = true;
            for (std::size_t i = begin; i < returnAt && isEpilog; ++i)
                isEpilog = epilog.step(m_code[i]);
            if (!isEpilog)
                return {};
            if (!isAsAtEntry(epilog.registers(), false))
                continue;
            epilog = prolog;
            for (std::size_t i = begin; i <= returnAt; ++i) {
                if (const auto problem = checkAt(i, epilog, positions); !problem.isEmpty())
                    return problem;
                epilog.step(m_code[i]);
            }
            return {};
        }
        return {};
    }

    const unwind::UnwindTable& m_table;
    std::uint64_t m_begin;
    std::vector<std::uint32_t> m_code;
};

} // namespace

void TestCompiledUnwindData::initTestCase()
{
    for (const char* tool : {"clang-19", "lld-link-19", "ld.lld-19", "llvm-readobj-19"}) {
        if (!QStandardPaths::findExecutable(tool).isEmpty())
            continue;
        if (qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS"))
            QFAIL(qPrintable(QStringLiteral("%1 is needed").arg(tool)));
        QSKIP(qPrintable(QStringLiteral("%1 is not installed").arg(tool)));
    }
    QFile source(path("source.c"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    QVERIFY(source.write(kSource) > 0);
}

void TestCompiledUnwindData::windowsOptions()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("not optimised") << QStringList{"-O0"};
    QTest::newRow("optimised") << QStringList{"-O2"};
    QTest::newRow("for size") << QStringList{"-Os"};
    QTest::newRow("with frame pointers") << QStringList{"-O2", "-fno-omit-frame-pointer"};
    QTest::newRow("signed return addresses")
        << QStringList{"-O2", "-fno-omit-frame-pointer", "-mbranch-protection=pac-ret+b-key"};
}

object::ObjectPtr TestCompiledUnwindData::buildForWindows(const QStringList& options)
{
    const auto compiled =
        runTool("clang-19", options + QStringList{"--target=aarch64-pc-windows-msvc", "-w",
                                                  "-ffreestanding", "-funwind-tables", "-c",
                                                  path("source.c"), "-o", path("source.obj")});
    const auto linked =
        runTool("lld-link-19", {"/dll", "/noentry", "/nodefaultlib", "/machine:arm64", "/opt:noref",
                                "/out:" + path("code.dll"), path("source.obj")});
    if (!compiled.isGood || !linked.isGood) {
        qWarning("%s%s", qPrintable(compiled.output), qPrintable(linked.output));
        return nullptr;
    }
    return pe::openPe(fileView(path("code.dll")), ParseLimits{}).value_or(nullptr);
}

void TestCompiledUnwindData::windowsArm64AgreesWithReadobj()
{
    QFETCH(QStringList, options);
    const auto object = buildForWindows(options);
    QVERIFY(object);
    const auto expected =
        prologsOf(runTool("llvm-readobj-19", {"--unwind", path("code.dll")}).output);
    const auto functions = functionsOf(*object);
    QVERIFY(functions.size() >= 8);
    QStringList found;
    for (const auto& function : functions)
        found << prologOf(*object, function);
    QCOMPARE(found, expected);
}

void TestCompiledUnwindData::windowsArm64AgreesWithItsCode()
{
    QFETCH(QStringList, options);
    const auto object = buildForWindows(options);
    QVERIFY(object);
    const auto table = unwind::makeUnwindTable(object, ParseLimits{}).value();
    int positions = 0;
    for (const auto& function : functionsOf(*object)) {
        const auto problem = Function(*object, *table, function).check(positions);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
    QVERIFY2(positions >= 50, qPrintable(QString::number(positions)));
}

void TestCompiledUnwindData::exceptionIndexAgreesWithReadobj_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("Arm, not optimised") << QStringList{"-marm", "-O0"};
    QTest::newRow("Arm, optimised") << QStringList{"-marm", "-O2"};
    QTest::newRow("Thumb, optimised") << QStringList{"-mthumb", "-O2"};
    QTest::newRow("Thumb, frame pointers")
        << QStringList{"-mthumb", "-O2", "-fno-omit-frame-pointer"};
}

void TestCompiledUnwindData::exceptionIndexAgreesWithReadobj()
{
    QFETCH(QStringList, options);
    const auto built =
        runTool("clang-19",
                options + QStringList{"--target=armv7-linux-gnueabihf", "-w", "-ffreestanding",
                                      "-nostdlib", "-shared", "-fPIC", "-fuse-ld=lld",
                                      "-funwind-tables", path("source.c"), "-o", path("code.so")});
    QVERIFY2(built.isGood, qPrintable(built.output));
    const auto object = elf::openElf(fileView(path("code.so")), ParseLimits{}).value_or(nullptr);
    QVERIFY(object);
    const auto entries = unwind::ExidxEntries::read(object);
    QVERIFY(entries);
    const auto output = runTool("llvm-readobj-19", {"--unwind", path("code.so")}).output;
    const QRegularExpression entry("FunctionAddress: 0x([0-9A-F]+)(.*?)\\n      \\}",
                                   QRegularExpression::DotMatchesEverythingOption);
    int compared = 0;
    for (auto found = entry.globalMatch(output); found.hasNext(); ++compared) {
        const auto match = found.next();
        const auto address = match.captured(1).toULongLong(nullptr, 16);
        const auto actual = entries->find(address & ~1ull);
        if (!actual) // The entry that only marks the end of the last function.
            continue;
        QCOMPARE(actual->cannotUnwind, match.captured(2).contains("CantUnwind"));
        QByteArray expected;
        const QRegularExpression byte("0x([0-9A-F]{2})\\b");
        const auto opcodes = match.captured(2).section("Opcodes [", 1);
        for (const auto& line : opcodes.split('\n')) {
            for (auto bytes = byte.globalMatch(line.section(';', 0, 0)); bytes.hasNext();)
                expected += QByteArray::fromHex(bytes.next().captured(1).toLatin1());
        }
        const QByteArray ours(reinterpret_cast<const char*>(actual->opcodes.data()),
                              static_cast<qsizetype>(actual->opcodeCount));
        QCOMPARE(ours.toHex(), expected.toHex());
    }
    QVERIFY2(compared >= 8, qPrintable(output));
}

QTEST_GUILESS_MAIN(TestCompiledUnwindData)
#include "tst_compiled_unwind_data.moc"
