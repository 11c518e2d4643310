// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/views/export_page.h"
#include "ui/views/report_painter.h"
#include "ui/views/row_view.h"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

ExportSession& exportOf(const WindowFixture& fixture)
{
    return *fixture.window.findChild<ExportSession*>();
}

QString sentenceOf(const WindowFixture& fixture)
{
    return fixture.window.findChild<QLabel*>(QStringLiteral("export.sentence"))->text();
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// No file of this process may grow beyond some bytes, as on a disk that is nearly full.
class SmallDisk
{
public:
    SmallDisk() : m_former(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_limit);
        const rlimit small{.rlim_cur = 512, .rlim_max = m_limit.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }

    ~SmallDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_limit);
        std::signal(SIGXFSZ, m_former);
    }

    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

private:
    void (*m_former)(int);
    rlimit m_limit{};
};

/// Opens the page with the form of this action, and waits until it says what leaves.
void openExport(WindowFixture& fixture, const char* action)
{
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    fixture.window.actions().trigger(QLatin1String(action));
    QTRY_VERIFY(exportOf(fixture).state() == ExportSession::State::Ready);
}

} // namespace

class TestExportPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void savesEveryForm_data();
    void savesEveryForm();
    void fullDisksAndFoldersAreTold();
    void neverOverTheInput();
    void theProfileDecides();
    void nothingStaysOfAnotherReport();
    void copiesTheText();
    void worksByKeyboard();
    void pagesHaveALimit();
};

void TestExportPage::savesEveryForm_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QByteArray>("begin");
    QTest::newRow("HTML") << QStringLiteral("file.export.html") << QByteArray("<!DOCTYPE html>");
    QTest::newRow("PDF") << QStringLiteral("file.export.pdf") << QByteArray("%PDF-");
    QTest::newRow("Markdown") << QStringLiteral("file.export.markdown") << QByteArray("**");
    QTest::newRow("JSON") << QStringLiteral("file.export.json") << QByteArray("{");
    QTest::newRow("CSV") << QStringLiteral("file.export.csv") << QByteArray("\"frame\",");
    QTest::newRow("bundle") << QStringLiteral("file.save_bundle") << QByteArray("PK\x03\x04");
}

void TestExportPage::savesEveryForm()
{
    QFETCH(QString, action);
    QFETCH(QByteArray, begin);
    WindowFixture fixture;
    openExport(fixture, action.toLatin1().constData());
    ExportSession& session = exportOf(fixture);
    QVERIFY(session.sizeOf(session.form()) > 0);
    const QTemporaryDir folder;
    const QString path =
        folder.filePath(QStringLiteral("out.") + ExportSession::suffixOf(session.form()));
    QSignalSpy saved(&session, &ExportSession::saved);
    session.save(path);
    QVERIFY(saved.wait());
    const QByteArray content = contentOf(path);
    QVERIFY2(content.startsWith(begin), content.left(40).constData());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

void TestExportPage::fullDisksAndFoldersAreTold()
{
    WindowFixture fixture;
    openExport(fixture, "file.export.html");
    ExportSession& session = exportOf(fixture);
    QSignalSpy failed(&session, &ExportSession::failed);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("out.html"));
    session.save(folder.filePath(QStringLiteral("no/such/folder/out.html")));
    QVERIFY(failed.wait());
    QVERIFY(!failed.at(0).at(1).toString().isEmpty());
    session.save(folder.path()); // Is no file.
    QCOMPARE(failed.count(), 2);
    {
        const SmallDisk disk;
        session.save(path);
        QVERIFY(failed.wait());
    }
    QVERIFY(!QFile::exists(path));
    QVERIFY(QDir(folder.path()).isEmpty());
    // The page goes on.
    QSignalSpy saved(&session, &ExportSession::saved);
    session.save(path);
    QVERIFY(saved.wait());
}

void TestExportPage::neverOverTheInput()
{
    const QTemporaryDir folder;
    const QString input = folder.filePath(QStringLiteral("crash.html"));
    QFile file(input);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("the crash file") > 0);
    file.close();
    const QString link = folder.filePath(QStringLiteral("link.html"));
    QVERIFY(QFile::link(input, link));
    WindowFixture fixture;
    fixture.openReady(input);
    fixture.window.actions().trigger(QStringLiteral("file.export.html"));
    ExportSession& session = exportOf(fixture);
    QTRY_VERIFY(session.state() == ExportSession::State::Ready);
    QVERIFY(session.suggestedPath() != input);
    QSignalSpy failed(&session, &ExportSession::failed);
    session.save(input);
    session.save(link);
    QCOMPARE(failed.count(), 2);
    QCOMPARE(contentOf(input), QByteArray("the crash file"));
}

void TestExportPage::theProfileDecides()
{
    WindowFixture fixture;
    openExport(fixture, "file.export.html");
    ExportSession& session = exportOf(fixture);
    QVERIFY(session.profile() == redact::Profile::ShareOutside);
    QVERIFY(sentenceOf(fixture).contains(QStringLiteral("leave: ")));
    session.setForm(ExportSession::Form::Json);
    QVERIFY(session.profile() == redact::Profile::Full);
    QTRY_VERIFY(session.state() == ExportSession::State::Ready);
    QCOMPARE(session.texts().rowCount(), 0);
    // No form but the bundle has the memory of the process.
    QVERIFY(sentenceOf(fixture).contains(QStringLiteral("no name is taken out; memory is in ")));
    session.setForm(ExportSession::Form::Csv);
    session.setProfile(redact::Profile::Full);
    QTRY_VERIFY(session.state() == ExportSession::State::Ready);
    QVERIFY(sentenceOf(fixture).contains(QStringLiteral("only the frames of the stack")));
}

/// A report that cannot be exported leaves nothing of the one before it to be saved.
void TestExportPage::nothingStaysOfAnotherReport()
{
    WindowFixture fixture;
    openExport(fixture, "file.export.html");
    ExportSession& session = exportOf(fixture);
    QVERIFY(session.document() != nullptr);
    fixture.window.openFile(QStringLiteral("/x/other.dmp"));
    fixture.window.actions().trigger(QStringLiteral("file.export.html"));
    QVERIFY(session.fileName() == QStringLiteral("other.dmp"));
    QVERIFY(session.state() == ExportSession::State::Nothing);
    QVERIFY(session.document() == nullptr);
    QCOMPARE(session.sizeOf(ExportSession::Form::Html), -1);
    const QTemporaryDir folder;
    QSignalSpy saved(&session, &ExportSession::saved);
    session.save(folder.filePath(QStringLiteral("out.html")));
    QVERIFY(!session.isSaving() && saved.isEmpty());
}

void TestExportPage::copiesTheText()
{
    WindowFixture fixture;
    openExport(fixture, "file.export.markdown");
    ExportSession& session = exportOf(fixture);
    QSignalSpy ready(&session, &ExportSession::textReady);
    fixture.window.findChild<QPushButton*>(QStringLiteral("export.copy"))->click();
    QVERIFY(ready.wait());
    QCOMPARE(QGuiApplication::clipboard()->text(), ready.at(0).at(0).toString());
    QVERIFY(ready.at(0).at(0).toString().startsWith(QStringLiteral("**")));
}

void TestExportPage::worksByKeyboard()
{
    WindowFixture fixture;
    openExport(fixture, "file.export.html");
    auto* html = fixture.window.findChild<QRadioButton*>(QStringLiteral("export.form.html"));
    auto* pdf = fixture.window.findChild<QRadioButton*>(QStringLiteral("export.form.pdf"));
    QVERIFY(html->isChecked());
    html->setFocus();
    QTRY_VERIFY(html->hasFocus());
    QTest::keyClick(html, Qt::Key_Down);
    QTRY_VERIFY(pdf->isChecked());
    QVERIFY(exportOf(fixture).form() == ExportSession::Form::Pdf);
}

void TestExportPage::pagesHaveALimit()
{
    report::ReportDocument document;
    document.title = "Read near null";
    document.leading.title = "Crash stack";
    for (int i = 0; i < 300; ++i) {
        report::DocumentFrame frame;
        frame.number = std::to_string(i);
        frame.function = std::string(std::size_t(i) * 4, 'f');
        document.leading.frames.push_back(frame);
    }
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QVERIFY(paintReport(document, documentFonts(), buffer));
    QVERIFY(buffer.data().startsWith("%PDF-"));
    QVERIFY(buffer.data().count("/Type /Page\n") > 3);
    const QImage first = paintFirstPage(document, documentFonts(), 300);
    QCOMPARE(first.width(), 300);
}

QTEST_MAIN(TestExportPage)

#include "tst_export_page.moc"
