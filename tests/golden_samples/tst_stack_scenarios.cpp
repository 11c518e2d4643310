// Programs that die in ways that stack walkers find hard, built with every compiler and option,
// crashed, dumped and symbolicated. Every frame from the fault to where the thread began must be
// there, and no other.
#include "tests/golden_samples/expected_chain.h"
#include "tests/golden_samples/folder_symbolication.h"
#include "tests/golden_samples/sample_build.h"
#include "tests/support/crash_dump.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

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
    void needsNoUnwindData_data();
    void needsNoUnwindData();

private:
    /// Builds, crashes and symbolicates; the stack against what the program was written to do.
    static void
    compareStack(const Scenario& scenario, const BuildVariant& build, bool hasUnwindData);
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

/// What can be followed by instructions alone: no exception in flight, no signal, no code made at
/// run time, and sp not switched.
constexpr std::array kWithoutUnwindData{
    Scenario{"deep_inlines"},   Scenario{"templates"}, Scenario{"noreturn_last"},
    Scenario{"cold_part"},      Scenario{"c_thread"},  Scenario{"smashed_frame_pointer"},
    Scenario{"qsort_callback"}, Scenario{"bad_call"},  Scenario{"big_frame"},
};

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

/// Empty, or what went wrong.
QString removeUnwindData(const std::filesystem::path& program)
{
    QStringList arguments;
    for (const char* section : {".eh_frame", ".eh_frame_hdr", ".debug_frame", ".gcc_except_table"})
        arguments << "--remove-section" << section;
    return runTool("objcopy", arguments << QString::fromStdString(program.string()));
}

} // namespace

void TestStackScenarios::initTestCase()
{
    const auto tool = missingNativeTool();
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
                 nativeBuildVariants()[static_cast<std::size_t>(variant)], true);
}

void TestStackScenarios::needsNoUnwindData_data()
{
    addRows(kWithoutUnwindData);
}

/// The symbol server's copy has lost all unwind data, the program's own and the C library's.
void TestStackScenarios::needsNoUnwindData()
{
    QFETCH(int, scenario);
    QFETCH(int, variant);
    compareStack(kWithoutUnwindData[static_cast<std::size_t>(scenario)],
                 nativeBuildVariants()[static_cast<std::size_t>(variant)], false);
}

void TestStackScenarios::compareStack(const Scenario& chosen,
                                      const BuildVariant& build,
                                      bool hasUnwindData)
{
    const QTemporaryDir folder;
    const auto program = std::filesystem::path(folder.path().toStdString()) / chosen.name;
    const auto source = (kScenarios / (std::string(chosen.name) + ".cpp")).string();
    const auto problem = runTool(
        build.compiler, build.flags() + QStringList{"-static", "-pthread", "-o",
                                                    QString::fromStdString(program.string()),
                                                    QString::fromStdString(source)});
    QVERIFY2(problem.isEmpty(), qPrintable(problem));

    std::string why;
    std::vector<std::string> arguments;
    if (*chosen.argument != '\0')
        arguments.emplace_back(chosen.argument);
    const auto crashed = runUntilCrash(program, arguments, why);
    QVERIFY2(crashed, why.c_str());
    if (!hasUnwindData) {
        const auto removal = removeUnwindData(program);
        QVERIFY2(removal.isEmpty(), qPrintable(removal));
    }
    const auto report = symbolicateWithFolder(ByteView::fromVector(writeDataMinidump(*crashed)),
                                              folder.path().toStdString());
    QVERIFY2(report, report ? "" : report.error().describe().c_str());
    QVERIFY((*report)->event->requestingThread);
    const auto& stack = *(*report)->stacks[*(*report)->event->requestingThread];
    const auto chain = readChain(kScenarios / (std::string(chosen.name) + ".chain"));
    const auto difference = compareWholeStack(stack.frames, chain);
    // Longer than what the test log takes of a failure's message.
    if (!difference.isEmpty())
        qWarning("%s%s: %s", qPrintable(difference), stackEndName(stack.end).data(),
                 stack.endNote.c_str());
    QVERIFY(difference.isEmpty());
}

QTEST_GUILESS_MAIN(TestStackScenarios)
#include "tst_stack_scenarios.moc"
