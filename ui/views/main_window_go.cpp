// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/place_history.h"
#include "ui/views/document_tabs.h"
#include "ui/views/keymap_page.h"
#include "ui/views/main_window.h"
#include "ui/views/palette.h"
#include "ui/views/palette_entries.h"
#include "ui/views/report_page.h"
#include "ui/views/status_strip.h"
#include "ui/views/workspace.h"

#include <QMenuBar>
#include <QStackedWidget>

namespace faultline::ui {

namespace {

const QList<PaletteKind> kAnything{PaletteKind::Place,  PaletteKind::Function, PaletteKind::Symbol,
                                   PaletteKind::Thread, PaletteKind::Module,   PaletteKind::Report};

} // namespace

void MainWindow::connectGoActions()
{
    m_actions.on("go.back", this, [this] { history()->back(); });
    m_actions.on("go.forward", this, [this] { history()->forward(); });
    m_actions.on("go.address", this, [this] { goToAddress(); });
    m_actions.on("go.palette", this, [this] { openPalette(PaletteKinds::Everything, {}); });
    m_actions.on("go.anything", this, [this] { openPalette(PaletteKinds::Anything, {}); });
    m_actions.on("go.panel_next", this, [this] { m_report->workspace().stepPanel(1); });
    m_actions.on("go.panel_prev", this, [this] { m_report->workspace().stepPanel(-1); });
    m_actions.on("go.tab_next", this, [this] { m_tabs->step(1); });
    m_actions.on("go.tab_prev", this, [this] { m_tabs->step(-1); });
    connectSteps();
}

void MainWindow::connectSteps()
{
    m_actions.on("go.crash", this, [this] {
        history()->expectStep();
        currentSession()->place().selectCrash();
    });
    m_actions.on("go.inapp_next", this, [this] { currentSession()->place().stepInAppFrame(1); });
    m_actions.on("go.inapp_prev", this, [this] { currentSession()->place().stepInAppFrame(-1); });
    m_actions.on("go.frame_next", this, [this] { currentSession()->place().stepFrame(1); });
    m_actions.on("go.frame_prev", this, [this] { currentSession()->place().stepFrame(-1); });
    m_actions.on("go.thread_next", this, [this] { currentSession()->place().stepThread(1); });
    m_actions.on("go.thread_prev", this, [this] { currentSession()->place().stepThread(-1); });
}

void MainWindow::addHistory(ReportSession& session)
{
    auto* places = new PlaceHistory(session, &session);
    m_histories.insert(&session, places);
    connect(places, &PlaceHistory::changed, this, [this, places] {
        if (places == history())
            updateActions();
    });
    connect(places, &PlaceHistory::shown, this, [this](PlaceHistory::Where where) {
        switch (where) {
        case PlaceHistory::Where::Stack: break;
        case PlaceHistory::Where::Code:
            return m_report->workspace().focusDock(QStringLiteral("dock.disassembly"));
        case PlaceHistory::Where::Memory:
            return m_report->workspace().focusDock(QStringLiteral("dock.memory"));
        }
    });
}

/// Null while no report is in front.
PlaceHistory* MainWindow::history() const
{
    return m_histories.value(currentSession());
}

/// Code and memory have a field of their own for the place.
void MainWindow::goToAddress()
{
    if (!m_report->workspace().askForPlace())
        openPalette(PaletteKinds::Everything, QStringLiteral(":"));
}

QList<PaletteEntry> MainWindow::paletteEntries(PaletteKinds kinds)
{
    QList<PaletteEntry> entries;
    if (ReportSession* session = currentSession())
        entries = functionEntries(*session) + threadEntries(*session) + moduleEntries(*session);
    entries += reportEntries(m_context);
    if (kinds == PaletteKinds::Everything)
        entries += actionEntries(m_actions, *menuBar());
    return entries;
}

/// Below the cause of the crash, which stays readable.
void MainWindow::openPalette(PaletteKinds kinds, const QString& typed)
{
    if (!m_palette) {
        m_palette = new Palette(m_context, this);
        connect(m_palette, &Palette::chosen, this, &MainWindow::goTo);
    }
    const bool isReport = currentSession() && m_report->showsReport();
    const QWidget* below = m_pages;
    if (isReport)
        below = &m_report->workspace();
    const int top = below->mapTo(this, QPoint(0, 0)).y();
    m_palette->open(paletteEntries(kinds), currentSession(),
                    kinds == PaletteKinds::Everything ? QList<PaletteKind>() : kAnything, typed,
                    top + (isReport ? 0 : 4 * m_theme.metrics().step));
}

void MainWindow::showFrame(std::optional<int> thread, int row)
{
    if (ReportSession* session = currentSession())
        session->place().selectRow(thread, row);
}

void MainWindow::goToFrame(const QStringList& place)
{
    ReportSession* session = currentSession();
    session->place().selectThread(place.value(0).toInt());
    session->place().selectFrame({place.value(1).toUInt(), place.value(2).toUInt()});
    m_report->workspace().focusStack();
}

void MainWindow::showKeymap()
{
    if (!m_keys) {
        m_keys = new KeymapPage(m_context, m_actions, *m_keymap, *menuBar());
        m_pages->addWidget(m_keys);
        connect(m_keys, &KeymapPage::messageGiven, m_status, &StatusStrip::setMessage);
    }
    showPage(m_keys, tr("Keys"));
}

/// Carries out what was chosen in the palette.
void MainWindow::goTo(const QString& id)
{
    const qsizetype space = id.indexOf(u' ');
    const QString kind = id.first(space + 1);
    const QString what = id.sliced(space + 1);
    Workspace& workspace = m_report->workspace();
    if (kind == kActionId)
        return m_actions.trigger(what);
    if (kind == kReportId)
        return void(openFile(what));
    if (!currentSession())
        return;
    if (kind == kFrameId)
        return goToFrame(what.split(u' '));
    if (kind == kThreadId) {
        currentSession()->place().selectThread(what.toInt());
        workspace.focusStack();
    } else if (kind == kModuleId) {
        workspace.explainModule(what.toInt());
    } else if (kind == kCodeId) {
        workspace.showCode(what);
    } else if (kind == kMemoryId) {
        workspace.showMemory(what);
    } else if (kind == kLineId) {
        workspace.showSourceLine(what.toUInt());
    }
}

} // namespace faultline::ui
