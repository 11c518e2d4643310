// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace faultline::ui {

/// A source file, as the Source dock shows it for one frame.
struct SourceDocument
{
    enum class State {
        NoReport,
        NoFrame,
        NoLine, ///< The frame has no line information.
        Loading,
        Unavailable, ///< The line is known, but the text was not found.
        Text,
    };
    enum class Checksum { Unknown, Matches, Differs };

    /// Code that was inlined into the shown line, listed outermost first.
    struct InlineLine
    {
        quint32 line = 0;
        QString file;
        QString code; ///< The text of the line if it is known, otherwise the function.

        bool operator==(const InlineLine&) const = default;
    };

    State state = State::NoReport;
    QString path;
    QString origin; ///< "from source bundle"
    Checksum checksum = Checksum::Unknown;
    bool isContextOnly = false; ///< Only some lines around the current line are known.
    QString text;
    quint32 firstLine = 1;
    quint32 currentLine = 0;
    bool isCrash = false; ///< The process crashed in the current line; false for a caller.
    QList<InlineLine> inlines;
    QString caption; ///< "frame 0 of 8 · 2 inlined"
    QString moduleName;
    int moduleIndex = -1;
    QString frameName; ///< "frame 0"
    QStringList tried; ///< Places that were searched, for Unavailable.
    QString localFile; ///< Where the text lies on this computer; empty when it lies elsewhere.
    QString link;      ///< The address that the debug file has for the text; empty without one.
    QString linkHost;  ///< For Unavailable: the host that has the file according to the debug file.

    bool operator==(const SourceDocument&) const = default;
};

} // namespace faultline::ui
