// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fact_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

template <int column>
QVariant nth(const FactRow& fact)
{
    return fact.texts.value(column);
}

} // namespace

FactModel::Table FactModel::table() const
{
    static constexpr TableColumn<FactRow> kAnnotations[] = {
        {.id = 0,
         .title = [] { return tr("Key"); },
         .text = nth<0>,
         .room = {.width = 22},
         .tone = Tone::Dim},
        {.id = 1, .title = [] { return tr("Value"); }, .text = nth<1>, .room = {.width = 0}},
        {.id = 2,
         .title = [] { return tr("From"); },
         .text = nth<2>,
         .room = {.width = 16},
         .tone = Tone::Dim},
    };
    static constexpr TableColumn<FactRow> kBreadcrumbs[] = {
        {.id = 0,
         .title = [] { return tr("Time"); },
         .text = nth<0>,
         .room = {.width = 20},
         .tone = Tone::Dim},
        {.id = 1, .title = [] { return tr("Level"); }, .text = nth<1>, .room = {.width = 9}},
        {.id = 2, .title = [] { return tr("Category"); }, .text = nth<2>, .room = {.width = 18}},
        {.id = 3, .title = [] { return tr("Message"); }, .text = nth<3>, .room = {.width = 0}},
    };
    static constexpr TableColumn<FactRow> kHandles[] = {
        {.id = 0,
         .title = [] { return tr("Handle"); },
         .text = nth<0>,
         .room = {.width = 12},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = 1, .title = [] { return tr("Type"); }, .text = nth<1>, .room = {.width = 16}},
        {.id = 2, .title = [] { return tr("Name"); }, .text = nth<2>, .room = {.width = 0}},
        {.id = 3,
         .title = [] { return tr("Access"); },
         .text = nth<3>,
         .room = {.width = 14},
         .face = Face::Fixed},
        {.id = 4,
         .title = [] { return tr("Count"); },
         .text = nth<4>,
         .room = {.width = 8},
         .tone = Tone::Dim},
    };
    static constexpr TableColumn<FactRow> kUnloaded[] = {
        {.id = 0,
         .title = [] { return tr("Name"); },
         .text = nth<0>,
         .room = {.width = 0},
         .tone = Tone::Dim},
        {.id = 1,
         .title = [] { return tr("Begin"); },
         .text = nth<1>,
         .room = {.width = 20},
         .face = Face::Fixed},
        {.id = 2,
         .title = [] { return tr("End"); },
         .text = nth<2>,
         .room = {.width = 20},
         .face = Face::Fixed},
        {.id = 3,
         .title = [] { return tr("Code ID"); },
         .text = nth<3>,
         .room = {.width = 20},
         .tone = Tone::Dim,
         .face = Face::Fixed},
    };
    static_assert(isWholeTable<3>(kAnnotations) && isWholeTable<4>(kBreadcrumbs) &&
                  isWholeTable<5>(kHandles) && isWholeTable<4>(kUnloaded));
    switch (m_kind) {
    case Kind::Annotations: return kAnnotations;
    case Kind::Breadcrumbs: return kBreadcrumbs;
    case Kind::Handles: return kHandles;
    case Kind::Unloaded: return kUnloaded;
    }
    return {};
}

QVariant FactModel::cell(int index, int column, int role) const
{
    const FactRow& fact = row(index);
    switch (role) {
    case Qt::ToolTipRole: return text(fact, column);
    case Qt::AccessibleTextRole: return column == 0 ? QVariant(fact.sentence) : QVariant();
    case IdRole: return fact.index;
    default: return cellOfColumn(fact, column, role);
    }
}

} // namespace faultline::ui
