// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <string>

namespace faultline::report {

enum class TextColor : std::uint8_t { Off, Ansi };
enum class ShownThreads : std::uint8_t { All, Leading };

struct TextOptions
{
    TextColor color = TextColor::Off;
    ShownThreads threads = ShownThreads::All;
    std::size_t width = 100; ///< Number of columns. Longer lines are broken between their parts;
                             ///< nothing is cut off.
    std::size_t maxPlacesPerModule = 8; ///< Tried places listed for a module without symbols.
    std::size_t maxDetails = 60;        ///< Limit for further facts of the file.
    std::size_t maxDetailsOfAKind =
        8; ///< Limit for facts of one kind, such as /proc/pid/status; the rest is only counted.
    bool environment = false; ///< Shows the environment of the process, which may hold secrets.
    std::size_t maxDetailBytes = 200; ///< Limit for one fact; longer ones are cut.
};

/// The report for a terminal: cause, system, stacks (the requesting thread first, with inline
/// rows), what is missing and why, modules, unloaded modules, annotations, further facts of the
/// file.
std::string renderText(const Report& report, const TextOptions& options);

} // namespace faultline::report
