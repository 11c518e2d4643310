// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/functions_panel.h"

#include "ui/views/row_view.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QSplitter>

#include <algorithm>

namespace faultline::ui {

namespace {

enum Column { FunctionColumn, WeightColumn, BarColumn, TopColumn, ModuleColumn, ColumnCount };

enum LinkColumn { LinkFunction, LinkWeight, LinkColumnCount };

// The weights have the title of their unit.

constexpr PlainColumn kFunctionColumns[] = {
    {.id = FunctionColumn,
     .title = [] { return FunctionsPanel::tr("Function"); },
     .room = {.width = 0}},
    {.id = WeightColumn, .room = {.width = 10, .firmness = 1}, .isRight = true},
    {.id = BarColumn, .room = {.width = 12}},
    {.id = TopColumn,
     .title = [] { return FunctionsPanel::tr("On top of"); },
     .room = {.width = 9, .firmness = 1},
     .isRight = true},
    {.id = ModuleColumn,
     .title = [] { return FunctionsPanel::tr("Module"); },
     .room = {.width = 14}},
};
static_assert(isWholeTable<ColumnCount>(kFunctionColumns));

constexpr PlainColumn kCallerColumns[] = {
    {.id = LinkFunction,
     .title = [] { return FunctionsPanel::tr("Called by"); },
     .room = {.width = 0}},
    {.id = LinkWeight, .room = {.width = 10, .firmness = 1}, .isRight = true},
};
static_assert(isWholeTable<LinkColumnCount>(kCallerColumns));

constexpr PlainColumn kCalleeColumns[] = {
    {.id = LinkFunction, .title = [] { return FunctionsPanel::tr("Calls"); }, .room = {.width = 0}},
    {.id = LinkWeight, .room = {.width = 10, .firmness = 1}, .isRight = true},
};
static_assert(isWholeTable<LinkColumnCount>(kCalleeColumns));

Tone toneOf(const StackFunction& function)
{
    if (function.isInDeadlock)
        return Tone::Crash;
    return function.frame.isOwn ? Tone::Normal : Tone::Dim;
}

} // namespace

FunctionsPanel::FunctionsPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_functions(std::make_shared<QList<StackFunction>>()),
      m_model(kFunctionColumns), m_callerModel(kCallerColumns), m_calleeModel(kCalleeColumns),
      m_rows(new RowView(theme, RowHeight::Dense, this)),
      m_callers(new RowView(theme, RowHeight::Dense, this)),
      m_callees(new RowView(theme, RowHeight::Dense, this))
{
    m_model.setTitle(WeightColumn, [this] { return weightTitle(); });
    for (CellsModel* links : {&m_callerModel, &m_calleeModel})
        links->setTitle(LinkWeight, [this] { return weightTitle(); });
    buildViews();
    connectViews();
}

void FunctionsPanel::buildViews()
{
    m_rows->setAccessibleName(tr("Functions of all stacks"));
    m_rows->setObjectName(QStringLiteral("functions.rows"));
    m_callers->setAccessibleName(tr("Callers of the function"));
    m_callers->setObjectName(QStringLiteral("functions.callers"));
    m_callees->setAccessibleName(tr("Functions that it calls"));
    m_callees->setObjectName(QStringLiteral("functions.callees"));
    m_rows->setModel(&m_model);
    m_callers->setModel(&m_callerModel);
    m_callees->setModel(&m_calleeModel);
    auto* links = new QSplitter(Qt::Vertical, this);
    auto* both = new QSplitter(Qt::Horizontal, this);
    for (RowView* view : {m_rows, m_callers, m_callees})
        view->setSelectionMode(QAbstractItemView::SingleSelection);
    for (RowView* view : {m_callers, m_callees}) {
        links->addWidget(view);
    }
    both->addWidget(m_rows);
    both->addWidget(links);
    both->setStretchFactor(0, 3);
    both->setStretchFactor(1, 1);
    for (QSplitter* splitter : {links, both}) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(1);
    }
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both);
    setFocusProxy(m_rows);
}

void FunctionsPanel::connectViews()
{
    connect(m_rows, &RowView::currentRowChanged, this, &FunctionsPanel::showLinks);
    connect(m_rows, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        if (index.row() < int(m_functions->size())) {
            const StackGraphFrame& frame = m_functions->at(index.row()).frame;
            Q_EMIT functionChosen(frame.function, frame.module);
        }
    });
    connect(m_callers, &RowView::rowChosen, this,
            [this](const QModelIndex& index) { goTo(m_callerModel, index); });
    connect(m_callees, &RowView::rowChosen, this,
            [this](const QModelIndex& index) { goTo(m_calleeModel, index); });
}

QString FunctionsPanel::weightTitle() const
{
    switch (m_unit) {
    case StackWeight::Threads: return tr("In threads");
    case StackWeight::Samples: return tr("Samples");
    case StackWeight::Nanoseconds: return tr("Nanoseconds");
    case StackWeight::Bytes: return tr("Bytes");
    case StackWeight::Instructions: return tr("Instructions");
    }
    return {};
}

QList<PlainRow> FunctionsPanel::makeRows(const QList<StackFunction>& functions, quint64 all)
{
    constexpr double kWhole = 1000;
    const QLocale locale;
    QList<PlainRow> rows;
    rows.reserve(functions.size());
    for (int i = 0; i < int(functions.size()); ++i) {
        const StackFunction& each = functions.at(i);
        const double share = all > 0 ? double(each.weight) / double(all) : 0;
        PlainRow row{.id = QString::number(i)};
        row.cells = {{.text = each.frame.function,
                      .tone = toneOf(each),
                      .face = Face::Fixed,
                      .mark = each.frame.isInlined ? Mark::Inline : Mark::None},
                     {.text = locale.toString(each.weight)},
                     {.perMille = std::clamp(int(kWhole * share), 0, int(kWhole))},
                     {.text = locale.toString(each.onTop)},
                     {.text = each.frame.module, .tone = Tone::Dim}};
        //: a function, how many of all stacks it is in, and how many end in it
        row.sentence = tr("%1, in %2 of %3, on top of %4")
                           .arg(each.frame.function, locale.toString(each.weight),
                                locale.toString(all), locale.toString(each.onTop));
        row.toolTip = row.sentence;
        rows.append(std::move(row));
    }
    return rows;
}

void FunctionsPanel::setFunctions(std::shared_ptr<const QList<StackFunction>> functions,
                                  StackWeight unit,
                                  QList<PlainRow> rows)
{
    if (functions == m_functions)
        return;
    m_functions = std::move(functions);
    m_unit = unit;
    m_model.setRows(std::move(rows));
    if (!m_rows->currentIndex().isValid() && m_model.rowCount() > 0)
        m_rows->setCurrentIndex(m_model.index(0, 0));
    showLinks(m_rows->currentIndex());
}

void FunctionsPanel::showLinks(const QModelIndex& index)
{
    const bool isKnown = index.isValid() && index.row() < int(m_functions->size());
    const StackFunction none{};
    const StackFunction& function = isKnown ? m_functions->at(index.row()) : none;
    setLinks(*m_callers, m_callerModel, function.callers);
    setLinks(*m_callees, m_calleeModel, function.callees);
}

void FunctionsPanel::setLinks(RowView& view, CellsModel& model, const QList<StackLink>& links)
{
    constexpr qsizetype kMost = 1000;
    const QLocale locale;
    QList<PlainRow> rows;
    for (const StackLink& link : links.first(std::min(links.size(), kMost))) {
        const StackFunction& other = m_functions->at(link.function);
        PlainRow row{.id = QString::number(link.function)};
        row.cells = {{.text = other.frame.function, .tone = toneOf(other), .face = Face::Fixed},
                     {.text = locale.toString(link.weight)}};
        //: a function, and in how many stacks it calls or is called
        row.sentence = tr("%1, in %2").arg(other.frame.function, locale.toString(link.weight));
        rows.append(std::move(row));
    }
    model.setRows(std::move(rows));
    view.scrollToTop();
}

/// Enter on a caller or callee goes on from there.
void FunctionsPanel::goTo(const CellsModel& model, const QModelIndex& index)
{
    const PlainRow* row = model.rowAt(index.row());
    if (row == nullptr)
        return;
    m_rows->setCurrentIndex(m_model.index(row->id.toInt(), 0));
    m_rows->setFocus(Qt::OtherFocusReason);
}

QString FunctionsPanel::selectedText() const
{
    for (const RowView* view : {m_callers, m_callees}) {
        if (view->hasFocus())
            return view->selectedText();
    }
    return m_rows->selectedText();
}

} // namespace faultline::ui
