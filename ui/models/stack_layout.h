#pragma once

#include "ui/models/frame_row.h"
#include "ui/models/stack_options.h"

#include <QList>
#include <QSet>
#include <QString>

#include <memory>

namespace faultline::ui {

/// One row of the stack view: a frame, the note above guessed frames, or a folded run of system frames.
struct StackEntry
{
    enum class Kind { Frame, Banner, Fold };

    struct Key
    {
        Kind kind = Kind::Frame;
        FrameRow::Key frame;

        bool operator==(const Key&) const = default;
    };

    Kind kind = Kind::Frame;
    std::shared_ptr<const FrameRow> frame; ///< For Banner and Fold the first frame concerned. Never null.
    QString text;                          ///< Of Banner and Fold.

    Key key() const { return {kind, frame->frameKey}; }

    bool operator==(const StackEntry& other) const
    {
        return kind == other.kind && text == other.text
               && (frame == other.frame || *frame == *other.frame);
    }
};

using FrameRows = QList<std::shared_ptr<const FrameRow>>;

/// Why Most relevant shows the full stack; empty when it does not.
QString relevanceNote(const FrameRows& frames);

/// Arranges `frames` (callee first). `unfolded` holds physical indexes whose folded run the user opened.
QList<StackEntry> layOutStack(const FrameRows& frames,
                              const StackOptions& options,
                              const QSet<quint32>& unfolded);

} // namespace faultline::ui
