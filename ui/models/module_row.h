// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"

#include <QString>

namespace faultline::ui {

/// One module of an event, as finished texts.
struct ModuleRow
{
    int index = 0; ///< Index into the event's modules.
    bool isOnStack = false;
    QString status; ///< Text of the status badge.
    BadgeStyle statusStyle = BadgeStyle::Plain;
    QString explanation;
    QString name;
    QString version;
    QString debugFile;
    QString debugId;
    QString codeId;
    QString features; ///< "debug · symbols · unwind"
    QString arch;
    QString base;
    QString size;
    QString path;
    int frames = 0;
    qint64 sizeBytes = 0;
    QString sentence;

    int key() const { return index; }

    bool operator==(const ModuleRow&) const = default;
};

} // namespace faultline::ui
