// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace faultline::ui {

/// Something about the whole report that the user must know while reading its stack.
struct ReportNotice
{
    enum class Kind {
        Stopped,   ///< The user stopped the symbolication, so names may be missing.
        Failed,    ///< The symbolication failed, so names may be missing.
        Damaged,   ///< Parts of the crash file are missing or cannot be read.
        Hang,      ///< Threads wait for each other, or for a thread that has ended.
        WrongBuild ///< A file that the user chose is of another build than the module.
    };

    Kind kind = Kind::Stopped;
    QString text;
    int moduleIndex = -1; ///< For WrongBuild: index into the event's modules.

    bool operator==(const ReportNotice&) const = default;
};

} // namespace faultline::ui
