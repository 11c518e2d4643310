// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/start_page.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/drop_target.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace faultline::ui {

StartPage::StartPage(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_drop(new DropTarget(context.theme, this)),
      m_recent(new RowView(context.theme, RowHeight::Tall)),
      m_noRecent(plainLabel(tr("Crashes that you open appear here."))),
      m_setUp(new PanelHeader(context.theme, tr("Set up symbols"))), m_setUpText(plainLabel()),
      m_addSource(new QPushButton(tr("Add source…"))), m_sources(new QPushButton(tr("Sources…"))),
      m_line(new QWidget)
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
    connect(m_recent, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        if (const RecentRow* row = m_recentModel.rowAt(index.row()))
            Q_EMIT openRequested(row->path);
    });
    connect(&context.settings, &AppSettings::recentFilesChanged, this, &StartPage::showRecent);
    connect(&context.settings, &AppSettings::sourcesChanged, this, &StartPage::showSetUp);
    connect(&context.theme, &Theme::changed, this, &StartPage::applyTheme);
    showRecent();
    showSetUp();
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
    buttons->addWidget(makeButton(tr("Paste stack trace"), "start.paste", "file.paste"));
    buttons->addStretch(1);
    m_open->addLayout(buttons);
    layout->addLayout(m_open);
    layout->addWidget(new PanelHeader(m_context.theme, tr("Recent crashes")));
    m_recent->setModel(&m_recentModel);
    m_recent->setHeaderHidden(true);
    m_recent->setAccessibleName(tr("Recent crashes"));
    m_recent->setObjectName(QStringLiteral("start.recent"));
    m_recent->setColumnWidths({4, 0, 12, 18, 15});
    m_recent->setFirmColumns(
        {RecentModel::SystemColumn, RecentModel::TimeColumn, RecentModel::QualityColumn});
    m_recent->setSelectionMode(QAbstractItemView::SingleSelection);
    layout->addWidget(m_recent, 1);
    layout->addWidget(m_noRecent, 1, Qt::AlignTop);
    m_dimLabels << m_noRecent;
    return area;
}

QWidget* StartPage::buildSide()
{
    m_side = new QWidget;
    auto* layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_setUp);
    m_setUpText->setWordWrap(true);
    m_addSource->setAccessibleName(tr("Add a source of debug files"));
    m_addSource->setObjectName(QStringLiteral("start.add_source"));
    m_sources->setAccessibleName(tr("Show all sources of debug files"));
    m_sources->setObjectName(QStringLiteral("start.sources"));
    connect(m_addSource, &QPushButton::clicked, this,
            [this] { Q_EMIT commandRequested(QStringLiteral("symbols.add_source")); });
    connect(m_sources, &QPushButton::clicked, this,
            [this] { Q_EMIT commandRequested(QStringLiteral("symbols.sources")); });
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_addSource);
    buttons->addWidget(m_sources);
    buttons->addStretch(1);
    m_setUpArea = new QVBoxLayout;
    m_setUpArea->addWidget(m_setUpText);
    m_setUpArea->addLayout(buttons);
    layout->addLayout(m_setUpArea);
    layout->addWidget(new PanelHeader(m_context.theme, tr("Keys")));
    auto* keys = plainLabel(tr("Ctrl+O opens a file\nCtrl+Shift+C copies the stack as Markdown\nF5 "
                               "looks again for missing files"));
    m_keysArea = new QVBoxLayout;
    m_keysArea->addWidget(keys);
    m_keysArea->addWidget(makeButton(tr("Shortcuts"), "start.shortcuts", "help.shortcuts"), 0,
                          Qt::AlignLeft);
    layout->addLayout(m_keysArea);
    layout->addStretch(1);
    m_dimLabels << m_setUpText << keys;
    return m_side;
}

void StartPage::showRecent()
{
    QList<RecentRow> rows;
    for (const RecentFile& file : m_context.settings.recentFiles())
        rows.append({.path = file.path,
                     .cause = file.cause,
                     .signature = file.signature,
                     .system = file.system,
                     .time = file.time.isValid()
                                 ? QLocale().toString(file.time, QLocale::ShortFormat)
                                 : tr("time unknown"),
                     .framePercent = file.framePercent,
                     .isCrash = file.isCrash,
                     .exists = file.exists()});
    m_recentModel.setRows(rows);
    m_recent->setVisible(!rows.isEmpty());
    m_noRecent->setVisible(rows.isEmpty());
}

void StartPage::showSetUp()
{
    const auto count = int(m_context.settings.sources().size());
    const QString state = count == 0 ? tr("No source of debug files is set up.")
                                     : tr("%n source(s) of debug files set up.", nullptr, count);
    m_setUpText->setText(
        state + u' ' +
        tr("Nothing contacts the network until you add a server. A server is sent the file name "
           "and build id of each module it is asked for, nothing else."));
    m_setUpText->setAccessibleName(m_setUpText->text());
}

void StartPage::applyTheme()
{
    const Metrics& m = m_context.theme.metrics();
    m_open->setContentsMargins(7 * m.step, 6 * m.step, 7 * m.step, 5 * m.step);
    m_open->setSpacing(m.barMargin());
    for (QVBoxLayout* area : {m_setUpArea, m_keysArea}) {
        area->setContentsMargins(m.barMargin(), m.barMargin(), m.barMargin(), m.barMargin());
        area->setSpacing(m.textMargin());
    }
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
