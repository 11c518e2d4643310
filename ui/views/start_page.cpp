// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/start_page.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/drop_target.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/set_up_panel.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace faultline::ui {

StartPage::StartPage(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_drop(new DropTarget(context.theme, this)),
      m_recent(new RowView(context.theme, RowHeight::Tall)),
      m_noRecent(plainLabel(tr("Crashes that you open appear here."))), m_filter(new QLineEdit),
      m_count(plainLabel()), m_setUp(new SetUpPanel(context)), m_line(new QWidget)
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
    connect(m_filter, &QLineEdit::textChanged, this, &StartPage::showRecent);
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
    auto* head = new PanelHeader(m_context.theme, tr("Recent crashes"));
    m_filter->setObjectName(QStringLiteral("start.filter"));
    m_filter->setPlaceholderText(tr("Cause, signature or file"));
    m_filter->setAccessibleName(tr("Filter recent crashes"));
    m_filter->setClearButtonEnabled(true);
    head->addRight(m_filter);
    layout->addWidget(head);
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
    m_count->setObjectName(QStringLiteral("start.count"));
    layout->addWidget(m_count);
    m_dimLabels << m_noRecent << m_count;
    return area;
}

QWidget* StartPage::buildSide()
{
    m_side = new QWidget;
    auto* layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_setUp);
    layout->addWidget(new PanelHeader(m_context.theme, tr("Learn")));
    auto* keys =
        plainLabel(tr("Ctrl+O opens a file\nCtrl+Shift+P finds every command\nCtrl+Shift+C "
                      "copies the stack as Markdown\nF5 looks again for missing files"));
    m_learnArea = new QVBoxLayout;
    m_learnArea->addWidget(keys);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(makeButton(tr("Shortcuts"), "start.shortcuts", "help.shortcuts"));
    buttons->addWidget(makeButton(tr("Command palette"), "start.palette", "go.palette"));
    buttons->addStretch(1);
    m_learnArea->addLayout(buttons);
    layout->addLayout(m_learnArea);
    layout->addStretch(1);
    m_dimLabels << keys;
    return m_side;
}

RecentRow StartPage::rowOf(const RecentFile& file) const
{
    return {.path = file.path,
            .cause = file.cause,
            .signature = file.signature,
            .system = file.system,
            .time = file.time.isValid() ? QLocale().toString(file.time, QLocale::ShortFormat)
                                        : tr("time unknown"),
            .framePercent = file.framePercent,
            .isCrash = file.isCrash,
            .exists = file.exists()};
}

void StartPage::showRecent()
{
    const QList<RecentFile> files = m_context.settings.recentFiles();
    const QString wanted = m_filter->text().trimmed();
    QList<RecentRow> rows;
    for (const RecentFile& file : files) {
        const auto has = [&wanted](const QString& text) {
            return text.contains(wanted, Qt::CaseInsensitive);
        };
        if (has(file.cause) || has(file.signature) || has(file.path))
            rows.append(rowOf(file));
    }
    m_recentModel.setRows(rows);
    m_recent->setVisible(!rows.isEmpty());
    m_noRecent->setText(files.isEmpty() ? tr("Crashes that you open appear here.")
                                        : tr("No recent crash has this text."));
    m_noRecent->setVisible(rows.isEmpty());
    m_filter->setVisible(!files.isEmpty());
    m_count->setVisible(!files.isEmpty());
    m_count->setText(
        rows.size() == files.size()
            ? tr("%n recent crash(es)", nullptr, int(files.size()))
            : tr("%1 of %n recent crash(es)", nullptr, int(files.size())).arg(rows.size()));
}

void StartPage::applyTheme()
{
    const Metrics& m = m_context.theme.metrics();
    m_open->setContentsMargins(7 * m.step, 6 * m.step, 7 * m.step, 5 * m.step);
    m_open->setSpacing(m.barMargin());
    m_learnArea->setContentsMargins(m.barMargin(), m.barMargin(), m.barMargin(), m.barMargin());
    m_learnArea->setSpacing(m.textMargin());
    constexpr int kFilter = 48;
    m_filter->setMaximumWidth(kFilter * m.step);
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
