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

QString ComparedFrameModel::text(const ComparedFrameRow& row, int column)
{
    switch (column) {
    case LeftNumberColumn: return row.leftNumber;
    case LeftColumn: return row.left;
    case LeftPlaceColumn: return row.leftPlace;
    case RelationColumn: return relationText(row.relation);
    case RightNumberColumn: return row.rightNumber;
    case RightColumn: return row.right;
    case RightPlaceColumn: return row.rightPlace;
    default: return {};
    }
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

Tone ComparedFrameModel::tone(const ComparedFrameRow& row, int column)
{
    if (column == LeftPlaceColumn || column == RightPlaceColumn)
        return row.relation == Relation::OtherLine ? Tone::Normal : Tone::Dim;
    if (column == RelationColumn || column == LeftNumberColumn || column == RightNumberColumn)
        return Tone::Faint;
    const bool isFrame = column == LeftColumn ? row.isLeftFrame : row.isRightFrame;
    return isFrame && row.isOwn ? Tone::Normal : Tone::Dim;
}

QVariant ComparedFrameModel::cell(int index, int column, int role) const
{
    const ComparedFrameRow& each = row(index);
    const bool isLeft = column <= LeftPlaceColumn;
    const bool isText = column == LeftColumn || column == RightColumn ||
                        column == LeftPlaceColumn || column == RightPlaceColumn;
    const bool isFrame = isText && (isLeft ? each.isLeftFrame : each.isRightFrame);
    switch (role) {
    case Qt::DisplayRole: return text(each, column);
    case Qt::ToolTipRole: return isText ? QVariant(text(each, column)) : QVariant();
    case Qt::AccessibleTextRole:
        return column == LeftColumn ? QVariant(sentence(each)) : QVariant();
    case ToneRole: return int(tone(each, column));
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
    default: return {};
    }
}

QString ComparedFrameModel::headerCell(int column) const
{
    switch (column) {
    case LeftColumn: return tr("Left");
    case RelationColumn: return tr("Relation");
    case RightColumn: return tr("Right");
    default: return {};
    }
}

Qt::Alignment ComparedFrameModel::alignment(int column) const
{
    return (column == LeftNumberColumn || column == RightNumberColumn ? Qt::AlignRight
                                                                      : Qt::AlignLeft) |
           Qt::AlignVCenter;
}

ComparedFactModel::ComparedFactModel(QString title, QObject* parent)
    : RowsModel(parent), m_title(std::move(title))
{
}

QVariant ComparedFactModel::cell(int index, int column, int role) const
{
    const ComparedFactRow& each = row(index);
    const auto value = [](const QString& text) { return text.isEmpty() ? tr("–") : text; };
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case NameColumn: return each.name;
        case LeftColumn: return value(each.left);
        case RightColumn: return value(each.right);
        default: return relationText(each.relation);
        }
    case Qt::ToolTipRole:
        return column == LeftColumn    ? QVariant(each.left)
               : column == RightColumn ? QVariant(each.right)
                                       : QVariant();
    case Qt::AccessibleTextRole:
        if (column != NameColumn)
            return {};
        //: a fact, its values in the left and the right report, and how they relate
        return tr("%1: %2, %3, %4")
            .arg(each.name, value(each.left), value(each.right), relationText(each.relation));
    case ToneRole: {
        const bool isValue = column == LeftColumn || column == RightColumn;
        return int(isValue && each.relation != Relation::Same ? Tone::Normal : Tone::Dim);
    }
    case FaceRole:
        return int(each.isFixed && (column == LeftColumn || column == RightColumn)
                       ? Face::Fixed
                       : Face::Interface);
    case BadgeRole:
        return int(column == RelationColumn ? relationBadge(each.relation) : BadgeStyle::None);
    default: return {};
    }
}

QString ComparedFactModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return m_title;
    case LeftColumn: return tr("Left");
    case RightColumn: return tr("Right");
    case RelationColumn: return tr("Relation");
    default: return {};
    }
}

} // namespace faultline::ui
