// SPDX-License-Identifier: GPL-3.0-or-later
// The sample programs and the scenarios for arm64 and 32-bit ARM Linux: built with clang, crashed
// under qemu-user, dumped through its debugging stub and symbolicated. Every frame from the fault
// to the start of the program must be found, and no other.
#include "tests/golden_samples/cross_build.h"
#include "tests/golden_samples/expected_chain.h"
#include "tests/golden_samples/folder_symbolication.h"
#include "tests/support/crash_dump.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace faultline;
using namespace faultline::test;

class TestEmulatedStacks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void showsEveryFrame_data();
    void showsEveryFrame();
    void coreFileShowsTheSame_data();
    void coreFileShowsTheSame();
    void breakpadSymbolsAreEnough_data();
    void breakpadSymbolsAreEnough();

private:
    struct Means
    {
        std::vector<std::byte> (*write)(const CrashedProcess&) = writeDataMinidump;
        bool hasOnlySymbols = false; ///< Breakpad's, in the place of the program.
    };

    void compare(std::size_t sample, const CrossVariant& variant, const Means& means);
};

namespace {

const std::filesystem::path kSamples = std::filesystem::path(FL_TESTS_DIR) / "samples";

enum class Extent : std::uint8_t {
    Whole,   ///< The chain is the whole stack.
    FromTop, ///< The chain stands on top.
    Within,  ///< Below the frames in which the C library ends the program.
};

struct Sample
{
    const char* name;
    Extent extent = Extent::Whole;
    const char* argument = "";
    int caughtSignal = 0;
};

constexpr std::array kAll{
    Sample{"null_write", Extent::FromTop},
    Sample{"uncaught_exception", Extent::Within},
    Sample{"failed_assert", Extent::Within},
    Sample{"stack_overflow", Extent::FromTop},
    Sample{"second_thread", Extent::FromTop},
    Sample{"scenarios/deep_inlines"},
    Sample{"scenarios/templates"},
    Sample{"scenarios/destructor_in_unwinding"},
    Sample{"scenarios/catch_handler"},
    Sample{"scenarios/signal_handler", Extent::Whole, "", SIGILL},
    Sample{"scenarios/signal_handler", Extent::Whole, "alternate", SIGILL},
    Sample{"scenarios/bad_call"},
    Sample{"scenarios/bad_call", Extent::Whole, "unmapped"},
    Sample{"scenarios/noreturn_last"},
    Sample{"scenarios/cold_part"},
    Sample{"scenarios/c_thread"},
    Sample{"scenarios/big_frame"},
    Sample{"scenarios/qsort_callback"},
    Sample{"scenarios/coroutine"},
    Sample{"scenarios/own_stack"},
};

QString
difference(const std::vector<Frame>& frames, const std::vector<ExpectedFrame>& chain, Extent extent)
{
    return extent == Extent::Whole ? compareWholeStack(frames, chain)
                                   : compareChain(frames, chain, extent == Extent::FromTop);
}

} // namespace

void TestEmulatedStacks::initTestCase()
{
    const auto package = missingCrossPackage();
    if (package.isEmpty())
        return;
    if (qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS"))
        QFAIL(qPrintable(QStringLiteral("%1 is needed to run the samples for ARM").arg(package)));
    QSKIP(qPrintable(QStringLiteral("%1 is not installed").arg(package)));
}

void TestEmulatedStacks::showsEveryFrame_data()
{
    QTest::addColumn<int>("sample");
    QTest::addColumn<int>("variant");
    const auto variants = crossBuildVariants();
    for (std::size_t s = 0; s < kAll.size(); ++s) {
        for (std::size_t v = 0; v < variants.size(); ++v)
            QTest::newRow(qPrintable(QStringLiteral("%1 %2, %3")
                                         .arg(kAll[s].name, kAll[s].argument, variants[v].name())))
                << static_cast<int>(s) << static_cast<int>(v);
    }
}

void TestEmulatedStacks::showsEveryFrame()
{
    QFETCH(int, sample);
    QFETCH(int, variant);
    compare(static_cast<std::size_t>(sample),
            crossBuildVariants()[static_cast<std::size_t>(variant)], {});
}

void TestEmulatedStacks::coreFileShowsTheSame_data()
{
    QTest::addColumn<int>("sample");
    QTest::addColumn<int>("variant");
    const auto variants = crossBuildVariants();
    for (std::size_t s = 0; s < kAll.size(); s += 4) {
        for (const std::size_t v : {variants.size() / 2, variants.size() - 1})
            QTest::newRow(qPrintable(QStringLiteral("%1 %2, %3")
                                         .arg(kAll[s].name, kAll[s].argument, variants[v].name())))
                << static_cast<int>(s) << static_cast<int>(v);
    }
}

void TestEmulatedStacks::coreFileShowsTheSame()
{
    QFETCH(int, sample);
    QFETCH(int, variant);
    compare(static_cast<std::size_t>(sample),
            crossBuildVariants()[static_cast<std::size_t>(variant)], {.write = writeCore});
}

void TestEmulatedStacks::breakpadSymbolsAreEnough_data()
{
    QTest::addColumn<int>("sample");
    QTest::addColumn<int>("variant");
    const auto variants = crossBuildVariants();
    for (std::size_t s = 0; s < kAll.size(); ++s) {
        // Only the code shows where such a stack ends.
        if (std::string_view(kAll[s].name) == "scenarios/own_stack")
            continue;
        for (const std::size_t v : {variants.size() / 2, variants.size() - 1})
            QTest::newRow(qPrintable(QStringLiteral("%1 %2, %3")
                                         .arg(kAll[s].name, kAll[s].argument, variants[v].name())))
                << static_cast<int>(s) << static_cast<int>(v);
    }
}

void TestEmulatedStacks::breakpadSymbolsAreEnough()
{
    QFETCH(int, sample);
    QFETCH(int, variant);
    compare(static_cast<std::size_t>(sample),
            crossBuildVariants()[static_cast<std::size_t>(variant)], {.hasOnlySymbols = true});
}

void TestEmulatedStacks::compare(std::size_t sample,
                                 const CrossVariant& variant,
                                 const Means& means)
{
    const auto& chosen = kAll[sample];
    const QTemporaryDir folder;
    const auto source = kSamples / (std::string(chosen.name) + ".cpp");
    const auto program = std::filesystem::path(folder.path().toStdString()) / "sample";
    const auto problem = buildForArm(variant, QString::fromStdString(source.string()),
                                     QString::fromStdString(program.string()));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));

    Emulation emulation{variant.cpu, program, {}, chosen.caughtSignal};
    if (*chosen.argument != '\0')
        emulation.arguments.emplace_back(chosen.argument);
    std::string why;
    const auto crashed = emulateUntilCrash(emulation, why);
    QVERIFY2(crashed, why.c_str());
    const auto dump = means.write(*crashed);
    const auto failure = means.hasOnlySymbols ? replaceBySymbols(program) : std::string();
    QVERIFY2(failure.empty(), failure.c_str());
    const auto report =
        symbolicateWithFolder(ByteView::fromVector(dump), folder.path().toStdString());
    QVERIFY2(report, report ? "" : report.error().describe().c_str());
    QVERIFY((*report)->event->requestingThread);
    const auto& stack = *(*report)->stacks[*(*report)->event->requestingThread];
    const auto chain = readChain(kSamples / (std::string(chosen.name) + ".chain"));
    const auto wrong = difference(stack.frames, chain, chosen.extent);
    // Longer than a failure's message in the test log may be.
    if (!wrong.isEmpty())
        qWarning("%s%s: %s", qPrintable(wrong), stackEndName(stack.end).data(),
                 stack.endNote.c_str());
    QVERIFY(wrong.isEmpty());
}

QTEST_GUILESS_MAIN(TestEmulatedStacks)
#include "tst_emulated_stacks.moc"
