// SPDX-License-Identifier: GPL-3.0-or-later
// Builds every sample crash program with every compiler and option, crashes it, writes a minidump
// (for one option set a core file as well),
// symbolicates that through the engine with the build folder as the only source, and compares with
// the chain that the program's source prescribes.
#include "tests/golden_samples/expected_chain.h"
#include "tests/golden_samples/folder_symbolication.h"
#include "tests/golden_samples/sample_build.h"
#include "tests/support/crash_dump.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

const std::filesystem::path kSamples = std::filesystem::path(FL_TESTS_DIR) / "samples";

struct Sample
{
    const char* name;
    bool fromTop;  ///< The chain begins with the crashing frame; otherwise the C library's abort
                   ///< path stands above it.
    bool isShared; ///< Linked dynamically against its own library.
};

constexpr std::array kAllSamples{
    Sample{"null_write", true, false},     Sample{"uncaught_exception", false, false},
    Sample{"failed_assert", false, false}, Sample{"stack_overflow", true, false},
    Sample{"second_thread", true, false},  Sample{"shared_library", true, true},
};

} // namespace

class TestSampleChains : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void showsTheChainOfTheSource_data();
    void showsTheChainOfTheSource();
    void showsTheChainFromACoreFile_data();
    void showsTheChainFromACoreFile();

private:
    void build(const Sample& sample, const BuildVariant& variant, const QString& folder);
    void compare(const Sample& program,
                 const BuildVariant& variant,
                 std::vector<std::byte> (*write)(const CrashedProcess&));
};

void TestSampleChains::initTestCase()
{
    const auto tool = missingNativeTool();
    if (tool.isEmpty())
        return;
    if (qEnvironmentVariableIsSet("FAULTLINE_REQUIRE_TOOLS"))
        QFAIL(qPrintable(QStringLiteral("%1 is needed to build the sample programs").arg(tool)));
    QSKIP(qPrintable(QStringLiteral("%1 is not installed").arg(tool)));
}

void TestSampleChains::build(const Sample& sample,
                             const BuildVariant& variant,
                             const QString& folder)
{
    const auto source = [](const std::string& file) {
        return QString::fromStdString((kSamples / file).string());
    };
    QStringList arguments = variant.flags();
    if (sample.isShared) {
        const auto problem =
            runTool(variant.compiler,
                    variant.flags() + QStringList{"-fPIC", "-shared", "-o",
                                                  folder + "/libsample.so", source("library.cpp")});
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        arguments += {"-L" + folder, "-Wl,-rpath," + folder};
    } else {
        arguments += {"-static", "-pthread"};
    }
    arguments += {"-o", folder + "/" + sample.name, source(std::string(sample.name) + ".cpp")};
    if (sample.isShared)
        arguments += "-lsample";
    const auto problem = runTool(variant.compiler, arguments);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void TestSampleChains::showsTheChainOfTheSource_data()
{
    QTest::addColumn<int>("sample");
    QTest::addColumn<int>("variant");
    const auto all = nativeBuildVariants();
    for (std::size_t s = 0; s < kAllSamples.size(); ++s) {
        for (std::size_t v = 0; v < all.size(); ++v)
            QTest::newRow(
                qPrintable(QStringLiteral("%1, %2").arg(kAllSamples[s].name, all[v].name())))
                << static_cast<int>(s) << static_cast<int>(v);
    }
}

void TestSampleChains::showsTheChainOfTheSource()
{
    QFETCH(int, sample);
    QFETCH(int, variant);
    compare(kAllSamples[static_cast<std::size_t>(sample)],
            nativeBuildVariants()[static_cast<std::size_t>(variant)], writeMinidump);
}

void TestSampleChains::showsTheChainFromACoreFile_data()
{
    QTest::addColumn<int>("sample");
    for (std::size_t s = 0; s < kAllSamples.size(); ++s)
        QTest::newRow(kAllSamples[s].name) << static_cast<int>(s);
}

void TestSampleChains::showsTheChainFromACoreFile()
{
    QFETCH(int, sample);
    compare(kAllSamples[static_cast<std::size_t>(sample)],
            {.compiler = "g++", .optimisation = "-O2", .width = "-m64", .framePointers = false},
            writeCore);
}

void TestSampleChains::compare(const Sample& program,
                               const BuildVariant& variant,
                               std::vector<std::byte> (*write)(const CrashedProcess&))
{
    const QTemporaryDir folder;
    build(program, variant, folder.path());
    if (QTest::currentTestFailed())
        return;

    std::string why;
    const auto crashed =
        runUntilCrash(std::filesystem::path(folder.path().toStdString()) / program.name, {}, why);
    QVERIFY2(crashed, why.c_str());
    const auto report =
        symbolicateWithFolder(ByteView::fromVector(write(*crashed)), folder.path().toStdString());
    QVERIFY2(report, report ? "" : report.error().describe().c_str());

    QVERIFY((*report)->event->requestingThread);
    const auto& frames = (*report)->stacks[*(*report)->event->requestingThread]->frames;
    const auto chain = readChain(kSamples / (std::string(program.name) + ".chain"));
    const QString difference = compareChain(frames, chain, program.fromTop);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

QTEST_GUILESS_MAIN(TestSampleChains)
#include "tst_sample_chains.moc"
