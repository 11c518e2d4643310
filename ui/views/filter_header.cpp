// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/filter_header.h"

namespace faultline::ui {

FilterHeader::FilterHeader(const Theme& theme, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), m_line(new FilterLine(theme, this))
{
    m_line->hide();
    setSectionsMovable(true);
}

int FilterHeader::lineHeight() const
{
    return m_isShown ? m_line->sizeHint().height() : 0;
}

void FilterHeader::showFilter(bool isShown)
{
    m_isShown = isShown;
    m_line->setVisible(isShown);
    setViewportMargins(0, 0, 0, lineHeight());
    placeLine();
    updateGeometry();
}

QSize FilterHeader::sizeHint() const
{
    const QSize titles = QHeaderView::sizeHint();
    return {titles.width(), titles.height() + lineHeight()};
}

void FilterHeader::resizeEvent(QResizeEvent* event)
{
    QHeaderView::resizeEvent(event);
    placeLine();
}

void FilterHeader::placeLine()
{
    m_line->setGeometry(0, height() - lineHeight(), width(), lineHeight());
}

} // namespace faultline::ui
