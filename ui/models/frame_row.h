// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"

#include <QString>
#include <QStringList>

#include <compare>

namespace faultline::ui {

/// One shown frame, as finished texts. Inline rows have the physicalIndex of the frame into which
/// they were inlined.
struct FrameRow
{
    /// Identifies a row across snapshots. Later snapshots may add inline rows, but a physical frame
    /// keeps its key.
    struct Key
    {
        quint32 physicalIndex = 0;
        /// 0 for the physical frame; grows by one with each inlined call inside it.
        quint32 inlineDepth = 0;

        friend auto operator<=>(const Key&, const Key&) = default;
    };

    Key frameKey;
    bool isCrash = false; ///< The innermost row of the crashed thread.
    /// It lies above the place that the crash is named after: it belongs to what ended the process.
    bool isOfEnd = false;
    bool isInApp = false;
    bool isOwnCode = false;      ///< In-app, and not a function of the standard library.
    bool isLibrary = false;      ///< A library's function that was compiled into the application.
    bool isGuessed = false;      ///< The frame was found by scanning.
    bool isOfWrongBuild = false; ///< Name and line come from a file of another build.
    bool isLookedFor = false;    ///< The files of its module may still be found.
    bool hasFunction = false;    ///< When false, `function` contains the address.
    bool hasAddress = true;      ///< False for frames of scripts and of the JVM.
    int moduleIndex = -1; ///< Index into the event's modules; -1 when the frame lies in none.
    quint32 line = 0;     ///< 0 when unknown.
    quint32 column = 0;
    quint64 address = 0;
    quint64 stackPointer = 0; ///< With `address` it identifies a physical frame; 0 when unknown.
    QString function;
    QString functionOffset; ///< "+0x2a"; empty when unknown.
    QString module;
    QString moduleOffset; ///< "libscene.so+0x412e6".
    QString location;     ///< "node.h:212", or moduleOffset without a line.
    QString path;         ///< Full path from the debug info; may be empty.
    QString traced;       ///< The place of the code that ran, as the report came with it: of a
                          ///< script in its minified text, of the JVM with obfuscated names.
    QString trust;        ///< Text of the trust badge; "inline" for inline rows.
    BadgeStyle trustStyle = BadgeStyle::None;
    QString trustNote; ///< Explains the badge: a headline and, in the next line, a sentence.
    QString mangled;
    QString language;
    QString status;       ///< "symbolicated", "missing_symbol", …
    QString note;         ///< Says how the frame was found.
    QStringList meanings; ///< All possible meanings of an ambiguous frame, otherwise empty. The row
                          ///< shows the first one.
    QString sentence;
    /// What the display options show instead of `function` and `location`; empty when they show
    /// these.
    QString shownFunction;
    QString shownLocation;

    bool isInline() const { return frameKey.inlineDepth > 0; }

    bool operator==(const FrameRow&) const = default;
};

} // namespace faultline::ui
