// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/report/json_report.h"
#include "tests/support/crash_scene.h"
#include "tests/support/elf_builder.h"
#include "tests/support/loopback_server.h"
#include "tests/support/object_store_servers.h"
#include "tests/support/split_dwarf_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::test;

/// Debug info that needs other files. They are looked for like any object, and the report shows
/// what was tried and what is missing.
class TestCompanionLookup : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void splitUnits_data();
    void splitUnits();
    void supplementaryFile_data();
    void supplementaryFile();
    void supplementaryFileOfASentryProject();
    void debugLink_data();
    void debugLink();
    void packageOfALinkedDebugFile_data();
    void packageOfALinkedDebugFile();
    void packageThatComesLaterIsFoundOnRetry();
    void failedNameMapsAreCandidates_data();
    void failedNameMapsAreCandidates();

private:
    void write(const std::string& name, const std::vector<std::byte>& bytes) const
    {
        const auto path = std::filesystem::path(m_dir->path().toStdString()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream file(path, std::ios::binary);
        for (const auto byte : bytes)
            file.put(static_cast<char>(byte));
    }

    std::unique_ptr<engine::Engine> engine(std::vector<sources::SourceConfig> more = {}) const
    {
        sources::SourceConfig folder;
        folder.id = "folder";
        folder.where = sources::FolderSource{m_dir->path().toStdString()};
        engine::EngineConfig config;
        config.sources = std::move(more);
        config.sources.insert(config.sources.begin(), std::move(folder));
        config.computeThreads = 2;
        return std::make_unique<engine::Engine>(std::move(config), silentLog(), nullptr);
    }

    static ReportPtr run(engine::Engine& engine, bool retries = false)
    {
        symbolicate::SymbolicateOptions options;
        options.applySourceContext = false;
        options.retryFailed = retries;
        const auto report =
            engine.run(scene::event({scene::frame(scene::kBase + 0x1010)}), options, {});
        return report ? *report : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

constexpr std::string_view kBuildId =
    "\xf1\xc3\xbc\xc0\x27\x98\x65\xfe\x30\x58\x40\x4b\x28\x31\xd9\xe6\x41\x35\x38\x6c";
constexpr std::string_view kSupplementaryId =
    "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14";
constexpr std::uint64_t kAllocExec = 6;

void addSections(ElfBuilder& elf, const DwarfBuilder::Sections& sections)
{
    for (const auto& [name, content] : sections)
        elf.add({.name = "." + name, .content = content});
}

ElfBuilder program(const DwarfBuilder::Sections& sections)
{
    ElfBuilder elf;
    elf.add({.name = ".text",
             .flags = kAllocExec,
             .address = 0x1000,
             .content = std::vector<std::byte>(0x1000)});
    elf.add({.name = ".note.gnu.build-id", .type = 7, .content = elf.note("GNU", 3, kBuildId)});
    addSections(elf, sections);
    return elf;
}

std::vector<std::byte> splitFile(const DwarfBuilder::Sections& sections)
{
    ElfBuilder elf;
    elf.type(1); // ET_REL
    addSections(elf, sections);
    return elf.build();
}

std::vector<std::byte> linkTo(std::string_view path, std::string_view buildId)
{
    return ByteAssembler().text(path).u8(0).text(buildId).finish();
}

std::vector<std::byte> supplementaryFileOf(const DwarfBuilder::Sections& sections)
{
    ElfBuilder elf;
    elf.add(
        {.name = ".note.gnu.build-id", .type = 7, .content = elf.note("GNU", 3, kSupplementaryId)});
    addSections(elf, sections);
    return elf.build();
}

QString functions(const ReportPtr& report)
{
    QStringList names;
    for (const auto& frame : report->stacks[0]->frames)
        names += QString::fromStdString(std::string(frame.position.function.value_or("?")));
    return names.join(QStringLiteral(", "));
}

QString notes(const ReportPtr& report)
{
    QStringList all;
    for (const auto& note : report->modules[0]->notes)
        all += QString::fromStdString(note);
    return all.join(QStringLiteral("; "));
}

bool hasCandidate(const ReportPtr& report, std::string_view ending)
{
    return std::ranges::any_of(report->modules[0]->candidates, [&](const Candidate& candidate) {
        return candidate.location.ends_with(ending);
    });
}

} // namespace

void TestCompanionLookup::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestCompanionLookup::splitUnits_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isPackage");
    QTest::addColumn<QString>("functions");
    QTest::addColumn<QString>("notes");
    QTest::newRow("a file anywhere in a folder, by its id")
        << "else.where" << false << "inner, outer" << "";
    QTest::newRow("a package beside the program") << "app.dwp" << true << "inner, outer" << "";
    QTest::newRow("a package anywhere in a folder, by its ids")
        << "bundle" << true << "inner, outer" << "";
    QTest::newRow("none") << "" << false << "?"
                          << "split debug info missing for 1 units, such as /src/a.dwo";
}

void TestCompanionLookup::splitUnits()
{
    QFETCH(QString, file);
    QFETCH(bool, isPackage);
    const SplitDwarfBuilder builder({});
    write("app", program(builder.main()).build());
    if (!file.isEmpty())
        write(file.toStdString(), splitFile(isPackage ? builder.package() : builder.file()));
    const auto engine = this->engine();
    const auto report = run(*engine);
    QVERIFY(report);
    QTEST(functions(report), "functions");
    QTEST(notes(report), "notes");
    QVERIFY(hasCandidate(report, "/app"));
    QVERIFY(hasCandidate(report, "/app.dwp")); // Tried, found or not.
    QVERIFY(file.isEmpty() || hasCandidate(report, "/" + file.toStdString()));
}

void TestCompanionLookup::supplementaryFile_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::addColumn<QString>("functions");
    QTest::addColumn<QString>("notes");
    QTest::newRow("found by its build id") << true << "shared" << "";
    QTest::newRow("missing") << false << "?"
                             << "supplementary debug file missing: /nowhere/shared.debug with id "
                                "0102030405060708090a0b0c0d0e0f1011121314";
}

void TestCompanionLookup::supplementaryFile()
{
    QFETCH(bool, isThere);
    const auto files = makeSupplementaryDwarf();
    auto main = program(files.main);
    main.add({.name = ".gnu_debugaltlink",
              .content = linkTo("/nowhere/shared.debug", kSupplementaryId)});
    write("app", main.build());
    if (isThere)
        write("shared.debug", supplementaryFileOf(files.supplementary));
    const auto engine = this->engine();
    const auto report = run(*engine);
    QVERIFY(report);
    QTEST(functions(report), "functions");
    QTEST(notes(report), "notes");
    QCOMPARE(hasCandidate(report, "/shared.debug"), isThere);
}

/// Such a source must be asked which files it has.
void TestCompanionLookup::supplementaryFileOfASentryProject()
{
    const auto files = makeSupplementaryDwarf();
    auto main = program(files.main);
    main.add({.name = ".gnu_debugaltlink",
              .content = linkTo("/nowhere/shared.debug", kSupplementaryId)});
    write("app", main.build());
    SentryServer sentry({.token = "token"});
    const auto bytes = supplementaryFileOf(files.supplementary);
    sentry.add("17", "elf", std::string(asText(bytes)));
    sources::SourceConfig source;
    source.id = "sentry:project";
    source.where = sources::SentrySource{sentry.url(), "token", {}};
    const auto engine = this->engine({source});
    const auto report = run(*engine);
    QVERIFY(report);
    QCOMPARE(functions(report), QString("shared"));
    QCOMPARE(notes(report), QString());
    QVERIFY(sentry.lastListing().ends_with("?code_id=0102030405060708090a0b0c0d0e0f1011121314"));
    QVERIFY(hasCandidate(report, "sentry://project_debug_file/17"));
}

void TestCompanionLookup::debugLink_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isTheOne");
    QTest::addColumn<bool>("hasSymbols");
    QTest::addColumn<QString>("functions");
    QTest::newRow("beside the program") << "app.dbg" << true << true << "inner, outer";
    QTest::newRow("in the folder below") << ".debug/app.dbg" << true << true << "inner, outer";
    QTest::newRow("with another checksum") << "app.dbg" << false << true << "symbol";
    QTest::newRow("nowhere") << "" << false << true << "symbol";
    QTest::newRow("of a program without any names") << "app.dbg" << true << false << "inner, outer";
    QTest::newRow("of a program without any names, nowhere") << "" << false << false << "?";
}

void TestCompanionLookup::debugLink()
{
    QFETCH(QString, file);
    QFETCH(bool, isTheOne);
    QFETCH(bool, hasSymbols);
    ElfBuilder debugFile;
    addSections(debugFile, DwarfBuilder({}).build());
    const auto bytes = debugFile.build();
    const auto checksum = crc32(bytes) + (isTheOne ? 0 : 1);
    auto stripped = program({});
    if (hasSymbols)
        stripped.addSymbols(".symtab", 2, {{.name = "symbol", .value = 0x1000, .sizeBytes = 0x40}});
    stripped.add({.name = ".gnu_debuglink",
                  .content = ByteAssembler().text("app.dbg").u8(0).u32(checksum).finish()});
    write("app", stripped.build());
    if (!file.isEmpty())
        write(file.toStdString(), bytes);
    const auto engine = this->engine();
    const auto report = run(*engine);
    QVERIFY(report);
    QTEST(functions(report), "functions");
    QCOMPARE(hasCandidate(report, "/app.dbg"), !file.isEmpty());
    const bool isFound = hasSymbols || isTheOne;
    QCOMPARE(report->modules[0]->debugStatus,
             isFound ? ObjectFileStatus::Found : ObjectFileStatus::Missing);
}

void TestCompanionLookup::packageOfALinkedDebugFile_data()
{
    QTest::addColumn<QString>("package");
    QTest::newRow("beside the debug file") << "debug/app.debug.dwp";
    QTest::newRow("beside the debug file, without its suffix") << "debug/app.dwp";
    QTest::newRow("beside the program") << "app.dwp";
}

/// The program is stripped, its debug file has skeletons, and a package has the units.
void TestCompanionLookup::packageOfALinkedDebugFile()
{
    QFETCH(QString, package);
    const SplitDwarfBuilder builder({});
    ElfBuilder debugFile;
    addSections(debugFile, builder.main());
    const auto bytes = debugFile.build();
    auto stripped = program({});
    stripped.add(
        {.name = ".gnu_debuglink",
         .content = ByteAssembler().text("app.debug").zeros(3).u32(crc32(bytes)).finish()});
    const auto inFolder = package.startsWith("debug/") ? "debug/app" : "app";
    write(inFolder, stripped.build());
    write(inFolder == std::string("app") ? ".debug/app.debug" : "debug/app.debug", bytes);
    write(package.toStdString(), splitFile(builder.package()));
    // Without a folder, which would be indexed, only their places lead to the files.
    engine::EngineConfig config;
    config.computeThreads = 2;
    const auto engine = std::make_unique<engine::Engine>(std::move(config), silentLog(), nullptr);
    symbolicate::SymbolicateOptions options;
    options.applySourceContext = false;
    options.useLocalFiles = true;
    const auto event = scene::event({scene::frame(scene::kBase + 0x1010)});
    event->modules[0].codeFile =
        (std::filesystem::path(m_dir->path().toStdString()) / inFolder).string();
    event->modules[0].debugId.reset();
    event->modules[0].codeId = CodeId::fromBinary(std::as_bytes(std::span(kBuildId)));
    const auto report = engine->run(event, options, {});
    QVERIFY(report);
    QCOMPARE(functions(*report), QString("inner, outer"));
    QVERIFY(hasCandidate(*report, "/" + package.toStdString()));
}

void TestCompanionLookup::packageThatComesLaterIsFoundOnRetry()
{
    const SplitDwarfBuilder builder({});
    write("app", program(builder.main()).build());
    const auto engine = this->engine();
    QCOMPARE(functions(run(*engine)), QStringLiteral("?"));
    write("app.dwp", splitFile(builder.package()));
    QCOMPARE(functions(run(*engine, true)), QStringLiteral("inner, outer"));
}

void TestCompanionLookup::failedNameMapsAreCandidates_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::addColumn<std::optional<DownloadStatus>>("shown");
    QTest::newRow("not there") << 404 << QString() << std::optional<DownloadStatus>();
    QTest::newRow("refused") << 403 << QString() << std::optional(DownloadStatus::NoPermission);
    QTest::newRow("server fails") << 500 << QString() << std::optional(DownloadStatus::Error);
    QTest::newRow("damaged") << 200 << QStringLiteral("{\"C\\u")
                             << std::optional(DownloadStatus::Malformed);
}

void TestCompanionLookup::failedNameMapsAreCandidates()
{
    QFETCH(int, status);
    QFETCH(QString, body);
    QFETCH(std::optional<DownloadStatus>, shown);
    write("app", program(DwarfBuilder({}).build()).build());
    LoopbackServer server;
    server.handleOthers([status, body](const LoopbackServer::Request& request) {
        const bool isMap = request.target.ends_with("/il2cpp");
        return LoopbackServer::Reply{.status = isMap ? status : 404, .body = body.toStdString()};
    });
    sources::SourceConfig store;
    store.id = "store";
    store.layout.type = sources::LayoutType::Unified;
    store.where = sources::HttpSource{server.url(), {}, false};
    const auto event = scene::event({scene::frame(scene::kBase + 0x1010)});
    event->modules[0].codeId = CodeId::fromBinary(std::as_bytes(std::span(kBuildId)));
    const auto workbench = engine({store});
    const auto result = workbench->run(event, {}, {});
    const ReportPtr report = result ? *result : nullptr;
    QVERIFY(report);
    const auto& candidates = report->modules[0]->candidates;
    const auto found = std::ranges::find(candidates, true, &Candidate::isNameMap);
    QCOMPARE(found != candidates.end(), shown.has_value());
    if (!shown)
        return;
    QCOMPARE(found->download, *shown);
    QCOMPARE(found->fileType, std::string("il2cpp"));
    QVERIFY(found->sequence > 0); // After the debug file.
    report::JsonOptions options;
    options.candidates = report::IncludeCandidates::Yes;
    const auto jsonOf = [&](report::IncludeExtras extras) {
        options.extras = extras;
        return report::renderJson(*report, options);
    };
    QVERIFY(jsonOf(report::IncludeExtras::Yes).contains("/il2cpp"));
    QVERIFY(!jsonOf(report::IncludeExtras::No).contains("/il2cpp"));
}

QTEST_GUILESS_MAIN(TestCompanionLookup)
#include "tst_companion_lookup.moc"
