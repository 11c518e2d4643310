// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/parts_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/row_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

PartsPage::PartsPage(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_sentence(richLabel()),
      m_rows(new RowView(theme, RowHeight::Normal)), m_open(new QPushButton(tr("Open"))),
      m_openAll(new QPushButton(tr("Open All"))), m_column(buildColumn())
{
    setObjectName(QStringLiteral("page.parts"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusProxy(m_rows);
    auto* layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(m_column);
    layout->addStretch(1);
    connect(m_open, &QPushButton::clicked, this, &PartsPage::openSelected);
    connect(m_openAll, &QPushButton::clicked, this, &PartsPage::openAll);
    connect(m_rows, &RowView::rowChosen, this, &PartsPage::openSelected);
    connect(&theme, &Theme::changed, this, &PartsPage::applyTheme);
    applyTheme();
}

QWidget* PartsPage::buildColumn()
{
    auto* column = new QWidget(this);
    m_sentence->setWordWrap(true);
    m_rows->setModel(&m_model);
    m_rows->setHeaderHidden(true);
    m_rows->setAccessibleName(tr("Crash files"));
    m_rows->setObjectName(QStringLiteral("parts.rows"));
    m_open->setProperty(kPrimary, true);
    m_open->setAccessibleName(tr("Open the selected crash files"));
    m_open->setObjectName(QStringLiteral("parts.open"));
    m_openAll->setAccessibleName(tr("Open all crash files"));
    m_openAll->setObjectName(QStringLiteral("parts.open_all"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_openAll);
    buttons->addWidget(m_open);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(m_theme.metrics().barMargin());
    layout->addStretch(1);
    layout->addWidget(m_sentence);
    layout->addWidget(m_rows, 4);
    layout->addLayout(buttons);
    layout->addStretch(1);
    return column;
}

void PartsPage::show(const QString& container, QList<PartRow> parts)
{
    //: %1 is a file's name
    m_sentence->setText(
        tr("<b>%1</b> holds %2. Which do you want to open?")
            .arg(richText(container), tr("%n crash(es)", nullptr, int(parts.size()))));
    constexpr qsizetype kMostShown = 16;
    const auto shown = std::min(parts.size(), kMostShown);
    m_model.setRows(std::move(parts));
    m_rows->setMaximumHeight(int(shown + 1) * std::max(m_rows->sizeHintForRow(0), 1));
    if (!m_rows->currentIndex().isValid())
        m_rows->setCurrentIndex(m_model.index(0, 0));
}

void PartsPage::openSelected()
{
    QStringList paths;
    for (const QModelIndex& index : m_rows->selectionModel()->selectedRows()) {
        if (const PartRow* part = m_model.rowAt(index.row()))
            paths.append(part->path);
    }
    Q_EMIT openRequested(paths);
}

void PartsPage::openAll()
{
    QStringList paths;
    for (const PartRow& part : m_model.allRows())
        paths.append(part.path);
    Q_EMIT openRequested(paths);
}

void PartsPage::applyTheme()
{
    m_column->setFixedWidth(200 * m_theme.metrics().step);
    setTextColour(*m_sentence, m_theme.tokens().text);
}

} // namespace faultline::ui
