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
    /// Looks at a line of the report, whatever it says. `line` is what it says, `whole` all of it.
    void see(const KernelText& line, const Line& whole);

    /// The task that the kernel says the report is about, and the one that writes it. Lockdep tells
    /// of the task that it runs in.
    void sawTask(std::uint64_t process) { note(m_toldTask, process); }

    void sawWriter(std::uint64_t process) { note(m_writerTask, process); }

    void sawTasksOfLocks() { m_isAboutLocks = true; }

    /// "Call Trace:" or another heading, after which frames must follow.
    void openHeading(std::string_view text);

    void sawFrame(std::uint32_t line);

    /// No frames need to follow the heading.
    void excuseHeading() { m_openHeading.clear(); }

    /// The last heading, as long as no frame has followed it; otherwise empty.
    const std::string& heading() const { return m_openHeading; }

    /// The lines of two reports stand in one another.
    void sawMixture() { m_isMixed = true; }

    /// A panic says that it follows a report, which is not in the text.
    void missesReport() { m_missesReport = true; }

    enum class Stack : std::uint8_t {
        Whole,
        Missing,
        PositionOnly, ///< It says where the registers stood, and no frame below that.
        Doubted,      ///< The kernel itself doubts every frame.
        Unfinished,   ///< The text ends before the stack reaches the entry of the kernel.
    };

    /// Adds the warnings. Call once, after the last line.
    void tell(TraceBuilder& trace, Stack stack);

private:
    void closeHeading();
    static void note(std::uint64_t& known, std::uint64_t process);
    void tellStack(TraceBuilder& trace, Stack stack) const;
    void tellMixture(TraceBuilder& trace) const;

    std::uint32_t m_mergedLine = 0; ///< The first that is two lines in one; 0: none.
    std::uint32_t m_lostLine = 0;   ///< The first that leads to no code; 0: none.
    std::uint32_t m_lastFrameLine = 0;
    std::string m_openHeading;
    std::string m_emptyHeading;      ///< The first without frames.
    std::uint32_t m_droppedLine = 0; ///< The first at which the kernel says that it dropped lines.
    std::uint64_t m_toldTask = 0;    ///< 0: none.
    std::uint64_t m_writerTask = 0;
    bool m_isAboutLocks = false;
    bool m_isMixed = false;
    bool m_missesReport = false;
};

} // namespace faultline::nativetext
