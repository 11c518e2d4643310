// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/source_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

BadgeStyle badgeOf(const SourceTest& test)
{
    switch (test.state) {
    case SourceTest::State::NotTested: return BadgeStyle::None;
    case SourceTest::State::Running: return BadgeStyle::Plain;
    case SourceTest::State::Works: return BadgeStyle::Ok;
    case SourceTest::State::Fails: return BadgeStyle::Warn;
    }
    return BadgeStyle::None;
}

} // namespace

QString SourceModel::sentenceOf(const SourceRow& source)
{
    QStringList parts{source.name, source.kind, source.location};
    if (source.isFixed)
        parts.append(tr("from the configuration file"));
    if (!source.test.text.isEmpty())
        parts.append(source.test.text);
    return parts.join(QStringLiteral(", "));
}

QVariant SourceModel::cell(int index, int column, int role) const
{
    const SourceRow& source = row(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case NameColumn: return source.name;
        case KindColumn: return source.kind;
        case LocationColumn: return source.location;
        default: return source.test.text;
        }
    case Qt::ToolTipRole:
        if (column == TestColumn && !source.test.detail.isEmpty())
            return source.test.detail;
        return source.isFixed
                   ? tr("%1: from the configuration file, change it there").arg(source.location)
                   : source.location;
    case Qt::AccessibleTextRole:
        return column == NameColumn ? QVariant(sentenceOf(source)) : QVariant();
    case ToneRole: return int(column == NameColumn && !source.isFixed ? Tone::Normal : Tone::Dim);
    case ElideRole: return int(column == LocationColumn ? Qt::ElideMiddle : Qt::ElideRight);
    case FaceRole: return int(column == LocationColumn ? Face::Fixed : Face::Interface);
    case BadgeRole: return int(column == TestColumn ? badgeOf(source.test) : BadgeStyle::None);
    default: return {};
    }
}

QString SourceModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Name");
    case KindColumn: return tr("Kind");
    case LocationColumn: return tr("Location");
    case TestColumn: return tr("Test");
    default: return {};
    }
}

} // namespace faultline::ui
