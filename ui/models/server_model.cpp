// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/server_model.h"

namespace faultline::ui {

namespace {

constexpr auto kRight = Qt::AlignRight | Qt::AlignVCenter;
constexpr auto kLeft = Qt::AlignLeft | Qt::AlignVCenter;

} // namespace

QVariant ServerRequestModel::cell(int index, int column, int role) const
{
    const ServerRequestRow& request = row(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case IdColumn: return request.id;
        case RequestColumn: return request.request;
        case StateColumn: return request.state;
        case AgeColumn: return request.age;
        case StepColumn: return request.step;
        case ScopeColumn: return request.scope;
        default: return {};
        }
    case BadgeRole: return int(column == StateColumn ? request.stateStyle : BadgeStyle::None);
    case FaceRole:
        return int(column == IdColumn || column == RequestColumn ? Face::Fixed : Face::Interface);
    case ToneRole:
        return int(column == IdColumn || column == StepColumn ? Tone::Normal : Tone::Dim);
    case ElideRole: return int(column == IdColumn ? Qt::ElideLeft : Qt::ElideRight);
    case Qt::ToolTipRole:
        return column == IdColumn || column == StepColumn || column == RequestColumn
                   ? cell(index, column, Qt::DisplayRole)
                   : QVariant();
    case Qt::AccessibleTextRole: {
        if (column != IdColumn)
            return {};
        QStringList parts{request.request, request.state, request.age};
        for (const QString& more : {request.step, request.scope}) {
            if (!more.isEmpty())
                parts.append(more);
        }
        return parts.join(QStringLiteral(", "));
    }
    default: return {};
    }
}

QString ServerRequestModel::headerCell(int column) const
{
    switch (column) {
    case IdColumn: return tr("Request");
    case RequestColumn: return tr("Endpoint");
    case StateColumn: return tr("State");
    case AgeColumn: return tr("Age");
    case StepColumn: return tr("What became of it");
    case ScopeColumn: return tr("Scope");
    default: return {};
    }
}

Qt::Alignment ServerRequestModel::alignment(int column) const
{
    return column == AgeColumn ? kRight : kLeft;
}

QString ServerEndpointModel::text(const ServerEndpointRow& row, int column)
{
    switch (column) {
    case EndpointColumn: return row.endpoint;
    case RequestsColumn: return row.requests;
    case FailedColumn: return row.failed;
    case RefusedColumn: return row.refused;
    case HalfColumn: return row.half;
    case MostColumn: return row.most;
    case NearlyAllColumn: return row.nearlyAll;
    default: return {};
    }
}

QVariant ServerEndpointModel::cell(int index, int column, int role) const
{
    const ServerEndpointRow& endpoint = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(endpoint, column);
    case FaceRole: return int(column == EndpointColumn ? Face::Fixed : Face::Interface);
    case ToneRole:
        return int(column == FailedColumn && endpoint.hasFailures         ? Tone::Warn
                   : column == EndpointColumn || column == RequestsColumn ? Tone::Normal
                                                                          : Tone::Dim);
    case Qt::AccessibleTextRole:
        return column == EndpointColumn
                   //: an endpoint, its requests, those that failed, the time that half of them took
                   ? QVariant(tr("%1: %2 requests, %3 failed, half within %4")
                                  .arg(endpoint.endpoint, endpoint.requests, endpoint.failed,
                                       endpoint.half))
                   : QVariant();
    default: return {};
    }
}

QString ServerEndpointModel::headerCell(int column) const
{
    switch (column) {
    case EndpointColumn: return tr("Endpoint");
    case RequestsColumn: return tr("Requests");
    case FailedColumn: return tr("Failed");
    case RefusedColumn: return tr("Refused");
    case HalfColumn: return tr("Half within");
    case MostColumn: return tr("95 % within");
    case NearlyAllColumn: return tr("99 % within");
    default: return {};
    }
}

Qt::Alignment ServerEndpointModel::alignment(int column) const
{
    return column == EndpointColumn ? kLeft : kRight;
}

QVariant ServerCacheModel::cell(int index, int column, int role) const
{
    const ServerCacheRow& cache = row(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case NameColumn: return cache.name;
        case SizeColumn: return cache.size;
        case EntriesColumn: return cache.entries;
        case RemovableColumn: return cache.removable;
        default: return {};
        }
    case AmountRole: return column == AmountColumn ? QVariant(cache.perMille) : QVariant();
    case ToneRole:
        return int(column == NameColumn || column == SizeColumn ? Tone::Normal : Tone::Dim);
    case Qt::AccessibleTextRole:
        return column == NameColumn
                   //: a kind of cached files, its size, how many there are
                   ? QVariant(tr("%1, %2, %3 entries").arg(cache.name, cache.size, cache.entries))
                   : QVariant();
    default: return {};
    }
}

QString ServerCacheModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Kind");
    case SizeColumn: return tr("Size");
    case EntriesColumn: return tr("Entries");
    case RemovableColumn: return tr("A cleanup frees");
    default: return {};
    }
}

Qt::Alignment ServerCacheModel::alignment(int column) const
{
    return column == NameColumn || column == AmountColumn ? kLeft : kRight;
}

QVariant ServerSourceModel::cell(int index, int column, int role) const
{
    const ServerSourceRow& source = row(index);
    switch (role) {
    case Qt::DisplayRole:
        if (column == NameColumn)
            return source.id;
        return source.isPaused ? source.state : source.kind;
    case SecondLineRole: return column == NameColumn ? source.location : source.remark;
    case BadgeRole:
        return int(column == StateColumn && source.isPaused ? BadgeStyle::Warn : BadgeStyle::None);
    case ToneRole: return int(column == NameColumn ? Tone::Normal : Tone::Dim);
    case Qt::ToolTipRole: return column == NameColumn ? QVariant(source.location) : QVariant();
    case Qt::AccessibleTextRole: {
        if (column != NameColumn)
            return {};
        QStringList parts{source.id, source.kind, source.location};
        if (source.isPaused)
            parts += {source.state, source.remark};
        return parts.join(QStringLiteral(", "));
    }
    default: return {};
    }
}

QString ServerSourceModel::headerCell(int column) const
{
    return column == NameColumn ? tr("Name and place") : tr("State");
}

QVariant ServerModuleModel::cell(int index, int column, int role) const
{
    const ServerModuleRow& module = row(index);
    switch (role) {
    case Qt::DisplayRole:
        return column == NameColumn     ? module.name
               : column == StatusColumn ? module.status
                                        : module.headline;
    case BadgeRole: return int(column == StatusColumn ? module.statusStyle : BadgeStyle::None);
    case ToneRole: return int(column == NameColumn ? Tone::Normal : Tone::Dim);
    case Qt::ToolTipRole: return module.headline;
    case Qt::AccessibleTextRole:
        return column == NameColumn
                   ? QVariant(QStringList{module.name, module.status, module.headline}.join(
                         QStringLiteral(", ")))
                   : QVariant();
    default: return {};
    }
}

QString ServerModuleModel::headerCell(int column) const
{
    switch (column) {
    case NameColumn: return tr("Module");
    case HeadlineColumn: return tr("Why");
    case StatusColumn: return tr("Debug file");
    default: return {};
    }
}

} // namespace faultline::ui
