// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/report_bundle.h"
#include "core/report/text_report.h"
#include "tests/support/crash_scene.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

namespace {

const std::string kSample = FL_TESTS_DIR "/corpora/samples/default/sample.dmp";

engine::EngineConfig offline()
{
    engine::EngineConfig config;
    config.offline = true;
    config.computeThreads = 2;
    return config;
}

/// An engine with one open file.
class Opened
{
public:
    explicit Opened(const std::string& path)
        : m_engine(offline(), silentLog(), m_log.callback()),
          m_isOpen(m_log.waitForFinish(m_engine.openEvent(path)))
    {
    }

    bool isOpen() const { return m_isOpen; }

    engine::EventId event() const { return noticesOf<engine::EventSnapshot>(m_log).at(0).event; }

    ReportPtr report() const
    {
        const auto reports = noticesOf<engine::ReportSnapshot>(m_log);
        return reports.empty() ? nullptr : reports.back().value;
    }

    std::size_t reportCount() const { return noticesOf<engine::ReportSnapshot>(m_log).size(); }

    bool retry() { return m_log.waitForFinish(m_engine.symbolicate(event())); }

    engine::SourceSnapshot source(const std::string& path)
    {
        const auto job = m_engine.loadSource(event(), 0, path, 1);
        m_log.waitForFinish(job);
        const auto all = noticesOf<engine::SourceSnapshot>(m_log);
        const auto found = std::ranges::find(all, job, &engine::SourceSnapshot::job);
        return found == all.end() ? engine::SourceSnapshot{} : *found;
    }

private:
    NoticeLog m_log;
    engine::Engine m_engine;
    bool m_isOpen;
};

/// Writes a bundle of the report to `path`.
bool writeFile(const QString& path, const ReportPtr& report)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    const bundle::ReportBundle bundle{.report = report,
                                      .profile = redact::Profile::Team,
                                      .fileName = "sample.dmp",
                                      .sources = {{.path = "/src/a.c", .text = "int a;\n"}}};
    return bundle::writeBundle(bundle,
                               [&file](Bytes piece) -> Result<void> {
                                   file.write(asText(piece).data(), qint64(piece.size()));
                                   return {};
                               })
        .has_value();
}

} // namespace

class TestOpenedBundles : public QObject
{
    Q_OBJECT

private slots:
    void showsTheStoredReport();
    void damageIsAnError();
};

void TestOpenedBundles::showsTheStoredReport()
{
    const Opened given(kSample);
    QVERIFY(given.isOpen() && given.report());
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sample.flreport"));
    QVERIFY(writeFile(path, given.report()));
    Opened opened(path.toStdString());
    QVERIFY(opened.isOpen() && opened.report());
    QCOMPARE(opened.report()->stacks.size(), given.report()->stacks.size());
    QVERIFY(report::renderText(*opened.report(), {})
                .contains("the crash file is not stored in this report"));
    // Looking again finds no more, and must lose nothing.
    const auto before = opened.report();
    QVERIFY(opened.retry());
    QCOMPARE(opened.reportCount(), std::size_t{2});
    QCOMPARE(opened.report(), before);
    QCOMPARE(opened.source("/src/a.c").value.value_or(SourceText{}).text, std::string("int a;\n"));
    const auto missing = opened.source("/src/b.c");
    QVERIFY(!missing.value.has_value());
    QCOMPARE(missing.tried, std::vector<std::string>{"report bundle: not stored in this report"});
}

void TestOpenedBundles::damageIsAnError()
{
    const Opened given(kSample);
    QVERIFY(given.isOpen() && given.report());
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sample.flreport"));
    QVERIFY(writeFile(path, given.report()));
    QFile file(path);
    QVERIFY(file.resize(file.size() - 40));
    Opened opened(path.toStdString());
    QVERIFY(!opened.report());
}

QTEST_GUILESS_MAIN(TestOpenedBundles)
#include "tst_opened_bundles.moc"
