#pragma once

#include "ui/models/frame_row.h"
#include "ui/models/stack_options.h"

#include <QList>
#include <QSet>
#include <QString>

#include <memory>

namespace faultline::ui {

/// Why a stack has no further frames.
struct StackEndRow
{
    QString text;         ///< Empty while it is not known.
    bool isEarly = false; ///< There were callers; they could not be found.

    bool operator==(const StackEndRow&) const = default;
};

/// One row of the stack view: a frame, the note above guessed frames, a folded run of system
/// frames, or how the stack ends.
struct StackEntry
{
    enum class Kind { Frame, Banner, Fold, End, EarlyEnd };

    struct Key
    {
        Kind kind = Kind::Frame;
        FrameRow::Key frame;

        bool operator==(const Key&) const = default;
    };

    Kind kind = Kind::Frame;
    std::shared_ptr<const FrameRow> frame; ///< For Banner and Fold the first frame concerned, for
                                           ///< ends the last one. Never null.
    QString text;                          ///< Of all but frames.

    Key key() const { return {kind, frame->frameKey}; }

    bool operator==(const StackEntry& other) const
    {
        return kind == other.kind && text == other.text &&
               (frame == other.frame || *frame == *other.frame);
    }
};

using FrameRows = QList<std::shared_ptr<const FrameRow>>;

/// Why Most relevant shows the full stack; empty when it does not.
QString relevanceNote(const FrameRows& frames);

/// Arranges `frames` (callee first) and what stands behind the last one. `unfolded` holds physical
/// indexes whose folded run the user opened.
QList<StackEntry> layOutStack(const FrameRows& frames,
                              const StackEndRow& end,
                              const StackOptions& options,
                              const QSet<quint32>& unfolded);

} // namespace faultline::ui
