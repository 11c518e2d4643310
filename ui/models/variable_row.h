// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"

#include <QList>
#include <QString>

namespace faultline::ui {

/// A variable of a frame, or a part of one, as finished texts.
struct VariableRow
{
    enum class Kind {
        Variable,
        Expression, ///< A value that the user asked for.
        More,       ///< Leads to parts that are not shown yet.
        Reading     ///< Stands for parts that are being read.
    };

    /// Finds the value again: which expression it belongs to, or none, and the way to the part.
    struct Place
    {
        int expression = -1;
        QList<quint64> path = {};

        bool operator==(const Place&) const = default;
    };

    struct Key
    {
        Place place;
        Kind kind = Kind::Variable;

        bool operator==(const Key&) const = default;
    };

    Key id;
    int depth = 0;
    QString name;
    QString value;
    QString type;
    QString note;           ///< Why there is no value, in a sentence; empty for one that is known.
    bool isAbsent = false;  ///< The value is a word that says why there is none.
    bool isGuessed = false; ///< The value may be of another moment.
    bool isQuiet = false;   ///< The value stands for its parts.
    Group branch = Group::None;
    QString sentence;
    QString address; ///< Where the value lies; empty when that is not in memory.

    const Key& key() const { return id; }

    bool operator==(const VariableRow&) const = default;
};

} // namespace faultline::ui
