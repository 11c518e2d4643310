// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/cfi_index.h"
#include "core/unwind/tables/cfi_program.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::unwind;

/// Compares every row of every frame entry in freshly compiled programs with llvm-dwarfdump's
/// output.
class TestDwarfRows : public QObject
{
    Q_OBJECT

private slots:
    void agreeWithLlvm_data();
    void agreeWithLlvm();
};

namespace {

constexpr auto kProgram = R"(
#include <stdlib.h>
extern int other(int, ...);
int grow(int a, int b) { if (a > 3) { char* p = __builtin_alloca(b); p[0] = 1; return other(a, p) + other(b) * grow(a - 1, b); } return b; }
int many(int a, int b, int c, int d, int e, int f, int g)
{ int x[100]; other(1, x); return other(a) + other(b) * other(c) + other(d) * other(e) * other(f + g) + x[a]; }
int early(int a) { if (a == 1) return other(2) + 1; for (int i = 0; i < a; ++i) other(i, a, &a); return other(a) * a; }
)";

QString run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0)
        return {};
    return QString::fromUtf8(process.readAllStandardOutput());
}

QString tool(const QString& name)
{
    for (const auto* suffix : {"-19", ""}) {
        const auto path = QStandardPaths::findExecutable(name + suffix);
        if (!path.isEmpty())
            return path;
    }
    return {};
}

std::optional<unwind::CfiSection>
ehFrame(const QString& file, const QTemporaryDir& folder, CpuFamily family)
{
    const auto dump = folder.filePath("eh_frame");
    run(tool("llvm-objcopy"), {"-O", "binary", "--only-section=.eh_frame", file, dump});
    QFile bytes(dump);
    const QRegularExpression line(R"(\.eh_frame\s+\S+\s+([0-9a-f]+))");
    const auto address = line.match(run(tool("llvm-readelf"), {"-SW", file}));
    if (!bytes.open(QIODevice::ReadOnly) || !address.hasMatch())
        return std::nullopt;
    unwind::CfiSection section;
    section.bytes = ByteView::fromString(bytes.readAll().toStdString());
    section.address = address.captured(1).toULongLong(nullptr, 16);
    section.addressSize = pointerSize(family);
    return section;
}

QString offsetText(std::int64_t offset)
{
    if (offset == 0)
        return {};
    return (offset > 0 ? "+" : "") + QString::number(offset);
}

QString ruleText(const unwind::RegisterRule& rule)
{
    using Kind = unwind::RegisterRule::Kind;
    switch (rule.kind) {
    case Kind::Unspecified: return {};
    case Kind::Undefined: return "undefined";
    case Kind::SameValue: return "same";
    case Kind::Offset: return "[CFA" + offsetText(rule.offset) + "]";
    case Kind::ValOffset: return "CFA" + offsetText(rule.offset);
    case Kind::Register: return "register";
    case Kind::Expression: return "[expression]";
    case Kind::ValExpression: return "expression";
    }
    return {};
}

/// llvm names arm64 registers by their 32-bit halves.
QString registerName(CpuFamily family, const RegisterInfo& reg)
{
    const auto name =
        QString::fromUtf8(reg.name.data(), static_cast<qsizetype>(reg.name.size())).toUpper();
    if (family != CpuFamily::Arm64)
        return name;
    if (reg.dwarf == 31)
        return "WSP";
    return "W" + QString::number(reg.dwarf);
}

QString rowText(const unwind::CfiRow& row, CpuFamily family)
{
    const auto registers = registersOf(family);
    QString cfa = "expression";
    if (row.cfa.kind == unwind::CfaRule::Kind::RegisterOffset)
        cfa = registerName(family, registers[*registerFromDwarf(family, row.cfa.dwarfRegister)]) +
              offsetText(row.cfa.offset);
    std::map<int, QString> rules;
    for (const auto& reg : registers) {
        const auto text = ruleText(row.registers[reg.index]);
        if (!text.isEmpty())
            rules[reg.dwarf] = registerName(family, reg) + "=" + text;
    }
    QStringList parts;
    for (const auto& [number, text] : rules)
        parts << text;
    return "CFA=" + cfa + (parts.isEmpty() ? QString() : ": " + parts.join(", "));
}

/// Only the presence of an expression is compared, not its operations. LLVM shows the state of
/// signed return addresses as register 34, which our rows do not contain.
QString normalised(QString text)
{
    static const QRegularExpression cfaExpression("CFA=DW_OP.*?(?=: [A-Z]|$)");
    static const QRegularExpression memoryExpression(R"(=\[DW_OP[^\]]*\])");
    static const QRegularExpression valueExpression("=DW_OP[^\\]]*?(?=, [A-Z0-9]+=|$)");
    static const QRegularExpression signedState("(: |, )reg34=[01]");
    text.replace(cfaExpression, "CFA=expression");
    text.replace(memoryExpression, "=[expression]");
    text.replace(valueExpression, "=expression");
    text.remove(signedState);
    // Vector and segment registers, which a register set does not carry.
    static const QRegularExpression others("(: |, )(XMM\\d+|[BDQ]\\d+|reg\\d+)=\\[[^\\]]*\\]");
    text.remove(others);
    return text;
}

} // namespace

void TestDwarfRows::agreeWithLlvm_data()
{
    QTest::addColumn<QString>("compiler");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("family");
    const auto amd64 = static_cast<int>(CpuFamily::Intel64);
    const auto x86 = static_cast<int>(CpuFamily::Intel32);
    const auto arm64 = static_cast<int>(CpuFamily::Arm64);
    const QStringList cross{"--target=aarch64-linux-gnu", "-fuse-ld=lld", "-O2",
                            "-mbranch-protection=pac-ret"};
    QTest::newRow("gcc, frame pointers omitted")
        << "gcc" << QStringList{"-O2", "-fomit-frame-pointer"} << amd64;
    QTest::newRow("gcc, frame pointers kept")
        << "gcc" << QStringList{"-O2", "-fno-omit-frame-pointer"} << amd64;
    QTest::newRow("gcc, unoptimised") << "gcc" << QStringList{"-O0"} << amd64;
    QTest::newRow("gcc, asynchronous tables for size")
        << "gcc" << QStringList{"-Os", "-fasynchronous-unwind-tables"} << amd64;
    QTest::newRow("clang") << "clang" << QStringList{"-O2"} << amd64;
    QTest::newRow("gcc, 32 bits") << "gcc" << QStringList{"-m32", "-O2"} << x86;
    QTest::newRow("clang for arm64, signed return addresses") << "clang" << cross << arm64;
}

void TestDwarfRows::agreeWithLlvm()
{
    QFETCH(QString, compiler);
    QFETCH(QStringList, options);
    QFETCH(int, family);
    const auto cpu = static_cast<CpuFamily>(family);
    QTemporaryDir folder;
    QFile source(folder.filePath("program.c"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(kProgram);
    source.close();
    const auto library = folder.filePath("program.so");
    run(tool(compiler),
        options + QStringList{"-shared", "-fPIC", "-nostdlib", "-o", library, source.fileName()});
    if (!QFile::exists(library))
        QSKIP("this compiler or target is not installed");
    const auto section = ehFrame(library, folder, cpu);
    QVERIFY(section);
    const unwind::CfiIndex index(*section, std::nullopt);

    const auto dump = run(tool("llvm-dwarfdump"), {"--eh-frame", library});
    static const QRegularExpression rowLine(R"(^  0x([0-9a-f]+): (CFA=.*)$)",
                                            QRegularExpression::MultilineOption);
    int rows = 0;
    for (auto matches = rowLine.globalMatch(dump); matches.hasNext(); ++rows) {
        const auto match = matches.next();
        const auto address = match.captured(1).toULongLong(nullptr, 16);
        const auto entry = index.find(address);
        // A last row may begin where its function ends.
        if (!entry && entry.error().kind == ErrorKind::NotFound)
            continue;
        QVERIFY2(entry, entry ? "" : entry.error().detail.c_str());
        unwind::UnwindMeter meter(nullptr);
        const auto row = unwind::rowAt(index.section(), *entry, cpu, address, meter);
        QVERIFY2(row, row ? "" : row.error().detail.c_str());
        QCOMPARE(rowText(*row, cpu), normalised(match.captured(2)));
    }
    QVERIFY(rows > 5);
}

QTEST_GUILESS_MAIN(TestDwarfRows)
#include "tst_dwarf_rows.moc"
