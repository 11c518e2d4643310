// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules_view.h"

#include "ui/bridge/debug_files.h"
#include "ui/bridge/file_facts.h"
#include "ui/models/shown_text.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"

#include <QClipboard>
#include <QDropEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMimeData>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

/// A view of this width, in characters, has room for all default columns.
constexpr double kWideCharacters = 90;

} // namespace

ModulesView::ModulesView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this)), m_footer(new FooterBar(theme(), this))
{
    m_rows->setAccessibleName(tr("Modules"));
    m_rows->setObjectName(QStringLiteral("modules.rows"));
    connect(m_rows, &RowView::menuOpened, this,
            [this](QMenu& menu, const QModelIndex& index) { fillMenu(menu, index.row()); });
    m_rows->enableColumnMenu();
    m_rows->enableSorting();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_rows);
    setAcceptDrops(true);
    connect(m_rows, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        Q_EMIT explainRequested(index.data(IdRole).toInt());
    });
    // What is looked for may be a module without frames.
    connect(m_rows, &RowView::filterOpened, this, [this](bool isOpen) {
        if (!session())
            return;
        m_showedAll = isOpen ? session()->modules().showsAll() : m_showedAll;
        session()->modules().setShowAll(isOpen || m_showedAll);
        refresh();
    });
    connect(m_footer, &FooterBar::clicked, this, [this] {
        session()->modules().setShowAll(!session()->modules().showsAll());
        refresh();
    });
    refresh();
}

void ModulesView::bind(ReportSession& session)
{
    m_rows->setModel(&session.modules());
    applyWidth();
    connect(&session, &ReportSession::factsChanged, this, &ModulesView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &ModulesView::refresh);
}

void ModulesView::refresh()
{
    updateFooter();
    if (!session()) {
        Q_EMIT captionChanged({});
        m_view->showState(noReportState(QStringLiteral("module"),
                                        tr("Modules appear here when a report is open.")));
        return;
    }
    const ModuleModel& modules = session()->modules();
    Q_EMIT captionChanged(modules.modules().isEmpty() ? QString() : modules.summary());
    if (modules.rowCount() > 0)
        return m_view->showContent();
    if (session()->isReading())
        m_view->showState({QStringLiteral("module"), tr("Reading modules…"), {}, {}});
    else if (modules.modules().isEmpty())
        m_view->showState({QStringLiteral("module"), emptyText(), {}, {}});
    else
        m_view->showState({QStringLiteral("module"), tr("No module is on a stack yet."), {}, {}});
}

QString ModulesView::emptyText() const
{
    switch (session()->fileFacts().program()) {
    case FileFacts::Program::Script: return tr("This event names no scripts.");
    case FileFacts::Program::Jvm: return tr("This report names no mapping.");
    default: return tr("This file lists no modules.");
    }
}

void ModulesView::updateFooter()
{
    if (!session())
        return m_footer->setText({}, {});
    const ModuleModel& modules = session()->modules();
    if (modules.showsAll())
        return m_footer->setText(tr("All modules are shown"), tr("Hide unreferenced"));
    const int hidden = modules.hiddenCount();
    if (hidden == 0)
        return m_footer->setText({}, {});
    m_footer->setText(tr("%n unreferenced module(s) hidden", nullptr, hidden), tr("Show"));
}

void ModulesView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    const bool wide = width() > kWideCharacters * QFontMetricsF(font()).averageCharWidth();
    if (wide == m_isWide)
        return;
    m_isWide = wide;
    if (session())
        applyWidth();
}

/// The module below the pointer, otherwise the one that is called like the file; -1 for none.
int ModulesView::moduleFor(const QPoint& at, const QString& file) const
{
    const ModuleModel& modules = session()->modules();
    const QPoint inRows = m_rows->viewport()->mapFrom(this, at);
    if (m_rows->isVisible() && m_rows->viewport()->rect().contains(inRows)) {
        if (const ModuleRow* row = modules.rowAt(m_rows->indexAt(inRows).row()))
            return row->index;
    }
    const QString name = QFileInfo(file).fileName();
    const auto isOf = [&name](const ModuleRow& row) {
        return !row.name.isEmpty() &&
               (row.debugFile == name || row.name == name || name.startsWith(row.name + u'.'));
    };
    const auto& all = modules.modules();
    const auto found = std::ranges::find_if(all, isOf);
    return found == all.end() ? -1 : found->index;
}

void ModulesView::dragEnterEvent(QDragEnterEvent* event)
{
    const auto urls = event->mimeData()->urls();
    if (session() && std::ranges::all_of(urls, &QUrl::isLocalFile) && !urls.isEmpty())
        event->acceptProposedAction();
}

/// Elsewhere in the dock the window takes the file, which it opens as a crash file.
void ModulesView::dragMoveEvent(QDragMoveEvent* event)
{
    const auto urls = event->mimeData()->urls();
    const QPoint at = event->position().toPoint();
    event->setAccepted(session() && std::ranges::any_of(urls, [&](const QUrl& url) {
                           return url.isLocalFile() && moduleFor(at, url.toLocalFile()) >= 0;
                       }));
}

void ModulesView::dropEvent(QDropEvent* event)
{
    const auto urls = event->mimeData()->urls();
    if (!session() || urls.isEmpty() || !std::ranges::all_of(urls, &QUrl::isLocalFile))
        return event->ignore();
    const QPoint at = event->position().toPoint();
    event->acceptProposedAction();
    for (const QUrl& url : urls)
        session()->debugFiles().offer(moduleFor(at, url.toLocalFile()), url.toLocalFile());
}

void ModulesView::applyWidth()
{
    QList<int> hidden;
    for (int i = m_isWide ? ModuleModel::CodeIdColumn : ModuleModel::VersionColumn;
         i < ModuleModel::ColumnCount; ++i)
        hidden.append(i);
    m_rows->setHeaderHidden(!m_isWide);
    m_rows->setColumnWidths(m_isWide ? QList<double>() : QList<double>{0, 17});
    m_rows->setHiddenColumns(hidden);
    m_rows->rememberColumns(context().settings,
                            m_isWide ? QStringLiteral("modules") : QStringLiteral("modules.small"));
}

void ModulesView::fillMenu(QMenu& menu, int row)
{
    const ModuleRow* module = session() ? session()->modules().rowAt(row) : nullptr;
    if (!module)
        return;
    const auto copy = [](const QString& text) {
        return [text] { QGuiApplication::clipboard()->setText(text); };
    };
    const int index = module->index;
    menu.addAction(tr("Explain"), this, [this, index] { Q_EMIT explainRequested(index); });
    menu.addAction(tr("Locate File…"), this, [this, index] { Q_EMIT locateRequested(index); });
    const QString file = session()->fileOfModule(index);
    QAction* inspect = menu.addAction(tr("Inspect Debug File"), this,
                                      [this, file] { Q_EMIT inspectRequested(file); });
    inspect->setEnabled(!file.isEmpty());
    inspect->setToolTip(
        shownText(file.isEmpty() ? tr("No file of this module is on this computer") : file));
    menu.addSeparator();
    menu.addAction(tr("Copy Debug ID"), this, copy(module->debugId))
        ->setEnabled(!module->debugId.isEmpty());
    menu.addAction(tr("Copy Code ID"), this, copy(module->codeId))
        ->setEnabled(!module->codeId.isEmpty());
    menu.addAction(tr("Copy Path"), this, copy(module->path))->setEnabled(!module->path.isEmpty());
}

QString ModulesView::selectedText() const
{
    return m_rows->selectedText();
}

int ModulesView::contentHeight() const
{
    return m_rows->contentHeight() + m_footer->height();
}

} // namespace faultline::ui
