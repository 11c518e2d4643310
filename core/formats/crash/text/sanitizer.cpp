// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/fatal_message.h"
#include "core/formats/crash/text/interrupted.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/sanitizer_lines.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxHeadBytes = 200; ///< Of the words over a stack.

// The first that a heading contains tells what its stack stands for.
constexpr std::array kRoles{
    RoleWords{"stored to memory", StackRole::StoredBy},
    RoleWords{"acquired", StackRole::AcquiredBy},
    RoleWords{"freed by", StackRole::FreedBy},
    RoleWords{"deallocated by", StackRole::FreedBy},
    RoleWords{"was deleted", StackRole::FreedBy},
    RoleWords{"allocated by", StackRole::AllocatedBy},
    RoleWords{"allocated from", StackRole::AllocatedBy},
    RoleWords{"allocated here", StackRole::AllocatedBy},
    RoleWords{"was created by a", StackRole::AllocatedBy},
    RoleWords{"created by", StackRole::CreatedBy},
    RoleWords{"created at", StackRole::CreatedBy},
};

/// "0x000000422710: note: vtable is of type 'A'", "0x15577a7fc900: note: object has a possibly
/// invalid vptr": below a runtime error, as no compiler writes it.
bool isVtableNote(std::string_view text)
{
    LineScanner scanner(text);
    return scanner.prefixedHex() && scanner.take(": note: ") &&
           (has(scanner.rest(), "vtable") || has(scanner.rest(), "vptr") ||
            has(scanner.rest(), "object is of type "));
}

/// Reads one report of a sanitizer up to its summary.
class SanitizerReader
{
public:
    SanitizerReader(LineCursor& at, TraceBuilder& trace)
        : m_at(at), m_trace(trace), m_framesBefore(trace.frameCount())
    {
        m_trace.setAddressKind(AddressKind::Calls);
        m_trace.setPrintsInlinedCalls();
        m_trace.crash().present = true;
    }

    void read()
    {
        if (const auto head = parseSanitizerHead(m_at.line().text))
            takeHead(*head);
        else if (const auto error = parseRuntimeError(m_at.line().text))
            takeRuntimeError(*error);
        else if (const auto signal = parseReceivedSignal(m_at.line().text))
            takeReceivedSignal(*signal);
        else
            take(m_at.line());
        m_at.followWriter();
        TraceLines lines(m_at, m_trace);
        for (lines.next(true); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (startsAnother(text))
                break;
            const bool isEnd = endsReport(text) && (frames() > 0 || !listsModulesBelow());
            const bool isTaken = isEnd || take(m_at.line());
            if (!isTaken && frames() > 0 && fatalMessageAt(m_at))
                break; // The stack of another failed check follows.
            lines.next(isTaken);
            if (isEnd)
                break;
        }
        m_at.followAll();
        if (frames() == 0 && m_hasNote) {
            m_trace.warn("text", "the text has no stack of the crash");
            m_trace.keepWithoutFrames();
        }
        if (m_isHandler)
            dropHandler();
        else
            markInterrupted(m_trace.event(), IsOfSignal::No);
    }

private:
    /// A program that prints its own stack in a handler of signals begins with the handler: what
    /// crashed is the frame below it and below the system's frame that called it.
    void dropHandler()
    {
        auto& threads = m_trace.event().threads;
        if (threads.empty())
            return;
        auto& frames = *threads.front().givenFrames;
        constexpr std::size_t kMaxHandler = 8;
        std::size_t count = 0;
        for (std::size_t i = 0; i < std::min(frames.size(), kMaxHandler); ++i) {
            const auto name = nameOf(frames[i]);
            if (has(name, "SignalHandler") || has(name, "signal_handler"))
                count = i + 1;
        }
        if (count == 0 || count >= frames.size())
            return;
        const auto caller = nameOf(frames[count]);
        if (count + 1 < frames.size() && (caller.empty() || caller == "__restore_rt"))
            ++count;
        frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(count));
        m_trace.warn("text", concat(count, " frames of the program's own handler of signals are "
                                           "left out"));
    }

    static std::string_view nameOf(const Frame& frame)
    {
        const auto& reported = frame.asNative()->reported;
        if (!reported.empty())
            return reported.front().function;
        return frame.position.function ? std::string_view(*frame.position.function)
                                       : std::string_view();
    }

    /// Without those that the program printed itself before the report.
    std::size_t frames() const { return m_trace.frameCount() - m_framesBefore; }

    /// A second report of the same tool before a frame of the first: the first has lost its stack.
    bool isRepeatedHead(std::string_view text) const
    {
        const auto head = has(text, "ERROR") ? parseSanitizerHead(text) : std::nullopt;
        return head && head->tool == m_tool;
    }

    bool startsAnother(std::string_view text) const
    {
        if (frames() == 0)
            return isRepeatedHead(text);
        return parseSanitizerHead(text) || parseRuntimeError(text) ||
               (text.starts_with("==================") && m_isOver);
    }

    bool endsReport(std::string_view text)
    {
        if (!text.starts_with("SUMMARY: "))
            return false;
        m_trace.detail("summary", text.substr(9));
        return true;
    }

    /// On Fuchsia, the system prints the stack after the report.
    bool listsModulesBelow() const
    {
        constexpr int kLines = 3;
        return isNear(m_at, kLines, isFuchsiaModule);
    }

    /// "dso: id=4356ccc3 base=0x0000772e name=libfdio.so", "[[[ELF module #0x1 "libfdio.so"
    /// BuildID=e795d657 0x206fd6a7]]]".
    static bool isFuchsiaModule(std::string_view line)
    {
        const auto text = trimAscii(line);
        return text.starts_with("dso: id=") || text.starts_with("[[[ELF module ");
    }

    void takeReceivedSignal(const ReceivedSignal& signal)
    {
        setReceivedSignal(m_trace, signal);
        m_isHandler = true;
    }

    void takeHead(const SanitizerHead& head)
    {
        auto& crash = m_trace.crash();
        crash.reason = toValidUtf8(head.kind);
        m_trace.detail("tool", head.tool);
        m_trace.detail("report", head.text);
        if (head.address)
            m_trace.setAddress(*head.address);
        if (head.process && *head.process <= UINT32_MAX)
            m_trace.process().id = static_cast<std::uint32_t>(*head.process);
        m_thread = head.thread;
        m_tool = has(m_at.line().text, "ERROR") ? head.tool : std::string_view();
        m_printsNoAddresses = head.tool == "ThreadSanitizer";
    }

    void takeRuntimeError(const RuntimeError& error)
    {
        m_trace.detail("tool", "UndefinedBehaviorSanitizer");
        m_trace.detail("place", error.place);
        m_trace.crash().reason = toValidUtf8(error.text.substr(0, error.text.find(": ")));
        m_trace.crash().details = toValidUtf8(error.text);
        if (error.address)
            m_trace.setAddress(*error.address);
        const bool isLoad = error.text.starts_with("load of ");
        const bool isStore = error.text.starts_with("store to ");
        const bool isAccess = has(error.text, " address ") || has(error.text, " null pointer");
        if (!isAccess || (!isLoad && !isStore))
            return;
        setAccess(isLoad ? MemoryAccessKind::Read : MemoryAccessKind::Write);
        if (!error.address)
            m_trace.setAddress(0);
    }

    /// Does the line certainly belong to the report?
    bool take(const Line& line)
    {
        if (const auto frame = parseSanitizerFrame(line.text); frame && isNext(*frame)) {
            if (*frame->number == 0 && !m_isAfterInlined)
                beginStack();
            m_isAfterFrame = true;
            m_isAfterInlined = frame->isInlined;
            m_lastNumber = frame->number;
            m_trace.add(*frame, line);
            return true;
        }
        m_isOver = frames() > 0 && m_trace.framesOfStack() > 0;
        m_isAfterFrame = false;
        m_isAfterInlined = false;
        const auto text = trimAscii(line.text);
        return takeNote(text) || takeAccess(text) || takeHeading(text) || takeFact(text) ||
               isShadowLine(text) || isFuchsiaModule(text);
    }

    /// A stack begins with number 0. What has no address may be prose with a number.
    bool isNext(const FrameText& frame) const
    {
        if (!frame.address && !m_printsNoAddresses)
            return false;
        if (*frame.number == 0)
            return true;
        if (!m_lastNumber)
            return false;
        if (!frame.address)
            return *frame.number == *m_lastNumber + 1;
        // Tools that name frames later count them anew.
        return *frame.number > *m_lastNumber || m_isAfterFrame;
    }

    void beginStack()
    {
        auto& stack = m_trace.beginStack(m_hasHeading || frames() > 0 ? m_role : StackRole::Error);
        stack.id = m_thread;
        if (stack.role != StackRole::Error && !m_heading.empty())
            stack.name = m_heading;
        m_hasHeading = false;
        m_heading.clear();
        m_role = StackRole::Thread;
        m_thread.reset();
    }

    /// What a runtime error adds below its line: "0x4227: note: object is of type 'a::B'".
    bool takeNote(std::string_view text)
    {
        if (frames() > 0 || !isVtableNote(text))
            return false;
        m_hasNote = true;
        addDetail(text.substr(text.find("note: ")));
        return true;
    }

    bool takeAccess(std::string_view text)
    {
        const auto access = parseSanitizerAccess(text);
        if (!access)
            return false;
        auto& crash = m_trace.crash();
        if (!crash.access) {
            crash.access = ReportedAccess{
                .kind = access->kind == SanitizerAccess::Kind::Read    ? MemoryAccessKind::Read
                        : access->kind == SanitizerAccess::Kind::Write ? MemoryAccessKind::Write
                                                                       : MemoryAccessKind::Unknown,
                .sizeBytes = access->sizeBytes.value_or(0)};
            addDetail(text);
            if (access->address && !crash.addressKnown)
                m_trace.setAddress(*access->address);
        }
        heading(text, frames() == 0 ? StackRole::Error : StackRole::PreviousAccess);
        m_thread = access->thread ? access->thread : m_thread;
        return true;
    }

    /// "freed by thread T1 here:", "Thread T1 created by main thread at:", "Direct leak of 7
    /// byte(s) in 1 object(s) allocated from:". True if it has words of sanitizers.
    bool takeHeading(std::string_view text)
    {
        if (!text.ends_with(':') && !text.ends_with("stored to memory at") &&
            !has(text, "was created by a"))
            return false;
        if (text.starts_with("Shadow ") || text.starts_with("This frame has"))
            return false;
        const auto known = roleIn(text, kRoles);
        auto role = known.value_or(frames() == 0 ? StackRole::Error : StackRole::Thread);
        const bool isLeak = has(text, "leak of ");
        if (isLeak) {
            if (frames() == 0)
                addDetail(text);
            role = StackRole::AllocatedBy;
        }
        heading(text, role);
        LineScanner scanner(text);
        if (scanner.until("hread T"))
            m_thread = scanner.decimal();
        else if (has(text, "main thread"))
            m_thread = 0;
        return isLeak || known;
    }

    void heading(std::string_view text, StackRole role)
    {
        m_hasHeading = true;
        m_role = role;
        m_heading = toValidUtf8(text.substr(0, kMaxHeadBytes));
        if (m_heading.ends_with(':'))
            m_heading.pop_back();
    }

    bool takeFact(std::string_view text)
    {
        const bool isDescription = has(text, " is located ") || has(text, "Address 0x") ||
                                   text.starts_with("Location is ");
        if (isDescription && text.ends_with("in frame"))
            heading(text, StackRole::Thread);
        if (has(text, "is caused by a READ memory access"))
            setAccess(MemoryAccessKind::Read);
        else if (has(text, "is caused by a WRITE memory access"))
            setAccess(MemoryAccessKind::Write);
        else if (text.starts_with("Hint: ") || isDescription)
            addDetail(text);
        else
            return false;
        return true;
    }

    void setAccess(MemoryAccessKind kind)
    {
        auto& access = m_trace.crash().access;
        if (!access)
            access = ReportedAccess{.kind = kind, .sizeBytes = 0};
    }

    void addDetail(std::string_view text)
    {
        constexpr std::size_t kMaxDetails = 4096;
        auto& details = m_trace.crash().details;
        if (details.size() < kMaxDetails)
            details += concat(details.empty() ? "" : "\n", toValidUtf8(text));
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    std::size_t m_framesBefore;
    StackRole m_role = StackRole::Error;
    std::string m_heading;
    std::string_view m_tool; ///< That began the report with an error; empty when none did.
    bool m_hasHeading = false;
    bool m_isHandler = false;                  ///< The stack begins in the program's own handler.
    bool m_printsNoAddresses = false;          ///< In its frames.
    std::optional<std::uint64_t> m_lastNumber; ///< Of the stack's frames.
    bool m_isAfterFrame = false;
    bool m_isAfterInlined = false; ///< The frame that follows has the same number.
    bool m_hasNote = false;        ///< Of a runtime error, so that it is one without a stack too.
    bool m_isOver = false;         ///< The last line that was taken is not part of a stack.
    std::optional<std::uint64_t> m_thread;
};

/// The stack alone: two frames below each other. GDB's lines have two blanks after "#0".
bool isStack(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    const bool isInlined = text.starts_with("#0.") && has(text, " 0x"); // Fuchsia.
    if ((!isInlined && !text.starts_with("#0 0x")) || !parseSanitizerFrame(text))
        return false;
    auto ahead = at;
    ahead.next();
    if (ahead.atEnd())
        return false;
    const auto next = trimAscii(ahead.line().text);
    return isInlined ? parseSanitizerFrame(next).has_value() : next.starts_with("#1 0x");
}

/// Shows the memory around an address, or another place that belongs to the error.
bool isNote(std::string_view text)
{
    return has(text, ": note: ") ||
           text.find_first_not_of(" ^~.<>0123456789abcdef") == std::string_view::npos;
}

/// Without a stack, the line of a runtime error is no trace.
bool isStackNear(LineCursor ahead)
{
    constexpr int kMaxNotes = 8;
    constexpr int kMaxOthers = 2;
    int others = 0;
    for (int i = 0; i < kMaxNotes && others <= kMaxOthers; ++i) {
        ahead.next();
        if (ahead.atEnd())
            return false;
        const auto frame = parseSanitizerFrame(ahead.line().text);
        if (frame && frame->address && *frame->number == 0)
            return true;
        others += isNote(ahead.line().text) ? 0 : 1;
    }
    return false;
}

bool beginsSanitizer(const LineCursor& at)
{
    const auto text = at.line().text;
    if (parseSanitizerHead(text) || parseReceivedSignal(text) || isStack(at))
        return true;
    return parseRuntimeError(text) && (isNext(at, isVtableNote) || isStackNear(at));
}

void readSanitizer(LineCursor& at, TraceBuilder& trace)
{
    SanitizerReader(at, trace).read();
}

} // namespace

const TraceForm kSanitizerForm{.name = "report of a sanitizer",
                               .begins = beginsSanitizer,
                               .read = readSanitizer,
                               .takesMessage = true};

} // namespace faultline::nativetext
