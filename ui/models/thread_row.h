// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace faultline::ui {

/// One thread of an event, as finished texts.
struct ThreadRow
{
    int index = 0;          ///< Index into the event's threads.
    bool isLeading = false; ///< It crashed or asked for the report.
    bool isCrashed = false;
    QString id;
    QString name;
    QString topFunction; ///< Name of the top function without arguments; empty while it is unknown.
    int frames = 0;
    /// Equal for threads with equal stacks; empty for a thread that is never folded.
    QString stackKey;
    QString sentence;

    bool operator==(const ThreadRow&) const = default;
};

} // namespace faultline::ui
