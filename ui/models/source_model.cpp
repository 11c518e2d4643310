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

SourceModel::Table SourceModel::table() const
{
    static constexpr TableColumn<SourceRow> kColumns[] = {
        {.id = NumberColumn,
         .text = [](const SourceRow& row) -> QVariant { return QString::number(row.index + 1); },
         .room = {.width = 4},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = OnColumn, .title = [] { return tr("On"); }, .room = {.width = 6}, .tone = Tone::Dim},
        {.id = NameColumn,
         .title = [] { return tr("Name and place"); },
         .text = field<&SourceRow::name>,
         .room = {.width = 0}},
        {.id = KindColumn,
         .title = [] { return tr("Kind"); },
         .text = field<&SourceRow::kind>,
         .room = {.width = 22, .firmness = 1.5},
         .tone = Tone::Dim},
        {.id = TestColumn,
         .title = [] { return tr("State"); },
         .text = [](const SourceRow& row) -> QVariant { return stateOf(row); },
         .room = {.width = 30, .firmness = 1.5},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant SourceModel::cell(int index, int column, int role) const
{
    const SourceRow& source = row(index);
    switch (role) {
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
    case ToneRole:
        if (!source.isOn)
            return int(Tone::Dim);
        break;
    case BadgeRole: return int(column == TestColumn ? badgeOf(source.test) : BadgeStyle::None);
    default: break;
    }
    return cellOfColumn(source, column, role);
}

} // namespace faultline::ui
