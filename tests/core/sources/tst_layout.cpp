// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/layout.h"

#include <QTest>

using namespace faultline;

namespace {

struct Identity
{
    const char* name;
    sources::ObjectLookup lookup;
};

sources::ObjectLookup pe()
{
    return {sources::LookupType::Pe,     CodeId::parse("63f1a2b41c9000"),
            R"(C:\Games\Acme\Acme.exe)", DebugId::parse("0f3c9a52-7b1e-4d86-9c20-5ae1d7f4b3c8-1a"),
            R"(D:\build\Acme.pdb)",      {}};
}

sources::ObjectLookup dotnet()
{
    return {sources::LookupType::PeDotnet,
            {},
            "Lib.dll",
            DebugId::parse("b27d60e4-93c1-4f5a-8e07-1dc5a9f26b30-9e6d3fcc"),
            "Lib.pdb",
            {}};
}

sources::ObjectLookup elf()
{
    return {sources::LookupType::Elf, CodeId::parse("b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c"),
            "/usr/lib/libAcme.so.4",  DebugId::parse("9cf0a1b3-7e5d-6842-8f10-c2d4e6a8b091"),
            "/usr/lib/libAcme.so.4",  {}};
}

sources::ObjectLookup macho()
{
    return {sources::LookupType::MachO,
            {},
            "/Applications/Acme.app/Contents/MacOS/Acme",
            DebugId::parse("2d9a6f0b-71c4-3e58-a8b2-0f6d4c9e1735"),
            "Acme",
            {}};
}

sources::ObjectLookup wasm()
{
    return {sources::LookupType::Wasm,
            CodeId::parse("7c41d0e8b59a4f23a16e8d02c3f7b594"),
            "game.wasm",
            DebugId::parse("7c41d0e8-b59a-4f23-a16e-8d02c3f7b594"),
            "game.wasm",
            {}};
}

struct Row
{
    const char* identity;
    const char* fileType;
    const char* layout;
    const char* paths; ///< Separated by spaces, in order.
};

// The worked examples of docs/spec/sources-and-caches.md §3.5, with every compressed sibling spelt
// out.
const Row kRows[] = {
    {"P", "pe", "native", "Acme.exe/63F1A2B41c9000/Acme.exe Acme.exe/63F1A2B41c9000/Acme.ex_"},
    {"P", "pe", "symstore", "Acme.exe/63F1A2B41c9000/Acme.exe Acme.exe/63F1A2B41c9000/Acme.ex_"},
    {"P", "pe", "symstore_index2",
     "Ac/Acme.exe/63F1A2B41c9000/Acme.exe Ac/Acme.exe/63F1A2B41c9000/Acme.ex_"},
    {"P", "pe", "ssqp", "acme.exe/63f1a2b41c9000/acme.exe acme.exe/63f1a2b41c9000/acme.ex_"},
    {"P", "pe", "unified",
     "0f/3c9a527b1e4d869c205ae1d7f4b3c81a/executable "
     "0f/3c9a527b1e4d869c205ae1d7f4b3c81a/executabl_"},
    {"P", "pe", "debuginfod", ""},
    {"P", "pdb", "native",
     "Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pdb "
     "Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pd_"},
    {"P", "pdb", "symstore",
     "Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pdb "
     "Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pd_"},
    {"P", "pdb", "symstore_index2",
     "Ac/Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pdb "
     "Ac/Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.pd_"},
    {"P", "pdb", "ssqp",
     "acme.pdb/0f3c9a527b1e4d869c205ae1d7f4b3c81A/acme.pdb "
     "acme.pdb/0f3c9a527b1e4d869c205ae1d7f4b3c81A/acme.pd_"},
    {"P", "pdb", "symstore lowercase",
     "acme.pdb/0f3c9a527b1e4d869c205ae1d7f4b3c81a/acme.pdb "
     "acme.pdb/0f3c9a527b1e4d869c205ae1d7f4b3c81a/acme.pd_"},
    {"P", "pdb", "unified",
     "0f/3c9a527b1e4d869c205ae1d7f4b3c81a/debuginfo 0f/3c9a527b1e4d869c205ae1d7f4b3c81a/debuginf_"},
    {"P", "breakpad", "native", "Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.sym"},
    {"P", "breakpad", "symstore", ""},
    {"P", "breakpad", "unified", "0f/3c9a527b1e4d869c205ae1d7f4b3c81a/breakpad"},
    {"P", "il2cpp", "unified", "0f/3c9a527b1e4d869c205ae1d7f4b3c81a/il2cpp"},
    {"P", "sourcebundle", "native", "Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.src.zip"},
    {"P", "sourcebundle", "symstore", "Acme.pdb/0F3C9A527B1E4D869C205AE1D7F4B3C81a/Acme.src.zip"},
    {"P", "sourcebundle", "ssqp", "acme.pdb/0f3c9a527b1e4d869c205ae1d7f4b3c81A/acme.src.zip"},
    {"P", "elf_code", "slashsymbols",
     "Acme.exe/63F1A2B41C9000/symbols Acme.exe/63f1a2b41c9000/symbols"},
    {"P", "pe", "slashsymbols",
     "Acme.exe/63F1A2B41C9000/symbols Acme.exe/63F1A2B41C9000/symbol_ "
     "Acme.exe/63f1a2b41c9000/symbols "
     "Acme.exe/63f1a2b41c9000/symbol_"},
    {"P", "proguard", "unified", ""},
    {"N", "portablepdb", "native", "Lib.pdb/B27D60E493C14F5A8E071DC5A9F26B30ffffffff/Lib.pdb"},
    {"N", "portablepdb", "symstore", "Lib.pdb/B27D60E493C14F5A8E071DC5A9F26B30ffffffff/Lib.pdb"},
    {"N", "portablepdb", "ssqp", "lib.pdb/b27d60e493c14f5a8e071dc5a9f26b30FFFFFFFF/lib.pdb"},
    {"N", "portablepdb", "unified", "b2/7d60e493c14f5a8e071dc5a9f26b309e6d3fcc/debuginfo"},
    {"N", "sourcebundle", "native",
     "Lib.pdb/B27D60E493C14F5A8E071DC5A9F26B30ffffffff/Lib.src.zip "
     "Lib.pdb/B27D60E493C14F5A8E071DC5A9F26B309e6d3fcc/Lib.src.zip"},
    {"E", "elf_code", "native", "b3/a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c"},
    {"E", "elf_code", "symstore",
     "libAcme.so.4/elf-buildid-b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/libAcme.so.4"},
    {"E", "elf_code", "symstore_index2",
     "li/libAcme.so.4/elf-buildid-b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/libAcme.so.4"},
    {"E", "elf_code", "ssqp",
     "libacme.so.4/elf-buildid-b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/libacme.so.4"},
    {"E", "elf_code", "debuginfod", "b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/executable"},
    {"E", "elf_code", "unified", "b3/a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/executable"},
    {"E", "elf_debug", "native", "b3/a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c.debug"},
    {"E", "elf_debug", "symstore",
     "_.debug/elf-buildid-sym-b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/_.debug"},
    {"E", "elf_debug", "ssqp",
     "_.debug/elf-buildid-sym-b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/_.debug"},
    {"E", "elf_debug", "symstore_index2",
     "_/_.debug/elf-buildid-sym-b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/_.debug"},
    {"E", "elf_debug", "debuginfod", "b3a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/debuginfo"},
    {"E", "elf_debug", "unified", "b3/a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/debuginfo"},
    {"E", "breakpad", "native", "libAcme.so.4/9CF0A1B37E5D68428F10C2D4E6A8B0910/libAcme.so.4.sym"},
    {"E", "breakpad", "unified", "b3/a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/breakpad"},
    {"E", "sourcebundle", "native",
     "b3/a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c.src.zip "
     "libAcme.so.4/9CF0A1B37E5D68428F10C2D4E6A8B0910/libAcme.so.4.src.zip"},
    {"E", "sourcebundle", "unified", "b3/a1f09c5d7e42688f10c2d4e6a8b0917f5e3d2c/sourcebundle"},
    {"M", "mach_code", "native", "2D9A/6F0B/71C4/3E58/A8B2/0F6D4C9E1735.app"},
    {"M", "mach_debug", "native", "2D9A/6F0B/71C4/3E58/A8B2/0F6D4C9E1735"},
    {"M", "mach_code", "symstore", "Acme/mach-uuid-2d9a6f0b71c43e58a8b20f6d4c9e1735/Acme"},
    {"M", "mach_code", "ssqp", "acme/mach-uuid-2d9a6f0b71c43e58a8b20f6d4c9e1735/acme"},
    {"M", "mach_debug", "symstore",
     "_.dwarf/mach-uuid-sym-2d9a6f0b71c43e58a8b20f6d4c9e1735/_.dwarf"},
    {"M", "mach_debug", "ssqp", "_.dwarf/mach-uuid-sym-2d9a6f0b71c43e58a8b20f6d4c9e1735/_.dwarf"},
    {"M", "mach_code", "unified", "2d/9a6f0b71c43e58a8b20f6d4c9e1735/executable"},
    {"M", "mach_debug", "unified", "2d/9a6f0b71c43e58a8b20f6d4c9e1735/debuginfo"},
    {"M", "breakpad", "native", "Acme/2D9A6F0B71C43E58A8B20F6D4C9E17350/Acme.sym"},
    {"M", "sourcebundle", "native",
     "2D9A/6F0B/71C4/3E58/A8B2/0F6D4C9E1735.src.zip "
     "Acme/2D9A6F0B71C43E58A8B20F6D4C9E17350/Acme.src.zip"},
    {"M", "uuidmap", "unified", "2d/9a6f0b71c43e58a8b20f6d4c9e1735/uuidmap"},
    {"M", "bcsymbolmap", "unified", "2d/9a6f0b71c43e58a8b20f6d4c9e1735/bcsymbolmap"},
    {"W", "wasm_code", "native", "7c/41d0e8b59a4f23a16e8d02c3f7b594"},
    {"W", "wasm_debug", "native", "7c/41d0e8b59a4f23a16e8d02c3f7b594.debug"},
    {"W", "wasm_code", "unified", "7c/41d0e8b59a4f23a16e8d02c3f7b594/executable"},
    {"W", "wasm_debug", "unified", "7c/41d0e8b59a4f23a16e8d02c3f7b594/debuginfo"},
    {"W", "sourcebundle", "unified", "7c/41d0e8b59a4f23a16e8d02c3f7b594/sourcebundle"},
    {"W", "sourcebundle", "native", "7c/41d0e8b59a4f23a16e8d02c3f7b594.src.zip"},
    {"W", "breakpad", "native", ""},
};

QString joined(const std::vector<std::string>& paths)
{
    QStringList list;
    for (const auto& path : paths)
        list << QString::fromStdString(path);
    return list.join(QLatin1Char(' '));
}

} // namespace

class TestLayout : public QObject
{
    Q_OBJECT

private slots:
    void workedExamples_data();
    void workedExamples();
    void breakpadNames_data();
    void breakpadNames();
    void namesAreValidated_data();
    void namesAreValidated();
    void shortPeCodeIdGivesNoPath();
    void aCodeIdOfTwoDigitsIsAFolder();
    void machCodeIdThatIsNoUuidDoesNotFallBack();
    void bundlesNeedAPrimaryPath();
    void buildIdsArePaddedOnlyWhenAsked();
    void probes_data();
    void probes();
    void breakpadSymbolsByCodeId();
};

void TestLayout::workedExamples_data()
{
    QTest::addColumn<int>("row");
    for (int i = 0; i < static_cast<int>(std::size(kRows)); ++i)
        QTest::addRow("1: %s %s %s", kRows[i].identity, kRows[i].fileType, kRows[i].layout) << i;
}

void TestLayout::workedExamples()
{
    QFETCH(int, row);
    const auto& expected = kRows[row];
    const std::map<std::string, sources::ObjectLookup> identities{
        {"P", pe()}, {"N", dotnet()}, {"E", elf()}, {"M", macho()}, {"W", wasm()}};
    std::string name = expected.layout;
    sources::SourceLayout layout;
    if (const auto space = name.find(' '); space != std::string::npos) {
        layout.casing = sources::PathCasing::Lowercase;
        name.resize(space);
    }
    layout.type = sources::parseLayoutType(name).value();
    const auto paths =
        sources::layoutPaths(layout, sources::parseFileType(expected.fileType).value(),
                             identities.at(expected.identity));
    QCOMPARE(joined(paths), QString::fromLatin1(expected.paths));
}

void TestLayout::breakpadNames_data()
{
    QTest::addColumn<QString>("debugFile");
    QTest::addColumn<bool>("otherNames");
    QTest::addColumn<QString>("files");
    QTest::newRow("final lower-case .pdb is dropped") << "m.pdb" << false << "m.sym";
    QTest::newRow("only the last suffix is dropped") << "a.dll.pdb" << false << "a.dll.sym";
    QTest::newRow(".exe stays") << "game.exe" << false << "game.exe.sym";
    QTest::newRow(".dll stays") << "plug.dll" << false << "plug.dll.sym";
    QTest::newRow("upper-case .PDB stays") << "A.PDB" << false << "A.PDB.sym";
    QTest::newRow("other clients drop .exe") << "game.exe" << true << "game.exe.sym game.sym";
    QTest::newRow("other clients drop .PDB") << "A.PDB" << true << "A.PDB.sym A.sym";
    QTest::newRow("other names equal to the first are not repeated") << "m.pdb" << true << "m.sym";
}

void TestLayout::breakpadNames()
{
    QFETCH(QString, debugFile);
    QFETCH(bool, otherNames);
    QFETCH(QString, files);
    auto lookup = pe();
    lookup.debugFile = debugFile.toStdString();
    QStringList names;
    for (const auto& path : sources::layoutPaths({}, sources::FileType::Breakpad, lookup,
                                                 {.breakpadName = otherNames}))
        names << QString::fromStdString(path.substr(path.rfind('/') + 1));
    QCOMPARE(names.join(QLatin1Char(' ')), files);
}

void TestLayout::namesAreValidated_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("windows path") << QByteArray(R"(C:\a\b.pdb)") << QByteArray("b.pdb");
    QTest::newRow("trailing separators") << QByteArray("/a/b//") << QByteArray("b");
    QTest::newRow("junk in the folder is irrelevant") << QByteArray("/a\x01/b") << QByteArray("b");
    QTest::newRow("dot") << QByteArray("/a/.") << QByteArray();
    QTest::newRow("dot dot") << QByteArray("..") << QByteArray();
    QTest::newRow("empty") << QByteArray("") << QByteArray();
    QTest::newRow("control character") << QByteArray("a\nb") << QByteArray();
    QTest::newRow("C1 control character") << QByteArray("a\xc2\x85") << QByteArray();
    QTest::newRow("other text beyond ASCII") << QByteArray("a\xc2\xa9") << QByteArray("a\xc2\xa9");
    QTest::newRow("255 bytes") << QByteArray(255, 'x') << QByteArray(255, 'x');
    QTest::newRow("256 bytes") << QByteArray(256, 'x') << QByteArray();
}

void TestLayout::namesAreValidated()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, name);
    const auto text = path.toStdString();
    QCOMPARE(QByteArray::fromStdString(std::string(sources::validBaseName(text).value_or(""))),
             name);
}

void TestLayout::shortPeCodeIdGivesNoPath()
{
    auto lookup = pe();
    lookup.codeId = CodeId::parse("63f1a2b");
    QVERIFY(sources::layoutPaths({}, sources::FileType::Pe, lookup).empty());
}

void TestLayout::machCodeIdThatIsNoUuidDoesNotFallBack()
{
    auto lookup = macho();
    lookup.codeId = CodeId::parse("abcdef");
    QVERIFY(sources::layoutPaths({}, sources::FileType::MachDebug, lookup).empty());
}

/// A bundle has the Breakpad form of its path only in addition to that of its object type.
void TestLayout::bundlesNeedAPrimaryPath()
{
    auto lookup = elf();
    lookup.codeId.reset();
    QCOMPARE(sources::layoutPaths({}, sources::FileType::Breakpad, lookup).size(), std::size_t{1});
    QCOMPARE(joined(sources::layoutPaths({}, sources::FileType::SourceBundle, lookup)), QString());
}

void TestLayout::buildIdsArePaddedOnlyWhenAsked()
{
    auto lookup = elf();
    lookup.codeId = CodeId::parse("b3a1f09c5d7e4268");
    const sources::SourceLayout layout{sources::LayoutType::Ssqp, sources::PathCasing::Default};
    QCOMPARE(sources::layoutPaths(layout, sources::FileType::ElfDebug, lookup).size(),
             std::size_t{1});
    const auto paths =
        sources::layoutPaths(layout, sources::FileType::ElfDebug, lookup, {.paddedBuildId = true});
    QCOMPARE(joined(paths),
             QString("_.debug/elf-buildid-sym-b3a1f09c5d7e4268/_.debug "
                     "_.debug/elf-buildid-sym-b3a1f09c5d7e4268000000000000000000000000/_.debug"));
}

void TestLayout::aCodeIdOfTwoDigitsIsAFolder()
{
    auto lookup = elf();
    lookup.codeId = CodeId::parse("ab");
    QCOMPARE(joined(sources::layoutPaths({}, sources::FileType::ElfDebug, lookup)),
             QString("ab/.debug"));
    lookup.codeId = CodeId::parse("a");
    QCOMPARE(joined(sources::layoutPaths({}, sources::FileType::ElfDebug, lookup)), QString());
}

void TestLayout::probes_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("probe");
    QTest::addColumn<QString>("paths");
    const QString id = "0F3C9A527B1E4D869C205AE1D7F4B3C81a";
    const QString plain = QString("Acme.pdb/%1/Acme.pdb Acme.pdb/%1/Acme.pd_").arg(id);
    const QString pointer = QString(" Acme.pdb/%1/file.ptr").arg(id);
    QTest::newRow("pointer behind the compressed name")
        << "symstore" << "file_ptr" << plain + pointer;
    QTest::newRow("pointers are of symbol stores") << "native" << "file_ptr" << plain;
    QTest::newRow("two-tier store after the simple one")
        << "symstore" << "index2"
        << plain + QString(" Ac/Acme.pdb/%1/Acme.pdb Ac/Acme.pdb/%1/Acme.pd_").arg(id);
    QTest::newRow("by code id only without a debug id") << "native" << "code_id" << plain;
}

void TestLayout::probes()
{
    QFETCH(QString, layout);
    QFETCH(QString, probe);
    QFETCH(QString, paths);
    const sources::SourceProbes probes{
        .filePtr = probe == "file_ptr", .index2 = probe == "index2", .codeId = probe == "code_id"};
    const sources::SourceLayout where{sources::parseLayoutType(layout.toStdString()).value(),
                                      sources::PathCasing::Default};
    QCOMPARE(joined(sources::layoutPaths(where, sources::FileType::Pdb, pe(), probes)), paths);
}

/// Tecken's answer: the name without its extension, the id in capitals.
void TestLayout::breakpadSymbolsByCodeId()
{
    auto lookup = pe();
    lookup.debugId.reset();
    QCOMPARE(
        joined(sources::layoutPaths({}, sources::FileType::Breakpad, lookup, {.codeId = true})),
        QString("Acme.exe/63F1A2B41C9000/Acme.sym"));
    QCOMPARE(joined(sources::layoutPaths({}, sources::FileType::Breakpad, lookup)), QString());
}

QTEST_GUILESS_MAIN(TestLayout)
#include "tst_layout.moc"
