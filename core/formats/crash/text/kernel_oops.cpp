// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/kernel_access.h"
#include "core/formats/crash/text/kernel_damage.h"
#include "core/formats/crash/text/kernel_heads.h"
#include "core/formats/crash/text/kernel_lines.h"
#include "core/formats/crash/text/kernel_stacks.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/sanitizer_lines.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace faultline::nativetext {

namespace {

constexpr int kHeadLines = 150; ///< Between a heading and the first frame.

/// What lockdep says about the task that it runs in. Its words stand in many headings.
bool isAboutLocks(std::string_view head)
{
    static constexpr std::array<std::string_view, 7> kWords{
        "RCU usage",  "unlock balance",    "locking dependency", "recursive locking",
        "lock order", "inconsistent lock", "locks held"};
    return std::ranges::any_of(kWords, [head](std::string_view words) { return has(head, words); });
}

bool isRustPanic(std::string_view head)
{
    return head.starts_with("rust_kernel: panicked at ");
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
            const auto line = kernelTextOf(m_at.line().text);
            if (isOfAnotherWriter(line)) {
                lines.next(false);
                continue;
            }
            if (line.text.starts_with("---[ end ")) {
                m_isEnded = true;
                lines.next(true);
                break;
            }
            if (isNextReport(line))
                break;
            m_lastLine = line.text.empty() ? m_lastLine : m_at.line().number;
            lines.next(take(line));
        }
        m_at.followAll();
        finish();
    }

private:
    /// Two tasks print at once, and the kernel marks which line is whose. A processor that is asked
    /// for its stack answers as another.
    bool isOfAnotherWriter(const KernelText& line)
    {
        if (m_caller.empty())
            m_caller = line.caller;
        m_hearsAll =
            m_hearsAll || line.text.starts_with("Sending NMI ") || !m_caller.starts_with('T');
        const bool isOther = !line.caller.empty() && line.caller != m_caller;
        return isOther && !m_hearsAll;
    }

    /// Without the places of locks, which are no stacks.
    std::size_t frames() const { return m_trace.frameCount() - m_locks; }

    bool isNextReport(const KernelText& line) const
    {
        if (frames() == 0 || !m_isInTrace)
            return false;
        const auto head = kernelHeadIn(line);
        return (head && !head->starts_with("Kernel panic")) || isCutMark(line.text);
    }

    bool take(const KernelText& line)
    {
        const auto text = withoutStackMarks(line.text);
        if (text.empty())
            return !line.text.empty();
        m_damage.see(line, m_at.line());
        if (frames() == 0 && !m_head.empty() && isAllocationFailure(text))
            m_damage.sawMixture();
        noteTasksOfLocks(text);
        return takeLock(text) || takePosition(text) || takePlace(text) || takeFrame(text) ||
               takeHeading(text) || takeHead(line) || takeTask(text) || takeFact(text) ||
               takeMessage(text);
    }

    /// "1 lock held by cat/77:", "cat/77 is trying to acquire lock:": lockdep prints the stack of
    /// the task that it is about.
    void noteTasksOfLocks(std::string_view text)
    {
        if (m_locksAreOthers)
            return;
        constexpr std::string_view kHeld = " held by ";
        const auto held = has(text, " lock") ? text.find(kHeld) : std::string_view::npos;
        const auto isTrying = has(text, " is trying to ") || has(text, " is freeing ");
        if (held == std::string_view::npos && !isTrying)
            return;
        LineScanner task(isTrying ? text : text.substr(held + kHeld.size()));
        if (!task.until("/"))
            return;
        if (const auto process = task.decimal())
            m_damage.sawTask(*process);
    }

    /// "#0: ffff88800a0b0c10 (&foo->a){+.+.}-{3:3}, at: foo_read+0x10/0x80 [foo]": a lock that the
    /// task holds, and where it took it.
    bool takeLock(std::string_view text)
    {
        constexpr std::size_t kMaxLocks = 48; // As many as lockdep knows of one task.
        constexpr std::string_view kAt = ", at: ";
        if (text.starts_with(kLocksOfAllTasks))
            m_locksAreOthers = true;
        LineScanner scanner(text);
        if (!scanner.take("#") || !scanner.decimal() || !scanner.take(": "))
            return false;
        const auto at = text.find(kAt);
        const auto frame = at == std::string_view::npos
                               ? std::nullopt
                               : parseKernelFrame(text.substr(at + kAt.size()));
        if (!frame)
            return false;
        if (m_locksAreOthers || m_locks >= kMaxLocks)
            return true;
        auto& stack = m_trace.beginStack(StackRole::AcquiredBy);
        stack.name = toValidUtf8(text.substr(0, at));
        m_trace.add(*frame, m_at.line());
        ++m_locks;
        m_startsStack = true; // Another stack follows, whatever came before.
        return true;
    }

    /// The place after a heading that says what it is.
    bool takePlace(std::string_view text)
    {
        if (isPlaceHeading(text)) {
            m_placeHeading = text;
            return true;
        }
        const auto heading = std::exchange(m_placeHeading, {});
        const auto frame = heading.empty() ? std::nullopt : parseKernelFrame(text);
        const auto isFrame = [](std::string_view line) {
            return parseKernelFrame(kernelTextOf(line).text).has_value();
        };
        if (!frame || isNext(m_at, isFrame))
            return false;
        m_trace.detail("kernel", concat(heading, " ", text));
        if (!m_place) {
            m_place = frame;
            m_placeLine = m_at.line();
        }
        return true;
    }

    void finish()
    {
        m_damage.tell(m_trace, stackState());
        if (frames() == 0)
            addFrameOfHead();
        trustFrameOfHead();
        m_trace.dropGuesses();
        m_trace.leadBy(StackRole::Error);
    }

    /// A report whose stack is lost still says where the kernel was.
    void addFrameOfHead()
    {
        if (m_head.empty())
            return;
        const auto frame = frameInHead(m_head);
        if (frame || m_place) {
            m_trace.beginStack(StackRole::Error).id = m_task;
            m_trace.add(frame ? *frame : *m_place, frame ? m_headLine : m_placeLine);
        } else if (m_isFailure) {
            m_trace.keepWithoutFrames();
        }
    }

    /// The unwinder doubts a frame, but the report itself says that the kernel was there. Unless a
    /// frame without doubt says so too.
    void trustFrameOfHead()
    {
        const auto named = frameInHead(m_head);
        const auto function = named     ? named->function
                              : m_place ? m_place->function
                                        : std::string_view();
        for (auto& thread : m_trace.event().threads) {
            if (!function.empty() && thread.role == StackRole::Error)
                trustOuterFrame(*thread.givenFrames, function);
        }
    }

    static void trustOuterFrame(std::vector<Frame>& frames, std::string_view function)
    {
        Frame* doubted = nullptr;
        for (auto& frame : frames) {
            const auto& reported = frame.asNative()->reported;
            if (reported.empty() || reported.back().function != function)
                continue;
            if (frame.trust != FrameTrust::Scan)
                return;
            doubted = &frame;
        }
        if (doubted != nullptr)
            doubted->trust = FrameTrust::None;
    }

    /// Only the position is there: the registers say where the kernel stood, and the stack itself
    /// follows below them.
    bool isCutBelowPosition() const
    {
        return frames() == 1 && !m_isInTrace && !m_isEnded &&
               (m_head.empty() || isFailureByItself(m_head));
    }

    KernelDamage::Stack stackState()
    {
        using enum KernelDamage::Stack;
        if (frames() == 0 && m_locks == 0)
            return Missing;
        if (isCutBelowPosition())
            return PositionOnly;
        for (const auto& thread : m_trace.event().threads) {
            if (thread.role == StackRole::Error && thread.givenFrames)
                return isDoubted(*thread.givenFrames)      ? Doubted
                       : isUnfinished(*thread.givenFrames) ? Unfinished
                                                           : Whole;
        }
        return Whole;
    }

    /// All frames but the one that the registers tell.
    static bool isDoubted(const std::vector<Frame>& frames)
    {
        constexpr std::size_t kMinDoubted = 3;
        const auto doubted =
            static_cast<std::size_t>(std::ranges::count(frames, FrameTrust::Scan, &Frame::trust));
        return doubted >= kMinDoubted &&
               (doubted == frames.size() ||
                (doubted + 1 == frames.size() && frames.front().trust != FrameTrust::Scan));
    }

    /// The text ends right after the stack, and the kernel was entered by none of its functions.
    bool isUnfinished(const std::vector<Frame>& frames) const
    {
        constexpr std::uint32_t kMaxLinesBelow = 2;
        // The kernel keeps few frames of who allocated what leaks.
        return m_isInTrace && !m_isEnded && !m_isFromUser && m_at.atEnd() &&
               !has(m_head, "unreferenced object") && !has(m_head, "memory leak") &&
               m_lastLine - m_lastStackLine <= kMaxLinesBelow &&
               std::ranges::none_of(frames, isOutermost);
    }

    static bool isOutermost(const Frame& frame)
    {
        const auto& reported = frame.asNative()->reported;
        return !reported.empty() && isOutermostOfKernel(reported.back().function);
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
        auto frame = parseKernelFrame(text);
        if (!frame)
            frame = frameOfProgram(text);
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

    /// "#4 0x0000000000a60a36 in really_probe drivers/base/dd.c:566:13": a kernel that is the
    /// library of a program may be named as programs are.
    std::optional<FrameText> frameOfProgram(std::string_view text) const
    {
        if (!m_isInTrace || !text.starts_with('#'))
            return std::nullopt;
        auto frame = parseSanitizerFrame(text);
        if (!frame || !frame->address || frame->function.empty())
            return std::nullopt;
        frame->module = "vmlinux";
        frame->number.reset();
        return frame;
    }

    bool isSameAsLast(const FrameText& frame)
    {
        const auto& reported = m_trace.stack().givenFrames->back().asNative()->reported;
        return !reported.empty() && reported.back().function == frame.function &&
               reported.back().functionOffset == frame.functionOffset;
    }

    void addFrame(const FrameText& frame)
    {
        if (frames() == 0 && !m_head.empty()) {
            m_isInTrace = m_isInTrace || has(m_head, "KMSAN: "); // No "Call Trace:".
            m_hasEarlyFrames = !m_isInTrace && !m_hasPosition;
        }
        if (!m_trace.hasStack() || m_startsStack) {
            const auto role = roleOfStack();
            auto& stack = m_trace.beginStack(role);
            m_hasError = m_hasError || role == StackRole::Error;
            if (!m_heading.empty() && role != StackRole::Error)
                stack.name = m_heading;
            stack.id = m_task;
            m_startsStack = false;
            m_isOther = false;
        }
        m_damage.sawFrame(m_at.line().number);
        m_lastStackLine = m_at.line().number;
        m_trace.add(frame, m_at.line());
    }

    /// The first stack that nothing says otherwise of is what the report is about.
    StackRole roleOfStack() const
    {
        return m_hasError || m_isOther || m_role != StackRole::Thread ? m_role : StackRole::Error;
    }

    /// "Call Trace:", "Freed by task 12:" and other words over a stack.
    bool takeHeading(std::string_view text)
    {
        if (isCallTrace(text)) {
            takeCallTrace(text);
            return true;
        }
        if (text.starts_with("NMI backtrace for cpu ")) {
            startStack(StackRole::Thread, {});
            return true;
        }
        if (isOfOtherTask(text)) {
            m_isInjection = text.starts_with(kInjectedFault);
            if (m_isInjection && !m_head.empty() && frames() == 0)
                m_damage.sawMixture();
            startStack(StackRole::Thread, text);
            m_isOther = true;
            return true;
        }
        const auto access = parseRaceAccess(text);
        const auto known = roleOfKernelStack(text);
        if (!known && !access)
            return false;
        if (access)
            takeRace(*access, text);
        startStack(!access      ? *known
                   : m_hasError ? StackRole::PreviousAccess
                                : StackRole::Error,
                   text);
        if (known && text.ends_with(':') && has(text, "by task "))
            m_damage.openHeading(text);
        return true;
    }

    void takeCallTrace(std::string_view text)
    {
        if (m_hasEarlyFrames) // They belong to another stack, which goes on.
            m_damage.sawMixture();
        m_hasEarlyFrames = false;
        if (m_damage.heading() == "stack backtrace") // "Call Trace:" follows.
            m_damage.excuseHeading();
        m_damage.openHeading(text);
        m_isInTrace = true;
        const bool hasOnlyPosition = m_hasPosition && m_trace.framesOfStack() == 1;
        const bool isOfHistory = m_role == StackRole::AcquiredBy;
        if (isOfHistory || (m_trace.framesOfStack() > 0 && !hasOnlyPosition && !m_startsStack))
            startStack(StackRole::Thread, {});
    }

    void startStack(StackRole role, std::string_view heading)
    {
        m_role = role;
        m_heading = toValidUtf8(heading.substr(0, heading.find_last_not_of(':') + 1));
        m_startsStack = true;
        m_isInTrace = true;
        m_hasPosition = false;
        m_isOther = false;
        m_task.reset();
        if (LineScanner scanner(heading); scanner.until("task "))
            m_task = scanner.decimal();
    }

    void takeRace(const KernelAccess& access, std::string_view text)
    {
        auto& crash = m_trace.crash();
        if (crash.access)
            return;
        noteAccess(access);
        crash.details = toValidUtf8(text);
    }

    bool takeTask(std::string_view text)
    {
        const auto task = parseKernelTask(text);
        if (!task)
            return false;
        noteTask(*task);
        m_damage.sawWriter(task->process);
        m_trace.detail("task", text);
        return true;
    }

    void noteTask(const KernelTask& task)
    {
        auto& process = m_trace.process();
        if (process.id || task.process > UINT32_MAX)
            return;
        process.id = static_cast<std::uint32_t>(task.process);
        process.name = toValidUtf8(task.name);
        if (m_trace.hasStack() && !m_trace.stack().id && m_trace.stack().role == StackRole::Error)
            m_trace.stack().id = task.process;
        m_task = task.process;
    }

    bool takeHead(const KernelText& line)
    {
        m_isAfterCut = m_isAfterCut || isCutMark(line.text);
        const auto head = kernelHeadIn(line);
        if (!head)
            return isCutMark(line.text);
        const auto text = *head;
        m_isAfterCut = m_isAfterCut || isRustPanic(text);
        auto& crash = m_trace.crash();
        if (isInsideOther(text))
            m_damage.sawMixture();
        if (crash.reason.empty() || (isWeakHead(crash.reason) && !isWeakHead(text)))
            setHead(text);
        else if (isOfAnother(text))
            m_damage.sawMixture();
        m_trace.detail("kernel", text);
        if (text.starts_with("list_"))
            addMessage(text);
        setAddressOnce(kernelAddressIn(text));
        if (const auto task = parseKernelTask(text))
            noteTask(*task);
        return true;
    }

    void setHead(std::string_view text)
    {
        constexpr std::uint32_t kLinesOfReport = 10; // None has fewer.
        m_trace.crash().reason = kernelReasonOf(text);
        if (followsReport(text) && m_at.line().number <= kLinesOfReport)
            m_damage.missesReport();
        if (isAboutLocks(text))
            m_damage.sawTasksOfLocks();
        m_head = toValidUtf8(text);
        m_headLine = m_at.line();
        m_isFailure = isFailureByItself(text);
    }

    /// Two reports that begin before a stack does are two writers' at once.
    bool isOfAnother(std::string_view text) const
    {
        return frames() == 0 && !m_isInTrace && !isWeakHead(text) && isFailureByItself(text) &&
               !isTrapOf(text);
    }

    /// Has another report announced a stack of which no frame has come?
    bool isInsideOther(std::string_view text) const
    {
        const bool isOpen = !m_damage.heading().empty() || (m_isInjection && m_startsStack);
        return isOpen && isFailureByItself(text) && !text.starts_with("Kernel panic");
    }

    /// "BUG: unable to handle …" and "Oops: …" are about one trap, as "kernel BUG at …" and what
    /// the kernel dies of.
    static bool isTrapOf(std::string_view text)
    {
        return text.starts_with("Kernel panic") || has(text, " [#") ||
               text.starts_with("kernel BUG");
    }

    /// The words of a warning: lines between "[ cut here ]" and the list of modules.
    bool takeMessage(std::string_view text)
    {
        constexpr int kMaxMessage = 3;
        if (!m_isAfterCut || m_isInTrace || m_hasPosition || m_messages >= kMaxMessage)
            return false;
        ++m_messages;
        addMessage(text);
        return true;
    }

    void addMessage(std::string_view text)
    {
        auto& details = m_trace.crash().details;
        details += concat(details.empty() ? "" : "\n", toValidUtf8(text));
    }

    /// "5fc0  00000000 00000003 …" under "R9: 0xe7c95fa0:", as ARM prints what registers lead to.
    static bool isMemoryLine(std::string_view text)
    {
        constexpr std::size_t kShort = 20;
        if (text.find_first_not_of("0123456789abcdefx: ") == std::string_view::npos)
            return text.size() > kShort;
        LineScanner scanner(text);
        return scanner.take("R") && scanner.decimal() && scanner.take(": 0x") && scanner.hex() &&
               scanner.take(":") && scanner.atEnd();
    }

    /// "RAX: 0000000000000000 RBX: …"
    static bool isRegisterLine(std::string_view text)
    {
        return text.size() > 4 && text[3] == ':' && text[4] == ' ';
    }

    /// "Write of size 8 at addr ffff8880 by task a/12", registers, code and all that has a colon.
    bool takeFact(std::string_view text)
    {
        if (takeAccess(text))
            return true;
        if (text.starts_with("(stack is not available)")) {
            m_damage.excuseHeading();
            return true;
        }
        m_isAfterCut = m_isAfterCut && !text.starts_with("Modules linked in:");
        m_isFromUser = m_isFromUser || text.starts_with("RIP: 0033:") || // Of x86's segments.
                       text.starts_with("RIP: 0023:");
        if (isRegisterLine(text))
            m_lastStackLine = m_at.line().number;
        return text.starts_with("Code: ") || text.starts_with("Modules linked in:") ||
               text.starts_with("Hardware name:") || isRegisterLine(text) ||
               text.starts_with("==========") || text.starts_with("PGD ") || isMemoryLine(text);
    }

    bool takeAccess(std::string_view text)
    {
        const auto kasan = parseKasanAccess(text);
        const auto fence = parseFenceAccess(text);
        const auto fault = parseFaultAccess(text);
        const auto& access = kasan ? kasan : fence ? fence : fault;
        if (!access)
            return false;
        noteAccess(*access);
        if (kasan)
            m_trace.crash().details = toValidUtf8(text);
        if (fence) {
            addMessage(text.substr(0, text.size() - 1));
            m_isInTrace = true;
        }
        return true;
    }

    void noteAccess(const KernelAccess& access)
    {
        auto& known = m_trace.crash().access;
        if (access.kind && !known)
            known = ReportedAccess{.kind = *access.kind, .sizeBytes = access.sizeBytes};
        setAddressOnce(access.address);
    }

    void setAddressOnce(std::optional<std::uint64_t> address)
    {
        if (address && !m_trace.crash().addressKnown)
            m_trace.setAddress(*address);
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    KernelDamage m_damage;
    StackRole m_role = StackRole::Thread;
    std::string m_heading;
    std::optional<std::uint64_t> m_task;
    std::string m_head; ///< The heading whose words are the reason.
    Line m_headLine;
    std::string_view m_caller; ///< Who wrote the report; empty when the text does not say it.
    bool m_hearsAll = false;
    bool m_isInjection = false; ///< The last stack was announced as of an injected fault.
    std::size_t m_locks = 0;    ///< Whose places are there.
    bool m_locksAreOthers = false;
    std::string_view m_placeHeading;
    std::optional<FrameText> m_place; ///< Under the first such heading.
    Line m_placeLine;
    bool m_isEnded = false; ///< By the kernel's own mark.
    int m_messages = 0;
    bool m_isFailure = false; ///< The heading says enough without a stack.
    bool m_isAfterCut = false;
    bool m_isOther = false; ///< The next stack is not what the report is about.
    bool m_hasError = false;
    bool m_hasEarlyFrames = false;     ///< Right below the heading, without "Call Trace:".
    bool m_isFromUser = false;         ///< The registers of the program that entered the kernel.
    std::uint32_t m_lastLine = 0;      ///< That says something.
    std::uint32_t m_lastStackLine = 0; ///< With a frame or registers.
    bool m_hasPosition = false;
    bool m_isInTrace = false;
    bool m_startsStack = false;
};

/// "Unable to handle kernel …" without a time is the kernel's own if its number of the error
/// follows, though no stack does.
bool isProvenBelow(const LineCursor& at)
{
    constexpr int kLines = 6;
    return kernelTextOf(at.line().text).text.starts_with("Unable to handle kernel ") &&
           isNear(at, kLines, [](std::string_view line) {
               return line.starts_with("Internal error: ") && has(line, " [#");
           });
}

bool beginsKernel(const LineCursor& at)
{
    const auto line = kernelTextOf(at.line().text);
    const auto head = kernelHeadIn(line);
    if (!head && !isCallTrace(line.text) && !isCutMark(line.text) &&
        !parseKernelPosition(line.text))
        return false;
    if (head && isFailureByItself(*head) && (line.isStamped || isProvenBelow(at)))
        return true;
    auto ahead = at;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        const auto next = withoutStackMarks(kernelTextOf(ahead.line().text).text);
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
