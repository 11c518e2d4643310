// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/companion_paths.h"

#include <QTest>

using namespace faultline;

class TestCompanionPaths : public QObject
{
    Q_OBJECT

private slots:
    void paths_data();
    void paths();
    void recorded_data();
    void recorded();
};

namespace {

enum class Formula { DebugLink, Supplementary, Package, SplitUnit };

QString joined(const std::vector<std::string>& paths)
{
    QStringList all;
    for (const auto& path : paths)
        all += QString::fromStdString(path);
    return all.join(QLatin1Char(' '));
}

} // namespace

void TestCompanionPaths::paths_data()
{
    QTest::addColumn<int>("formula");
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, Formula formula, const char* object, const char* file,
                        const char* expected) {
        QTest::newRow(name) << static_cast<int>(formula) << QString::fromLatin1(object)
                            << QString::fromLatin1(file) << QString::fromLatin1(expected);
    };
    row("debug link", Formula::DebugLink, "/usr/bin/app", "app.debug",
        "/usr/bin/app.debug /usr/bin/.debug/app.debug /usr/lib/debug/usr/bin/app.debug");
    row("debug link whose folder is that of the build machine", Formula::DebugLink, "bin/app",
        "/build/app.debug", "bin/app.debug bin/.debug/app.debug");
    row("debug link without a name", Formula::DebugLink, "/usr/bin/app", "", "");
    row("supplementary file, absolute", Formula::Supplementary, "/a/app.debug", "/dwz/x.debug",
        "/dwz/x.debug /a/x.debug /usr/lib/debug/.dwz/x.debug");
    row("supplementary file below an unpacked root", Formula::Supplementary,
        "/root/usr/lib/debug/.build-id/ab/cd.debug", "/usr/lib/debug/.dwz/x.debug",
        "/root/usr/lib/debug/.dwz/x.debug /usr/lib/debug/.dwz/x.debug "
        "/root/usr/lib/debug/.build-id/ab/x.debug");
    row("supplementary file, relative", Formula::Supplementary, "/a/b/app.debug", "../.dwz/x.debug",
        "/a/b/../.dwz/x.debug /a/b/x.debug /usr/lib/debug/.dwz/x.debug");
    row("package of a program", Formula::Package, "/a/app", "", "/a/app.dwp");
    row("package of a debug file", Formula::Package, "/a/app.debug", "",
        "/a/app.debug.dwp /a/app.dwp");
    row("split unit, absolute", Formula::SplitUnit, "/a/app", "/build/x.dwo",
        "/build/x.dwo /a/x.dwo");
    row("split unit, relative", Formula::SplitUnit, "/a/app", "obj/x.dwo", "/a/obj/x.dwo /a/x.dwo");
    row("split unit that is a folder", Formula::SplitUnit, "/a/app", "obj/", "");
}

void TestCompanionPaths::paths()
{
    QFETCH(int, formula);
    QFETCH(QString, object);
    QFETCH(QString, name);
    const auto objectPath = object.toStdString();
    const auto file = name.toStdString();
    std::vector<std::string> paths;
    switch (static_cast<Formula>(formula)) {
    case Formula::DebugLink: paths = sources::debugLinkPaths(objectPath, file); break;
    case Formula::Supplementary: paths = sources::supplementaryPaths(objectPath, file); break;
    case Formula::Package: paths = sources::splitPackagePaths(objectPath); break;
    case Formula::SplitUnit: paths = sources::splitUnitPaths(objectPath, file); break;
    }
    QTEST(joined(paths), "expected");
}

void TestCompanionPaths::recorded_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("debugFile");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, sources::LookupType type, const char* program,
                        const char* debugFile, const char* expected) {
        QTest::newRow(name) << static_cast<int>(type) << QString::fromLatin1(program)
                            << QString::fromLatin1(debugFile) << QString::fromLatin1(expected);
    };
    using enum sources::LookupType;
    row("ELF", Elf, "/bin/app", "/bin/app.debug", "/bin/app");
    row("dSYM", MachO, "/bin/app", "app", "/bin/app /bin/app.dSYM/Contents/Resources/DWARF/app");
    row("dSYM of an application", MachO, "/Applications/App.app/Contents/MacOS/App", "App",
        "/Applications/App.app/Contents/MacOS/App "
        "/Applications/App.app/Contents/MacOS/App.dSYM/Contents/Resources/DWARF/App "
        "/Applications/App.app.dSYM/Contents/Resources/DWARF/App");
    row("PDB at its recorded path", Pe, "/opt/app.exe", "/build/app.pdb",
        "/opt/app.exe /build/app.pdb /opt/app.pdb");
    row("PDB of another machine", Pe, "C:\\app.exe", "C:\\build\\app.pdb", "");
    row("PDB of another machine, program here", Pe, "/opt/app.exe", "C:\\build\\app.pdb",
        "/opt/app.exe /opt/app.pdb");
    row("Wine", Pe, "Z:\\opt\\app.exe", "Z:\\build\\app.pdb",
        "/opt/app.exe /build/app.pdb /opt/app.pdb");
    row("relative", Elf, "app", "", "");
}

void TestCompanionPaths::recorded()
{
    QFETCH(int, type);
    QFETCH(QString, program);
    QFETCH(QString, debugFile);
    sources::ObjectLookup lookup;
    lookup.type = static_cast<sources::LookupType>(type);
    lookup.codeFile = program.toStdString();
    lookup.debugFile = debugFile.toStdString();
    QTEST(joined(sources::recordedPaths(lookup)), "expected");
}

QTEST_GUILESS_MAIN(TestCompanionPaths)
#include "tst_companion_paths.moc"
