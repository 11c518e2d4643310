#pragma once

#include <QString>

namespace faultline::ui {

/// One thread of an event, display-ready.
struct ThreadRow
{
    int index = 0; ///< Into the event's threads.
    bool isCrashed = false;
    QString id;
    QString name;
    QString topFunction; ///< Without arguments; empty while nothing is known.
    int frames = 0;
    QString stackKey; ///< Equal for threads whose stacks are the same; empty: never folded.
    QString sentence;

    bool operator==(const ThreadRow&) const = default;
};

} // namespace faultline::ui
