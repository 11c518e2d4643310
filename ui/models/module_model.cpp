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

QVariant ModuleModel::cell(int index, int column, int role) const
{
    const ModuleRow& module = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(module, column);
    case Qt::ToolTipRole: return column == StatusColumn ? module.explanation : module.path;
    case Qt::AccessibleTextRole:
        return column == NameColumn ? QVariant(module.sentence) : QVariant();
    case BadgeRole: return int(column == StatusColumn ? module.statusStyle : BadgeStyle::None);
    case ToneRole: return int(column == NameColumn ? Tone::Normal : Tone::Dim);
    case FaceRole:
        return int(column == DebugIdColumn || column >= CodeIdColumn ? Face::Fixed
                                                                     : Face::Interface);
    case SortRole: return sortKey(module, column);
    case ElideRole:
        return int(column == PathColumn || column == DebugFileColumn ? Qt::ElideLeft
                                                                     : Qt::ElideRight);
    case IdRole: return module.index;
    case RangeRole: return rangeOf(module);
    case IdsRole: return QStringList{plainId(module.debugId), plainId(module.codeId)};
    default: return {};
    }
}

QVariant ModuleModel::sortKey(const ModuleRow& module, int column) const
{
    if (column == SizeColumn)
        return module.sizeBytes;
    return text(module, column);
}

QVariant ModuleModel::text(const ModuleRow& module, int column) const
{
    switch (column) {
    case NameColumn: return module.name;
    case StatusColumn: return module.status;
    case VersionColumn: return module.version;
    case DebugFileColumn: return module.debugFile;
    case DebugIdColumn: return module.debugId;
    case FeaturesColumn: return module.features;
    case FramesColumn: return module.frames;
    case CodeIdColumn: return module.codeId;
    case ArchColumn: return module.arch;
    case BaseColumn: return module.base;
    case SizeColumn: return module.size;
    case PathColumn: return module.path;
    default: return {};
    }
}

QString ModuleModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Name");
    case StatusColumn: return tr("Status");
    case VersionColumn: return tr("Version");
    case DebugFileColumn: return tr("Debug file");
    case DebugIdColumn: return tr("Debug ID");
    case FeaturesColumn: return tr("Features");
    case FramesColumn: return tr("Used by frames");
    case CodeIdColumn: return tr("Code ID");
    case ArchColumn: return tr("Arch");
    case BaseColumn: return tr("Base");
    case SizeColumn: return tr("Size");
    case PathColumn: return tr("Path");
    default: return {};
    }
}

} // namespace faultline::ui
