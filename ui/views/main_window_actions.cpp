// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/debug_files.h"
#include "ui/models/shown_text.h"
#include "ui/views/diagnostics_dialog.h"
#include "ui/views/dock_strip.h"
#include "ui/views/document_tabs.h"
#include "ui/views/find_view.h"
#include "ui/views/main_window.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/shortcuts_dialog.h"
#include "ui/views/stack_view.h"
#include "ui/views/status_strip.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QSaveFile>

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kZoomStep = 10;

constexpr std::array<std::pair<const char*, bool StackOptions::*>, 7> kStackSwitches{
    {{"view.stack.absolute_addr", &StackOptions::absoluteAddresses},
     {"view.stack.absolute_path", &StackOptions::absolutePaths},
     {"view.stack.verbose", &StackOptions::verboseNames},
     {"view.stack.unsymbolicated", &StackOptions::unsymbolicated},
     {"view.stack.inline", &StackOptions::inlineRows},
     {"view.stack.fold_recursion", &StackOptions::foldRecursion},
     {"view.stack.count_inlines", &StackOptions::countInlines}}};

} // namespace

void MainWindow::connectFileActions()
{
    m_actions.on("file.open", this, [this] { askForFile(); });
    m_actions.on("file.open_folder", this, [this] { askForFolder(); });
    m_actions.on("file.paste", this, [this] { openClipboard(); });
    m_actions.on("file.close", this, [this] { closeTab(m_tabs->currentIndex()); });
    m_actions.on("file.close_all", this, [this] { closeAll(); });
    m_actions.on("file.quit", this, [this] { close(); });
}

void MainWindow::connectEditActions()
{
    connectCopyActions();
    m_actions.on("edit.select_all", this, [] {
        if (RowView* table = focusedTable())
            table->selectAll();
    });
    connect(&m_report->workspace().findView().search(), &FrameSearch::sessionWanted, this,
            [this](const ReportSession* session) { openFile(session->path()); });
    m_actions.on("edit.find_stacks", this, [this] { m_report->workspace().findInStacks(); });
    connectFindActions();
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::updateActions);
}

void MainWindow::connectStackActions()
{
    const auto mode = [this](StackOptions::Mode chosen) {
        return [this, chosen] {
            m_report->workspace().currentStack()->setMode(chosen);
            showStackOptions(); // Choosing the present mode again must not untick it.
        };
    };
    m_actions.on("view.stack.relevant", this, mode(StackOptions::Mode::Relevant));
    m_actions.on("view.stack.full", this, mode(StackOptions::Mode::Full));
    m_actions.on("view.stack.raw", this, mode(StackOptions::Mode::Raw));
    m_actions.on("view.stack.newest", this, [this](bool newest) {
        m_report->workspace().currentStack()->setOrder(newest ? StackOptions::Order::NewestFirst
                                                              : StackOptions::Order::OldestFirst);
    });
    for (const auto& [id, option] : kStackSwitches)
        m_actions.on(id, this, [this, option = option](bool on) {
            StackOptions options = m_context.settings.stackOptions();
            options.*option = on;
            m_report->workspace().currentStack()->setOptions(options);
        });
    connect(&m_context.settings, &AppSettings::stackOptionsChanged, this,
            &MainWindow::showStackOptions);
}

void MainWindow::showStackOptions()
{
    const StackOptions options = m_context.settings.stackOptions();
    const auto check = [this](const char* id, bool on) {
        m_actions.find(QLatin1String(id))->setChecked(on);
    };
    check("view.stack.relevant", options.mode == StackOptions::Mode::Relevant);
    check("view.stack.full", options.mode == StackOptions::Mode::Full);
    check("view.stack.raw", options.mode == StackOptions::Mode::Raw);
    check("view.stack.newest", options.order == StackOptions::Order::NewestFirst);
    for (const auto& [id, option] : kStackSwitches)
        check(id, options.*option);
}

void MainWindow::connectViewActions()
{
    AppSettings& settings = m_context.settings;
    const auto zoomBy = [&settings](int percent) {
        return [&settings, percent] { settings.setZoomPercent(settings.zoomPercent() + percent); };
    };
    m_actions.on("view.zoom_in", this, zoomBy(kZoomStep));
    m_actions.on("view.zoom_out", this, zoomBy(-kZoomStep));
    m_actions.on("view.zoom_reset", this, [&settings] { settings.setZoomPercent(100); });
    m_actions.on("view.theme.system", this,
                 [&settings] { settings.setTheme(ThemeChoice::System); });
    m_actions.on("view.theme.light", this, [&settings] { settings.setTheme(ThemeChoice::Light); });
    m_actions.on("view.theme.dark", this, [&settings] { settings.setTheme(ThemeChoice::Dark); });
    m_actions.on("view.fullscreen", this, [this](bool on) {
        setWindowState(on ? windowState() | Qt::WindowFullScreen
                          : windowState() & ~Qt::WindowFullScreen);
    });
    m_actions.on("view.density", this, [&settings](bool on) { settings.setCompact(on); });
    m_actions.on("view.maximise", this, [this] { m_report->workspace().toggleMaximised(); });
    connect(&m_report->workspace(), &Workspace::maximisedChanged, this, [this](bool isMaximised) {
        m_actions.find(QStringLiteral("view.maximise"))->setChecked(isMaximised);
    });
    m_actions.on("view.reset_layout", this, [this] { m_report->workspace().resetLayout(); });
    connect(&settings, &AppSettings::themeChanged, this, &MainWindow::applyAppearance);
    connect(&settings, &AppSettings::zoomChanged, this, &MainWindow::applyAppearance);
    connect(&settings, &AppSettings::compactChanged, this, &MainWindow::applyAppearance);
    applyAppearance();
}

void MainWindow::connectDockActions()
{
    Workspace& workspace = m_report->workspace();
    for (QAction* action : m_actions.all()) {
        const QString prefix = QStringLiteral("view.");
        const QString id =
            action->objectName().sliced(std::min(prefix.size(), action->objectName().size()));
        if (!workspace.dock(id))
            continue;
        connect(action, &QAction::triggered, &workspace, [this, id] {
            m_report->workspace().toggleDock(id);
            m_actions.find(QStringLiteral("view.") + id)
                ->setChecked(!m_report->workspace().dock(id)->isHidden());
        });
    }
    m_actions.on("view.dock.stack", this, [this] { m_report->workspace().focusStack(); });
    connect(&workspace, &Workspace::dockChanged, this, [this](const QString& id, bool isOpen) {
        m_actions.find(QStringLiteral("view.") + id)->setChecked(isOpen);
    });
    m_actions.on("view.perspective.crash", &workspace,
                 [&workspace] { workspace.setPerspective(Perspective::Crash); });
    m_actions.on("view.perspective.threads", &workspace,
                 [&workspace] { workspace.setPerspective(Perspective::Threads); });
    m_actions.on("view.perspective.low_level", &workspace,
                 [&workspace] { workspace.setPerspective(Perspective::LowLevel); });
    connect(&m_context.settings, &AppSettings::perspectiveChanged, this,
            &MainWindow::showPerspective);
    showPerspective();
    connect(&workspace, &Workspace::locateRequested, this, &MainWindow::askForDebugFile);
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.modules")), tr("Modules"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.registers")),
                                tr("Registers"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.locals")), tr("Locals"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.disassembly")),
                                tr("Disassembly"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.memory")), tr("Memory"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.memmap")),
                                tr("Memory map"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.locks")), tr("Locks"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.parallel")),
                                tr("Parallel stacks"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.find")), tr("Find"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.raw")), tr("Raw streams"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.evidence")),
                                tr("Evidence"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.activity")),
                                tr("Activity"));
    m_report->strip().addAction(m_actions.find(QStringLiteral("view.dock.log")), tr("Log"));
}

void MainWindow::showPerspective()
{
    const Perspective shown = m_context.settings.perspective();
    const auto check = [this, shown](const char* id, Perspective each) {
        m_actions.find(QLatin1String(id))->setChecked(shown == each);
    };
    check("view.perspective.crash", Perspective::Crash);
    check("view.perspective.threads", Perspective::Threads);
    check("view.perspective.low_level", Perspective::LowLevel);
}

void MainWindow::connectSymbolActions()
{
    m_actions.on("symbols.why", this, [this] {
        m_report->workspace().focusDock(QStringLiteral("dock.why"));
        m_report->workspace().explainWhatLacks();
    });
    m_actions.on("symbols.retry", this, [this] {
        const ReportHeader& header = currentSession()->header();
        const bool isLacking = !header.isComplete || header.lackingModule >= 0;
        currentSession()->retry();
        m_report->showSession(currentSession());
        m_status->setMessage(isLacking ? tr("Looking again for what is missing")
                                       : tr("Nothing of this stack is missing"));
    });
    m_actions.on("symbols.fetch_all", this, [this] {
        currentSession()->fetchAll();
        const auto all = m_context.settings.sources() + m_context.workbench.configuredSources();
        const bool hasServer = std::ranges::any_of(all, [](const SourceSetting& source) {
            return source.kind != SourceSetting::Kind::Folder;
        });
        m_status->setMessage(hasServer
                                 ? tr("Fetching the files of all modules")
                                 : tr("No server is set up; only folders were looked through"));
    });
    m_actions.on("symbols.locate", this,
                 [this] { askForDebugFile(currentSession()->why().moduleIndex); });
    m_actions.on("symbols.offline", this,
                 [this] { m_context.settings.setOffline(!m_context.settings.isOffline()); });
    m_actions.on("symbols.cancel", this, [this] {
        if (currentSession())
            currentSession()->cancel();
    });
    m_actions.on("symbols.cancel_all", this, [this] { m_context.workbench.cancelAll(); });
    const auto showOffline = [this] {
        m_actions.find(QStringLiteral("symbols.offline"))
            ->setChecked(m_context.settings.isOffline());
    };
    connect(&m_context.settings, &AppSettings::offlineChanged, this, showOffline);
    showOffline();
}

void MainWindow::connectHelpActions()
{
    m_actions.on("help.welcome", this,
                 [this] { m_tabs->setCurrentIndex(DocumentTabs::kStartTab); });
    m_actions.on("help.sample", this, [this] { openSample(); });
    m_actions.on("help.shortcuts", this, [this] { showShortcuts(); });
    m_actions.on("tools.keymap", this, [this] { showKeymap(); });
    m_actions.on("help.diagnostics", this, [this] { showDiagnostics(); });
    m_actions.on("help.about", this, [this] { showAbout(); });
}

/// The sample is a report bundle, so it needs neither files nor servers. It lies beside the
/// settings, so that it opens again with the next start.
void MainWindow::openSample()
{
    QFile sample(QStringLiteral(":/sample/sample-crash.flreport"));
    if (!sample.open(QIODevice::ReadOnly))
        return;
    const QByteArray bytes = sample.readAll();
    const QString path = m_context.settings.folder() + QStringLiteral("/sample-crash.flreport");
    QFile known(path);
    const bool isThere = known.open(QIODevice::ReadOnly) && known.readAll() == bytes;
    known.close();
    QSaveFile copy(path);
    if (!isThere &&
        (!copy.open(QIODevice::WriteOnly) || copy.write(bytes) != bytes.size() || !copy.commit()))
        return m_status->setMessage(tr("The sample could not be written to %1").arg(path));
    openFile(path);
}

void MainWindow::applyAppearance()
{
    const ThemeChoice choice = m_context.settings.theme();
    m_theme.setCompact(m_context.settings.isCompact());
    m_theme.apply(choice, m_context.settings.zoomPercent());
    m_actions.find(QStringLiteral("view.density"))->setChecked(m_context.settings.isCompact());
    m_actions.find(QStringLiteral("view.theme.system"))->setChecked(choice == ThemeChoice::System);
    m_actions.find(QStringLiteral("view.theme.light"))->setChecked(choice == ThemeChoice::Light);
    m_actions.find(QStringLiteral("view.theme.dark"))->setChecked(choice == ThemeChoice::Dark);
    showStackOptions();
}

void MainWindow::openClipboard()
{
    const QString text = QGuiApplication::clipboard()->text();
    if (text.trimmed().isEmpty())
        return m_status->setMessage(tr("The clipboard holds no text"));
    const auto path = m_pasted.save(text);
    if (path)
        openFile(*path);
    else
        m_status->setMessage(tr("The pasted text could not be stored"));
}

void MainWindow::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open Crash File"));
    dialog->setObjectName(QStringLiteral("dialog.open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    // A crash file is known by its content: gcore and the kernel write "core.4711".
    dialog->setNameFilters(
        {tr("All files (*)"), tr("Crash files (*.dmp *.mdmp *.core *.crash *.ips *.json *.envelope "
                                 "*.txt *.uecrash *.zip *.gz *.zst *.xz *.lz4)")});
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openFiles);
    dialog->open();
}

void MainWindow::askForFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open Folder of Crash Files"));
    dialog->setObjectName(QStringLiteral("dialog.open_folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFile);
    dialog->open();
}

void MainWindow::askForDebugFile(int module)
{
    ReportSession* session = currentSession();
    if (!session || module < 0)
        return;
    const ModuleRow& row = session->modules().modules().at(module);
    auto* dialog = new QFileDialog(this, titleText(tr("Locate Debug File for %1").arg(row.name)));
    dialog->setObjectName(QStringLiteral("dialog.locate"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, session,
            [session, module](const QString& file) { session->debugFiles().offer(module, file); });
    dialog->open();
}

void MainWindow::fillRecentMenu()
{
    m_recent->clear();
    for (const RecentFile& file : m_context.settings.recentFilesPinnedFirst()) {
        auto* action = m_recent->addAction(withoutKeys(QFileInfo(file.path).fileName()), this,
                                           [this, path = file.path] { openFile(path); });
        const bool exists = file.exists();
        action->setEnabled(exists);
        action->setToolTip(
            shownText(exists ? file.path : tr("The file is no longer there: %1").arg(file.path)));
    }
    m_recent->setEnabled(!m_recent->isEmpty());
    m_recent->menuAction()->setToolTip(
        shownText(m_recent->isEmpty() ? tr("No file has been opened yet") : QString()));
    if (m_recent->isEmpty())
        return;
    m_recent->addSeparator();
    m_recent->addAction(tr("Clear List"), &m_context.settings, &AppSettings::forgetRecentFiles);
}

void MainWindow::showShortcuts()
{
    auto* dialog = new ShortcutsDialog(m_theme, m_actions, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::showDiagnostics()
{
    auto* dialog = new DiagnosticsDialog(m_context, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::showAbout()
{
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("About Faultline"), {}, QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("dialog.about"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIconPixmap(windowIcon().pixmap(16 * m_theme.metrics().step));
    box->setTextFormat(Qt::RichText); // A text of our own.
    box->setText(tr("<b>Faultline %1</b>").arg(QCoreApplication::applicationVersion()));
    box->setInformativeText(tr("Opens a crash and shows what really happened."));
    box->open();
}

} // namespace faultline::ui
