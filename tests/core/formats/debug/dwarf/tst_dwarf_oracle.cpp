// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/formats/debug/dwarf/dwarf_reader.h"
#include "core/formats/debug/dwarf/split_units.h"
#include "core/formats/debug/elf/elf_object.h"
#include "tests/support/dwarf_oracle.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

// Compiles small programs with the installed compilers. For every address of their code, compares
// the whole inline chain with the answer of LLVM's DWARF reader.
class TestDwarfOracle : public QObject
{
    Q_OBJECT

private slots:
    void everyAddressAgreesWithLlvm_data();
    void everyAddressAgreesWithLlvm();
    void splitUnitsAgreeWithLlvm_data();
    void splitUnitsAgreeWithLlvm();
    void skeletonUnitsGiveWhatTheyHave_data();
    void skeletonUnitsGiveWhatTheyHave();
    void everyPrefixOfARealFileIsValueOrError();

private:
    /// Path of the built library; empty when the compiler is missing or cannot build it.
    QString build(const QString& compiler, const QStringList& flags);
    /// Path of the package of the program's split units; empty when the tool is missing.
    QString package(const QString& built);
    void compareWithLlvm(const object::Object& object,
                         const object::DebugInfoReader& reader,
                         const QString& path);

    QTemporaryDir m_directory;
};

namespace {

const QString kGcc = QStringLiteral("g++");
const QString kClang = QStringLiteral("clang++-19");

QString describe(const std::vector<LookupFrame>& frames)
{
    QString text;
    for (const auto& frame : frames)
        text += QStringLiteral("\n    %1 %2:%3:%4")
                    .arg(QString::fromStdString(frame.function), QString::fromStdString(frame.file))
                    .arg(frame.line)
                    .arg(frame.column);
    return text;
}

/// LLVM gives a function without linkage name no scopes; we add them.
std::vector<LookupFrame> withBareNames(std::vector<LookupFrame> ours,
                                       const std::vector<LookupFrame>& theirs)
{
    for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
        if (ours[i].function.ends_with("::" + theirs[i].function))
            ours[i].function = theirs[i].function;
    }
    return ours;
}

/// The object's debug info without its symbol table: LLVM names functions from debug info alone.
std::unique_ptr<object::DebugInfoReader>
readerWithoutSymbols(const object::Object& object, const std::vector<object::ObjectPtr>& split = {})
{
    dwarf::DwarfInput input;
    for (const auto& file : split)
        input.companions.push_back(
            {dwarf::DwarfCompanion::Kind::Split, "split",
             [file](std::string_view name) { return file->section(concat(".", name)); },
             file->byteOrder()});
    input.section = [&object](std::string_view name) { return object.section(concat(".", name)); };
    input.byteOrder = object.byteOrder();
    input.loadAddress = object.loadAddress();
    for (const auto& range : object.ranges()) {
        const auto begin = range.address - object.loadAddress();
        if (range.executable)
            input.executableRanges.emplace_back(begin, begin + range.sizeBytes);
    }
    auto reader = dwarf::makeDwarfReader(std::move(input), {});
    return reader ? *std::move(reader) : nullptr;
}

} // namespace

QString TestDwarfOracle::build(const QString& compiler, const QStringList& flags)
{
    const auto program = QStandardPaths::findExecutable(compiler);
    if (program.isEmpty())
        return {};
    const auto output = m_directory.filePath(QStringLiteral("shapes.so"));
    const auto sources = QStringLiteral(FL_TEST_SOURCE_DIR) + QStringLiteral("/programs/");
    QProcess process;
    process.start(program,
                  QStringList{QStringLiteral("-shared"), QStringLiteral("-nostdlib"),
                              QStringLiteral("-fPIC"), QStringLiteral("-fno-exceptions"),
                              QStringLiteral("-fno-rtti"), QStringLiteral("-std=c++17"),
                              sources + QStringLiteral("shapes.cpp"),
                              sources + QStringLiteral("sink.cpp"), QStringLiteral("-o"), output} +
                      flags);
    if (!process.waitForFinished(120000) || process.exitCode() != 0) {
        qInfo().noquote() << process.readAllStandardError();
        return {};
    }
    return output;
}

void TestDwarfOracle::everyAddressAgreesWithLlvm_data()
{
    QTest::addColumn<QString>("compiler");
    QTest::addColumn<QString>("flags");
    for (const auto& compiler : {kGcc, kClang}) {
        const auto row = [&](const char* name, const char* flags) {
            QTest::addRow("%s, %s", qPrintable(compiler), name)
                << compiler << QString::fromLatin1(flags);
        };
        row("DWARF 3", "-gdwarf-3 -gstrict-dwarf -O2");
        row("DWARF 4 unoptimised", "-gdwarf-4 -O0");
        row("DWARF 4 optimised", "-gdwarf-4 -O2");
        row("DWARF 5 unoptimised", "-gdwarf-5 -O0");
        row("DWARF 5 optimised", "-gdwarf-5 -O2");
        row("DWARF 5 for size", "-gdwarf-5 -Os");
        row("64-bit DWARF 4", "-gdwarf-4 -gdwarf64 -O2");
        row("64-bit DWARF 5", "-gdwarf-5 -gdwarf64 -O2");
        row("line tables only", "-g1 -O2");
        row("compressed sections", "-g -gz=zlib -O2");
        row("a section per function", "-gdwarf-5 -ffunction-sections -Wl,--gc-sections -O2");
        row("a section per function, DWARF 4",
            "-gdwarf-4 -ffunction-sections -Wl,--gc-sections -O2");
        row("type units", "-gdwarf-5 -fdebug-types-section -O2");
        row("type units, DWARF 4", "-gdwarf-4 -fdebug-types-section -O2");
    }
    // Optimised DWARF 2 has no ranges for code in several pieces. LLVM then finds neither clang's
    // functions nor g++'s calls.
    QTest::newRow("g++, DWARF 2") << kGcc << "-gdwarf-2 -gstrict-dwarf -O0";
    QTest::newRow("g++, link-time optimised") << kGcc << "-gdwarf-5 -flto -O2";
    QTest::newRow("clang, link-time optimised") << kClang << "-gdwarf-5 -flto -O2 -fuse-ld=lld";
    const auto clang = [&](const char* name, const char* flags) {
        QTest::addRow("clang, %s", name) << kClang << QString::fromLatin1(flags);
    };
    clang("embedded source", "-gdwarf-5 -gembed-source -O2");
    clang("x86", "--target=i386-linux-gnu -gdwarf-5 -O2 -fuse-ld=lld");
    clang("arm64", "--target=aarch64-linux-gnu -gdwarf-5 -O2 -fuse-ld=lld");
    clang("big-endian MIPS", "--target=mips-linux-gnu -gdwarf-4 -O2 -fuse-ld=lld");
    clang("big-endian PowerPC", "--target=powerpc64-linux-gnu -gdwarf-5 -O2 -fuse-ld=lld");
    clang("discarded sections of lld",
          "-gdwarf-5 -ffunction-sections -Wl,--gc-sections -O2 -fuse-ld=lld");
}

void TestDwarfOracle::everyAddressAgreesWithLlvm()
{
    QFETCH(QString, compiler);
    QFETCH(QString, flags);
    const auto path = build(compiler, flags.split(QLatin1Char(' ')));
    if (path.isEmpty())
        QSKIP("this compiler cannot build it here");
    const auto file = mapOwnFile(path.toStdString());
    QVERIFY(file);
    const auto object = elf::openElf(*file, {});
    QVERIFY(object);
    const auto reader = readerWithoutSymbols(**object);
    QVERIFY(reader);
    compareWithLlvm(**object, *reader, path);
}

void TestDwarfOracle::compareWithLlvm(const object::Object& object,
                                      const object::DebugInfoReader& reader,
                                      const QString& path)
{
    const DebugLookup ours(reader);
    const auto oracle = DwarfOracle::open(path.toStdString());
    QVERIFY(oracle);
    QVERIFY(ours.functionCount() >= 4);
    QCOMPARE(ours.damagedRecords(), 0u);
    QCOMPARE(QString::fromStdString(ours.brokenPromise()), QString());
    for (const auto& range : object.ranges()) {
        for (auto address = range.address;
             range.executable && address < range.address + range.sizeBytes; ++address) {
            const auto there = oracle->at(address);
            const auto here = withBareNames(
                ours.at(static_cast<std::uint32_t>(address - object.loadAddress())), there);
            if (here != there)
                QFAIL(qPrintable(QStringLiteral("at 0x%1:%2\n  LLVM:%3")
                                     .arg(address, 0, 16)
                                     .arg(describe(here), describe(there))));
        }
    }
}

QString TestDwarfOracle::package(const QString& built)
{
    const auto program = QStandardPaths::findExecutable(QStringLiteral("llvm-dwp-19"));
    const auto output = built + QStringLiteral(".dwp");
    QProcess process;
    process.start(program, {QStringLiteral("-e"), built, QStringLiteral("-o"), output});
    const bool isDone =
        !program.isEmpty() && process.waitForFinished(120000) && process.exitCode() == 0;
    return isDone ? output : QString();
}

void TestDwarfOracle::splitUnitsAgreeWithLlvm_data()
{
    QTest::addColumn<QString>("compiler");
    QTest::addColumn<QString>("flags");
    QTest::addColumn<bool>("isPackaged");
    for (const auto& compiler : {kGcc, kClang}) {
        for (const bool isPackaged : {false, true}) {
            // llvm-dwp 19 never ends on g++'s DWARF 5.
            if (isPackaged && compiler == kGcc)
                continue;
            const auto row = [&](const char* name, const char* flags) {
                QTest::addRow("%s, %s, %s", qPrintable(compiler), name,
                              isPackaged ? "package" : "single files")
                    << compiler << QString::fromLatin1(flags) << isPackaged;
            };
            row("DWARF 4", "-gdwarf-4 -gsplit-dwarf -O2");
            row("DWARF 5", "-gdwarf-5 -gsplit-dwarf -O2");
            row("DWARF 5 unoptimised", "-gdwarf-5 -gsplit-dwarf -O0");
            row("type units", "-gdwarf-5 -gsplit-dwarf -fdebug-types-section -O2");
        }
    }
}

void TestDwarfOracle::splitUnitsAgreeWithLlvm()
{
    QFETCH(QString, compiler);
    QFETCH(QString, flags);
    QFETCH(bool, isPackaged);
    const auto path = build(compiler, flags.split(QLatin1Char(' ')));
    if (path.isEmpty())
        QSKIP("this compiler cannot build it here");
    const auto packaged = isPackaged ? package(path) : QString();
    if (isPackaged && packaged.isEmpty())
        QSKIP("these units cannot be packaged here");
    const auto object = elf::openElf(*mapOwnFile(path.toStdString()), {});
    QVERIFY(object);
    std::vector<object::ObjectPtr> split;
    const auto open = [&split](const std::string& file) {
        const auto bytes = mapOwnFile(file);
        const auto opened = bytes ? elf::openElf(*bytes, {}) : Result<object::ObjectPtr>(nullptr);
        if (opened && *opened)
            split.push_back(*opened);
    };
    for (const auto& companion : (*object)->companions())
        if (!isPackaged)
            open(companion.name);
    if (isPackaged)
        open(packaged.toStdString());
    QCOMPARE(split.size(), isPackaged ? std::size_t{1} : std::size_t{2});
    QCOMPARE(dwarf::splitUnitIdsOf(*split.front()).size(), 3 - split.size());
    const auto reader = readerWithoutSymbols(**object, split);
    QVERIFY(reader);
    compareWithLlvm(**object, *reader, path);
    QVERIFY(reader->warnings().empty());
    QFile::remove(path + QStringLiteral(".dwp")); // LLVM would find it for the next row.
}

void TestDwarfOracle::skeletonUnitsGiveWhatTheyHave_data()
{
    QTest::addColumn<QString>("compiler");
    QTest::addColumn<QString>("flags");
    QTest::newRow("gcc, DWARF 5") << kGcc << "-gdwarf-5 -gsplit-dwarf";
    QTest::newRow("gcc, DWARF 4") << kGcc << "-gdwarf-4 -gsplit-dwarf";
    QTest::newRow("clang, DWARF 5") << kClang << "-gdwarf-5 -gsplit-dwarf";
    QTest::newRow("clang, DWARF 4") << kClang << "-gdwarf-4 -gsplit-dwarf";
}

void TestDwarfOracle::skeletonUnitsGiveWhatTheyHave()
{
    QFETCH(QString, compiler);
    QFETCH(QString, flags);
    const auto path = build(compiler, flags.split(QLatin1Char(' ')));
    if (path.isEmpty())
        QSKIP("this compiler cannot build it here");
    const auto object = elf::openElf(*mapOwnFile(path.toStdString()), {});
    QVERIFY(object);
    const auto reader = (*object)->debugInfo();
    QVERIFY(reader);
    for (std::size_t i = 0; i < reader->unitCount(); ++i) {
        const auto unit = reader->readUnit(i, {});
        QVERIFY(unit);
        // The lines come from the skeleton. Symbols can name code that no function covers.
        QVERIFY(!unit->bareLines.empty() || !unit->functions.empty());
    }
    const auto warnings = reader->warnings();
    QCOMPARE(warnings.size(), std::size_t{2});
    for (const auto& warning : warnings)
        QVERIFY2(warning.starts_with("split debug info missing: "), warning.c_str());
    const auto companions = (*object)->companions();
    QCOMPARE(companions.size(), std::size_t{2});
    for (const auto& companion : companions) {
        QCOMPARE(companion.kind, object::CompanionReference::Kind::SplitDwarf);
        QVERIFY2(companion.name.ends_with(".dwo"), companion.name.c_str());
        QCOMPARE(companion.identity.size(), std::size_t{16});
    }
}

/// Cutting a file would first lose its section headers, so each section is cut separately.
void TestDwarfOracle::everyPrefixOfARealFileIsValueOrError()
{
    const auto path = build(kGcc, {QStringLiteral("-gdwarf-5"), QStringLiteral("-O2")});
    if (path.isEmpty())
        QSKIP("this compiler cannot build it here");
    const auto object = elf::openElf(*mapOwnFile(path.toStdString()), {});
    QVERIFY(object);
    for (const std::string cut :
         {"debug_info", "debug_abbrev", "debug_line", "debug_str", "debug_rnglists"}) {
        const auto whole = (*object)->section("." + cut).value_or(ByteView());
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            dwarf::DwarfInput input;
            input.section = [&](std::string_view name) {
                return name == cut ? whole.slice(0, length) : (*object)->section(concat(".", name));
            };
            const auto reader = dwarf::makeDwarfReader(std::move(input), {});
            if (!reader)
                continue;
            const DebugLookup lookup(**reader);
            QCOMPARE(QString::fromStdString(lookup.brokenPromise()), QString());
        }
    }
}

QTEST_GUILESS_MAIN(TestDwarfOracle)
#include "tst_dwarf_oracle.moc"
