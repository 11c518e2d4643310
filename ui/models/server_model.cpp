// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/server_model.h"

namespace faultline::ui {

ServerRequestModel::Table ServerRequestModel::table() const
{
    static constexpr TableColumn<ServerRequestRow> kColumns[] = {
        {.id = IdColumn,
         .title = [] { return tr("Request"); },
         .text = field<&ServerRequestRow::id>,
         .room = {.width = 16},
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
        {.id = RequestColumn,
         .title = [] { return tr("Endpoint"); },
         .text = field<&ServerRequestRow::request>,
         .room = {.width = 22},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = StateColumn,
         .title = [] { return tr("State"); },
         .text = field<&ServerRequestRow::state>,
         .room = {.width = 13, .firmness = 1},
         .tone = Tone::Dim},
        {.id = AgeColumn,
         .title = [] { return tr("Age"); },
         .text = field<&ServerRequestRow::age>,
         .room = {.width = 10, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = StepColumn,
         .title = [] { return tr("What became of it"); },
         .text = field<&ServerRequestRow::step>,
         .room = {.width = 0}},
        {.id = ScopeColumn,
         .title = [] { return tr("Scope"); },
         .text = field<&ServerRequestRow::scope>,
         .room = {.width = 14},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ServerRequestModel::cell(int index, int column, int role) const
{
    const ServerRequestRow& request = row(index);
    switch (role) {
    case BadgeRole: return int(column == StateColumn ? request.stateStyle : BadgeStyle::None);
    case Qt::ToolTipRole:
        return column == IdColumn || column == StepColumn || column == RequestColumn
                   ? text(request, column)
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
    default: return cellOfColumn(request, column, role);
    }
}

ServerEndpointModel::Table ServerEndpointModel::table() const
{
    static constexpr TableColumn<ServerEndpointRow> kColumns[] = {
        {.id = EndpointColumn,
         .title = [] { return tr("Endpoint"); },
         .text = field<&ServerEndpointRow::endpoint>,
         .room = {.width = 0},
         .face = Face::Fixed},
        {.id = RequestsColumn,
         .title = [] { return tr("Requests"); },
         .text = field<&ServerEndpointRow::requests>,
         .room = {.width = 11, .firmness = 1},
         .isRight = true},
        {.id = FailedColumn,
         .title = [] { return tr("Failed"); },
         .text = field<&ServerEndpointRow::failed>,
         .room = {.width = 11, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = RefusedColumn,
         .title = [] { return tr("Refused"); },
         .text = field<&ServerEndpointRow::refused>,
         .room = {.width = 11, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = HalfColumn,
         .title = [] { return tr("Half within"); },
         .text = field<&ServerEndpointRow::half>,
         .room = {.width = 12, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = MostColumn,
         .title = [] { return tr("95 % within"); },
         .text = field<&ServerEndpointRow::most>,
         .room = {.width = 12, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = NearlyAllColumn,
         .title = [] { return tr("99 % within"); },
         .text = field<&ServerEndpointRow::nearlyAll>,
         .room = {.width = 12, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ServerEndpointModel::cell(int index, int column, int role) const
{
    const ServerEndpointRow& endpoint = row(index);
    switch (role) {
    case ToneRole:
        if (column == FailedColumn && endpoint.hasFailures)
            return int(Tone::Warn);
        break;
    case Qt::AccessibleTextRole:
        return column == EndpointColumn
                   //: an endpoint, its requests, those that failed, the time that half of them took
                   ? QVariant(tr("%1: %2 requests, %3 failed, half within %4")
                                  .arg(endpoint.endpoint, endpoint.requests, endpoint.failed,
                                       endpoint.half))
                   : QVariant();
    default: break;
    }
    return cellOfColumn(endpoint, column, role);
}

ServerCacheModel::Table ServerCacheModel::table() const
{
    static constexpr TableColumn<ServerCacheRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Kind"); },
         .text = field<&ServerCacheRow::name>,
         .room = {.width = 30}},
        {.id = AmountColumn, .room = {.width = 0}, .tone = Tone::Dim},
        {.id = SizeColumn,
         .title = [] { return tr("Size"); },
         .text = field<&ServerCacheRow::size>,
         .room = {.width = 11, .firmness = 1},
         .isRight = true},
        {.id = EntriesColumn,
         .title = [] { return tr("Entries"); },
         .text = field<&ServerCacheRow::entries>,
         .room = {.width = 10, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
        {.id = RemovableColumn,
         .title = [] { return tr("A cleanup frees"); },
         .text = field<&ServerCacheRow::removable>,
         .room = {.width = 16, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ServerCacheModel::cell(int index, int column, int role) const
{
    const ServerCacheRow& cache = row(index);
    switch (role) {
    case AmountRole: return column == AmountColumn ? QVariant(cache.perMille) : QVariant();
    case Qt::AccessibleTextRole:
        return column == NameColumn
                   //: a kind of cached files, its size, how many there are
                   ? QVariant(tr("%1, %2, %3 entries").arg(cache.name, cache.size, cache.entries))
                   : QVariant();
    default: return cellOfColumn(cache, column, role);
    }
}

ServerSourceModel::Table ServerSourceModel::table() const
{
    static constexpr TableColumn<ServerSourceRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Name and place"); },
         .text = field<&ServerSourceRow::id>,
         .room = {.width = 0}},
        {.id = StateColumn,
         .title = [] { return tr("State"); },
         .text = [](const ServerSourceRow& row) -> QVariant {
             return row.isPaused ? row.state : row.kind;
         },
         .room = {.width = 15, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ServerSourceModel::cell(int index, int column, int role) const
{
    const ServerSourceRow& source = row(index);
    switch (role) {
    case SecondLineRole: return column == NameColumn ? source.location : source.remark;
    case BadgeRole:
        return int(column == StateColumn && source.isPaused ? BadgeStyle::Warn : BadgeStyle::None);
    case Qt::ToolTipRole: return column == NameColumn ? QVariant(source.location) : QVariant();
    case Qt::AccessibleTextRole: {
        if (column != NameColumn)
            return {};
        QStringList parts{source.id, source.kind, source.location};
        if (source.isPaused)
            parts += {source.state, source.remark};
        return parts.join(QStringLiteral(", "));
    }
    default: return cellOfColumn(source, column, role);
    }
}

ServerModuleModel::Table ServerModuleModel::table() const
{
    static constexpr TableColumn<ServerModuleRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Module"); },
         .text = field<&ServerModuleRow::name>,
         .room = {.width = 24}},
        {.id = HeadlineColumn,
         .title = [] { return tr("Why"); },
         .text = field<&ServerModuleRow::headline>,
         .room = {.width = 0},
         .tone = Tone::Dim},
        {.id = StatusColumn,
         .title = [] { return tr("Debug file"); },
         .text = field<&ServerModuleRow::status>,
         .room = {.width = 16, .firmness = 1},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ServerModuleModel::cell(int index, int column, int role) const
{
    const ServerModuleRow& module = row(index);
    switch (role) {
    case BadgeRole: return int(column == StatusColumn ? module.statusStyle : BadgeStyle::None);
    case Qt::ToolTipRole: return module.headline;
    case Qt::AccessibleTextRole:
        return column == NameColumn
                   ? QVariant(QStringList{module.name, module.status, module.headline}.join(
                         QStringLiteral(", ")))
                   : QVariant();
    default: return cellOfColumn(module, column, role);
    }
}

} // namespace faultline::ui
