#include "core/sources/companion_paths.h"

#include <QTest>

using namespace faultline;

class TestCompanionPaths : public QObject
{
    Q_OBJECT

private slots:
    void paths_data();
    void paths();
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

QTEST_GUILESS_MAIN(TestCompanionPaths)
#include "tst_companion_paths.moc"
