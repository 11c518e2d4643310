// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/module_model.h"

#include <algorithm>

namespace faultline::ui {

namespace {

QVariant rangeOf(const ModuleRow& module)
{
    bool isKnown = false;
    const quint64 base = module.base.toULongLong(&isKnown, 16);
    if (!isKnown || module.sizeBytes <= 0)
        return {};
    return QVariantList{base, base + quint64(module.sizeBytes)};
}

QString plainId(QString id)
{
    id.remove(u'-');
    id.remove(u' ');
    return id.toLower();
}

} // namespace

void ModuleModel::setModules(QList<ModuleRow> modules)
{
    m_modules = std::move(modules);
    arrange();
}

void ModuleModel::setShowAll(bool showAll)
{
    m_showAll = showAll;
    arrange();
}

void ModuleModel::arrange()
{
    QList<ModuleRow> shown;
    std::ranges::copy_if(m_modules, std::back_inserter(shown),
                         [this](const ModuleRow& module) { return m_showAll || module.isOnStack; });
    giveRows(std::move(shown));
}

QString ModuleModel::summary() const
{
    const auto onStack = std::ranges::count_if(m_modules, &ModuleRow::isOnStack);
    if (onStack == 0) // Perhaps no stack is known yet.
        return tr("%1 loaded").arg(m_modules.size());
    return tr("%1 loaded · %2 on stack").arg(m_modules.size()).arg(onStack);
}

ModuleModel::Table ModuleModel::table() const
{
    static constexpr TableColumn<ModuleRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Name"); },
         .text = field<&ModuleRow::name>,
         .room = {.width = 26}},
        {.id = StatusColumn,
         .title = [] { return tr("Status"); },
         .text = field<&ModuleRow::status>,
         .room = {.width = 16},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = VersionColumn,
         .title = [] { return tr("Version"); },
         .text = field<&ModuleRow::version>,
         .room = {.width = 12},
         .tone = Tone::Dim},
        {.id = DebugFileColumn,
         .title = [] { return tr("Debug file"); },
         .text = field<&ModuleRow::debugFile>,
         .room = {.width = 24},
         .tone = Tone::Dim,
         .elide = Qt::ElideLeft},
        {.id = DebugIdColumn,
         .title = [] { return tr("Debug ID"); },
         .text = field<&ModuleRow::debugId>,
         .room = {.width = 0},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = FeaturesColumn,
         .title = [] { return tr("Features"); },
         .text = field<&ModuleRow::features>,
         .room = {.width = 24},
         .tone = Tone::Dim},
        {.id = FramesColumn,
         .title = [] { return tr("Used by frames"); },
         .text = field<&ModuleRow::frames>,
         .room = {.width = 14},
         .tone = Tone::Dim},
        {.id = CodeIdColumn,
         .title = [] { return tr("Code ID"); },
         .text = field<&ModuleRow::codeId>,
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = ArchColumn,
         .title = [] { return tr("Arch"); },
         .text = field<&ModuleRow::arch>,
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = BaseColumn,
         .title = [] { return tr("Base"); },
         .text = field<&ModuleRow::base>,
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = SizeColumn,
         .title = [] { return tr("Size"); },
         .text = field<&ModuleRow::size>,
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = PathColumn,
         .title = [] { return tr("Path"); },
         .text = field<&ModuleRow::path>,
         .tone = Tone::Dim,
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ModuleModel::cell(int index, int column, int role) const
{
    const ModuleRow& module = row(index);
    switch (role) {
    case Qt::ToolTipRole: return column == StatusColumn ? module.explanation : module.path;
    case Qt::AccessibleTextRole:
        return column == NameColumn ? QVariant(module.sentence) : QVariant();
    case BadgeRole: return int(column == StatusColumn ? module.statusStyle : BadgeStyle::None);
    case SortRole: return sortKey(module, column);
    case IdRole: return module.index;
    case RangeRole: return rangeOf(module);
    case IdsRole: return QStringList{plainId(module.debugId), plainId(module.codeId)};
    default: return cellOfColumn(module, column, role);
    }
}

QVariant ModuleModel::sortKey(const ModuleRow& module, int column) const
{
    if (column == SizeColumn)
        return module.sizeBytes;
    return text(module, column);
}

} // namespace faultline::ui
