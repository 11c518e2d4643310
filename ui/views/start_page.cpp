// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/start_page.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/drop_target.h"
#include "ui/views/row_view.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace faultline::ui {

StartPage::StartPage(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_title(plainLabel(tr("Faultline"), this)),
      m_subtitle(plainLabel(tr("Open a crash and see what really happened."), this)),
      m_drop(new DropTarget(context.theme, this)),
      m_recent(new RowView(context.theme, RowHeight::Tall)),
      m_noRecent(plainLabel(tr("Files you open appear here."))), m_setUpText(plainLabel()),
      m_addSource(new QPushButton(tr("Add source…"))), m_sources(new QPushButton(tr("Sources…"))),
      m_column(buildColumn())
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* page = new QWidget;
    auto* centred = new QHBoxLayout(page);
    centred->addStretch(1);
    centred->addWidget(m_column);
    centred->addStretch(1);
    // With a large zoom the page is higher than a small window.
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    page->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    connect(m_drop, &DropTarget::openRequested, this,
            [this] { Q_EMIT commandRequested(QStringLiteral("file.open")); });
    connect(m_addSource, &QPushButton::clicked, this,
            [this] { Q_EMIT commandRequested(QStringLiteral("symbols.add_source")); });
    connect(m_sources, &QPushButton::clicked, this,
            [this] { Q_EMIT commandRequested(QStringLiteral("symbols.sources")); });
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

QWidget* StartPage::buildColumn()
{
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->addStretch(1);
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle);
    layout->addSpacing(m_context.theme.metrics().barMargin());
    layout->addWidget(m_drop);
    layout->addSpacing(m_context.theme.metrics().barMargin());
    auto* lower = new QHBoxLayout;
    lower->setSpacing(m_context.theme.metrics().step * 8);
    lower->addWidget(buildRecent(), 3);
    lower->addWidget(buildSetUp(), 2);
    layout->addLayout(lower);
    layout->addStretch(2);
    m_dimLabels << m_subtitle << m_noRecent << m_setUpText;
    return column;
}

QLabel* StartPage::makeCaption(const QString& text)
{
    auto* label = plainLabel(text);
    m_captions.append(label);
    return label;
}

QWidget* StartPage::buildRecent()
{
    auto* area = new QWidget;
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeCaption(tr("Recent")));
    m_recent->setModel(&m_recentModel);
    m_recent->setHeaderHidden(true);
    m_recent->setAccessibleName(tr("Recent files"));
    m_recent->setObjectName(QStringLiteral("start.recent"));
    m_recent->setColumnWidths({0, 22});
    m_recent->setFirmColumns({RecentModel::TimeColumn});
    m_recent->setSelectionMode(QAbstractItemView::SingleSelection);
    layout->addWidget(m_recent, 1);
    layout->addWidget(m_noRecent, 1, Qt::AlignTop);
    return area;
}

QWidget* StartPage::buildSetUp()
{
    auto* area = new QWidget;
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeCaption(tr("Set up symbols")));
    m_setUpText->setWordWrap(true);
    layout->addWidget(m_setUpText);
    m_addSource->setAccessibleName(tr("Add a source of debug files"));
    m_addSource->setObjectName(QStringLiteral("start.add_source"));
    m_sources->setAccessibleName(tr("Show all sources of debug files"));
    m_sources->setObjectName(QStringLiteral("start.sources"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_addSource);
    buttons->addWidget(m_sources);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    auto* keys = plainLabel(tr("Ctrl+O opens a file\nCtrl+Shift+C copies the stack as Markdown\nF5 "
                               "looks again for missing files"));
    layout->addSpacing(m_context.theme.metrics().barMargin());
    layout->addWidget(makeCaption(tr("Keys")));
    layout->addWidget(keys);
    layout->addStretch(1);
    m_dimLabels.append(keys);
    return area;
}

void StartPage::showRecent()
{
    QList<RecentRow> rows;
    for (const RecentFile& file : m_context.settings.recentFiles())
        rows.append({.path = file.path,
                     .signature = file.signature,
                     .time = QLocale().toString(file.time, QLocale::ShortFormat),
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
    QFont title = m_context.theme.headlineFont();
    title.setPointSizeF(title.pointSizeF() * 1.5);
    m_title->setFont(title);
    m_column->setFixedWidth(200 * m.step);
    m_recent->setMinimumHeight(5 * m.tallRow());
    QFont bold = m_context.theme.interfaceFont();
    bold.setWeight(QFont::DemiBold);
    for (QLabel* caption : m_captions)
        caption->setFont(bold);
    for (QLabel* label : m_dimLabels)
        setTextColour(*label, m_context.theme.tokens().dim);
}

} // namespace faultline::ui
