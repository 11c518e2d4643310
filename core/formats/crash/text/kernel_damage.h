// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/kernel_heads.h"
#include "core/formats/crash/text/trace_builder.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline::nativetext {

/// What shows that a report of Linux lost lines: a log was cut off, or two processors wrote it at
/// once. Made for one report.
class KernelDamage
{
public:
    /// Looks at a line of the report, whatever it says.
    void see(const KernelText& line, std::uint32_t number);

    /// "Call Trace:" or another heading, after which frames must follow.
    void openHeading(std::string_view text);

    void sawFrame(std::uint32_t line);

    /// No frames need to follow the heading.
    void excuseHeading() { m_openHeading.clear(); }

    /// The heading of which no frame has come yet; empty when there is none.
    const std::string& heading() const { return m_openHeading; }

    /// The lines of two reports stand in one another.
    void sawMixture() { m_isMixed = true; }

    enum class Stack : std::uint8_t {
        Whole,
        Missing,
        PositionOnly, ///< It says where the registers stood, and no frame below that.
    };

    /// Adds the warnings. Call once, after the last line.
    void tell(TraceBuilder& trace, Stack stack);

private:
    void closeHeading();

    std::uint32_t m_mergedLine = 0; ///< The first that is two lines in one; 0: none.
    std::uint32_t m_lostLine = 0;   ///< The first that leads to no code; 0: none.
    std::uint32_t m_lastFrameLine = 0;
    std::string m_openHeading;
    std::string m_emptyHeading; ///< The first without frames.
    bool m_isMixed = false;
};

} // namespace faultline::nativetext
