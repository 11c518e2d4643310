// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temp_file.h"
#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"
#include "core/packing/compression.h"
#include "tests/support/container_builder.h"
#include "tests/support/packed_bytes.h"
#include "tests/support/sample_minidumps.h"
#include "tests/support/zip_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>

using namespace faultline;
using namespace faultline::test;

/// Crash files inside other files and folders.
class TestCrashFiles : public QObject
{
    Q_OBJECT

private slots:
    void finds_data();
    void finds();
    void unrealArchiveOfAMac();
    void sevenZip();
    void cutArchivesAreToldOf();
    void opensTheOnlyOne_data();
    void opensTheOnlyOne();
    void refuses_data();
    void refuses();
    void unpacksWithinTheLimit();
    void unpacksNoMoreThanAFileMayHold();
    void judgesByTheHead_data();
    void judgesByTheHead();
    void readsCrashDatabases();
    void factsBesideADump_data();
    void factsBesideADump();
    void readsProblemsOfAbrt();
    void readsFoldersOfReports();
    void foldersHoldFilesOfAllKinds();
    void pathsLeadIntoContainers();
    void tracesOfATextAreParts_data();
    void tracesOfATextAreParts();
    void tracesAreReadAsWhatTheyAre_data();
    void tracesAreReadAsWhatTheyAre();
    void tracesOfMachineCodeAreReadFirst();
    void whatWrapsATraceIsTakenOff_data();
    void whatWrapsATraceIsTakenOff();
    void linesAreThoseOfTheFile();
    void theFirstTraceIsRead();
    void namesStayInside_data();
    void namesStayInside();
    void limitOfZeroUnpacksNothing();
};

namespace {

std::string dump()
{
    const auto bytes = sampleLinuxDump().bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string namedZip(const NamedParts& files,
                     ZipBuilder::Method method = ZipBuilder::Method::Deflated)
{
    ZipBuilder builder;
    for (const auto& [name, content] : files)
        builder.add(name, content, {.method = method});
    const auto bytes = builder.build();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

QByteArray packed(const std::string& content)
{
    return QByteArray::fromStdString(content);
}

ByteView viewOf(const QByteArray& content)
{
    return ByteView::fromString(content.toStdString());
}

void write(const std::filesystem::path& path, const std::string& content)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

} // namespace

void TestCrashFiles::finds_data()
{
    QTest::addColumn<QByteArray>("container");
    QTest::addColumn<QStringList>("names");
    const NamedParts two{{"a/one.dmp", dump()}, {"notes.txt", "hello"}, {"two.dmp", dump()}};
    QTest::newRow("dump alone") << packed(dump()) << QStringList{""};
    QTest::newRow("anything else alone") << QByteArray("{}") << QStringList{""};
    QTest::newRow("zip") << packed(namedZip(two)) << QStringList{"a/one.dmp", "two.dmp"};
    QTest::newRow("zip without compression")
        << packed(namedZip(two, ZipBuilder::Method::Stored)) << QStringList{"a/one.dmp", "two.dmp"};
    QTest::newRow("zip of compressed dumps")
        << packed(namedZip({{"one.dmp.gz", gzip(dump())}})) << QStringList{"one.dmp.gz"};
    QTest::newRow("compressed zip")
        << packed(gzip(namedZip(two))) << QStringList{"a/one.dmp", "two.dmp"};
    const NamedParts inFolders{{"a/", ""}, {"a/one.dmp", dump()}, {"two.dmp", dump()}};
    QTest::newRow("tar") << packed(tarOf(inFolders)) << QStringList{"a/one.dmp", "two.dmp"};
    QTest::newRow("compressed tar")
        << packed(gzip(tarOf(inFolders))) << QStringList{"a/one.dmp", "two.dmp"};
    QTest::newRow("tar of compressed dumps")
        << packed(tarOf({{"one.dmp.gz", gzip(dump())}})) << QStringList{"one.dmp.gz"};
    QTest::newRow("upload") << packed(multipartBody({{"prod", "App"}, {"one.dmp", dump()}}))
                            << QStringList{"one.dmp"};
    QTest::newRow("unreal") << packed(zlibOf(unrealCrash({{"CrashContext.runtime-xml", "<x/>"},
                                                          {"UE4Minidump.dmp", dump()}})))
                            << QStringList{"UE4Minidump.dmp"};
    QTest::newRow("old unreal") << packed(zlibOf(
                                       unrealCrash({{"UE4Minidump.dmp", dump()}}, UnrealForm::Old)))
                                << QStringList{"UE4Minidump.dmp"};
}

// Its first bytes show the text of the Apple report inside.
void TestCrashFiles::unrealArchiveOfAMac()
{
    const std::string report = "Incident Identifier: 0\nProcess: a [1]\n";
    const auto archive = zlibOf(unrealCrash({{"report.crash", report}, {"a.dmp", dump()}}));
    const auto files = intake::findCrashFiles(ByteView::fromString(archive), ParseLimits());
    QVERIFY(files);
    QCOMPARE(files->size(), std::size_t{2});
    QCOMPARE(files->front().open()->bytes.text(), std::string_view(report));
}

/// An archive of 7-Zip, without compression, that holds a trace of Python.
void TestCrashFiles::sevenZip()
{
    const auto archive = QByteArray::fromHex(
        "377abcaf271c00036af5ca024f000000000000003e00000000000000c27f24b05472616365626163"
        "6b20286d6f737420726563656e742063616c6c206c617374293a0a202046696c6520222f612e7079"
        "222c206c696e6520332c20696e20660a56616c75654572726f723a206e6f0a0104060001094f0007"
        "0b01000101000c4f00080a01d395ae5700000501111500740072006100630065002e007400780074"
        "000000150601002080a4810000");
    const auto files = intake::findCrashFiles(viewOf(archive), {});
    QVERIFY(files.has_value());
    QCOMPARE(files->size(), std::size_t{1});
    QCOMPARE(files->front().name, std::string("trace.txt"));
    QVERIFY(files->front().open()->bytes.text().starts_with("Traceback (most recent call last):"));
}

void TestCrashFiles::cutArchivesAreToldOf()
{
    const auto whole = tarOf({{"one.dmp", dump()}, {"two.dmp", dump()}});
    for (std::size_t size = 512; size < whole.size() - 1024; size += 512) {
        const auto files =
            intake::findCrashFiles(ByteView::fromString(whole.substr(0, size)), ParseLimits());
        if (!files)
            continue; // Damage of the list is told.
        for (const auto& file : *files) {
            const auto content = file.open();
            QVERIFY(!content || !content->damage.empty() || content->bytes.text() == dump());
        }
    }
}

void TestCrashFiles::finds()
{
    QFETCH(QByteArray, container);
    QFETCH(QStringList, names);
    const auto files = intake::findCrashFiles(viewOf(container), {});
    QVERIFY(files.has_value());
    QStringList found;
    for (const auto& file : *files)
        found.append(QString::fromStdString(file.name));
    QCOMPARE(found, names);
    if (names != QStringList{""})
        for (const auto& file : *files)
            QVERIFY(file.open()->bytes.text() == dump());
}

void TestCrashFiles::opensTheOnlyOne_data()
{
    QTest::addColumn<QByteArray>("container");
    QTest::newRow("gzip") << packed(gzip(dump()));
    QTest::newRow("zlib") << packed(zlibOf(dump()));
    QTest::newRow("zip") << packed(namedZip({{"one.dmp", dump()}, {"notes.txt", "hello"}}));
    QTest::newRow("upload") << packed(multipartBody({{"one.dmp", dump()}}));
    QTest::newRow("unreal") << packed(zlibOf(unrealCrash({{"one.dmp", dump()}})));
}

void TestCrashFiles::opensTheOnlyOne()
{
    QFETCH(QByteArray, container);
    const auto event = intake::readEvent(viewOf(container), {});
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->kind, EventKind::Minidump);
    QVERIFY(!(*event)->threads.empty());
}

void TestCrashFiles::refuses_data()
{
    QTest::addColumn<QByteArray>("container");
    QTest::addColumn<QString>("detail");
    QTest::newRow("zip of other things")
        << packed(namedZip({{"notes.txt", "hello"}, {"pic.png", "\x89PNG"}}))
        << "the zip archive holds no crash file: notes.txt, pic.png";
    QTest::newRow("upload without a dump") << packed(multipartBody({{"prod", "App"}}))
                                           << "the multipart body holds no crash file: prod";
    QTest::newRow("unreal without a crash")
        << packed(zlibOf(unrealCrash({{"a.log", "x"}})))
        << "the Unreal crash archive holds no crash file: a.log";
    QTest::newRow("two dumps") << packed(namedZip({{"one.dmp", dump()}, {"two.dmp", dump()}}))
                               << "holds 2 crash files: one.dmp, two.dmp";
    QTest::newRow("names that drive a terminal")
        << packed(namedZip({{"\x1b[2Jone.dmp", dump()}, {"two.dmp", dump()}}))
        << "holds 2 crash files: \\x1b[2Jone.dmp, two.dmp";
}

void TestCrashFiles::refuses()
{
    QFETCH(QByteArray, container);
    QFETCH(QString, detail);
    const auto event = intake::readEvent(viewOf(container), {});
    QVERIFY(!event);
    QCOMPARE(event.error().kind, ErrorKind::Unsupported);
    QCOMPARE(QString::fromStdString(event.error().detail), detail);
}

void TestCrashFiles::unpacksWithinTheLimit()
{
    ParseLimits limits;
    limits.maxUnpackedEventBytes = 1000;
    const std::string bomb(1 << 20, 'M');
    for (const auto& container : {gzip(bomb), namedZip({{"one.dmp", "MDMP" + bomb}}),
                                  namedZip({{"one.dmp.gz", gzip(bomb)}})}) {
        const auto event = intake::readEvent(ByteView::fromString(container), limits);
        QVERIFY(!event);
        QCOMPARE(event.error().kind, ErrorKind::TooLarge);
        QVERIFY(event.error().detail.contains("Maximum file size exceeded"));
    }
}

void TestCrashFiles::unpacksNoMoreThanAFileMayHold()
{
    auto packed = TempFile::createInMemory();
    QVERIFY(packed);
    auto zeros = TempFile::createInMemory();
    QVERIFY(zeros && zeros->truncate(192ull << 20));
    const auto content = zeros->map();
    QVERIFY(content && packing::packZstd(content->span(), *packed));
    const auto bomb = packed->map();
    QVERIFY(bomb && bomb->size() < 40'000);
    const auto event = intake::readEvent(*bomb, {});
    QVERIFY(!event);
    QVERIFY2(event.error().detail.starts_with("Maximum file size exceeded ("),
             event.error().detail.c_str());
}

void TestCrashFiles::judgesByTheHead_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::newRow("zeros") << QByteArray();
    QTest::newRow("a minidump of no version") << QByteArray("MDMP");
    QTest::newRow("JSON that goes on as zeros") << QByteArray("{ ");
    QTest::newRow("text that goes on as zeros") << QByteArray("Full Report\n");
}

/// After the first MiB there are pages that end the process when they are read.
void TestCrashFiles::judgesByTheHead()
{
    QFETCH(QByteArray, head);
    constexpr std::size_t kSizeBytes = 16ull << 30;
    constexpr std::size_t kReadableBytes = 1 << 20;
    void* memory =
        ::mmap(nullptr, kSizeBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    QVERIFY(memory != MAP_FAILED);
    QCOMPARE(::mprotect(memory, kReadableBytes, PROT_READ | PROT_WRITE), 0);
    std::ranges::copy(head, static_cast<char*>(memory));
    const std::shared_ptr<void> owner(memory, [](void* bytes) { ::munmap(bytes, kSizeBytes); });
    const ByteView file(owner, Bytes(static_cast<const std::byte*>(memory), kSizeBytes));
    const auto event = intake::readEvent(file, {});
    QVERIFY(!event);
    QCOMPARE(event.error().kind, ErrorKind::Unsupported);
    QVERIFY(!jvmtext::looksLikeJvmText(file.text()));
}

void TestCrashFiles::readsCrashDatabases()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    QVERIFY(!intake::findCrashFilesAt(root, {}));
    write(root / "settings.dat", "x");
    write(root / "completed/b.dmp", dump());
    write(root / "completed/b.meta", "x");
    write(root / "pending/a.dmp", gzip(dump()));
    write(root / "c.dmp", dump());
    const auto files = intake::findCrashFilesAt(root, {});
    QVERIFY(files.has_value());
    QStringList names;
    for (const auto& file : *files) {
        names.append(QString::fromStdString(file.name));
        QVERIFY(file.open()->bytes.text() == dump());
    }
    QCOMPARE(names, (QStringList{"c.dmp", "pending/a.dmp", "completed/b.dmp"}));
}

void TestCrashFiles::factsBesideADump_data()
{
    QTest::addColumn<QByteArray>("extra");
    QTest::newRow("JSON") << QByteArray("{\"ProductName\":\"Firefox\",\"Version\":\"120.0\","
                                        "\"MozCrashReason\":\"MOZ_CRASH(boom)\","
                                        "\"StackTraces\":{}}");
    QTest::newRow("lines") << QByteArray(
        "ProductName=Firefox\nVersion=120.0\nMozCrashReason=MOZ_CRASH(boom)\n");
}

void TestCrashFiles::factsBesideADump()
{
    QFETCH(const QByteArray, extra);
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    write(root / "Crash Reports/pending/a.dmp", dump());
    write(root / "Crash Reports/pending/a.extra", extra.toStdString());
    for (const auto& path : {root, root / "Crash Reports/pending/a.dmp"}) {
        const auto files = intake::findCrashFilesAt(path, {});
        QVERIFY(files.has_value());
        QCOMPARE(files->size(), std::size_t{1});
        const auto event = intake::readEvent(*files->front().open(), {});
        QVERIFY(event.has_value());
        QCOMPARE((*event)->crash.assertion, std::string("MOZ_CRASH(boom)"));
        const auto version = std::ranges::find((*event)->annotations, "Version", &Annotation::key);
        QVERIFY(version != (*event)->annotations.end());
        QCOMPARE(version->value, std::string("120.0"));
        QVERIFY(std::ranges::find((*event)->annotations, "StackTraces", &Annotation::key) ==
                (*event)->annotations.end());
    }
    std::filesystem::rename(root / "Crash Reports/pending/a.extra", root / "elsewhere");
    std::filesystem::create_symlink(root / "elsewhere", root / "Crash Reports/pending/a.extra");
    QVERIFY(intake::findCrashFilesAt(root, {})->front().open()->besideFacts.empty());
    std::filesystem::remove(root / "Crash Reports/pending/a.extra");
    write(root / "Crash Reports/pending/a.extra", "{\"ProductName\":");
    const auto files = intake::findCrashFilesAt(root, {});
    QVERIFY(files.has_value() && files->front().open()->besideFacts.empty());
}

void TestCrashFiles::readsProblemsOfAbrt()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    write(root / "type", "CCpp");
    write(root / "reason", "viewer killed by SIGSEGV\n");
    write(root / "core_backtrace",
          R"({"signal":11,"stacktrace":[{"crash_thread":true,"frames":[{"address":4096,)"
          R"("build_id":"0123456789abcdef","build_id_offset":16,"file_name":"/a"}]}]})");
    const auto files = intake::findCrashFilesAt(root, {});
    QVERIFY(files.has_value());
    QCOMPARE(QStringList(QString::fromStdString(files->front().name)),
             QStringList("core_backtrace"));
    const auto event = intake::readEvent(*files->front().open(), {});
    QVERIFY2(event.has_value(), event ? "" : event.error().detail.c_str());
    QCOMPARE((*event)->crash.reason, std::string("SIGSEGV"));
    QCOMPARE((*event)->annotations.front().value, std::string("viewer killed by SIGSEGV"));
    write(root / "coredump", "\x7f"
                             "ELF");
    QCOMPARE(intake::findCrashFilesAt(root, {})->front().name, std::string("coredump"));
}

void TestCrashFiles::readsFoldersOfReports()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    write(root / "notes.md", "nothing");
    write(root / "trace.log", "a.b.C: x\n\tat a.b.c(F.java:1)\n");
    const auto texts = intake::findCrashFilesAt(root, {});
    QVERIFY(texts.has_value());
    QCOMPARE(texts->front().name, std::string("trace.log"));
    write(root / "b.crash", "Incident Identifier: 0\nProcess: Notes [12]\n");
    write(root / "core.viewer.1000.0123.4242.17.gz", gzip("core"));
    write(root / "old.log.gz", gzip("log"));
    const auto reports = intake::findCrashFilesAt(root, {});
    QVERIFY(reports.has_value());
    QCOMPARE(
        intake::namesOf(*reports),
        (std::vector<std::string>{"b.crash", "core.viewer.1000.0123.4242.17.gz", "trace.log"}));
}

/// By content: what is only called like a dump is none.
void TestCrashFiles::foldersHoldFilesOfAllKinds()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    write(root / "a.dmp", dump());
    write(root / "core.4711", dump());
    write(root / "event.json", R"({"platform": "native", "exception": {"values": []}})");
    write(root / "trace.log", "Traceback (most recent call last):\n  File \"/a.py\", line 3, in f\n"
                              "ValueError: no\n");
    write(root / "packed.dmp.gz", gzip(dump()));
    write(root / "empty.dmp", "");
    write(root / "notes.txt", "nothing crashed here");
    write(root / "source.gz", gzip("int main();"));
    write(root / "below/b.dmp", dump());
    std::filesystem::create_symlink(root / "nowhere", root / "link.dmp");
    const auto files = intake::findCrashFilesAt(root, {});
    QVERIFY(files.has_value());
    QStringList names;
    for (const auto& name : intake::namesOf(*files))
        names.append(QString::fromStdString(name));
    QCOMPARE(names,
             (QStringList{"a.dmp", "core.4711", "event.json", "packed.dmp.gz", "trace.log"}));
}

void TestCrashFiles::pathsLeadIntoContainers()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const auto zip = root / "uploads.zip";
    write(zip, namedZip({{"one.dmp", dump()}, {"old/two.dmp", dump()}}));
    QCOMPARE(intake::crashContainerOf(zip / "old/two.dmp"), zip);
    QCOMPARE(intake::crashContainerOf(zip), zip);
    QCOMPARE(intake::crashContainerOf(root / "none/x.dmp"), root / "none/x.dmp");
    const auto part = intake::findCrashFilesAt(zip / "old/two.dmp", {});
    QVERIFY(part.has_value());
    QCOMPARE(part->size(), std::size_t{1});
    QVERIFY(part->front().open()->bytes.text() == dump());
    const auto missing = intake::findCrashFilesAt(zip / "three.dmp", {});
    QCOMPARE(missing.error().kind, ErrorKind::NotFound);
    QCOMPARE(QString::fromStdString(missing.error().detail),
             QString("uploads.zip holds no three.dmp; it holds one.dmp, old/two.dmp"));
}

constexpr auto* kTrace = "Traceback (most recent call last):\n  File \"/a.py\", line 3, in f\n"
                         "ValueError: no\n";

std::string repeated(std::string_view text, int count)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

void TestCrashFiles::tracesOfATextAreParts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* name, const std::string& text, QStringList names) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << names;
    };
    row("one", concat("log\n", kTrace), {""});
    row("two", concat("log\n", kTrace, "log\n", kTrace), {"line 2", "line 6"});
    row("deep in a log", concat(repeated("nothing of note\n", 5000), kTrace), {""});
    row("of several forms", concat(kTrace, "#0  0x1 in f () at a.c:1\n"), {"line 1", "line 4"});
    row("in JSON lines",
        R"({"log":"Traceback (most recent call last):\n  File \"a\", line 1, in f\nE: x\n"})"
        "\n"
        R"({"log":"Traceback (most recent call last):\n  File \"a\", line 1, in f\nE: x\n"})"
        "\n",
        {"line 1", "line 2"});
    row("a stack of GDB before Python's", concat("#0  0x1 in f () at a.c:1\n", kTrace),
        {"line 1", "line 2"});
    row("Java's between Python's",
        concat(kTrace, "log\na.B: no\n\tat a.b.C.m(C.java:12)\nlog\n", kTrace),
        {"line 1", "line 5", "line 8"});
    row("Java's before Python's and a script's after it",
        concat("a.B: no\n\tat a.b.C.m(C.java:12)\n", kTrace, "Error: x\n    at f (app.js:1:2)\n"),
        {"line 1", "line 3", "line 6"});
    row("Java's deep in a log before Python's",
        concat(repeated("12:00:00 nothing of note\n", 50'000), "a.B: no\n\tat a.b.C.m(C.java:12)\n",
               kTrace),
        {"line 50001", "line 50003"});
    row("a script's deep in a log after Python's",
        concat(kTrace, repeated("12:00:00 nothing of note\n", 50'000),
               "Error: x\n    at f (app.js:1:2)\n"),
        {"line 1", "line 50004"});
    row("Java's alone", "a.B: no\n\tat a.b.C.m(C.java:12)\n", {""});
    row("none", "log\n", {""});
}

void TestCrashFiles::tracesOfATextAreParts()
{
    QFETCH(const QByteArray, text);
    const auto files = intake::findCrashFiles(ByteView::fromString(text.toStdString()), {});
    QVERIFY(files);
    QStringList names;
    for (const auto& file : *files)
        names.append(QString::fromStdString(file.name));
    QTEST(names, "names");
}

/// Another form's lines in a trace of GDB do not make it another form's.
void TestCrashFiles::tracesAreReadAsWhatTheyAre_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("forms");
    const auto row = [](const char* name, const std::string& text, QStringList forms) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << forms;
    };
    const QString debugger = "stack that a debugger printed";
    const std::string gdb = "#0  0x1 in f () at a.c:1\n#1  0x2 in main () at b.c:2\n";
    const std::string ruby = "t.rb:3:in `f': bad (E)\n\tfrom t.rb:9:in `<main>'\n";
    row("a session with others in it",
        concat("Program received signal SIGSEGV, Segmentation fault.\n", gdb,
               "(gdb) shell ruby t.rb\n", ruby,
               "(gdb) shell cat tomb\n   #00 pc 00000010  /a.so\n"),
        {debugger, "backtrace of Ruby", "tombstone of Android"});
    row("a quoted line of a tombstone", concat(gdb, "#2  <signal handler called>\n", "log\n", ruby),
        {debugger, "backtrace of Ruby"});
    row("Java's between Python's", concat(kTrace, "a.B: no\n\tat a.b.C.m(C.java:12)\n", kTrace),
        {"traceback of Python", "", "traceback of Python"});
}

void TestCrashFiles::tracesAreReadAsWhatTheyAre()
{
    QFETCH(const QByteArray, text);
    const auto files = intake::findCrashFiles(ByteView::fromString(text.toStdString()), {});
    QVERIFY(files);
    QStringList forms;
    for (const auto& file : *files) {
        auto content = file.open();
        QVERIFY(content);
        const auto event = intake::readEvent(*std::move(content), {});
        QVERIFY(event);
        QString form;
        for (const auto& [name, value] : (*event)->details) {
            if (name == "form")
                form = QString::fromStdString(value);
        }
        forms.append(form);
    }
    QTEST(forms, "forms");
}

/// Programs log stacks of the JVM and of scripts also when they go on.
void TestCrashFiles::tracesOfMachineCodeAreReadFirst()
{
    const auto event = intake::readEvent(
        ByteView::fromString(concat("a.B: no\n\tat a.b.C.m(C.java:12)\n", kTrace)), {});
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::NativeText);
    QCOMPARE(QString::fromStdString((*event)->diagnostics.at(0).text),
             QStringLiteral("the text holds 1 further trace, in line 1"));
}

void TestCrashFiles::whatWrapsATraceIsTakenOff_data()
{
    QTest::addColumn<QByteArray>("file");
    const QByteArrayList lines{
        "Traceback (most recent call last):", "  File \"/a.py\", line 3, in f", "ValueError: no"};
    QByteArray docker;
    for (const auto& line : lines)
        docker += "{\"log\":\"" + QByteArray(line).replace('"', "\\\"") +
                  "\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-26T10:00:00.1Z\"}\n";
    QTest::newRow("a container's log") << docker;
    const auto text = lines.join('\n') + '\n';
    QByteArray wide;
    for (const char c : text)
        wide += QByteArray(1, c) + '\0';
    QTest::newRow("UTF-16 without a mark") << wide;
    QTest::newRow("zeros before, as after a power cut")
        << "a line that was written\n" + QByteArray(4096, '\0') + text;
    QTest::newRow("zeros after") << text + QByteArray(4096, '\0');
}

void TestCrashFiles::whatWrapsATraceIsTakenOff()
{
    QFETCH(const QByteArray, file);
    const auto files = intake::findCrashFiles(viewOf(file), {});
    QVERIFY(files.has_value());
    QCOMPARE(files->size(), std::size_t{1});
    auto content = files->front().open();
    QVERIFY(content.has_value());
    const auto input = intake::readInput(*std::move(content), {}, intake::openPolicy());
    QVERIFY(input.has_value());
    QCOMPARE(input->event->threads.size(), std::size_t{1});
    QCOMPARE(input->event->threads[0].givenFrames->size(), std::size_t{1});
    QCOMPARE(input->event->crash.reason, std::string("ValueError: no"));
}

void TestCrashFiles::linesAreThoseOfTheFile()
{
    const auto files = intake::findCrashFiles(
        ByteView::fromString(concat("log\n", kTrace, "\x1b[1mlog\x1b[0m\n", kTrace)), {});
    QVERIFY(files);
    QCOMPARE(files->size(), std::size_t{2});
    auto content = files->at(1).open();
    QVERIFY(content);
    const auto event = intake::readEvent(*std::move(content), {});
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::NativeText);
    QCOMPARE((*event)->threads.at(0).givenFrames->at(0).carried->textLine, 7u);
}

/// Over HTTP nobody chooses a part.
void TestCrashFiles::theFirstTraceIsRead()
{
    const auto event = intake::readEvent(
        ByteView::fromString(concat(kTrace, "log\n", kTrace, "log\n", kTrace)), {});
    QVERIFY(event);
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString((*event)->diagnostics.at(0).text),
             QStringLiteral("the text holds 2 further traces, in lines 5, 9"));
}

void TestCrashFiles::namesStayInside_data()
{
    QTest::addColumn<QString>("member");
    QTest::addColumn<QString>("name");
    QTest::newRow("absolute") << "/etc/one.dmp" << "etc/one.dmp";
    QTest::newRow("upwards") << "../../one.dmp" << "one.dmp";
    QTest::newRow("up and down") << "a/../../b/one.dmp" << "b/one.dmp";
}

void TestCrashFiles::namesStayInside()
{
    QFETCH(QString, member);
    const auto zip = namedZip({{member.toStdString(), dump()}, {"two.dmp", dump()}});
    const auto files = intake::findCrashFiles(ByteView::fromString(zip), {});
    QVERIFY(files.has_value());
    QTEST(QString::fromStdString(files->front().name), "name");
}

void TestCrashFiles::limitOfZeroUnpacksNothing()
{
    ParseLimits limits;
    limits.maxUnpackedEventBytes = 0;
    const auto event = intake::readEvent(ByteView::fromString(gzip(dump())), limits);
    QVERIFY(!event);
    QVERIFY(event.error().detail.contains("a gzip file"));
}

QTEST_GUILESS_MAIN(TestCrashFiles)
#include "tst_crash_files.moc"
