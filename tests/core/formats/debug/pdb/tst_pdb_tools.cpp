// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/pdb/pdb_object.h"
#include "core/formats/debug/pe/pe_object.h"
#include "tests/support/windows_program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;

/// A PDB that lld writes for a program that clang compiles, against LLVM's own symbolizer.
class TestPdbTools : public QObject
{
    Q_OBJECT

private slots:
    void programs_data();
    void programs();
};

namespace {

/// The chain of source lines at an address, innermost first.
std::vector<unsigned>
linesAt(const object::DebugUnit& unit, const object::DebugFunction& function, std::uint32_t address)
{
    unsigned line = 0;
    for (std::uint32_t i = 0; i < function.lineCount; ++i) {
        const auto& row = unit.lines[function.firstLine + i];
        if (row.address <= address)
            line = row.line;
    }
    std::vector<unsigned> lines{line};
    for (auto i = function.inlineCount; i-- > 0;) { // Children come after their parents.
        const auto& call = unit.inlines[function.firstInline + i];
        if (call.begin <= address && address < call.end)
            lines.push_back(call.callLine);
    }
    return lines;
}

std::map<std::string, std::uint32_t> functionsOf(const object::DebugUnit& unit)
{
    std::map<std::string, std::uint32_t> functions;
    for (const auto& function : unit.functions)
        functions.emplace(function.name, function.begin);
    return functions;
}

object::ObjectPtr openFile(const std::filesystem::path& path,
                           Result<object::ObjectPtr> (*open)(ByteView, const ParseLimits&))
{
    const auto file = mapForeignFile(path);
    const auto object = file ? open(*file, ParseLimits{})
                             : Result<object::ObjectPtr>(std::unexpected(file.error()));
    return object ? *object : nullptr;
}

} // namespace

void TestPdbTools::programs_data()
{
    QTest::addColumn<QString>("triple");
    QTest::addColumn<bool>("hasFrames");
    QTest::newRow("64 bit") << "x86_64-pc-windows-msvc" << false;
    QTest::newRow("32 bit") << "i686-pc-windows-msvc" << true;
}

void TestPdbTools::programs()
{
    QFETCH(QString, triple);
    QFETCH(bool, hasFrames);
    const QTemporaryDir folder;
    const auto program = test::buildMsvcProgram(folder.path().toStdString(), triple.toStdString());
    if (!program && program.error().isMissing && qgetenv("FAULTLINE_REQUIRE_TOOLS") != "1")
        QSKIP(program.error().text.c_str());
    QVERIFY2(program, program ? "" : program.error().text.c_str());

    const auto image = openFile(program->executable, pe::openPe);
    const auto pdb = openFile(program->pdb, pdb::openPdb);
    QVERIFY(image && pdb);
    QCOMPARE(pdb->debugId(), image->debugId());
    QCOMPARE(pdb->arch(), image->arch());
    QCOMPARE(QString::fromStdString(image->debugFileName()),
             QString::fromStdString(program->pdb.string()));
    QCOMPARE(image->symbols().size(), std::size_t{1}); // The exported function.
    QCOMPARE(pdb->windowsFrames().empty(), !hasFrames);

    const auto unit = pdb->debugInfo()->readUnit(0, {});
    QVERIFY(unit);
    const auto functions = functionsOf(*unit);
    for (const char* name :
         {"shapes::Box::Box(int)", "shapes::Box::area(shapes::Point const&) const",
          "shapes::Box::count(unsigned char)",
          "shapes::`anonymous namespace'::hidden(char const*, ...)",
          "call(int (*)(int, char const* const*), const int, double[3][4]&)",
          "helper(int, char const* const*)"})
        QVERIFY2(functions.contains(name), name);

    std::size_t compared = 0;
    for (const auto& function : unit->functions) {
        for (std::uint32_t i = 0; i < function.lineCount; ++i) {
            // The last byte of each row: where several rows begin at one address, LLVM answers with
            // the first for that address.
            const bool isLast = i + 1 == function.lineCount;
            const auto address =
                (isLast ? function.end : unit->lines[function.firstLine + i + 1].address) - 1;
            const auto expected = test::symbolizerLines(program->executable, address);
            if (!expected && expected.error().isMissing &&
                qgetenv("FAULTLINE_REQUIRE_TOOLS") != "1")
                QSKIP(expected.error().text.c_str());
            QVERIFY2(expected, expected ? "" : expected.error().text.c_str());
            QCOMPARE(linesAt(*unit, function, address), *expected);
            ++compared;
        }
    }
    QVERIFY(compared > 15);
}

QTEST_GUILESS_MAIN(TestPdbTools)
#include "tst_pdb_tools.moc"
