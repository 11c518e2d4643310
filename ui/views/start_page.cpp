// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/start_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/action_registry.h"
#include "ui/views/drop_target.h"
#include "ui/views/entry_button.h"
#include "ui/views/libraries_panel.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/set_up_panel.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr auto kCommand = "command"; ///< The action of an entry.

enum RecentTab { AllTab, PinnedTab };

/// "today 14:02", "yesterday", "22 Nov", and with the year in other years.
QString dayText(const QDateTime& time, const QDate& today)
{
    const QLocale locale;
    const qint64 days = time.date().daysTo(today);
    if (days == 0)
        //: a time of day
        return StartPage::tr("today %1").arg(locale.toString(time.time(), QLocale::ShortFormat));
    if (days == 1)
        return StartPage::tr("yesterday");
    return locale.toString(time.date(), time.date().year() == today.year()
                                            ? QStringLiteral("d MMM")
                                            : QStringLiteral("d MMM yyyy"));
}

} // namespace

StartPage::StartPage(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_drop(new DropTarget(context.theme, this)),
      m_recent(new RowView(context.theme, RowHeight::Tall)),
      m_noRecent(plainLabel(tr("Crashes that you open appear here."))),
      m_libraries(new LibrariesPanel(context)), m_filter(new QLineEdit), m_count(plainLabel()),
      m_setUp(new SetUpPanel(context)), m_line(new QWidget)
{
    m_line->setFixedWidth(1);
    m_line->setAutoFillBackground(true);
    m_line->setBackgroundRole(QPalette::Window);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, page);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(0);
    m_columns->addWidget(buildCrashes(), 1);
    m_columns->addWidget(m_line);
    m_columns->addWidget(buildSide());
    // With a large zoom the page is higher than a small window.
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    connectRecent();
    connect(m_libraries, &LibrariesPanel::libraryRequested, this, &StartPage::libraryRequested);
    connect(m_setUp, &SetUpPanel::commandRequested, this, &StartPage::commandRequested);
    connect(&context.theme, &Theme::changed, this, &StartPage::applyTheme);
    showRecent();
    applyTheme();
}

/// A button that triggers an action of the window.
QPushButton* StartPage::makeButton(const QString& text, const char* name, const char* command)
{
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    connect(button, &QPushButton::clicked, this,
            [this, command] { Q_EMIT commandRequested(QLatin1String(command)); });
    return button;
}

QWidget* StartPage::buildCrashes()
{
    auto* area = new QWidget;
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_open = new QVBoxLayout;
    m_open->addWidget(m_drop);
    QPushButton* open = makeButton(tr("Open…"), "start.open", "file.open");
    open->setProperty(kPrimary, true);
    open->setAccessibleName(tr("Open a crash file"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(makeButton(tr("Open folder…"), "start.open_folder", "file.open_folder"));
    buttons->addWidget(makeButton(tr("Paste stack trace"), "start.paste", "file.paste"));
    buttons->addStretch(1);
    buttons->addWidget(makeButton(tr("Import batch…"), "start.import", "file.import_batch"));
    m_open->addLayout(buttons);
    layout->addLayout(m_open);
    layout->addWidget(buildRecent(), 1);
    return area;
}

QWidget* StartPage::buildRecent()
{
    auto* area = new QWidget;
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_recentHeader = new PanelHeader(m_context.theme, tr("Recent crashes"));
    m_recentHeader->appendTab(tr("Pinned"));
    m_recentHeader->setTabsName(QStringLiteral("start.tabs"));
    m_filter->setObjectName(QStringLiteral("start.filter"));
    m_filter->setPlaceholderText(tr("Cause, signature or file"));
    m_filter->setAccessibleName(tr("Filter recent crashes"));
    m_filter->setClearButtonEnabled(true);
    m_recentHeader->addRight(m_filter);
    layout->addWidget(m_recentHeader);
    m_recent->setModel(&m_recentModel);
    m_recent->setHeaderHidden(true);
    m_recent->setAccessibleName(tr("Recent crashes"));
    m_recent->setObjectName(QStringLiteral("start.recent"));
    m_recent->setSelectionMode(QAbstractItemView::SingleSelection);
    layout->addWidget(m_recent, 1);
    layout->addWidget(m_noRecent, 1, Qt::AlignTop);
    m_count->setObjectName(QStringLiteral("start.count"));
    layout->addWidget(m_count);
    m_dimLabels << m_noRecent << m_count;
    return area;
}

void StartPage::connectRecent()
{
    connect(m_recent, &RowView::rowChosen, this, &StartPage::open);
    connect(m_recent, &RowView::menuOpened, this, &StartPage::addRecentActions);
    connect(m_recent, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == RecentModel::PinColumn)
            togglePin(index);
    });
    auto* pin = new QShortcut(Qt::Key_Space, m_recent);
    pin->setContext(Qt::WidgetShortcut);
    connect(pin, &QShortcut::activated, this, [this] { togglePin(m_recent->currentIndex()); });
    connect(m_recentHeader, &PanelHeader::tabChosen, this, &StartPage::showRecent);
    connect(&m_context.settings, &AppSettings::recentFilesChanged, this, &StartPage::showRecent);
    connect(m_filter, &QLineEdit::textChanged, this, &StartPage::showRecent);
}

void StartPage::open(const QModelIndex& index)
{
    const RecentRow* row = m_recentModel.rowAt(index.row());
    if (!row)
        return;
    if (row->exists)
        Q_EMIT openRequested(row->path);
    else
        locate(row->path);
}

void StartPage::togglePin(const QModelIndex& index)
{
    if (const RecentRow* row = m_recentModel.rowAt(index.row()))
        m_context.settings.pinRecentFile(row->path, !row->isPinned);
}

/// Asks where a file is that is gone.
void StartPage::locate(const QString& path)
{
    auto* dialog =
        new QFileDialog(this, titleText(tr("Where is %1?").arg(QFileInfo(path).fileName())));
    dialog->setObjectName(QStringLiteral("dialog.locate_recent"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this, path](const QString& found) {
        m_context.settings.moveRecentFile(path, found);
        Q_EMIT openRequested(found);
    });
    dialog->open();
}

void StartPage::addRecentActions(QMenu& menu, const QModelIndex& index)
{
    const RecentRow* row = m_recentModel.rowAt(index.row());
    if (!row)
        return;
    const QString path = row->path;
    if (row->exists)
        menu.addAction(tr("Open"), this, [this, path] { Q_EMIT openRequested(path); });
    else
        menu.addAction(tr("Locate…"), this, [this, path] { locate(path); });
    const auto toggle = [this, path, isPinned = row->isPinned] {
        m_context.settings.pinRecentFile(path, !isPinned);
    };
    QAction* pin = row->isPinned ? menu.addAction(tr("Unpin"), this, toggle)
                                 : menu.addAction(tr("Pin"), this, toggle);
    pin->setShortcut(Qt::Key_Space);
    menu.addAction(tr("Remove from List"), this,
                   [this, path] { m_context.settings.forgetRecentFile(path); });
}

QWidget* StartPage::buildSide()
{
    m_side = new QWidget;
    auto* layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_setUp);
    layout->addWidget(m_libraries);
    layout->addWidget(new PanelHeader(m_context.theme, tr("Learn")));
    m_learnArea = new QVBoxLayout;
    m_learnArea->setSpacing(0);
    addEntry(QStringLiteral("document"), tr("Open the sample crash"), "start.sample",
             "help.sample");
    addEntry(QStringLiteral("list"), tr("Shortcuts"), "start.shortcuts", "help.shortcuts");
    addEntry(QStringLiteral("find"), tr("Command palette"), "start.palette", "go.palette");
    layout->addLayout(m_learnArea);
    layout->addStretch(1);
    return m_side;
}

void StartPage::addEntry(const QString& icon,
                         const QString& text,
                         const char* name,
                         const char* command)
{
    auto* entry = new EntryButton(m_context.theme, icon, text);
    entry->setObjectName(QLatin1String(name));
    entry->setProperty(kCommand, QLatin1String(command));
    m_entries.append(entry);
    m_learnArea->addWidget(entry);
    connect(entry, &EntryButton::clicked, this,
            [this, command] { Q_EMIT commandRequested(QLatin1String(command)); });
}

void StartPage::showKeys(const ActionRegistry& actions)
{
    for (EntryButton* entry : std::as_const(m_entries)) {
        const QAction* action = actions.find(entry->property(kCommand).toString());
        entry->setKeys(action->shortcut().toString(QKeySequence::NativeText));
    }
}

RecentRow StartPage::rowOf(const RecentFile& file) const
{
    return {.path = file.path,
            .cause = file.cause,
            .signature = file.signature,
            .system = file.system,
            .time = file.time.isValid() ? dayText(file.time.toLocalTime(), QDate::currentDate())
                                        : tr("time unknown"),
            .framePercent = file.framePercent,
            .isCrash = file.isCrash,
            .exists = file.exists(),
            .isPinned = file.isPinned};
}

void StartPage::showRecent()
{
    const QList<RecentFile> files = m_context.settings.recentFilesPinnedFirst();
    const QString wanted = m_filter->text().trimmed();
    const bool onlyPinned = m_recentHeader->currentTab() == PinnedTab;
    QList<RecentRow> rows;
    for (const RecentFile& file : files) {
        const auto has = [&wanted](const QString& text) {
            return text.contains(wanted, Qt::CaseInsensitive);
        };
        if (onlyPinned && !file.isPinned)
            continue;
        if (has(file.cause) || has(file.signature) || has(file.path))
            rows.append(rowOf(file));
    }
    const auto pinned = std::ranges::count(files, true, &RecentFile::isPinned);
    m_recentModel.setRows(rows);
    m_recent->setVisible(!rows.isEmpty());
    m_noRecent->setText(files.isEmpty() ? tr("Crashes that you open appear here.")
                        : onlyPinned && pinned == 0
                            ? tr("No crash is pinned. Space pins the selected one.")
                            : tr("No recent crash has this text."));
    m_noRecent->setVisible(rows.isEmpty());
    showCounts(rows.size(), pinned, files.size());
}

void StartPage::showCounts(qsizetype shown, qsizetype pinned, qsizetype all)
{
    m_filter->setVisible(all > 0);
    m_recentHeader->setTabShown(PinnedTab, all > 0);
    m_recentHeader->setTabTitle(PinnedTab, pinned > 0 ? tr("Pinned %1").arg(pinned) : tr("Pinned"));
    m_count->setVisible(all > 0);
    m_count->setText(shown == all ? tr("%n recent crash(es)", nullptr, int(all))
                                  : tr("%1 of %n recent crash(es)", nullptr, int(all)).arg(shown));
}

void StartPage::applyTheme()
{
    const Metrics& m = m_context.theme.metrics();
    m_open->setContentsMargins(7 * m.step, 6 * m.step, 7 * m.step, 5 * m.step);
    m_open->setSpacing(m.barMargin());
    m_learnArea->setContentsMargins(0, m.step, 0, m.step);
    constexpr int kFilter = 58;
    m_filter->setFixedWidth(kFilter * m.step);
    m_count->setMargin(m.textMargin());
    m_count->setFont(m_context.theme.captionFont());
    m_noRecent->setMargin(m.barMargin());
    m_recent->setMinimumHeight(3 * m.tallRow());
    for (QLabel* label : m_dimLabels)
        setTextColour(*label, m_context.theme.tokens().dim);
    QPalette line = m_line->palette();
    line.setColor(QPalette::Window, m_context.theme.tokens().line);
    m_line->setPalette(line);
    arrange();
}

/// In a narrow window the right column goes below the list.
void StartPage::arrange()
{
    constexpr int kNarrow = 230;
    constexpr int kSide = 90;
    const int step = m_context.theme.metrics().step;
    const bool isNarrow = width() < kNarrow * step;
    m_columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_line->setVisible(!isNarrow);
    m_side->setMinimumWidth(isNarrow ? 0 : kSide * step);
    m_side->setMaximumWidth(isNarrow ? QWIDGETSIZE_MAX : kSide * step);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace faultline::ui
