// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// A job of the engine or a transfer.
struct ActivityRow
{
    enum class Kind { Job, Transfer };
    enum class State { Running, Done, Failed, Cancelled };

    struct Key
    {
        Kind kind = Kind::Job;
        quint64 id = 0;

        bool operator==(const Key&) const = default;
    };

    Key id;
    State state = State::Running;
    bool isPaused = false;
    QString what;
    QString subject;   ///< Name of the report or module.
    QString stateText; ///< "downloading", "walking", …
    QString amount;    ///< "6.2 of 9.8 MB"
    QString rate;      ///< "3.1 MB/s"; empty when unknown.
    QString timeLeft;  ///< "12 s"; empty when unknown.
    QString location;
    QString result;
    double fraction = -1; ///< From 0 to 1; negative when unknown.
    quint64 bytesPerSecond = 0;
    qint64 secondsLeft = -1; ///< Negative when unknown.

    Key key() const { return id; }

    bool canPause() const
    {
        return id.kind == Kind::Transfer && state == State::Running && !isPaused;
    }

    bool operator==(const ActivityRow&) const = default;
};

/// Jobs and transfers, newest first. Finished ones stay until they are cleared.
class ActivityModel final : public ColumnsModel<ActivityRow>
{
    Q_DECLARE_TR_FUNCTIONS(ActivityModel)

public:
    enum Column {
        WhatColumn,
        SubjectColumn,
        StateColumn,
        ProgressColumn,
        RateColumn,
        TimeLeftColumn,
        LocationColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

    /// Changes the rows with these keys, or adds them at the top. A call takes time in proportion
    /// to all rows, so pass the changes of a burst together.
    void put(const QList<ActivityRow>& rows);
    void clearFinished();

    int runningCount(ActivityRow::Kind kind) const;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString sentenceOf(const ActivityRow& activity);
};

} // namespace faultline::ui
