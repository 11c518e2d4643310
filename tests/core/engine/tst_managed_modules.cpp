// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/base/hex.h"
#include "core/report/candidate_text.h"
#include "tests/support/crash_scene.h"
#include "tests/support/loopback_server.h"
#include "tests/support/pdb_builder.h"
#include "tests/support/pe_builder.h"
#include "tests/support/ppdb_builder.h"
#include "tests/support/zip_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::test;

/// .NET modules from request to report, and source files that links lead to.
class TestManagedModules : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void framesOfAPortablePdb();
    void framesThatFindNothing_data();
    void framesThatFindNothing();
    void aWindowsPdbIsOfNoUse();
    void thePdbInsideAnAssembly();
    void linkedSources_data();
    void linkedSources();
    void linkedSourcesAreNotTakenFromHostsBehindTheAllowedOne();
    void otherTextThanTheCompiledOneIsMarked();
    void companionsOfADebugFile();
    void damagedNameMapsCostNothing();
    void anImageStandsBehindItsPdb();
    void otherBuildsMayBeRefused();

private:
    std::string folder() const { return m_dir->path().toStdString(); }

    void write(const std::string& name, std::string_view bytes) const
    {
        const auto path = std::filesystem::path(folder()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << bytes;
    }

    void write(const std::string& name, const std::vector<std::byte>& bytes) const
    {
        write(name, asText(bytes));
    }

    engine::EngineConfig config() const
    {
        engine::EngineConfig config;
        sources::SourceConfig source;
        source.id = "s";
        source.where = sources::FilesystemSource{folder()};
        config.sources = {source};
        config.computeThreads = 2;
        return config;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

constexpr const char* kPdbPath = "app.pdb/0C1033F78632492E91C6C314B72E1920ffffffff/app.pdb";
constexpr const char* kSource = "line 1\nline 2\nline 3\n";

PpdbBuilder samplePdb()
{
    PpdbBuilder pdb;
    pdb.documents = {{.name = "/src/Program.cs"}};
    pdb.methods = {{.document = 1, .points = {{0, 3, 1}, {4, 0}, {9, 2, 1}}},
                   {.document = 1, .points = {{5, 1, 1}}}};
    return pdb;
}

EventModule managedModule()
{
    EventModule module;
    module.type = ObjectType::PeDotnet;
    module.debugFile = "app.pdb";
    module.codeFile = "app.dll";
    module.debugId = DebugId::parse("0c1033f7-8632-492e-91c6-c314b72e1920-e60b819d");
    return module;
}

Frame managedFrame(std::uint64_t method, std::uint64_t ilOffset)
{
    Frame frame;
    frame.carried = share({.functionId = method});
    frame.makeNative().instructionAddress = ilOffset;
    frame.makeNative().relativeTo = 0;
    frame.position.function = "App.Main()";
    frame.inApp = true;
    return frame;
}

std::shared_ptr<Event> managedEvent(std::vector<Frame> frames)
{
    auto event = scene::event(std::move(frames));
    event->modules = {managedModule()};
    return event;
}

const Frame& firstFrame(const Result<ReportPtr>& report)
{
    return (*report)->stacks.at(0)->frames.at(0);
}

} // namespace

void TestManagedModules::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestManagedModules::framesOfAPortablePdb()
{
    write(kPdbPath, samplePdb().build());
    engine::Engine engine(config(), silentLog(), nullptr);
    const auto report = engine.run(managedEvent({managedFrame(1, 9), managedFrame(1, 6)}), {}, {});
    QVERIFY(report.has_value());
    const Frame& frame = firstFrame(report);
    QCOMPARE(frame.status, FrameStatus::Symbolicated);
    QCOMPARE(frame.position.line, std::optional<std::uint32_t>(2));
    QCOMPARE(frame.position.absPath, std::optional<std::string>("/src/Program.cs"));
    QCOMPARE(frame.position.file, std::optional<std::string>("Program.cs"));
    QCOMPARE(frame.asNative()->language, Language::CSharp);
    QCOMPARE(frame.position.function,
             std::optional<std::string>("App.Main()")); // The request's own.
    QCOMPARE(frame.inApp, std::optional<bool>(true));
    QCOMPARE(frame.asNative()->package, std::optional<std::string>("app.dll"));
    QVERIFY(frame.note.empty());
    const auto& hidden = (*report)->stacks.at(0)->frames.at(1);
    QCOMPARE(hidden.position.line, std::optional<std::uint32_t>(3));
    QVERIFY(!hidden.note.empty()); // A guess is marked.
    QCOMPARE((*report)->modules[0]->debugStatus, ObjectFileStatus::Found);
    QCOMPARE((*report)->modules[0]->arch, Arch::Unknown);
}

void TestManagedModules::framesThatFindNothing_data()
{
    QTest::addColumn<int>("method"); // -1: none.
    QTest::addColumn<int>("ilOffset");
    QTest::newRow("no function id") << -1 << 0;
    QTest::newRow("no such method") << 9 << 0;
    QTest::newRow("before the first point") << 2 << 4;
}

void TestManagedModules::framesThatFindNothing()
{
    QFETCH(int, method);
    QFETCH(int, ilOffset);
    write(kPdbPath, samplePdb().build());
    auto frame =
        managedFrame(static_cast<std::uint64_t>(method), static_cast<std::uint64_t>(ilOffset));
    if (method < 0)
        frame.carried.reset();
    engine::Engine engine(config(), silentLog(), nullptr);
    const auto report = engine.run(managedEvent({frame}), {}, {});
    QCOMPARE(firstFrame(report).status, FrameStatus::MissingSymbol);
    QCOMPARE(firstFrame(report).position.function, std::optional<std::string>("App.Main()"));
}

void TestManagedModules::aWindowsPdbIsOfNoUse()
{
    write(kPdbPath,
          std::string_view("MODULE windows x86_64 0C1033F78632492E91C6C314B72E1920e60b819d "
                           "app.pdb\nFUNC 10 10 0 f\n"));
    engine::Engine engine(config(), silentLog(), nullptr);
    const auto report = engine.run(managedEvent({managedFrame(1, 9)}), {}, {});
    QCOMPARE(firstFrame(report).status, FrameStatus::Missing);
    QCOMPARE((*report)->modules[0]->debugStatus, ObjectFileStatus::Unsupported);
    QCOMPARE(
        (*report)->modules[0]->debugDetails,
        std::string("unsupported: Only portable PDB files can be used for .NET symbolication"));
    QVERIFY((*report)->modules[0]->features.hasDebugInfo);
}

void TestManagedModules::thePdbInsideAnAssembly()
{
    const auto pdb = samplePdb().build();
    ByteAssembler entry;
    entry.text("MPDB").u32(pdb.size()).text(rawDeflate(asText(pdb)));
    const auto bytes = entry.finish();
    PeBuilder pe;
    pe.codeView.emplace();
    pe.codeView->guid = samplePdb().guid;
    pe.codeView->minorVersion = 0x504d;
    pe.codeView->entryTimestamp = samplePdb().stamp;
    pe.codeView->name = "app.pdb";
    pe.embeddedPdb = std::string(asText(bytes));
    write("bin/app.dll", pe.build());
    auto settings = config();
    settings.sources = {scene::folder("f", folder())};
    settings.sources[0].filters.fileTypes.clear();
    engine::Engine engine(settings, silentLog(), nullptr);
    const auto report = engine.run(managedEvent({managedFrame(1, 9)}), {}, {});
    QCOMPARE(firstFrame(report).status, FrameStatus::Symbolicated);
    QCOMPARE(firstFrame(report).position.line, std::optional<std::uint32_t>(2));
}

void TestManagedModules::linkedSources_data()
{
    QTest::addColumn<bool>("anyHost");
    QTest::addColumn<QString>("host"); // Allowed besides.
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("isFound");
    QTest::addColumn<int>("hits");
    QTest::newRow("any host") << true << "" << 200 << true << 1;
    QTest::newRow("this host") << false << "127.0.0.1" << 200 << true << 1;
    QTest::newRow("not allowed") << false << "other.example" << 200 << false << 0;
    QTest::newRow("not there") << true << "" << 404 << false << 1;
}

void TestManagedModules::linkedSources()
{
    QFETCH(bool, anyHost);
    QFETCH(QString, host);
    QFETCH(int, status);
    QFETCH(bool, isFound);
    QFETCH(int, hits);
    LoopbackServer server;
    server.reply("/r/Program.cs", {.status = status, .body = kSource});
    auto pdb = samplePdb();
    pdb.sourceLink = R"({"documents": {"/src/*": ")" + server.url() + R"(/r/*"}})";
    write(kPdbPath, pdb.build());
    auto settings = config();
    settings.linkedSources = {.anyHost = anyHost, .hosts = {host.toStdString()}};
    engine::Engine engine(settings, silentLog(), nullptr);
    const auto report = engine.run(managedEvent({managedFrame(1, 9), managedFrame(1, 0)}), {}, {});
    QCOMPARE(firstFrame(report).position.context.line.has_value(), isFound);
    if (isFound)
        QCOMPARE(*firstFrame(report).position.context.line, std::string("line 2"));
    QCOMPARE(firstFrame(report).position.link,
             std::optional<std::string>(server.url() + "/r/Program.cs"));
    QCOMPARE(server.hits("/r/Program.cs"), hits); // Once for both frames.
    const auto& candidates = (*report)->modules[0]->candidates;
    const auto linked = std::ranges::find(candidates, "sourcelink", &Candidate::source);
    QCOMPARE(linked != candidates.end(), hits == 1);
    if (hits == 1)
        QCOMPARE(linked->download, isFound ? DownloadStatus::Ok : DownloadStatus::NotFound);
}

void TestManagedModules::linkedSourcesAreNotTakenFromHostsBehindTheAllowedOne()
{
    LoopbackServer allowed;
    LoopbackServer other("127.0.0.2");
    allowed.reply("/r/Program.cs", {.status = 302, .headers = {{"Location", other.url() + "/p"}}});
    other.reply("/p", {.body = kSource});
    auto pdb = samplePdb();
    pdb.sourceLink = R"({"documents": {"/src/*": ")" + allowed.url() + R"(/r/*"}})";
    write(kPdbPath, pdb.build());
    auto settings = config();
    settings.linkedSources = {.anyHost = false, .hosts = {"127.0.0.1"}};
    engine::Engine engine(settings, silentLog(), nullptr);
    const auto report = engine.run(managedEvent({managedFrame(1, 9)}), {}, {});
    QVERIFY(!firstFrame(report).position.context.line);
    QCOMPARE(other.totalHits(), 0);
    const auto& candidates = (*report)->modules[0]->candidates;
    const auto linked = std::ranges::find(candidates, "sourcelink", &Candidate::source);
    QVERIFY(linked != candidates.end());
    QCOMPARE(linked->download, DownloadStatus::NoPermission);
    QVERIFY2(linked->failure.value().detail.contains("127.0.0.2"), linked->failure->detail.c_str());
}

void TestManagedModules::otherTextThanTheCompiledOneIsMarked()
{
    const std::string compiled = "one\ntwo\nthree\n";
    const auto digest = sha256(asBytes(compiled));
    auto pdb = samplePdb();
    pdb.documents[0].sha256.assign(digest.begin(), digest.end());
    write(kPdbPath, pdb.build());
    write("old/Program.cs", kSource);
    auto settings = config();
    settings.pathMappings = {{"/src", folder() + "/old"}};
    engine::Engine engine(settings, silentLog(), nullptr);
    symbolicate::SymbolicateOptions options;
    options.useLocalSources = true;
    auto report = engine.run(managedEvent({managedFrame(1, 9)}), options, {});
    QCOMPARE(firstFrame(report).position.context.line, std::optional<std::string>("line 2"));
    QVERIFY(
        QString::fromStdString(firstFrame(report).note).contains("not the one that was compiled"));

    // A later place with the right text wins.
    write("new/Program.cs", compiled);
    options.pathMappings = {{"/src", folder() + "/old"}, {"/src", folder() + "/new"}};
    report = engine.run(managedEvent({managedFrame(1, 9)}), options, {});
    QCOMPARE(firstFrame(report).position.context.line, std::optional<std::string>("two"));
    QVERIFY(firstFrame(report).note.empty());
}

void TestManagedModules::companionsOfADebugFile()
{
    const std::string id = "c0bcc3f19827fe653058404b2831d9e6";
    const std::string place = "c0/" + id.substr(2) + "/";
    write(place + "breakpad",
          scene::symbolFile("FILE 0 /gen/a.cpp\nFUNC 1000 100 0 __hidden#1_\n1000 100 104 0\n"));
    write(place + "uuidmap",
          std::string_view("<plist><dict><key>DBGOriginalUUID</key><string>01234567-89AB-CDEF-"
                           "0123-456789ABCDEF</string></dict></plist>"));
    write("01/23456789abcdef0123456789abcdef/bcsymbolmap",
          std::string_view("BCSymbolMap Version: 2.0\nfirst\n-[App run]\n"));
    write(place + "il2cpp", std::string_view(R"({"/gen/a.cpp": {"/Assets/A.cs": {"100": 42}}})"));
    auto settings = config();
    settings.sources[0].layout.type = sources::LayoutType::Unified;
    engine::Engine engine(settings, silentLog(), nullptr);
    auto event = scene::event({scene::frame(scene::kBase + 0x1010)});
    event->modules[0].type = ObjectType::MachO;
    event->modules[0].codeId = CodeId::parse(id);
    const auto report = engine.run(event, {}, {});
    const Frame& frame = firstFrame(report);
    QCOMPARE(frame.asNative()->symbol, std::optional<std::string>("-[App run]"));
    QCOMPARE(frame.position.absPath, std::optional<std::string>("/Assets/A.cs"));
    QCOMPARE(frame.position.line, std::optional<std::uint32_t>(42));
    const auto& notes = (*report)->modules[0]->notes;
    QCOMPARE(notes.size(), std::size_t{2}); // The notes say what changed the names and lines.
}

void TestManagedModules::damagedNameMapsCostNothing()
{
    const std::string id = "c0bcc3f19827fe653058404b2831d9e6";
    const std::string place = "c0/" + id.substr(2) + "/";
    write(place + "breakpad",
          scene::symbolFile("FILE 0 /gen/a.cpp\nFUNC 1000 100 0 __hidden#1_\n1000 100 104 0\n"));
    write(place + "uuidmap",
          std::string_view("<plist><dict><key>DBGOriginalUUID</key><string>01234567-89AB-CDEF-"
                           "0123-456789ABCDEF</string></dict></plist>"));
    write("01/23456789abcdef0123456789abcdef/bcsymbolmap", std::string_view("no map\n"));
    auto settings = config();
    settings.sources[0].layout.type = sources::LayoutType::Unified;
    engine::Engine engine(settings, silentLog(), nullptr);
    auto event = scene::event({scene::frame(scene::kBase + 0x1010)});
    event->modules[0].type = ObjectType::MachO;
    event->modules[0].codeId = CodeId::parse(id);
    const auto report = engine.run(event, {}, {});
    QCOMPARE(firstFrame(report).status, FrameStatus::Symbolicated);
    QCOMPARE(firstFrame(report).position.absPath, std::optional<std::string>("/gen/a.cpp"));
    const auto& notes = (*report)->modules[0]->notes;
    QCOMPARE(notes.size(), std::size_t{1});
    QVERIFY(notes[0].starts_with("passed over, because it is damaged: "));
}

void TestManagedModules::anImageStandsBehindItsPdb()
{
    PeBuilder pe;
    pe.codeView.emplace();
    pe.codeView->guid = samplePdb().guid;
    pe.codeView->name = "app.pdb";
    pe.addSection(".debug_info", "of a few objects only", 0x42000040);
    write("app.exe/5AB380779000/app.exe", pe.build());
    PdbBuilder pdb;
    pdb.guid = samplePdb().guid;
    const std::string place = "app.pdb/0C1033F78632492E91C6C314B72E19201/app.pdb";
    write(place, pdb.build());
    auto event = scene::event({scene::frame(scene::kBase + 0x1010)});
    auto& module = event->modules[0];
    module.type = ObjectType::Pe;
    module.codeFile = "app.exe";
    module.debugFile = "app.pdb";
    module.codeId = CodeId::parse("5ab380779000");
    module.debugId = DebugId::parse("0c1033f7-8632-492e-91c6-c314b72e1920-1");
    engine::Engine engine(config(), silentLog(), nullptr);
    const auto report = engine.run(event, {}, {});
    const auto& candidates = (*report)->modules[0]->candidates;
    const auto image = std::ranges::find_if(
        candidates, [](const Candidate& c) { return c.location.ends_with("app.exe"); });
    QVERIFY(image != candidates.end());
    QVERIFY(image->features.hasDebugInfo && !image->debug);
    const auto used = std::ranges::find_if(
        candidates, [&](const Candidate& c) { return c.location.ends_with(place); });
    QVERIFY(used != candidates.end() && used->debug);
    QCOMPARE(used->debug->status, UseStatus::Ok);
}

void TestManagedModules::otherBuildsMayBeRefused()
{
    write(std::string(scene::kSymbolPath), scene::symbols(scene::kOtherBreakpadId));
    auto settings = config();
    engine::Engine lenient(settings, silentLog(), nullptr);
    auto report = lenient.run(scene::event(), {}, {});
    QCOMPARE((*report)->modules[0]->debugStatus, ObjectFileStatus::Found);
    settings.requireMatchingIds = true;
    engine::Engine strict(settings, silentLog(), nullptr);
    report = strict.run(scene::event(), {}, {});
    QCOMPARE((*report)->modules[0]->debugStatus, ObjectFileStatus::Missing);
    const auto& candidates = (*report)->modules[0]->candidates;
    const auto refused = std::ranges::find(candidates, DownloadStatus::Error, &Candidate::download);
    QVERIFY(refused != candidates.end());
    QVERIFY(report::failureWords(*refused).starts_with("wrong build: debug id"));
}

QTEST_GUILESS_MAIN(TestManagedModules)
#include "tst_managed_modules.moc"
