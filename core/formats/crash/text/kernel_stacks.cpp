// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/kernel_stacks.h"

#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/kernel_lines.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

constexpr std::array<std::string_view, 11> kMarks{"<TASK>", "</TASK>",   "<IRQ>", "</IRQ>",
                                                  "<NMI>",  "</NMI>",    "<EOI>", "<<EOE>>",
                                                  "<EOE>",  "<SOFTIRQ>", "<#DF>"};

constexpr std::array kRoles{
    RoleWords{"reed by task ", StackRole::FreedBy},
    RoleWords{"Freed in ", StackRole::FreedBy},
    RoleWords{"llocated by task ", StackRole::AllocatedBy},
    RoleWords{"Allocated in ", StackRole::AllocatedBy},
    RoleWords{"Allocated:", StackRole::AllocatedBy}, // Until Linux 4.11.
    RoleWords{"Freed:", StackRole::FreedBy},
    RoleWords{"Uninit was created at:", StackRole::AllocatedBy},
    RoleWords{"Local variable ", StackRole::AllocatedBy},
    RoleWords{"Uninit was stored to memory at:", StackRole::StoredBy},
    RoleWords{"potentially related work creation:", StackRole::QueuedBy},
    RoleWords{"-> #", StackRole::AcquiredBy},
    RoleWords{"state was registered at:", StackRole::AcquiredBy},
};

constexpr std::array<std::string_view, 5> kOthers{
    "grace-period kthread stack dump:", "kthread starved stack dump:", kInjectedFault,
    "Stack dump where RCU GP kthread last ran:", kLocksOfAllTasks};

/// "... which became HARDIRQ-irq-unsafe at:", "  INITIAL USE at:".
bool isLockHistory(std::string_view text)
{
    return text.ends_with(" at:") && (has(text, "IRQ") || has(text, "INITIAL "));
}

} // namespace

bool isCallTrace(std::string_view text)
{
    return text.starts_with("Call Trace:") || text.starts_with("Call trace:") ||
           text.starts_with("Backtrace:") || text.starts_with("backtrace:") ||
           text.starts_with("backtrace (crc ") || text.starts_with("stack backtrace:") ||
           text.starts_with("Stack traceback:") ||
           text.starts_with("Linux Kernel Library Stack Trace:");
}

bool isOfOtherTask(std::string_view text)
{
    return std::ranges::any_of(kOthers,
                               [text](std::string_view words) { return has(text, words); });
}

std::optional<StackRole> roleOfKernelStack(std::string_view text)
{
    return isLockHistory(text) ? std::optional(StackRole::AcquiredBy) : roleIn(text, kRoles);
}

bool isPlaceHeading(std::string_view text)
{
    return text.ends_with(" at:") && !roleOfKernelStack(text);
}

std::string_view withoutStackMarks(std::string_view text)
{
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (const auto mark : kMarks) {
            if (text.starts_with(mark)) {
                text = trimAscii(text.substr(mark.size()));
                isChanged = true;
            }
        }
    }
    return text;
}

std::optional<FrameText> frameInHead(std::string_view head)
{
    // The kernel cuts its lines there (LOG_LINE_MAX in kernel/printk/printk.c). Each place below
    // looks through the rest of the line.
    constexpr std::size_t kMaxHeadBytes = 1024;
    head = head.substr(0, kMaxHeadBytes);
    for (const auto mark : {" in: ", " in ", " at "}) {
        LineScanner scanner(head);
        while (scanner.until(mark)) {
            const auto rest = scanner.rest();
            const auto module = rest.find(" [") == rest.find(' ') ? rest.find(']') : rest.find(' ');
            if (auto frame = parseKernelFrame(rest.substr(0, rest.find(' ', module))))
                return frame;
        }
    }
    return std::nullopt;
}

} // namespace faultline::nativetext
