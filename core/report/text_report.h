#pragma once

#include "core/symbolicate/report.h"

#include <cstdint>
#include <string>

namespace faultline {

enum class TextColor : std::uint8_t { Off, Ansi };
enum class ShownThreads : std::uint8_t { All, Leading };

struct TextOptions
{
    TextColor color = TextColor::Off;
    ShownThreads threads = ShownThreads::All;
    std::size_t width =
        100; ///< Columns; longer lines are broken at their parts, nothing is cut off.
    std::size_t maxPlacesPerModule = 8; ///< Tried places listed for a module without symbols.
};

/// The report for a terminal: cause, system, the requesting thread first with inline rows, what is
/// missing and why, modules.
std::string renderText(const Report& report, const TextOptions& options);

} // namespace faultline
