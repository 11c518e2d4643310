// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/kernel_lines.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

constexpr int kHeadLines = 150; ///< Between a heading and the first frame.

/// What begins a report of the kernel, as the first words of a line.
constexpr auto kHeads = std::to_array<std::string_view>({
    "BUG: ",
    "BUG ",
    "kernel BUG at ",
    "Kernel BUG at ",
    "Oops: ",
    "Oops[",
    "general protection fault",
    "double fault: ",
    "divide error: ",
    "invalid opcode: ",
    "stack segment: ",
    "int3: ",
    "Kernel panic - not syncing",
    "Unable to handle kernel ",
    "Internal error: ",
    "UBSAN: ",
    "watchdog: BUG: ",
    "unreferenced object ",
    "rcu: INFO: ",
    "kasan: ",
    "Unhandled fault: ",
    "PANIC: ",
});

/// What follows "INFO: " and "WARNING: " in a report of the kernel. Other programs begin lines with
/// the same words.
constexpr auto kNotices = std::to_array<std::string_view>({
    "task ",
    "rcu",
    "possible ",
    "inconsistent ",
    "suspicious ",
    "trying to register ",
    "CPU: ",
    "at ",
    "held lock ",
    "bad unlock ",
    "Nested lock ",
    "nested lock ",
    "lock held ",
    "kernel stack ",
    "stack recursion",
    "kmalloc bug",
    "refcount bug",
    "ODEBUG bug",
    "locking bug",
    "still has locks held",
    "HARDIRQ-safe ",
    "HARDIRQ-READ-safe ",
    "SOFTIRQ-safe ",
    "SOFTIRQ-READ-safe ",
    "RECLAIM_FS-safe ",
});

bool isNotice(std::string_view text)
{
    LineScanner scanner(text);
    if (!scanner.take("INFO: ") && !scanner.take("WARNING: "))
        return false;
    // Since Linux 6.16: "WARNING: net/core/dev.c:12 at func+0x1/0x2, CPU#0: name/12".
    return std::ranges::any_of(
               kNotices,
               [&](std::string_view words) { return scanner.rest().starts_with(words); }) ||
           has(scanner.rest(), ", CPU#");
}

/// What the kernel says on the way to a stack; all belongs to the report.
constexpr std::array<std::string_view, 8> kMarks{"<TASK>", "</TASK>", "<IRQ>", "</IRQ>",
                                                 "<NMI>",  "</NMI>",  "<EOI>", "<SOFTIRQ>"};

/// Old kernels write "[ INFO: possible circular locking dependency detected ]".
std::string_view withoutBrackets(std::string_view text)
{
    return text.starts_with("[ ") && text.ends_with(" ]") ? text.substr(2, text.size() - 4) : text;
}

bool isHead(std::string_view text)
{
    text = withoutBrackets(text);
    return isNotice(text) || std::ranges::any_of(kHeads, [text](std::string_view head) {
               return text.starts_with(head);
           });
}

constexpr std::array kRoles{
    RoleWords{"reed by task ", StackRole::FreedBy},
    RoleWords{"Freed in ", StackRole::FreedBy},
    RoleWords{"llocated by task ", StackRole::AllocatedBy},
    RoleWords{"Allocated in ", StackRole::AllocatedBy},
    RoleWords{"Uninit was created at:", StackRole::AllocatedBy},
    RoleWords{"Local variable ", StackRole::AllocatedBy},
    RoleWords{"Uninit was stored to memory at:", StackRole::StoredBy},
    RoleWords{"potentially related work creation:", StackRole::QueuedBy},
    RoleWords{"-> #", StackRole::AcquiredBy},
};

bool isCallTrace(std::string_view text)
{
    return text.starts_with("Call Trace:") || text.starts_with("Call trace:") ||
           text.starts_with("Backtrace:") || text.starts_with("backtrace:") ||
           text.starts_with("stack backtrace:") || text.starts_with("Stack traceback:");
}

class KernelReader
{
public:
    KernelReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.event().system.os = OsFamily::Linux;
        m_trace.event().system.osName = "Linux";
        m_trace.crash().present = true;
    }

    void read()
    {
        m_at.followWriter();
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto text = trimAscii(withoutKernelTime(m_at.line().text));
            if (text.starts_with("---[ end ")) {
                lines.next(true);
                break;
            }
            if (m_trace.frameCount() > 0 && m_isInTrace && isHead(text) &&
                !text.starts_with("Kernel panic"))
                break;
            lines.next(take(text));
        }
        m_at.followAll();
        m_trace.dropGuesses();
    }

private:
    bool take(std::string_view text)
    {
        if (std::ranges::find(kMarks, text) != kMarks.end())
            return true;
        return takePosition(text) || takeFrame(text) || takeHeading(text) || takeTask(text) ||
               takeHead(text) || takeFact(text);
    }

    bool takePosition(std::string_view text)
    {
        const auto frame = parseKernelPosition(text);
        if (!frame)
            return false;
        // "IP:" and "RIP:" say the same. Inside a trace, it is where an interrupt or a trap came.
        const bool isRepeated = m_hasPosition && !m_isInTrace;
        if (isRepeated || (m_trace.framesOfStack() > 0 && isSameAsLast(*frame)))
            return true;
        m_hasPosition = true;
        addFrame(*frame);
        return true;
    }

    bool takeFrame(std::string_view text)
    {
        const auto frame = parseKernelFrame(text);
        if (!frame)
            return false;
        if (const auto callee = parseKernelCallee(text);
            !callee.empty() && (m_trace.framesOfStack() == 0 || m_startsStack))
            addFrame({.function = callee, .module = "vmlinux"});
        if (m_hasPosition && m_trace.framesOfStack() == 1 && isSameAsLast(*frame))
            return true;
        addFrame(*frame);
        return true;
    }

    bool isSameAsLast(const FrameText& frame)
    {
        const auto& reported = m_trace.stack().givenFrames->back().asNative()->reported;
        return !reported.empty() && reported.back().function == frame.function &&
               reported.back().functionOffset == frame.functionOffset;
    }

    void addFrame(const FrameText& frame)
    {
        if (!m_trace.hasStack() || m_startsStack) {
            auto& stack = m_trace.beginStack(m_trace.frameCount() == 0 ? StackRole::Error : m_role);
            if (!m_heading.empty() && m_trace.frameCount() > 0)
                stack.name = m_heading;
            stack.id = m_task;
            m_startsStack = false;
        }
        m_trace.add(frame, m_at.line());
    }

    /// "Call Trace:", "Freed by task 12:" and other words over a stack.
    bool takeHeading(std::string_view text)
    {
        if (isCallTrace(text)) {
            m_isInTrace = true;
            const bool hasOnlyPosition = m_hasPosition && m_trace.framesOfStack() == 1;
            if (m_trace.framesOfStack() > 0 && !hasOnlyPosition && !m_startsStack)
                startStack(StackRole::Thread, {});
            return true;
        }
        const auto access = accessIn(text);
        const auto known = roleIn(text, kRoles);
        if (!known && !access)
            return false;
        if (access)
            takeAccess(*access, text);
        startStack(!access                    ? *known
                   : m_trace.frameCount() > 0 ? StackRole::PreviousAccess
                                              : StackRole::Error,
                   text);
        return true;
    }

    void startStack(StackRole role, std::string_view heading)
    {
        m_role = role;
        m_heading = toValidUtf8(heading.substr(0, heading.find_last_not_of(':') + 1));
        m_startsStack = true;
        m_isInTrace = true;
        m_hasPosition = false;
        m_task.reset();
        if (LineScanner scanner(heading); scanner.until("task "))
            m_task = scanner.decimal();
    }

    /// "write to 0xffff of 8 bytes by task 12 on cpu 1:", of races.
    struct Access
    {
        bool isRead = false;
        std::optional<std::uint64_t> address;
        std::optional<std::uint64_t> sizeBytes;
    };

    static std::optional<Access> accessIn(std::string_view text)
    {
        LineScanner scanner(text);
        const auto before = scanner.until(" to 0x");
        if (!before || !has(text, " bytes by "))
            return std::nullopt;
        Access access{.isRead = before->starts_with("read") || before->ends_with(" read"),
                      .address = scanner.hex(),
                      .sizeBytes = {}};
        if (scanner.take(" of "))
            access.sizeBytes = scanner.decimal();
        return access;
    }

    void takeAccess(const Access& access, std::string_view text)
    {
        auto& crash = m_trace.crash();
        if (crash.access)
            return;
        crash.access =
            ReportedAccess{.kind = access.isRead ? MemoryAccessKind::Read : MemoryAccessKind::Write,
                           .sizeBytes = access.sizeBytes.value_or(0)};
        crash.details = toValidUtf8(text);
        if (access.address && !crash.addressKnown)
            m_trace.setAddress(*access.address);
    }

    bool takeTask(std::string_view text)
    {
        const auto task = parseKernelTask(text);
        if (!task)
            return false;
        auto& process = m_trace.process();
        if (!process.id && task->process <= UINT32_MAX) {
            process.id = static_cast<std::uint32_t>(task->process);
            process.name = toValidUtf8(task->name);
            if (m_trace.hasStack() && !m_trace.stack().id)
                m_trace.stack().id = task->process;
            m_task = task->process;
        }
        m_trace.detail("task", text);
        takeHead(text);
        return true;
    }

    bool takeHead(std::string_view text)
    {
        if (!isHead(text))
            return false;
        text = withoutBrackets(text);
        auto& crash = m_trace.crash();
        if (crash.reason.empty() || (isWeak(crash.reason) && !isWeak(text)))
            crash.reason = reasonOf(text);
        m_trace.detail("kernel", text);
        takeAddress(text);
        return true;
    }

    /// "kasan: …" and "Oops: 0000 [#1] SMP" say less than the lines around them.
    static bool isWeak(std::string_view text)
    {
        return text.starts_with("Oops") || text.starts_with("kasan: ") ||
               text.starts_with("Internal error");
    }

    /// Without the address, which is a value of its own.
    static std::string reasonOf(std::string_view text)
    {
        const auto end = std::min({text.find(" at virtual address "), text.find(" at address "),
                                   text.find(" at 0x"), text.find(" at 0000"),
                                   text.find(" at ffff"), text.find(" [#")});
        return toValidUtf8(text.substr(0, end));
    }

    void takeAddress(std::string_view text)
    {
        if (m_trace.crash().addressKnown)
            return;
        for (const auto mark : {" at virtual address ", " for address: ", " for address ",
                                " at address: ", " at address ", " on address ", " at "}) {
            LineScanner scanner(text);
            if (!scanner.until(mark))
                continue;
            const auto digits = scanner.rest();
            const auto value = scanner.hex();
            if (value && isAddress(digits.substr(0, digits.size() - scanner.rest().size()), text) &&
                scanner.rest().find_first_of("+/.") != 0)
                return m_trace.setAddress(*value);
        }
    }

    /// Addresses have all their digits or "0x". Eight digits alone may be a date, except where
    /// kernels of 32 bits say what they cannot handle.
    static bool isAddress(std::string_view digits, std::string_view text)
    {
        constexpr std::size_t kDigits64 = 16;
        constexpr std::size_t kDigits32 = 8;
        return digits.starts_with("0x") || digits.size() == kDigits64 ||
               (digits.size() == kDigits32 && has(text, "nable to handle"));
    }

    /// "RAX: 0000000000000000 RBX: …"
    static bool isRegisterLine(std::string_view text)
    {
        return text.size() > 4 && text[3] == ':' && text[4] == ' ';
    }

    /// "Write of size 8 at addr ffff8880 by task a/12", registers, code and all that has a colon.
    bool takeFact(std::string_view text)
    {
        LineScanner scanner(text);
        const bool isRead = scanner.take("Read of size ") || scanner.take("read of size ");
        if (isRead || scanner.take("Write of size ") || scanner.take("write of size ")) {
            auto& access = m_trace.crash().access;
            if (!access)
                access = ReportedAccess{.kind = isRead ? MemoryAccessKind::Read
                                                       : MemoryAccessKind::Write,
                                        .sizeBytes = scanner.decimal().value_or(0)};
            if (scanner.until(" at addr ")) {
                if (const auto address = scanner.hex(); address && !m_trace.crash().addressKnown)
                    m_trace.setAddress(*address);
            }
            m_trace.crash().details = toValidUtf8(text);
            return true;
        }
        return text.starts_with("Code: ") || text.starts_with("Modules linked in:") ||
               text.starts_with("Hardware name:") || isRegisterLine(text) ||
               text.starts_with("==========") || text.starts_with("PGD ");
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackRole m_role = StackRole::Thread;
    std::string m_heading;
    std::optional<std::uint64_t> m_task;
    bool m_hasPosition = false;
    bool m_isInTrace = false;
    bool m_startsStack = false;
};

bool beginsKernel(const LineCursor& at)
{
    const auto text = trimAscii(withoutKernelTime(at.line().text));
    if (!isHead(text) && !isCallTrace(text) && !parseKernelPosition(text))
        return false;
    auto ahead = at;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        const auto next = trimAscii(withoutKernelTime(ahead.line().text));
        if (parseKernelPosition(next) || parseKernelFrame(next))
            return true;
    }
    return false;
}

void readKernel(LineCursor& at, TraceBuilder& trace)
{
    KernelReader(at, trace).read();
}

} // namespace

const TraceForm kKernelForm{
    .name = "oops of the Linux kernel", .begins = beginsKernel, .read = readKernel};

} // namespace faultline::nativetext
