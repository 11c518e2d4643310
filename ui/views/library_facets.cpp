// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/library_facets.h"

#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"

#include <QInputEvent>
#include <QVBoxLayout>

namespace faultline::ui {

LibraryFacets::LibraryFacets(const Theme& theme, LibrarySession& library, QWidget* parent)
    : QWidget(parent), m_library(library), m_rows(new RowView(theme, RowHeight::Dense, this))
{
    auto* header = new PanelHeader(theme, tr("Filter"), this);
    header->setCaption(tr("reports"));
    m_rows->setModel(&library.facets());
    m_rows->setObjectName(QStringLiteral("library.facets"));
    m_rows->setAccessibleName(tr("Filter"));
    m_rows->setHeaderHidden(true);
    m_rows->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_rows->setSelectionMode(QAbstractItemView::NoSelection);
    connect(m_rows, &RowView::groupToggled, this,
            [this](const QModelIndex& index) { m_library.facets().toggle(index.row()); });
    m_rows->installEventFilter(this);
    m_rows->viewport()->installEventFilter(this);
    connect(m_rows, &RowView::clicked, this, &LibraryFacets::toggle);
    connect(m_rows, &RowView::rowChosen, this, &LibraryFacets::toggle);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_rows, 1);
    setFocusProxy(m_rows);
}

void LibraryFacets::toggle(const QModelIndex& index)
{
    const FacetRow* row = m_library.facets().rowAt(index.row());
    if (!row || row->term.isEmpty())
        return;
    const QString term = row->term;
    const bool isExcluded = row->use == FacetValue::Use::Excluded;
    m_library.toggle(term, m_excludes || isExcluded);
}

/// The list's signals do not tell which keys are down.
bool LibraryFacets::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::KeyPress)
        m_excludes = static_cast<QInputEvent*>(event)->modifiers().testFlag(Qt::AltModifier);
    return QWidget::eventFilter(watched, event);
}

} // namespace faultline::ui
