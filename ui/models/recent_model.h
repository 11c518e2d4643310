// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>

namespace faultline::ui {

struct RecentRow
{
    QString path;
    QString cause{}; ///< In one sentence; empty when only the file is known.
    QString signature;
    QString system{};
    QString time;          ///< Time of the crash, or of the last opening if that is unknown.
    int framePercent = -1; ///< -1 when unknown.
    bool isCrash = true;
    bool exists = true;
    bool isPinned = false;

    QString key() const { return path; }

    bool operator==(const RecentRow&) const = default;
};

/// Crashes that were opened, by cause and signature, with two lines each.
class RecentModel final : public ColumnsModel<RecentRow>
{
    Q_DECLARE_TR_FUNCTIONS(RecentModel)

public:
    enum Column {
        MarkColumn,
        FileColumn,
        SystemColumn,
        TimeColumn,
        QualityColumn,
        PinColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString name(const RecentRow& recent);
    static QString quality(const RecentRow& recent);
    static QString secondLine(const RecentRow& recent);
    static QString sentence(const RecentRow& recent);
    static Mark mark(const RecentRow& recent, int column);
    static Tone tone(const RecentRow& recent, int column);
};

} // namespace faultline::ui
