// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>

namespace faultline::ui {

/// What a test told about a source, as finished texts.
struct SourceTest
{
    enum class State { NotTested, Running, Works, Fails };

    State state = State::NotTested;
    QString text;   ///< "answers", "asks for credentials (401)", …
    QString detail; ///< For the tool tip; may be empty.

    bool operator==(const SourceTest&) const = default;
};

/// A source of debug files in the list of all sources.
struct SourceRow
{
    int index = 0; ///< Position in the list; sources may share a name.
    QString name{};
    QString kind{};
    QString location{};
    QString files{};      ///< Which ones it is asked for.
    QString problem{};    ///< What keeps it from being asked; empty when nothing does.
    bool isFixed = false; ///< It comes from the configuration file.
    bool isOn = true;
    SourceTest test{};

    int key() const { return index; }

    bool operator==(const SourceRow&) const = default;
};

/// The sources in the order in which they are asked.
class SourceModel final : public ColumnsModel<SourceRow>
{
    Q_DECLARE_TR_FUNCTIONS(SourceModel)

public:
    enum Column { NumberColumn, OnColumn, NameColumn, KindColumn, TestColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    static QString sentenceOf(const SourceRow& source);
    static QString stateOf(const SourceRow& source);
    static QString secondLine(const SourceRow& source, int column);
};

} // namespace faultline::ui
