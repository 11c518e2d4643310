#pragma once

#include "ui/models/roles.h"

#include <QString>

#include <compare>

namespace faultline::ui {

/// One shown frame, everything display-ready. Inline rows share physicalIndex with the row they
/// were inlined into.
struct FrameRow
{
    /// Names a row across snapshots: inlining may insert rows, the key of the physical row stays.
    struct Key
    {
        quint32 physicalIndex = 0;
        quint32 inlineDepth = 0; ///< 0: the physical frame; 1: inlined into it; and so on inwards.

        friend auto operator<=>(const Key&, const Key&) = default;
    };

    Key frameKey;
    bool isCrash = false; ///< The innermost row of the crashed thread.
    bool isInApp = false;
    bool isGuessed = false;      ///< Found by scanning.
    bool isOfWrongBuild = false; ///< Name and line come from a file of another build.
    bool hasFunction = false;    ///< Otherwise `function` is the address.
    int moduleIndex = -1;        ///< Index into the event's modules; -1: none.
    quint32 line = 0;            ///< 0: none.
    quint32 column = 0;
    quint64 address = 0;
    QString function;
    QString functionOffset; ///< "+0x2a"; empty when unknown.
    QString module;
    QString moduleOffset; ///< "libscene.so+0x412e6".
    QString location;     ///< "node.h:212", else moduleOffset.
    QString path;         ///< Full path from the debug info; may be empty.
    QString trust;        ///< Word of the trust badge; "inline" for inline rows.
    BadgeStyle trustStyle = BadgeStyle::None;
    QString mangled;
    QString language;
    QString status; ///< "symbolicated", "missing_symbol", …
    QString note;   ///< How the frame was found.
    QString sentence;

    bool isInline() const { return frameKey.inlineDepth > 0; }

    bool operator==(const FrameRow&) const = default;
};

} // namespace faultline::ui
