// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/pe/pe_object.h"
#include "tests/support/windows_program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace faultline;

class TestPeMingw : public QObject
{
    Q_OBJECT

private slots:
    void dwarfAndSymbolsOfAMingwProgram_data();
    void dwarfAndSymbolsOfAMingwProgram();
};

void TestPeMingw::dwarfAndSymbolsOfAMingwProgram_data()
{
    QTest::addColumn<QString>("triple");
    QTest::newRow("64 bit") << "x86_64-w64-mingw32";
    QTest::newRow("32 bit, names with underscores") << "i686-w64-mingw32";
}

void TestPeMingw::dwarfAndSymbolsOfAMingwProgram()
{
    QFETCH(QString, triple);
    const QTemporaryDir folder;
    const auto program = test::buildMingwProgram(folder.path().toStdString(), triple.toStdString());
    if (!program && program.error().isMissing && qgetenv("FAULTLINE_REQUIRE_TOOLS") != "1")
        QSKIP(program.error().text.c_str());
    QVERIFY2(program, program ? "" : program.error().text.c_str());
    const auto file = mapForeignFile(program->executable);
    QVERIFY(file);
    const auto object = pe::openPe(*file, ParseLimits{});
    QVERIFY(object);
    QVERIFY((*object)->features().hasDebugInfo);
    QVERIFY((*object)->features().hasSymbols);

    const auto symbols = (*object)->symbols();
    const auto helper =
        std::find_if(symbols.begin(), symbols.end(),
                     [](const object::Symbol& symbol) { return symbol.name == "helper"; });
    QVERIFY(helper != symbols.end());
    const auto reader = (*object)->debugInfo();
    QVERIFY(reader);
    std::map<std::uint64_t, std::string> functions;
    for (std::size_t i = 0; i < reader->unitCount(); ++i) {
        const auto unit = reader->readUnit(i, {});
        QVERIFY(unit);
        for (const auto& function : unit->functions)
            functions.emplace(function.begin, function.name);
    }
    QCOMPARE(functions[helper->address], std::string("helper"));
    QVERIFY(functions.size() >= 7);
}

QTEST_GUILESS_MAIN(TestPeMingw)
#include "tst_pe_mingw.moc"
