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

QString SourceModel::stateOf(const SourceRow& source)
{
    if (source.test.state != SourceTest::State::NotTested)
        return source.test.text;
    if (!source.test.text.isEmpty())
        return source.test.text;
    return source.isOn ? tr("on") : tr("off");
}

QString SourceModel::secondLine(const SourceRow& source, int column)
{
    switch (column) {
    case NameColumn: return source.location;
    case KindColumn: return source.files;
    case TestColumn:
        return !source.problem.isEmpty() ? source.problem
               : !source.isOn            ? tr("is never contacted")
               : source.isFixed          ? tr("from the configuration file")
                                         : source.test.detail;
    default: return {};
    }
}

QString SourceModel::sentenceOf(const SourceRow& source)
{
    QStringList parts{source.name, source.kind, source.location,
                      source.isOn ? tr("on") : tr("off")};
    if (source.isFixed)
        parts.append(tr("from the configuration file"));
    if (!source.problem.isEmpty())
        parts.append(source.problem);
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
        case NumberColumn: return QString::number(index + 1);
        case NameColumn: return source.name;
        case KindColumn: return source.kind;
        case TestColumn: return stateOf(source);
        default: return {};
        }
    case SecondLineRole: return secondLine(source, column);
    // Those of the configuration file have no switch here.
    case SwitchRole:
        return column == OnColumn && !source.isFixed ? QVariant(source.isOn) : QVariant();
    case Qt::ToolTipRole:
        if (column == TestColumn && !secondLine(source, column).isEmpty())
            return secondLine(source, column);
        return source.isFixed
                   ? tr("%1: from the configuration file, change it there").arg(source.location)
                   : source.location;
    case Qt::AccessibleTextRole:
        return column == NumberColumn ? QVariant(sentenceOf(source)) : QVariant();
    case ToneRole: return int(column == NameColumn && source.isOn ? Tone::Normal : Tone::Dim);
    case BadgeRole: return int(column == TestColumn ? badgeOf(source.test) : BadgeStyle::None);
    default: return {};
    }
}

QString SourceModel::headerCell(int column) const
{
    switch (column) {
    case OnColumn: return tr("On");
    case NameColumn: return tr("Name and place");
    case KindColumn: return tr("Kind");
    case TestColumn: return tr("State");
    default: return {};
    }
}

Qt::Alignment SourceModel::alignment(int column) const
{
    return (column == NumberColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace faultline::ui
