// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/report/candidate_text.h"
#include "core/symbolicate/options/module_files.h"
#include "tests/support/core_builder.h"
#include "tests/support/crash_scene.h"
#include "tests/support/elf_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace faultline;
using namespace faultline::test;

/// Modules without an id in the crash file, as Go, distributions with musl, and --build-id=none
/// make them.
class TestUnidentifiedModules : public QObject
{
    Q_OBJECT

private slots:
    void firstPageIdentifies_data();
    void firstPageIdentifies();
    void textIdentifies_data();
    void textIdentifies();
    void dataIdentifyAStaticProgram_data();
    void dataIdentifyAStaticProgram();
    void userChoosesTheFile_data();
    void userChoosesTheFile();
    void instructionsOfAStrippedFileCount_data();
    void instructionsOfAStrippedFileCount();
    void imageInMemoryServes_data();
    void imageInMemoryServes();
    void modulesAreCalled_data();
    void modulesAreCalled();
};

namespace {

constexpr std::uint64_t kBase = 0x400000;
constexpr std::uint64_t kEntry = 0x10; // In the header.
constexpr std::uint64_t kSectionTable = 0x28;

/// A program without build id; its function covers the whole of it.
CoreBuilder::Bytes program()
{
    ElfBuilder elf;
    elf.add(ElfBuilder::Section{
        .name = ".text", .flags = 6, .address = 0x80, .content = CoreBuilder::Bytes(0x100)});
    elf.addSymbols(".symtab", 2, {{.name = "crashing", .value = 0x80, .sizeBytes = 0x100}});
    elf.add(ElfBuilder::Segment{});
    return elf.build();
}

/// The loader does not map section headers. Without them the memory is not a complete object file.
std::size_t mappedBytes(const CoreBuilder::Bytes& file)
{
    return std::to_integer<std::size_t>(file[kSectionTable]) |
           std::to_integer<std::size_t>(file[kSectionTable + 1]) << 8;
}

enum class Page { Same, Stripped, Other, Undumped };

EventPtr crashOf(const std::string& path, Page page)
{
    auto memory = program();
    memory.resize(mappedBytes(memory));
    if (page == Page::Stripped)
        memory[kSectionTable] ^= std::byte{0xff};
    if (page == Page::Other)
        memory[kEntry + 8] ^= std::byte{0xff};
    CoreBuilder core;
    core.addThread(7, 11, {{"rip", kBase + 0x90}, {"rsp", 0x7ff00000}});
    core.addFiles({{kBase, kBase + 0x1000, 0, path}});
    core.addMemory({.address = kBase,
                    .bytes = page == Page::Undumped ? CoreBuilder::Bytes() : memory,
                    .memoryBytes = 0x1000,
                    .flags = 5});
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(0x100)});
    const auto event = intake::readEvent(ByteView::copyOf(core.bytes()), {});
    return event ? *event : nullptr;
}

std::string writeProgram(const QTemporaryDir& folder)
{
    const auto path = folder.filePath("app").toStdString();
    const auto bytes = program();
    std::ofstream(path).write(reinterpret_cast<const char*>(bytes.data()),
                              static_cast<std::streamsize>(bytes.size()));
    return path;
}

const Candidate& fetchedCandidate(const ModuleReport& module)
{
    static const Candidate kNone;
    const auto found =
        std::ranges::find(module.candidates, DownloadStatus::Ok, &Candidate::download);
    return found == module.candidates.end() ? kNone : *found;
}

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

} // namespace

void TestUnidentifiedModules::firstPageIdentifies_data()
{
    QTest::addColumn<int>("page");
    // The file is found by name in the folder, otherwise at the recorded path.
    QTest::addColumn<bool>("inFolder");
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("identity");
    QTest::addColumn<QString>("use");
    const QString proof = "identified by its first page in the dump's memory";
    const QString other = "wrong build: its first page is not that in the dump's memory";
    const QString unknown = "not used: the dump has neither an id of the module nor its first page";
    const auto row = [](const char* name, Page page, bool inFolder) -> QTestData& {
        return QTest::newRow(name) << static_cast<int>(page) << inFolder;
    };
    row("at the recorded path", Page::Same, false) << "crashing" << "" << proof;
    row("stripped since", Page::Stripped, false) << "crashing" << "" << proof;
    row("another build there", Page::Other, false) << "" << other << "not used";
    row("page not dumped", Page::Undumped, false) << "" << "" << unknown;
    row("in a folder", Page::Same, true) << "crashing" << "" << proof;
    row("another build in a folder", Page::Other, true) << "" << other << "not used";
}

void TestUnidentifiedModules::firstPageIdentifies()
{
    QFETCH(int, page);
    QFETCH(bool, inFolder);
    const QTemporaryDir folder;
    const auto path = writeProgram(folder);
    engine::EngineConfig config;
    config.computeThreads = 2;
    symbolicate::SymbolicateOptions options;
    options.applySourceContext = false;
    if (inFolder) {
        sources::SourceConfig source;
        source.id = "folder";
        source.where = sources::FolderSource{folder.path().toStdString()};
        config.sources = {source};
    } else {
        options.useLocalFiles = true;
    }
    engine::Engine engine(std::move(config), silentLog(), nullptr);
    const auto event = crashOf(inFolder ? "/gone/app" : path, static_cast<Page>(page));
    QVERIFY(event);
    const auto report = engine.run(event, options, {});
    QVERIFY(report.has_value());
    const auto& module = *(*report)->modules.at(0);
    const auto& candidate = fetchedCandidate(module);
    QTEST(text((*report)->stacks[0]->frames.at(0).position.function.value_or("")), "function");
    QTEST(text(report::identityWords(candidate.identity)), "identity");
    QTEST(text(report::useWords(candidate)), "use");
    const bool isFound = module.debugStatus == ObjectFileStatus::Found;
    QCOMPARE(text(module.debugDetails), QString(isFound ? "" : "no source has a usable file"));
    QVERIFY(!module.wrongBuild);
}

void TestUnidentifiedModules::textIdentifies_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<QString>("function");
    QTest::newRow("folded by Breakpad") << 0 << "crashing";
    QTest::newRow("folded by Facebook") << 0x100 % 255 << "crashing";
    QTest::newRow("another text") << 0x55 << "";
}

/// Clients make an id from .text where a program has none; a file with it is the module's.
void TestUnidentifiedModules::textIdentifies()
{
    QFETCH(int, seed);
    const QTemporaryDir folder;
    auto file = program();
    const auto path = folder.filePath("app").toStdString();
    constexpr std::size_t kTextAt = 0x80;
    std::array<std::byte, 16> lanes{};
    lanes.fill(static_cast<std::byte>(seed));
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        file[kTextAt + i] = static_cast<std::byte>(i + 1);
        lanes[i] ^= file[kTextAt + i];
    }
    std::ofstream(path).write(reinterpret_cast<const char*>(file.data()),
                              static_cast<std::streamsize>(file.size()));
    engine::EngineConfig config;
    config.computeThreads = 2;
    sources::SourceConfig source;
    source.id = "folder";
    source.where = sources::FolderSource{folder.path().toStdString()};
    config.sources = {source};
    engine::Engine engine(std::move(config), silentLog(), nullptr);
    auto event = *crashOf("/gone/app", Page::Undumped);
    event.modules.at(0).debugId = DebugId::fromBuildId(lanes, std::endian::little);
    event.modules.at(0).codeId = CodeId::fromBinary(lanes);
    const auto report = engine.run(std::make_shared<Event>(std::move(event)), {}, {});
    QVERIFY(report.has_value());
    QTEST(text((*report)->stacks[0]->frames.at(0).position.function.value_or("")), "function");
}

namespace {

constexpr std::uint64_t kCodeAddress = 0x10000;
constexpr std::uint64_t kDataAddress = 0x20000;

/// Linked at a fixed address, without a dynamic section: code, and a table of pointers to it.
CoreBuilder::Bytes staticProgram(std::size_t pointers)
{
    ByteAssembler table;
    for (std::size_t i = 0; i < pointers; ++i)
        table.u64(kCodeAddress + i).u64(i);
    ElfBuilder elf;
    elf.type(2).machine(62);
    elf.add(ElfBuilder::Section{.name = ".text",
                                .flags = 6,
                                .address = kCodeAddress,
                                .content = CoreBuilder::Bytes(0x100)});
    elf.add(ElfBuilder::Section{
        .name = ".data.rel.ro", .flags = 3, .address = kDataAddress, .content = table.finish()});
    elf.addSymbols(".symtab", 2, {{.name = "crashing", .value = kCodeAddress, .sizeBytes = 0x100}});
    elf.add(ElfBuilder::Segment{.flags = 5, .address = kCodeAddress, .section = 0});
    elf.add(ElfBuilder::Segment{.flags = 6, .address = kDataAddress, .section = 1});
    return elf.build();
}

} // namespace

void TestUnidentifiedModules::dataIdentifyAStaticProgram_data()
{
    QTest::addColumn<int>("pointers"); // In the file.
    QTest::addColumn<int>("dumped");   // Of them in the dump.
    QTest::addColumn<int>("changed");  // Of the dumped ones.
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("note");
    const auto row = [](const char* name, int pointers, int dumped, int changed) -> QTestData& {
        return QTest::newRow(name) << pointers << dumped << changed;
    };
    const QString proof = "identified by its data in the dump's memory";
    const QString other = "wrong build: its data are not those in the dump's memory, not used";
    const QString unknown = "not used: the dump has neither an id of the module nor its first page "
                            "or its data; --module names its file";
    row("all as in the file", 40, 40, 0) << "crashing" << proof;
    row("a few replaced at the start", 40, 40, 4) << "crashing" << proof;
    row("another build", 40, 40, 5) << "" << other;
    row("some dumped", 40, 16, 0) << "crashing" << proof;
    row("too few dumped", 40, 15, 0) << "" << unknown;
    row("too few in the file", 15, 15, 0)
        << "" << "not used: the dump has neither an id of the module nor its first page";
}

/// A core without the pages of the program's file.
void TestUnidentifiedModules::dataIdentifyAStaticProgram()
{
    QFETCH(int, pointers);
    QFETCH(int, dumped);
    QFETCH(int, changed);
    const QTemporaryDir folder;
    const auto path = folder.filePath("app").toStdString();
    const auto file = staticProgram(static_cast<std::size_t>(pointers));
    std::ofstream(path).write(reinterpret_cast<const char*>(file.data()),
                              static_cast<std::streamsize>(file.size()));
    ByteAssembler data;
    for (int i = 0; i < dumped; ++i)
        data.u64(kCodeAddress + static_cast<std::uint64_t>(i) + (i < changed ? 1 : 0))
            .u64(static_cast<std::uint64_t>(i));
    CoreBuilder core;
    core.addThread(7, 11, {{"rip", kCodeAddress + 0x10}, {"rsp", 0x7ff00000}});
    core.addFiles({{kCodeAddress, kCodeAddress + 0x1000, 0, path},
                   {kDataAddress, kDataAddress + 0x1000, 1, path}});
    core.addMemory({.address = kCodeAddress, .bytes = {}, .memoryBytes = 0x1000, .flags = 5});
    core.addMemory({.address = kDataAddress, .bytes = data.finish(), .memoryBytes = 0x1000});
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(0x100)});
    const auto event = intake::readEvent(ByteView::copyOf(core.bytes()), {});
    QVERIFY(event.has_value());
    engine::EngineConfig config;
    config.computeThreads = 2;
    symbolicate::SymbolicateOptions options;
    options.applySourceContext = false;
    options.useLocalFiles = true;
    engine::Engine engine(std::move(config), silentLog(), nullptr);
    const auto report = engine.run(*event, options, {});
    QVERIFY(report.has_value());
    const auto& candidate = fetchedCandidate(*(*report)->modules.at(0));
    QTEST(text((*report)->stacks[0]->frames.at(0).position.function.value_or("")), "function");
    const auto identity = report::identityWords(candidate.identity);
    const auto use = report::useWords(candidate);
    const bool both = !identity.empty() && !use.empty();
    QTEST(text(concat(identity, both ? ", " : "", use)), "note");
}

void TestUnidentifiedModules::userChoosesTheFile_data()
{
    QTest::addColumn<int>("page");
    QTest::addColumn<bool>("inConfig");
    QTest::addColumn<bool>("wrongBuild");
    QTest::newRow("nothing to compare") << static_cast<int>(Page::Undumped) << false << false;
    QTest::newRow("nothing to compare, in the configuration")
        << static_cast<int>(Page::Undumped) << true << false;
    QTest::newRow("contradicted") << static_cast<int>(Page::Other) << false << true;
}

void TestUnidentifiedModules::userChoosesTheFile()
{
    QFETCH(int, page);
    QFETCH(bool, inConfig);
    QFETCH(bool, wrongBuild);
    const QTemporaryDir folder;
    const std::vector<symbolicate::ModuleFile> chosen{{"renamed", writeProgram(folder)}};
    engine::EngineConfig config;
    config.computeThreads = 2;
    symbolicate::SymbolicateOptions options;
    options.applySourceContext = false;
    (inConfig ? config.moduleFiles : options.moduleFiles) = chosen;
    engine::Engine engine(std::move(config), silentLog(), nullptr);
    const auto report = engine.run(crashOf("/gone/renamed", static_cast<Page>(page)), options, {});
    QVERIFY(report.has_value());
    const auto& module = *(*report)->modules.at(0);
    const auto& frame = (*report)->stacks[0]->frames.at(0);
    QCOMPARE(text(frame.position.function.value_or("")), QString("crashing"));
    QCOMPARE(frame.asNative()->fromWrongBuild, wrongBuild);
    QCOMPARE(module.wrongBuild.has_value(), wrongBuild);
    const auto& candidate = fetchedCandidate(module);
    QCOMPARE(text(candidate.source), QString("located file"));
    QCOMPARE(candidate.outcome.kind, OutcomeKind::Chosen);
    QCOMPARE(candidate.identity.isWrongBuild(), wrongBuild);
}

void TestUnidentifiedModules::imageInMemoryServes_data()
{
    QTest::addColumn<int>("missing"); // Bytes at the end of the image.
    QTest::addColumn<bool>("found");
    QTest::newRow("whole") << 0 << true;
    QTest::newRow("without its end") << 8 << false;
}

void TestUnidentifiedModules::instructionsOfAStrippedFileCount_data()
{
    QTest::addColumn<bool>("hasFile");
    QTest::addColumn<quint64>("caller");
    QTest::newRow("the file is here") << true << quint64{kBase + 0x1200};
    QTest::newRow("no file: any word") << false << quint64{kBase + 0x1300};
}

/// A file without symbols and unwind data, like Go's stripped programs. The dump has the first
/// page.
void TestUnidentifiedModules::instructionsOfAStrippedFileCount()
{
    QFETCH(bool, hasFile);
    CoreBuilder::Bytes code(0x2000, std::byte{0x90});
    code[0x1200 - 0x80 - 5] = std::byte{0xe8}; // In front of 0x1200, a call.
    ElfBuilder elf;
    elf.add(ElfBuilder::Section{
        .name = ".text", .flags = 6, .address = 0x80, .content = std::move(code)});
    elf.add(ElfBuilder::Segment{});
    const auto file = elf.build();
    const QTemporaryDir folder;
    const auto path = folder.filePath("app").toStdString();
    if (hasFile)
        std::ofstream(path).write(reinterpret_cast<const char*>(file.data()),
                                  static_cast<std::streamsize>(file.size()));
    CoreBuilder core;
    core.addThread(7, 11, {{"rip", kBase + 0x1100}, {"rsp", 0x7ff00000}, {"rbp", 0}});
    core.addFiles({{kBase, kBase + 0x3000, 0, path}});
    core.addMemory({.address = kBase,
                    .bytes = CoreBuilder::Bytes(file.begin(), file.begin() + 0x1000),
                    .memoryBytes = 0x3000,
                    .flags = 5});
    auto stack = CoreBuilder::Bytes(0x100);
    for (const auto& [at, low] : {std::pair(0x10, 0x13), std::pair(0x20, 0x12)}) {
        stack[at + 1] = static_cast<std::byte>(low);
        stack[at + 2] = std::byte{0x40};
    }
    core.addMemory({.address = 0x7ff00000, .bytes = stack});
    const auto event = intake::readEvent(ByteView::copyOf(core.bytes()), {});
    QVERIFY(event.has_value());
    engine::EngineConfig config;
    config.computeThreads = 2;
    symbolicate::SymbolicateOptions options;
    options.useLocalFiles = true;
    engine::Engine engine(std::move(config), silentLog(), nullptr);
    const auto report = engine.run(*event, options, {});
    QVERIFY(report.has_value());
    const auto& frames = (*report)->stacks[0]->frames;
    QVERIFY(frames.size() >= 2);
    QTEST(quint64{frames[1].asNative()->pc}, "caller");
}

/// For example the vDSO: no file of it exists, but the core contains all of it.
void TestUnidentifiedModules::imageInMemoryServes()
{
    QFETCH(int, missing);
    QFETCH(bool, found);
    auto memory = program();
    memory.resize(memory.size() - static_cast<std::size_t>(missing));
    CoreBuilder core;
    core.addThread(7, 11, {{"rip", kBase + 0x90}, {"rsp", 0x7ff00000}});
    core.addAuxv({{33, kBase}}); // AT_SYSINFO_EHDR
    core.addFiles({{0x900000, 0x901000, 0, "/opt/data"}});
    core.addMemory({.address = kBase, .bytes = memory, .memoryBytes = 0x1000, .flags = 5});
    core.addMemory({.address = 0x7ff00000, .bytes = CoreBuilder::Bytes(0x100)});
    const auto event = intake::readEvent(ByteView::copyOf(core.bytes()), {});
    QVERIFY(event.has_value());
    engine::EngineConfig config;
    config.computeThreads = 2;
    symbolicate::SymbolicateOptions options;
    options.applySourceContext = false;
    engine::Engine engine(std::move(config), silentLog(), nullptr);
    const auto report = engine.run(*event, options, {});
    QVERIFY(report.has_value());
    const auto& module = *(*report)->modules.at(0);
    QCOMPARE(text(module.module.codeFile.value_or("")), QString("[vdso]"));
    QVERIFY2((module.debugStatus == ObjectFileStatus::Found) == found, module.debugDetails.c_str());
    QCOMPARE(text((*report)->stacks[0]->frames.at(0).position.function.value_or("")),
             QString(found ? "crashing" : ""));
    QCOMPARE(text(fetchedCandidate(module).source),
             QString(found ? "memory of the crash file" : ""));
}

void TestUnidentifiedModules::modulesAreCalled_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("fits");
    QTest::newRow("file name") << "app.exe" << true;
    QTest::newRow("path") << "/opt/app.exe" << true;
    QTest::newRow("debug file") << "app.pdb" << true;
    QTest::newRow("address") << "0x400000" << true;
    QTest::newRow("another address") << "0x40000" << false;
    QTest::newRow("part of the name") << "app" << false;
    QTest::newRow("nothing") << "" << false;
}

void TestUnidentifiedModules::modulesAreCalled()
{
    QFETCH(QString, name);
    EventModule module;
    module.address = 0x400000;
    module.codeFile = "/opt/app.exe";
    module.debugFile = "C:\\build\\app.pdb";
    QTEST(symbolicate::isCalled(module, name.toStdString()), "fits");
}

QTEST_GUILESS_MAIN(TestUnidentifiedModules)
#include "tst_unidentified_modules.moc"
