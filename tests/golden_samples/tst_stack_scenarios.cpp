// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that crash in ways that are difficult for stack walkers: built with every compiler and
// option, crashed, dumped and symbolicated. Every frame from the fault to the start of the thread
// must be found, and no other.
#include "tests/golden_samples/expected_chain.h"
#include "tests/golden_samples/folder_symbolication.h"
#include "tests/golden_samples/sample_build.h"
#include "tests/support/crash_dump.h"

#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// The files of a program that still exist when its crash is examined.
enum class Left : std::uint8_t {
    Program,
    ProgramWithoutUnwindData,
    MiniSymbols, ///< The program without debug info, and its function names in .gnu_debugdata.
    Dwz,         ///< The debug info without what its units have in common.
    DwzWithFile, ///< What two programs have in common is in a file of its own.
    BreakpadSymbols
};

struct Scenario
{
    const char* name;
    const char* argument = "";
};

class TestStackScenarios : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void showsEveryFrameAndNoOther_data();
    void showsEveryFrameAndNoOther();
    void readsEveryFormOfDebugInfo_data();
    void readsEveryFormOfDebugInfo();
    void needsNoUnwindData_data();
    void needsNoUnwindData();
    void breakpadSymbolsAreEnough_data();
    void breakpadSymbolsAreEnough();

private:
    /// Builds, crashes and symbolicates a program, and compares the stack with what the program was
    /// written to do.
    static void compareStack(const Scenario& scenario,
                             const BuildVariant& build,
                             Left left = Left::Program,
                             const QStringList& flags = {});
};

namespace {

const std::filesystem::path kScenarios =
    std::filesystem::path(FL_TESTS_DIR) / "samples" / "scenarios";

constexpr std::array kAll{
    Scenario{"deep_inlines"},
    Scenario{"templates"},
    Scenario{"destructor_in_unwinding"},
    Scenario{"exception_in_flight"},
    Scenario{"catch_handler"},
    Scenario{"signal_handler"},
    Scenario{"signal_handler", "alternate"},
    Scenario{"bad_call"},
    Scenario{"bad_call", "data"},
    Scenario{"bad_call", "unmapped"},
    Scenario{"noreturn_last"},
    Scenario{"cold_part"},
    Scenario{"c_thread"},
    Scenario{"smashed_frame_pointer"},
    Scenario{"big_frame"},
    Scenario{"qsort_callback"},
    Scenario{"coroutine"},
    Scenario{"jit_code"},
    Scenario{"jit_code", "plain"},
    Scenario{"own_stack"},
};

/// Scenarios that can be walked by instructions alone: no exception in flight, no signal, no code
/// made at run time, and no switch of sp.
constexpr std::array kWithoutUnwindData{
    Scenario{"deep_inlines"},   Scenario{"templates"}, Scenario{"noreturn_last"},
    Scenario{"cold_part"},      Scenario{"c_thread"},  Scenario{"smashed_frame_pointer"},
    Scenario{"qsort_callback"}, Scenario{"bad_call"},  Scenario{"big_frame"},
};

/// How a build may keep what is known of its code.
struct Form
{
    const char* name;
    Scenario scenario;
    QStringList flags;
    Left left = Left::Program;
    const char* compiler = ""; ///< Empty for every compiler.
};

std::vector<Form> forms()
{
    return {
        {"64-bit DWARF 5", {"deep_inlines"}, {"-gdwarf-5", "-gdwarf64"}},
        {"64-bit DWARF 4", {"deep_inlines"}, {"-gdwarf-4", "-gdwarf64"}},
        {"split DWARF 5", {"deep_inlines"}, {"-gdwarf-5", "-gsplit-dwarf"}},
        {"split DWARF 4", {"deep_inlines"}, {"-gdwarf-4", "-gsplit-dwarf"}},
        {"split DWARF, exception", {"exception_in_flight"}, {"-gsplit-dwarf"}},
        {"folded functions", {"folded"}, {"-fuse-ld=gold", "-ffunction-sections", "-Wl,--icf=all"}},
        {"outlined code",
         {"outlined"},
         {"-mno-red-zone", "-mllvm", "-enable-machine-outliner=always"},
         Left::Program,
         "clang++-19"},
        {"mini symbol table", {"big_frame"}, {}, Left::MiniSymbols},
        {"dwz, DWARF 4", {"templates"}, {"-gdwarf-4"}, Left::Dwz},
        {"dwz with a common file, DWARF 4", {"deep_inlines"}, {"-gdwarf-4"}, Left::DwzWithFile},
        // dwz refuses Clang's DWARF 5, which has .debug_addr.
        {"dwz, DWARF 5", {"deep_inlines"}, {"-gdwarf-5"}, Left::Dwz, "g++"},
        {"dwz with a common file, DWARF 5",
         {"deep_inlines"},
         {"-gdwarf-5"},
         Left::DwzWithFile,
         "g++"},
    };
}

constexpr std::array kWithSymbolsOnly{
    Scenario{"signal_handler"},
    Scenario{"signal_handler", "alternate"},
    Scenario{"bad_call"},
    Scenario{"bad_call", "data"},
    Scenario{"bad_call", "unmapped"},
    Scenario{"qsort_callback"},
    Scenario{"coroutine"},
    Scenario{"smashed_frame_pointer"},
};

/// GCC's main on i386 aligns its stack and finds its frame by ebp alone, which the leaf destroyed
/// and nobody saved. Only main's code shows the way.
bool endsWithMain(const Scenario& scenario, const BuildVariant& build)
{
    return std::string_view(scenario.name) == "smashed_frame_pointer" && build.compiler == "g++" &&
           build.width == "-m32" && !build.framePointers;
}

void addRows(std::span<const Scenario> scenarios)
{
    QTest::addColumn<int>("scenario");
    QTest::addColumn<int>("variant");
    const auto variants = nativeBuildVariants();
    for (std::size_t s = 0; s < scenarios.size(); ++s) {
        for (std::size_t v = 0; v < variants.size(); ++v)
            QTest::newRow(
                qPrintable(QStringLiteral("%1 %2, %3")
                               .arg(scenarios[s].name, scenarios[s].argument, variants[v].name())))
                << static_cast<int>(s) << static_cast<int>(v);
    }
}

/// Returns an empty text, or the reason for a failure.
QString removeUnwindData(const std::filesystem::path& program)
{
    QStringList arguments;
    for (const char* section : {".eh_frame", ".eh_frame_hdr", ".debug_frame", ".gcc_except_table"})
        arguments << "--remove-section" << section;
    return runTool("objcopy", arguments << QString::fromStdString(program.string()));
}

/// Compiles and links in two steps, so that files of split DWARF lie beside the program. Returns an
/// empty text, or the reason for a failure.
QString buildScenario(const BuildVariant& build,
                      const QStringList& flags,
                      const std::string& source,
                      const std::filesystem::path& program)
{
    const auto path = QString::fromStdString(program.string());
    const QString object = path + ".o";
    const auto all = build.flags() + flags + QStringList{"-static", "-pthread"};
    auto problem = runTool(build.compiler,
                           all + QStringList{"-c", "-o", object, QString::fromStdString(source)});
    if (problem.isEmpty())
        problem = runTool(build.compiler, all + QStringList{"-o", path, object});
    QFile::remove(object);
    return problem;
}

/// As distributions do (GDB manual, "MiniDebugInfo"). Returns an empty text, or the reason for a
/// failure.
QString keepMiniSymbols(const std::filesystem::path& program)
{
    const auto path = QString::fromStdString(program.string());
    const QString mini = path + ".mini";
    const QString debug = path + ".debug";
    const std::vector<std::pair<QString, QStringList>> steps{
        {"objcopy", {"--only-keep-debug", path, debug}},
        {"objcopy", {"--strip-debug", debug, mini}},
        {"xz", {mini}},
        {"objcopy", {"--strip-all", path}},
        {"objcopy", {"--add-section", ".gnu_debugdata=" + mini + ".xz", path}},
        {"rm", {debug, mini + ".xz"}}};
    QString problem;
    for (const auto& [tool, arguments] : steps) {
        if (problem.isEmpty())
            problem = runTool(tool, arguments);
    }
    return problem;
}

/// As distributions do with the debug files of a package. Returns an empty text, or the reason for
/// a failure.
QString shareDebugInfo(const std::filesystem::path& program, bool withFile)
{
    const auto path = QString::fromStdString(program.string());
    if (!withFile)
        return runTool("dwz", {path});
    const QString twin = path + ".twin";
    const QString common = path + ".common";
    auto problem = runTool("cp", {path, twin});
    if (problem.isEmpty())
        problem = runTool("dwz", {"-m", common, path, twin});
    if (problem.isEmpty() && !QFile::exists(common))
        problem = "dwz made no common file";
    QFile::remove(twin);
    return problem;
}

/// A symbol table knows neither lines nor inlined calls.
std::vector<ExpectedFrame> namesOnly(std::vector<ExpectedFrame> chain)
{
    std::erase_if(chain, [](const ExpectedFrame& frame) { return frame.isInlined; });
    for (auto& frame : chain)
        frame.file = "-";
    return chain;
}

} // namespace

void TestStackScenarios::initTestCase()
{
    auto tool = missingNativeTool();
    if (tool.isEmpty() && QStandardPaths::findExecutable("dwz").isEmpty())
        tool = "dwz";
    if (tool.isEmpty())
        return;
    if (qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS"))
        QFAIL(qPrintable(QStringLiteral("%1 is needed to build the scenarios").arg(tool)));
    QSKIP(qPrintable(QStringLiteral("%1 is not installed").arg(tool)));
}

void TestStackScenarios::showsEveryFrameAndNoOther_data()
{
    addRows(kAll);
}

void TestStackScenarios::showsEveryFrameAndNoOther()
{
    QFETCH(int, scenario);
    QFETCH(int, variant);
    compareStack(kAll[static_cast<std::size_t>(scenario)],
                 nativeBuildVariants()[static_cast<std::size_t>(variant)]);
}

void TestStackScenarios::readsEveryFormOfDebugInfo_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<int>("variant");
    const auto variants = nativeBuildVariants();
    const auto all = forms();
    for (std::size_t f = 0; f < all.size(); ++f) {
        for (std::size_t v = 0; v < variants.size(); ++v) {
            const auto& build = variants[v];
            if (*all[f].compiler != '\0' && build.compiler != all[f].compiler)
                continue;
            if (build.width == "-m64" && build.optimisation == "-O2" && !build.framePointers)
                QTest::newRow(qPrintable(QStringLiteral("%1, %2").arg(all[f].name, build.name())))
                    << static_cast<int>(f) << static_cast<int>(v);
        }
    }
}

void TestStackScenarios::readsEveryFormOfDebugInfo()
{
    QFETCH(int, form);
    QFETCH(int, variant);
    const auto chosen = forms()[static_cast<std::size_t>(form)];
    compareStack(chosen.scenario, nativeBuildVariants()[static_cast<std::size_t>(variant)],
                 chosen.left, chosen.flags);
}

void TestStackScenarios::needsNoUnwindData_data()
{
    addRows(kWithoutUnwindData);
}

/// The symbol server's files have no unwind data, neither the program nor the C library.
void TestStackScenarios::needsNoUnwindData()
{
    QFETCH(int, scenario);
    QFETCH(int, variant);
    compareStack(kWithoutUnwindData[static_cast<std::size_t>(scenario)],
                 nativeBuildVariants()[static_cast<std::size_t>(variant)],
                 Left::ProgramWithoutUnwindData);
}

void TestStackScenarios::breakpadSymbolsAreEnough_data()
{
    addRows(kWithSymbolsOnly);
}

/// There is no code at all, neither in a file nor in the dump.
void TestStackScenarios::breakpadSymbolsAreEnough()
{
    QFETCH(int, scenario);
    QFETCH(int, variant);
    compareStack(kWithSymbolsOnly[static_cast<std::size_t>(scenario)],
                 nativeBuildVariants()[static_cast<std::size_t>(variant)], Left::BreakpadSymbols);
}

void TestStackScenarios::compareStack(const Scenario& chosen,
                                      const BuildVariant& build,
                                      Left left,
                                      const QStringList& flags)
{
    const QTemporaryDir folder;
    const auto program = std::filesystem::path(folder.path().toStdString()) / chosen.name;
    const auto source = (kScenarios / (std::string(chosen.name) + ".cpp")).string();
    const auto problem = buildScenario(build, flags, source, program);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));

    std::string why;
    std::vector<std::string> arguments;
    if (*chosen.argument != '\0')
        arguments.emplace_back(chosen.argument);
    const auto crashed = runUntilCrash(program, arguments, why);
    QVERIFY2(crashed, why.c_str());
    const auto failure = left == Left::ProgramWithoutUnwindData ? removeUnwindData(program)
                         : left == Left::MiniSymbols            ? keepMiniSymbols(program)
                         : left == Left::Dwz                    ? shareDebugInfo(program, false)
                         : left == Left::DwzWithFile            ? shareDebugInfo(program, true)
                         : left == Left::BreakpadSymbols
                             ? QString::fromStdString(replaceBySymbols(program))
                             : QString();
    QVERIFY2(failure.isEmpty(), qPrintable(failure));
    const auto report = symbolicateWithFolder(ByteView::fromVector(writeDataMinidump(*crashed)),
                                              folder.path().toStdString());
    QVERIFY2(report, report ? "" : report.error().describe().c_str());
    QVERIFY((*report)->event->requestingThread);
    const auto& stack = *(*report)->stacks[*(*report)->event->requestingThread];
    auto chain = readChain(kScenarios / (std::string(chosen.name) + ".chain"));
    if (left == Left::BreakpadSymbols && endsWithMain(chosen, build))
        std::erase_if(chain, [](const ExpectedFrame& frame) { return frame.file == "-"; });
    if (left == Left::MiniSymbols)
        chain = namesOnly(std::move(chain));
    const auto difference = compareWholeStack(stack.frames, chain);
    // Longer than a failure's message in the test log may be.
    if (!difference.isEmpty())
        qWarning("%s%s: %s", qPrintable(difference), stackEndName(stack.end).data(),
                 stack.endNote.c_str());
    QVERIFY(difference.isEmpty());
}

QTEST_GUILESS_MAIN(TestStackScenarios)
#include "tst_stack_scenarios.moc"
