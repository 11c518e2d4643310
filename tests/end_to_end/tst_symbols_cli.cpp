// SPDX-License-Identifier: GPL-3.0-or-later
// The symbols commands as their users see them.
#include "core/base/hash.h"
#include "tests/end_to_end/faultline_program.h"
#include "tests/support/dwarf_builder.h"
#include "tests/support/elf_builder.h"
#include "tests/support/wasm_builder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace faultline;
using namespace faultline::test;

class TestSymbolsCli : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void relativeFoldersLeadToDebugLinks_data();
    void relativeFoldersLeadToDebugLinks();
    void hostileFilesCannotDriveATerminal_data();
    void hostileFilesCannotDriveATerminal();
    void lookupNeedsAddresses();
    void writtenFilesFollowTheMask();
    void helpNamesTheFormats();
    void sortsOnceAndAgain();
    void sortRefusesBundleIds();
    void sortHasABundlePerInput();
    void sortTellsDamage();
    void splitRecordsItsCompanion();
    void infoTellsWhatIsMissing();

private:
    QString path(const QString& name) const { return m_dir->filePath(name); }

    void write(const QString& name, const std::vector<std::byte>& bytes) const
    {
        const auto text = asText(bytes);
        write(name, QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    }

    void write(const QString& name, const QByteArray& bytes) const
    {
        QVERIFY(QDir(m_dir->path()).mkpath(QFileInfo(name).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    ProgramRun run(const QStringList& arguments) const
    {
        return runFaultline(arguments, m_dir->path());
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

std::vector<std::byte> debugFile()
{
    ElfBuilder elf;
    for (const auto& [name, content] : DwarfBuilder({}).build())
        elf.add({.name = "." + name, .content = content});
    return elf.build();
}

/// A program without a build id, whose debug id is derived from its code.
std::vector<std::byte> strippedProgram()
{
    std::vector<std::byte> code(0x1000);
    code.front() = std::byte{0xc3};
    ElfBuilder elf;
    elf.add({.name = ".text", .flags = 6, .address = 0x1000, .content = std::move(code)});
    elf.add({.name = ".gnu_debuglink",
             .content = ByteAssembler().text("app.dbg").u8(0).u32(crc32(debugFile())).finish()});
    return elf.build();
}

constexpr const char* kSymbols = "MODULE Linux x86_64 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0 app\n"
                                 "PUBLIC 1000 0 f\n";
constexpr const char* kPlace = "aa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0";

} // namespace

void TestSymbolsCli::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestSymbolsCli::relativeFoldersLeadToDebugLinks_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("on the command line") << QStringList{"--symbols", "syms/here"};
    QTest::newRow("with a dot") << QStringList{"--symbols", "./syms"};
    QTest::newRow("in the configuration") << QStringList{"--config", "config.yml"};
}

void TestSymbolsCli::relativeFoldersLeadToDebugLinks()
{
    QFETCH(QStringList, arguments);
    write("syms/here/app", strippedProgram());
    write("syms/here/.debug/app.dbg", debugFile());
    write("config.yml", QByteArray("sources: [{id: s, type: folder, path: syms}]\n"));
    const auto info = run({"symbols", "info", "--format", "json", "syms/here/app"});
    const auto id = QJsonDocument::fromJson(info.output)["debug_id"].toString();
    QVERIFY(!id.isEmpty());
    write("crash.json",
          QStringLiteral(R"({"modules":[{"type":"elf","image_addr":"0x10000","image_size":8192,)"
                         R"("debug_id":"%1","code_file":"app"}],)"
                         R"("stacktraces":[{"frames":[{"instruction_addr":"0x11030"}]}]})")
              .arg(id)
              .toUtf8());
    const auto report =
        run(QStringList{"symbolicate", "--offline", "--format", "json", "crash.json"} + arguments);
    QCOMPARE(report.exitCode, 0);
    QVERIFY2(report.output.contains("\"outer\""), report.output.constData());
    const auto place = QStringLiteral("file://%1/syms/here/.debug/app.dbg").arg(m_dir->path());
    QVERIFY2(report.output.contains(place.toUtf8()), report.output.constData());
}

void TestSymbolsCli::hostileFilesCannotDriveATerminal_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("info") << "info";
    QTest::newRow("lookup") << "lookup";
    QTest::newRow("dump") << "dump";
}

void TestSymbolsCli::hostileFilesCannotDriveATerminal()
{
    QFETCH(QString, command);
    write("evil.sym", QByteArray("MODULE Linux x86_64 \033[31m\xc2\x9b\xff evil\n"));
    QStringList arguments{"symbols", command, "evil.sym"};
    if (command == "lookup")
        arguments << "1000";
    const auto run = this->run(arguments);
    QCOMPARE(run.exitCode, 3);
    const auto text = run.output + run.errors;
    QVERIFY2(text.contains("\\x1b[31m\\x9b\xef\xbf\xbd"), text.constData());
    QVERIFY(!text.contains('\033') && !text.contains("\xc2\x9b"));
}

void TestSymbolsCli::lookupNeedsAddresses()
{
    write("app.sym", QByteArray(kSymbols));
    const auto run = this->run({"symbols", "lookup", "app.sym"});
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains("no ADDRESS"), run.errors.constData());
}

void TestSymbolsCli::writtenFilesFollowTheMask()
{
    write("app.sym", QByteArray(kSymbols));
    const auto before = ::umask(0027);
    const auto converted = run({"symbols", "symcache", "app.sym", "-o", "app.symcache"});
    const auto sorted = run({"symbols", "sort", "app.sym", "-o", "out"});
    ::umask(before);
    QCOMPARE(converted.exitCode, 0);
    QCOMPARE(sorted.exitCode, 0);
    for (const auto& name : {QString("app.symcache"), QString("out/%1/debuginfo").arg(kPlace)}) {
        struct stat status = {};
        QCOMPARE(::stat(path(name).toLocal8Bit().constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777u, 0640u);
    }
}

void TestSymbolsCli::helpNamesTheFormats()
{
    const auto report = run({"symbolicate", "--help"});
    QVERIFY2(report.output.contains(
                 "--format bundle|html|json|markdown|restored|sarif|symbolicator|text"),
             report.output.constData());
    QVERIFY(run({"symbols", "lookup", "--help"}).output.contains("--format json|text"));
}

void TestSymbolsCli::sortsOnceAndAgain()
{
    write("app.sym", QByteArray(kSymbols));
    const QStringList arguments{"symbols", "sort", "-o",      "out",    "-p",
                                "/linux",  "-b",   "one_1.0", "app.sym"};
    const auto first = run(arguments);
    QCOMPARE(first.exitCode, 0);
    QVERIFY2(first.output.endsWith("Sorted 1 debug files\n"), first.output.constData());
    for (const auto* name : {"debuginfo", "debuginfo.meta", "refs/one_1.0"})
        QVERIFY(QFile::exists(path(QStringLiteral("out/linux/%1/%2").arg(kPlace, name))));
    QVERIFY(QFile::exists(path("out/linux/bundles/one_1.0")));
    const auto again = run(arguments + QStringList{"-q"});
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(again.output, QByteArray());
    QVERIFY2(again.errors.contains("is there already"), again.errors.constData());
}

void TestSymbolsCli::sortRefusesBundleIds()
{
    write("app.sym", QByteArray(kSymbols));
    for (const auto* id : {"my/bundle", "a b", "_a", "..", ""}) {
        const auto run = this->run({"symbols", "sort", "-o", "out", "-b", id, "app.sym"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.errors.contains("Invalid bundle id"), run.errors.constData());
    }
    QVERIFY(!QFile::exists(path("out")));
}

void TestSymbolsCli::sortHasABundlePerInput()
{
    write("one (1)/app.sym", QByteArray(kSymbols));
    write("two/app.sym", QByteArray(kSymbols));
    const auto sorted =
        run({"symbols", "sort", "-o", "out", "--multiple-bundles", "one (1)/", "two"});
    QCOMPARE(sorted.exitCode, 0);
    for (const auto* id : {"one_1", "two"}) {
        QVERIFY2(read(QStringLiteral("out/bundles/%1").arg(id)).contains("aaaaaaaa-"), id);
        QVERIFY(QFile::exists(path(QStringLiteral("out/%1/refs/%2").arg(kPlace, id))));
    }
    QCOMPARE(run({"symbols", "sort", "-o", "out", "--multiple-bundles", "-b", "b", "two"}).exitCode,
             2);
}

void TestSymbolsCli::sortTellsDamage()
{
    write("in/app.sym", QByteArray(kSymbols));
    write("in/damaged", QByteArray("\x7f"
                                   "ELF and then nothing that fits"));
    const auto sorted = run({"symbols", "sort", "-o", "out", "in"});
    QCOMPARE(sorted.exitCode, 3);
    QVERIFY2(sorted.errors.contains("in/damaged"), sorted.errors.constData());
    QVERIFY(sorted.output.endsWith("Sorted 1 debug files\n"));
    QCOMPARE(run({"symbols", "sort", "-o", "other", "-I", "in"}).exitCode, 0);
    QCOMPARE(run({"symbols", "sort", "-o", "other", "absent"}).exitCode, 3);
}

void TestSymbolsCli::splitRecordsItsCompanion()
{
    WasmBuilder wasm;
    wasm.addCustom(".debug_info", "x");
    wasm.addFunction({.name = "f"});
    write("app.wasm", wasm.build());
    QVERIFY(QDir(m_dir->path()).mkdir("out"));
    const auto split = run({"symbols", "wasm-split", "-q", "--strip", "-d", "out/app.debug.wasm",
                            "-o", "out/app.wasm", "app.wasm"});
    QCOMPARE(split.exitCode, 0);
    QCOMPARE(split.output, QByteArray());
    const auto info = run({"symbols", "info", "out/app.wasm"});
    QVERIFY2(info.output.contains("refers to app.debug.wasm\n"), info.output.constData());
    QVERIFY(!run({"symbols", "info", "out/app.debug.wasm"}).output.contains("refers to"));
    const auto named = run({"symbols", "wasm-split", "-d", "d.wasm", "--external-dwarf-url",
                            "https://h/d", "-o", "m.wasm", "app.wasm"});
    QCOMPARE(named.output.trimmed().size(), 32);
    QVERIFY(run({"symbols", "info", "m.wasm"}).output.contains("refers to https://h/d\n"));
}

void TestSymbolsCli::infoTellsWhatIsMissing()
{
    write("app", strippedProgram());
    const auto info = run({"symbols", "info", "--format", "json", "app"});
    const auto references = QJsonDocument::fromJson(info.output)["refers_to"].toArray();
    QCOMPARE(references.size(), 1);
    const auto link = references[0].toObject();
    QCOMPARE(link["kind"].toString(), QString("debug_link"));
    QCOMPARE(link["name"].toString(), QString("app.dbg"));
    QCOMPARE(link["identity"].toString().size(), 8);
}

QTEST_GUILESS_MAIN(TestSymbolsCli)
#include "tst_symbols_cli.moc"
