// SPDX-License-Identifier: GPL-3.0-or-later
// Crashes of our own programs on Windows, taken under Wine by tests/samples/make_windows.py: built
// for amd64 and x86, with PDBs and with DWARF. Every frame of the program must be found, and no
// other. The system's frames follow; their files are not part of the corpus.
#include "core/base/file.h"
#include "core/packing/zip_archive.h"
#include "tests/golden_samples/expected_chain.h"
#include "tests/golden_samples/folder_symbolication.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace faultline;
using namespace faultline::test;

namespace {

const std::filesystem::path kTests = FL_TESTS_DIR;
const std::filesystem::path kStacks = kTests / "corpora" / "windows_stacks";
constexpr std::uint64_t kMostFileBytes = 16 << 20;

/// Returns the archive of each scenario: for each build a folder with the dump, the program and its
/// debug files.
std::vector<std::filesystem::path> archives()
{
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator(kStacks)) {
        if (entry.path().extension() == ".zip")
            all.push_back(entry.path());
    }
    std::ranges::sort(all);
    return all;
}

Result<packing::ZipArchive> openArchive(const std::filesystem::path& path)
{
    FL_TRY(auto bytes, readFile(path, kMostFileBytes));
    return packing::ZipArchive::open(std::move(bytes));
}

/// Puts one folder of the archive into `target`.
Result<void> unpack(const packing::ZipArchive& archive,
                    const std::string& folder,
                    const std::filesystem::path& target)
{
    for (const auto& entry : archive.entries()) {
        if (!entry.name.starts_with(folder + "/"))
            continue;
        FL_TRY(const auto bytes, archive.read(entry, kMostFileBytes));
        std::ofstream file(target / std::filesystem::path(entry.name).filename(), std::ios::binary);
        file << bytes.text();
    }
    return {};
}

/// "bad_call-data" is bad_call with the argument "data". Some scenarios are shared with Linux. The
/// function that calls main differs by build.
std::vector<ExpectedFrame> chainOf(const std::string& scenario, const std::string& build)
{
    const auto name = scenario.substr(0, scenario.find('-')) + ".chain";
    const auto windows = kTests / "samples" / "windows";
    const auto own = windows / name;
    const bool isMingw = build.contains("dwarf");
    const bool isOwn = std::filesystem::exists(own);
    return readChain(
        isOwn ? own : kTests / "samples" / "scenarios" / name,
        {{"process_start", windows / (isMingw ? "mingw_start.chain" : "sample_start.chain")}});
}

/// Returns an empty text, or the reason for a failure.
std::string keepSymbolsOnly(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files.push_back(entry.path());
    const auto isProgram = [](const std::filesystem::path& file) {
        return file.extension() == ".exe" || file.extension() == ".dll";
    };
    for (const auto& file : files) {
        const auto failure = isProgram(file) ? replaceBySymbols(file) : std::string();
        if (!failure.empty())
            return failure;
    }
    for (const auto& file : files) {
        if (file.extension() != ".dmp" && !isProgram(file))
            std::filesystem::remove(file);
    }
    return {};
}

} // namespace

class TestWindowsStacks : public QObject
{
    Q_OBJECT

private slots:
    void showsEveryFrameOfTheProgram_data();
    void showsEveryFrameOfTheProgram();

    void breakpadSymbolsAreEnough_data() { showsEveryFrameOfTheProgram_data(); }

    void breakpadSymbolsAreEnough();

private:
    enum class Left : std::uint8_t { Program, BreakpadSymbols };

    static void compareStack(const std::string& scenario, const std::string& build, Left left);
};

void TestWindowsStacks::showsEveryFrameOfTheProgram_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("build");
    for (const auto& path : archives()) {
        const auto archive = openArchive(path);
        QVERIFY2(archive.has_value(), path.c_str());
        std::set<std::string> builds;
        for (const auto& entry : archive->entries())
            builds.insert(std::filesystem::path(entry.name).parent_path().string());
        for (const auto& build : builds)
            QTest::addRow("%s, %s", path.stem().c_str(), build.c_str())
                << QString::fromStdString(path.stem().string()) << QString::fromStdString(build);
    }
}

void TestWindowsStacks::showsEveryFrameOfTheProgram()
{
    QFETCH(QString, scenario);
    QFETCH(QString, build);
    compareStack(scenario.toStdString(), build.toStdString(), Left::Program);
}

void TestWindowsStacks::breakpadSymbolsAreEnough()
{
    QFETCH(QString, scenario);
    QFETCH(QString, build);
    compareStack(scenario.toStdString(), build.toStdString(), Left::BreakpadSymbols);
}

void TestWindowsStacks::compareStack(const std::string& scenario,
                                     const std::string& build,
                                     Left left)
{
    const QTemporaryDir folder;
    const auto place = std::filesystem::path(folder.path().toStdString());
    const auto archive = openArchive(kStacks / (scenario + ".zip"));
    QVERIFY(archive.has_value());
    const auto unpacked = unpack(*archive, build, place);
    QVERIFY2(unpacked, unpacked ? "" : unpacked.error().describe().c_str());

    const auto failure = left == Left::BreakpadSymbols ? keepSymbolsOnly(place) : std::string();
    QVERIFY2(failure.empty(), failure.c_str());

    const auto dump = mapForeignFile(place / "sample.dmp");
    QVERIFY(dump.has_value());
    const auto report = symbolicateWithFolder(*dump, place);
    QVERIFY2(report, report ? "" : report.error().describe().c_str());
    QVERIFY((*report)->event->requestingThread);
    const auto& stack = *(*report)->stacks[*(*report)->event->requestingThread];
    const auto wrong = compareWholeStack(stack.frames, chainOf(scenario, build));
    // Longer than a failure's message in the test log may be.
    if (!wrong.isEmpty())
        qWarning("%s", qPrintable(wrong));
    QVERIFY(wrong.isEmpty());
}

QTEST_GUILESS_MAIN(TestWindowsStacks)
#include "tst_windows_stacks.moc"
