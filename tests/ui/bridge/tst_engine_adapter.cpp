#include "tests/support/crash_scene.h"
#include "ui/bridge/engine_adapter.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
using namespace faultline::test;

namespace {

void write(const std::filesystem::path& path, const std::string& text)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

class TestEngineAdapter : public QObject
{
    Q_OBJECT

private slots:
    void sourcesOfTheFileStay();
};

/// Whatever is chosen in the window: those of the configuration file are asked, too.
void TestEngineAdapter::sourcesOfTheFileStay()
{
    const QTemporaryDir folder;
    const auto root = folder.path().toStdString();
    write(root + "/crash.dmp", std::string(scene::dump().text()));
    write(root + "/symbols/app.sym", scene::dumpSymbols());
    NoticeLog log;
    Engine engine({}, silentLog(), log.callback());
    ui::EngineAdapter adapter(engine, {scene::folder("file", root + "/symbols")});
    const std::vector<SourceConfig> some{scene::folder("window", root + "/none")};
    for (const auto& chosen : {std::vector<SourceConfig>(), some}) {
        adapter.setSources(chosen);
        QVERIFY(log.waitForFinish(adapter.openEvent(root + "/crash.dmp")));
        const auto event = noticesOf<EventSnapshot>(log).back().event;
        QVERIFY(log.waitForFinish(adapter.symbolicate(event, {})));
        const auto report = noticesOf<ReportSnapshot>(log).back().value;
        QVERIFY(report);
        QCOMPARE(report->modules[0]->debugStatus, ObjectFileStatus::Found);
        adapter.closeEvent(event);
    }
}

QTEST_GUILESS_MAIN(TestEngineAdapter)
#include "tst_engine_adapter.moc"
