// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/alike_panel.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/link_button.h"
#include "ui/views/panel_header.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace faultline::ui {

AlikePanel::AlikePanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme),
      m_title(new PanelHeader(theme, tr("Suggested duplicates"), this)), m_entries(new QVBoxLayout)
{
    setObjectName(QStringLiteral("group.alike"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addLayout(m_entries);
    m_entries->setSpacing(0);
    connect(&theme, &Theme::changed, this, &AlikePanel::makeEntries);
}

void AlikePanel::show(const QList<AlikeRow>& rows, const QString& state, bool canMerge)
{
    // Buttons that somebody is about to press stay where they are.
    if (m_isShown && rows == m_rows && state == m_state && canMerge == m_canMerge)
        return;
    m_isShown = true;
    m_rows = rows;
    m_state = state;
    m_canMerge = canMerge;
    m_title->setCaption(rows.isEmpty() ? state : QLocale().toString(rows.size()));
    makeEntries();
}

/// The button that has the focus keeps it, which its name tells.
void AlikePanel::makeEntries()
{
    const QWidget* focused = window()->focusWidget();
    const bool isHere = focused && isAncestorOf(focused);
    const QString name = isHere ? focused->accessibleName() : QString();
    while (QLayoutItem* item = m_entries->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const AlikeRow& row : std::as_const(m_rows)) {
        QWidget* entry = makeEntry(row);
        m_entries->addWidget(entry);
        entry->show();
        for (QAbstractButton* button : entry->findChildren<QAbstractButton*>()) {
            if (isHere && button->accessibleName() == name)
                button->setFocus();
        }
    }
}

QWidget* AlikePanel::makeEntry(const AlikeRow& row)
{
    const Metrics& m = m_theme.metrics();
    auto* entry = new QWidget;
    auto* layout = new QVBoxLayout(entry);
    layout->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(), m.textMargin());
    layout->setSpacing(m.step);
    auto* signature = new LinkButton(m_theme);
    signature->setFullText(row.signature);
    signature->setAccessibleName(
        //: a signature, "91 % alike", "23 reports", "2 frames differ"
        tr("%1: %2, %3, %4").arg(row.signature, row.likeness, row.reports, row.difference));
    QLabel* facts = plainLabel();
    facts->setText(
        QStringList({row.likeness, row.reports, row.difference}).join(QStringLiteral("  ·  ")));
    facts->setFont(m_theme.captionFont());
    facts->setWordWrap(true);
    setTextColour(*facts, m_theme.tokens().dim);
    auto* compare = new QPushButton(tr("Compare"));
    compare->setAccessibleName(tr("Compare with %1").arg(row.signature));
    auto* merge = new QPushButton(tr("Merge"));
    merge->setAccessibleName(tr("Merge %1 into this group").arg(row.signature));
    merge->setToolTip(tr("Marks the other group as a duplicate of this one"));
    merge->setEnabled(m_canMerge);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(m.step);
    buttons->addStretch(1);
    buttons->addWidget(compare);
    buttons->addWidget(merge);
    layout->addWidget(signature);
    layout->addWidget(facts);
    layout->addLayout(buttons);
    connect(signature, &LinkButton::clicked, this,
            [this, row] { Q_EMIT groupRequested(row.group); });
    connect(compare, &QPushButton::clicked, this,
            [this, row] { Q_EMIT compareRequested(row.report); });
    connect(merge, &QPushButton::clicked, this, [this, row] { Q_EMIT mergeRequested(row); });
    return entry;
}

} // namespace faultline::ui
