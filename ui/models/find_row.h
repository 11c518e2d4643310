// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/frame_row.h"

#include <QString>

namespace faultline::ui {

/// A row of a search in stacks: a frame, or the head of a thread or of a stored report.
struct FindRow
{
    struct Key
    {
        qint64 report = 0;
        int thread = -1;
        bool isHead = false;
        FrameRow::Key frame{};

        friend bool operator==(const Key&, const Key&) = default;
    };

    /// Which of the texts has the match.
    enum class Part { None, Function, Module, Location };

    /// The number of the open report that was searched, or the id of a stored one.
    qint64 report = 0;
    int thread = -1; ///< Index into the event's threads; -1 for stored reports.
    bool isHead = false;
    bool isInline = false;
    FrameRow::Key frame{}; ///< Of a stored report, the number of the row in its stack.
    QString title{};       ///< The next three belong to heads.
    QString remark{};
    QString count{};
    QString number{};
    QString function{};
    QString module{};
    QString location{};
    QString path{};
    Part part = Part::None; ///< None for a frame that is shown because its stack is.
    qsizetype matchFrom = 0;
    qsizetype matchLength = 0;
    QString sentence{};

    bool isMatch() const { return part != Part::None; }

    Key key() const { return {report, thread, isHead, frame}; }

    friend bool operator==(const FindRow&, const FindRow&) = default;
};

} // namespace faultline::ui
