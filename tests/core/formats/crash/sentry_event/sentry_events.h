// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/sentry_event/read_sentry_event.h"

#include <QStringList>

#include <algorithm>
#include <string>
#include <string_view>

namespace faultline::test {

inline Result<EventPtr> read(std::string text, const ParseLimits& limits = {})
{
    return sentry::readSentryEvent(ByteView::fromString(std::move(text)), limits);
}

inline std::string detailOf(const Event& event, std::string_view key)
{
    const auto found = std::ranges::find(event.details, key,
                                         [](const auto& d) { return std::string_view(d.first); });
    return found == event.details.end() ? std::string("(none)") : found->second;
}

/// "area: text" of each diagnostic.
inline QStringList diagnosticsOf(const Event& event)
{
    QStringList lines;
    for (const auto& each : event.diagnostics)
        lines.append(QString::fromStdString(each.area + ": " + each.text));
    return lines;
}

} // namespace faultline::test
