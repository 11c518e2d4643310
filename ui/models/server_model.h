// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>
#include <QList>
#include <QString>

#include <optional>

namespace faultline::ui {

// What a server tells of itself, as finished texts.

/// One request: it runs, or it has ended.
struct ServerRequestRow
{
    QString id{}; ///< As in the server's log.
    bool isRunning = false;
    bool hasModules = false; ///< What became of its modules can be asked for.
    QString request{};       ///< "POST /minidump"
    QString state{};         ///< Text of the badge.
    BadgeStyle stateStyle = BadgeStyle::Plain;
    QString age{};
    QString step{};
    QString scope{};

    QString key() const { return id + (isRunning ? u'+' : u'-'); }

    bool operator==(const ServerRequestRow&) const = default;
};

class ServerRequestModel final : public ColumnsModel<ServerRequestRow>
{
    Q_DECLARE_TR_FUNCTIONS(ServerRequestModel)

public:
    enum Column {
        IdColumn,
        RequestColumn,
        StateColumn,
        AgeColumn,
        StepColumn,
        ScopeColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// All requests to one endpoint since the server's start.
struct ServerEndpointRow
{
    QString endpoint{};
    QString requests{};
    QString failed{};
    QString refused{};
    QString half{}; ///< Time.
    QString most{};
    QString nearlyAll{};
    bool hasFailures = false;

    QString key() const { return endpoint; }

    bool operator==(const ServerEndpointRow&) const = default;
};

class ServerEndpointModel final : public ColumnsModel<ServerEndpointRow>
{
    Q_DECLARE_TR_FUNCTIONS(ServerEndpointModel)

public:
    enum Column {
        EndpointColumn,
        RequestsColumn,
        FailedColumn,
        RefusedColumn,
        HalfColumn,
        MostColumn,
        NearlyAllColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// One kind of entries in the server's cache folder.
struct ServerCacheRow
{
    QString kind{}; ///< The name of its folder.
    QString name{};
    int perMille = 0; ///< Its size, of the largest kind's.
    quint64 bytes = 0;
    QString size{};
    QString entries{};
    QString removable{}; ///< What a cleanup would free; empty for nothing.

    QString key() const { return kind; }

    bool operator==(const ServerCacheRow&) const = default;
};

class ServerCacheModel final : public ColumnsModel<ServerCacheRow>
{
    Q_DECLARE_TR_FUNCTIONS(ServerCacheModel)

public:
    enum Column {
        NameColumn,
        AmountColumn,
        SizeColumn,
        EntriesColumn,
        RemovableColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// A source of the server's configuration.
struct ServerSourceRow
{
    QString id{};
    QString kind{}; ///< "http", "s3, public", …
    QString location{};
    bool isPaused = false;
    QString state{};  ///< "paused", or nothing that the server would tell.
    QString remark{}; ///< "until 10:15"

    QString key() const { return id + u'\n' + location; }

    bool operator==(const ServerSourceRow&) const = default;
};

class ServerSourceModel final : public ColumnsModel<ServerSourceRow>
{
    Q_DECLARE_TR_FUNCTIONS(ServerSourceModel)

public:
    enum Column { NameColumn, StateColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// A module of one request, and whether its file was found.
struct ServerModuleRow
{
    int index = 0; ///< In the request's report.
    QString name{};
    QString status{};
    BadgeStyle statusStyle = BadgeStyle::Plain;
    QString headline{}; ///< What Why? says of it.

    int key() const { return index; }

    bool operator==(const ServerModuleRow&) const = default;
};

class ServerModuleModel final : public ColumnsModel<ServerModuleRow>
{
    Q_DECLARE_TR_FUNCTIONS(ServerModuleModel)

public:
    enum Column { NameColumn, HeadlineColumn, StatusColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// One of the six numbers of a server, with an hour of history.
struct ServerNumber
{
    QString title{};
    QString value{}; ///< "42"; "–" when it is not known.
    QString unit{};  ///< "ms"; may be empty.
    /// A value for each minute, from 0 to 1 000, the oldest first; -1: it is not known.
    QList<int> history{};
    bool warns = false;

    bool operator==(const ServerNumber&) const = default;
};

} // namespace faultline::ui
