// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/frame_row.h"
#include "ui/models/stack_options.h"

#include <QList>
#include <QSet>
#include <QString>

#include <memory>

namespace faultline::ui {

/// Says why a stack has no further frames.
struct StackEndRow
{
    QString text;         ///< Empty while the reason is unknown.
    bool isEarly = false; ///< The thread had further callers, but they could not be found.

    bool operator==(const StackEndRow&) const = default;
};

/// One row of the stack view: a frame, a banner above guessed frames, a folded run of system
/// frames, a possible meaning of an ambiguous frame, or the end of the stack.
struct StackEntry
{
    enum class Kind { Frame, Banner, Fold, Meaning, End, EarlyEnd };

    struct Key
    {
        Kind kind = Kind::Frame;
        FrameRow::Key frame;
        int number = 0;

        bool operator==(const Key&) const = default;
    };

    Kind kind = Kind::Frame;
    std::shared_ptr<const FrameRow> frame; ///< The first frame concerned for Banner and Fold, the
                                           ///< last frame for the end. Never null.
    QString text;                          ///< The text of every row that is no frame.
    int number = 0;                        ///< Tells the meanings of one frame apart.
    int count = -1; ///< The number of a frame's row where inlined calls count; otherwise -1.

    Key key() const { return {kind, frame->frameKey, number}; }

    bool operator==(const StackEntry& other) const
    {
        return kind == other.kind && text == other.text && count == other.count &&
               (frame == other.frame || *frame == *other.frame);
    }
};

using FrameRows = QList<std::shared_ptr<const FrameRow>>;

/// Explains why the mode "Most relevant" shows the full stack; empty when it does not.
QString relevanceNote(const FrameRows& frames);

/// Arranges `frames` (callee first) and the row for the stack's end. `unfolded` holds the physical
/// indexes of the runs and ambiguous frames that the user opened.
QList<StackEntry> layOutStack(const FrameRows& frames,
                              const StackEndRow& end,
                              const StackOptions& options,
                              const QSet<quint32>& unfolded);

} // namespace faultline::ui
