// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparison_model.h"

#include <utility>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Relation)
};

} // namespace

QString relationText(Relation relation)
{
    switch (relation) {
    case Relation::Same: return Words::tr("same");
    case Relation::OtherLine: return Words::tr("other line");
    case Relation::Changed: return Words::tr("changed");
    case Relation::Moved: return Words::tr("moved");
    case Relation::OnlyLeft: return Words::tr("only left");
    case Relation::OnlyRight: return Words::tr("only right");
    case Relation::OtherVersion: return Words::tr("other version");
    case Relation::OtherBuild: return Words::tr("other build");
    }
    return {};
}

BadgeStyle relationBadge(Relation relation)
{
    switch (relation) {
    case Relation::Same: return BadgeStyle::None;
    case Relation::Moved: return BadgeStyle::Inline;
    case Relation::OnlyLeft: return BadgeStyle::Warn;
    case Relation::OnlyRight: return BadgeStyle::Ok;
    case Relation::OtherLine:
    case Relation::Changed:
    case Relation::OtherVersion:
    case Relation::OtherBuild: break;
    }
    return BadgeStyle::Accent;
}

QString ComparedFrameModel::sentence(const ComparedFrameRow& row)
{
    if (row.relation == Relation::Same)
        return tr("%1, same in both").arg(row.left);
    if (row.relation == Relation::OtherLine)
        return tr("%1, %2, then %3").arg(row.left, row.leftPlace, row.rightPlace);
    //: a frame, and what became of it: "moved", "only left"
    return tr("%1, %2").arg(row.isLeftFrame ? row.left : row.right, relationText(row.relation));
}

ComparedFrameModel::Table ComparedFrameModel::table() const
{
    static constexpr TableColumn<ComparedFrameRow> kColumns[] = {
        {.id = LeftNumberColumn,
         .text = field<&ComparedFrameRow::leftNumber>,
         .room = {.width = 4},
         .tone = Tone::Faint,
         .isRight = true},
        {.id = LeftColumn,
         .title = [] { return tr("Left"); },
         .text = field<&ComparedFrameRow::left>,
         .room = {.width = 44},
         .tone = Tone::Dim},
        {.id = LeftPlaceColumn,
         .text = field<&ComparedFrameRow::leftPlace>,
         .room = {.width = 18},
         .tone = Tone::Dim},
        {.id = RelationColumn,
         .title = [] { return tr("Relation"); },
         .text = [](const ComparedFrameRow& row) -> QVariant { return relationText(row.relation); },
         .room = {.width = 13, .firmness = 1},
         .tone = Tone::Faint},
        {.id = RightNumberColumn,
         .text = field<&ComparedFrameRow::rightNumber>,
         .room = {.width = 4},
         .tone = Tone::Faint,
         .isRight = true},
        {.id = RightColumn,
         .title = [] { return tr("Right"); },
         .text = field<&ComparedFrameRow::right>,
         .room = {.width = 44},
         .tone = Tone::Dim},
        {.id = RightPlaceColumn,
         .text = field<&ComparedFrameRow::rightPlace>,
         .room = {.width = 0},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ComparedFrameModel::cell(int index, int column, int role) const
{
    const ComparedFrameRow& each = row(index);
    const bool isLeft = column <= LeftPlaceColumn;
    const bool isText = column == LeftColumn || column == RightColumn ||
                        column == LeftPlaceColumn || column == RightPlaceColumn;
    const bool isFrame = isText && (isLeft ? each.isLeftFrame : each.isRightFrame);
    const bool isPlace = column == LeftPlaceColumn || column == RightPlaceColumn;
    switch (role) {
    case Qt::ToolTipRole: return isText ? text(each, column) : QVariant();
    case Qt::AccessibleTextRole:
        return column == LeftColumn ? QVariant(sentence(each)) : QVariant();
    case ToneRole:
        if (isPlace ? each.relation == Relation::OtherLine : isFrame && each.isOwn)
            return int(Tone::Normal);
        break;
    case FaceRole: return int(isFrame ? Face::Fixed : Face::Interface);
    case BadgeRole:
        return int(column == RelationColumn ? relationBadge(each.relation) : BadgeStyle::None);
    case GroundRole:
        if (each.relation == Relation::Same || each.relation == Relation::OtherLine || !isFrame)
            return {};
        return int(relationBadge(each.relation));
    case HatchRole:
        return column != RelationColumn && !(isLeft ? each.isLeftFrame : each.isRightFrame)
                   ? QVariant(true)
                   : QVariant();
    default: break;
    }
    return cellOfColumn(each, column, role);
}

QString ComparedFactModel::valueText(const QString& value)
{
    return value.isEmpty() ? tr("–") : value;
}

ComparedFactModel::ComparedFactModel(QString title, QObject* parent)
    : ColumnsModel(parent), m_title(std::move(title))
{
}

ComparedFactModel::Table ComparedFactModel::table() const
{
    static constexpr TableColumn<ComparedFactRow> kColumns[] = {
        {.id = NameColumn,
         .text = field<&ComparedFactRow::name>,
         .room = {.width = 16, .firmness = 1},
         .tone = Tone::Dim},
        {.id = LeftColumn,
         .title = [] { return tr("Left"); },
         .text = [](const ComparedFactRow& row) -> QVariant { return valueText(row.left); },
         .room = {.width = 24},
         .tone = Tone::Dim},
        {.id = RightColumn,
         .title = [] { return tr("Right"); },
         .text = [](const ComparedFactRow& row) -> QVariant { return valueText(row.right); },
         .room = {.width = 0},
         .tone = Tone::Dim},
        {.id = RelationColumn,
         .title = [] { return tr("Relation"); },
         .text = [](const ComparedFactRow& row) -> QVariant { return relationText(row.relation); },
         .room = {.width = 14, .firmness = 1},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QString ComparedFactModel::headerCell(int column) const
{
    return column == NameColumn ? m_title : ColumnsModel::headerCell(column);
}

QVariant ComparedFactModel::cell(int index, int column, int role) const
{
    const ComparedFactRow& each = row(index);
    const bool isValue = column == LeftColumn || column == RightColumn;
    switch (role) {
    case Qt::ToolTipRole:
        return column == LeftColumn    ? QVariant(each.left)
               : column == RightColumn ? QVariant(each.right)
                                       : QVariant();
    case Qt::AccessibleTextRole:
        if (column != NameColumn)
            return {};
        //: a fact, its values in the left and the right report, and how they relate
        return tr("%1: %2, %3, %4")
            .arg(each.name, valueText(each.left), valueText(each.right),
                 relationText(each.relation));
    case ToneRole:
        if (isValue && each.relation != Relation::Same)
            return int(Tone::Normal);
        break;
    case FaceRole: return int(each.isFixed && isValue ? Face::Fixed : Face::Interface);
    case BadgeRole:
        return int(column == RelationColumn ? relationBadge(each.relation) : BadgeStyle::None);
    default: break;
    }
    return cellOfColumn(each, column, role);
}

} // namespace faultline::ui
