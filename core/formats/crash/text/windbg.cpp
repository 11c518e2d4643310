// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/windows_exceptions.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"
#include "core/formats/crash/text/windbg_lines.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxParameters = 15;
constexpr std::size_t kMaxRegisters = 256;

/// What !analyze says of the failure, kept as facts.
constexpr std::array<std::string_view, 12> kFacts{
    "MODULE_NAME",       "IMAGE_NAME",   "SYMBOL_NAME",           "FAILURE_BUCKET_ID",
    "DEFAULT_BUCKET_ID", "BUGCHECK_STR", "PRIMARY_PROBLEM_CLASS", "FAULTING_MODULE",
    "ERROR_CODE",        "OSNAME",       "BUILDLAB_STR",          "FILE_IN_CAB"};

/// The columns of kb since addresses have 64 bits.
constexpr std::string_view kArgumentsHead = ": Args to Child";

/// Reads one dump's session of WinDbg, cdb or kd.
class WindbgReader
{
public:
    WindbgReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::Pe);
        m_trace.event().system.os = OsFamily::Windows;
        m_trace.event().system.osName = "Windows";
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto text = trimAscii(m_at.line().text);
            if (m_trace.frameCount() > 0 && text.starts_with("Loading Dump File ["))
                break;
            lines.next(take(m_at.line()));
        }
        finish();
    }

private:
    bool take(const Line& line)
    {
        const auto text = trimAscii(line.text);
        return takeFrame(line) || takeThread(text) || takePrompt(text) || takeHead(text) ||
               takeException(text) || takeFact(text) || takeRegisters(text);
    }

    bool takeFrame(const Line& line)
    {
        auto found = parseWindbgFrame(line.text);
        if (!found)
            return false;
        if (m_startsStack || !m_trace.hasStack())
            beginStack();
        m_isWide |= found->isWide;
        found->frame.isGuess = m_isDoubtful;
        // A frame's code is where the frame that it called returns to: that places its module.
        if (found->frame.moduleOffset && m_nextAddress != 0)
            found->frame.address = m_nextAddress;
        m_trace.add(found->frame, line);
        if (!found->frame.isInlined)
            m_nextAddress = found->returnAddress;
        return true;
    }

    void beginStack()
    {
        const bool isFirst = m_trace.frameCount() == 0 && m_thread.thread == 0;
        const bool isError = m_isAnalysis || (m_hasException && (isFirst || m_thread.mark == '#'));
        auto& stack = m_trace.beginStack(isError ? StackRole::Error : StackRole::Thread);
        stack.id = m_thread.thread != 0 ? std::optional(m_thread.thread) : m_errorThread;
        stack.isRequesting = m_thread.mark == '#' || isError;
        if (!m_thread.name.empty())
            stack.name = toValidUtf8(m_thread.name);
        if (isError)
            stack.givenRegisters = std::exchange(m_registers, {});
        m_startsStack = false;
        m_isDoubtful = false;
        m_isAnalysis = false;
        m_nextAddress = 0;
    }

    bool takeThread(std::string_view text)
    {
        const auto thread = parseWindbgThread(text);
        if (!thread)
            return false;
        m_thread = *thread;
        m_startsStack = true;
        setProcess(thread->process);
        return true;
    }

    void setProcess(std::uint64_t id)
    {
        if (!m_trace.process().id && id <= UINT32_MAX)
            m_trace.process().id = static_cast<std::uint32_t>(id);
    }

    bool takePrompt(std::string_view text)
    {
        if (!parseWindbgPrompt(text))
            return false;
        m_startsStack = true;
        m_thread = {};
        return true;
    }

    bool takeHead(std::string_view text)
    {
        if (text.starts_with("STACK_TEXT:"))
            m_isAnalysis = m_startsStack = true;
        else if (has(text, "Child-SP") || text.starts_with("ChildEBP ") ||
                 has(text, "# ChildEBP ") || has(text, kArgumentsHead))
            m_startsStack = true;
        else if (text.starts_with("WARNING: Stack unwind information not available"))
            m_isDoubtful = true;
        else
            return has(text, "Exception Analysis") || has(text, "Bugcheck Analysis") ||
                   (text.starts_with("*****") && text.ends_with("*****"));
        return true;
    }

    bool takeException(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("ExceptionAddress: ")) {
            auto rest = scanner.rest();
            if (const auto address = takeWindbgAddress(rest))
                m_trace.crash().recordAddress = *address;
        } else if (scanner.take("ExceptionCode: ") || scanner.take("EXCEPTION_CODE: (NTSTATUS) ")) {
            setCode(scanner.hex());
        } else if (scanner.take("Parameter[")) {
            scanner.until("]: ");
            if (const auto value = scanner.hex(); value && m_parameters.size() < kMaxParameters)
                m_parameters.push_back(*value);
        } else if (scanner.take("READ_ADDRESS: ")) {
            setAccess(MemoryAccessKind::Read, scanner.blanks().rest());
        } else if (scanner.take("WRITE_ADDRESS: ")) {
            setAccess(MemoryAccessKind::Write, scanner.blanks().rest());
        } else {
            return takeFirstChance(text) || takeBugcheck(text);
        }
        return true;
    }

    /// "(1f4.2b8): Access violation - code c0000005 (first chance)".
    bool takeFirstChance(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("("))
            return false;
        const auto process = scanner.hex();
        if (!process || !scanner.take("."))
            return false;
        const auto thread = scanner.hex();
        if (!thread || !scanner.take("): ") || !scanner.until(" - code "))
            return false;
        setCode(scanner.hex());
        setProcess(*process);
        m_errorThread = thread;
        return true;
    }

    void setCode(std::optional<std::uint64_t> code)
    {
        if (!code || *code > UINT32_MAX)
            return;
        m_hasException = true;
        m_trace.crash().present = true;
        m_trace.crash().code = static_cast<std::uint32_t>(*code);
    }

    void setAccess(MemoryAccessKind kind, std::string_view text)
    {
        if (const auto address = takeWindbgAddress(text)) {
            const auto record = m_trace.crash().recordAddress;
            m_trace.setAddress(*address);
            m_trace.crash().recordAddress = record;
            m_trace.crash().access = ReportedAccess{.kind = kind, .sizeBytes = 0};
        }
    }

    /// "PAGE_FAULT_IN_NONPAGED_AREA (50)", and "Arg1: ffffab8012345678, memory referenced.".
    bool takeBugcheck(std::string_view text)
    {
        auto& crash = m_trace.crash();
        if (text.starts_with("Arg") && text.size() > 6 && text[4] == ':' && !m_bugcheck.empty()) {
            constexpr std::size_t kMaxDetails = 2048;
            if (crash.details.size() < kMaxDetails)
                crash.details += concat(crash.details.empty() ? "" : "\n", toValidUtf8(text));
            return true;
        }
        if (takeBugcheckNumber(text))
            return true;
        const auto group = lastGroup(text);
        if (!group ||
            group->before.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
                std::string_view::npos ||
            !has(group->before, "_"))
            return false;
        LineScanner code(group->inside);
        const auto value = code.hex();
        if (!value || !code.atEnd() || *value > UINT32_MAX)
            return false;
        m_bugcheck = group->before;
        m_hasException = true;
        crash.present = true;
        crash.code = static_cast<std::uint32_t>(*value);
        crash.reason = toValidUtf8(text);
        return true;
    }

    /// "BugCheck 3B, {c0000005, fffff80012345678, ffffa00123456789, 0}", without a name.
    bool takeBugcheckNumber(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("BugCheck "))
            return false;
        const auto value = scanner.hex();
        if (!value || *value > UINT32_MAX || !scanner.take(", {") || !text.ends_with('}'))
            return false;
        m_bugcheck = text.substr(0, text.find(','));
        m_hasException = true;
        auto& crash = m_trace.crash();
        crash.present = true;
        crash.code = static_cast<std::uint32_t>(*value);
        crash.reason = toValidUtf8(m_bugcheck);
        crash.details = toValidUtf8(text);
        return true;
    }

    bool takeFact(std::string_view text)
    {
        const auto colon = text.find(':');
        const auto name = text.substr(0, colon);
        if (colon == std::string_view::npos)
            return false;
        const auto value = trimAscii(text.substr(colon + 1));
        if (name == "PROCESS_NAME")
            m_trace.process().name = toValidUtf8(value);
        else if (std::ranges::find(kFacts, name) == kFacts.end())
            return false;
        else
            m_trace.detail(name, value);
        return true;
    }

    bool takeRegisters(std::string_view text)
    {
        auto registers = parseWindbgRegisters(text);
        if (registers.empty())
            return false;
        m_isWide |= registers.front().first.starts_with('r');
        m_isArm64 |= registers.front().first == "x0";
        if (m_registers.size() + registers.size() <= kMaxRegisters)
            std::ranges::move(registers, std::back_inserter(m_registers));
        return true;
    }

    void finish()
    {
        preferWholeStack();
        dropRepeated();
        auto& event = m_trace.event();
        event.system.arch = m_isArm64 ? Arch::Arm64 : m_isWide ? Arch::Amd64 : Arch::X86;
        auto& crash = m_trace.crash();
        if (!m_hasException || !m_bugcheck.empty())
            return;
        constexpr std::uint32_t kAccessViolation = 0xc0000005;
        if (crash.code == kAccessViolation && m_parameters.size() >= 2 && !crash.addressKnown)
            setAccessOf(m_parameters);
        if (m_parameters.empty() && crash.access)
            m_parameters = {crash.access->kind == MemoryAccessKind::Write ? 1U : 0U, crash.address};
        crash.parameters = m_parameters;
        crash.reason = crash::windowsExceptionReason(crash.code, m_parameters);
    }

    void setAccessOf(const std::vector<std::uint64_t>& parameters)
    {
        const auto record = m_trace.crash().recordAddress;
        m_trace.setAddress(parameters[1]);
        m_trace.crash().recordAddress = record;
    }

    /// !analyze leaves out frames that `k` shows after it, and breaks long names.
    void preferWholeStack()
    {
        auto& threads = m_trace.event().threads;
        if (threads.size() < 2 || threads[0].role != StackRole::Error)
            return;
        auto& shown = *threads[0].givenFrames;
        auto& whole = *threads[1].givenFrames;
        const bool isSameThread =
            !threads[0].id || !threads[1].id || threads[0].id == threads[1].id;
        if (!isSameThread || whole.size() <= shown.size() || shown.empty() ||
            !areEqual(shown.front(), whole.front()))
            return;
        shown = std::move(whole);
        threads.erase(threads.begin() + 1);
    }

    /// After !analyze, users often print the same stack again.
    void dropRepeated()
    {
        auto& threads = m_trace.event().threads;
        for (std::size_t i = threads.size(); i-- > 1;) {
            const bool isKnown = std::ranges::any_of(
                threads.begin(), threads.begin() + static_cast<std::ptrdiff_t>(i),
                [&](const EventThread& other) { return areEqual(other, threads[i]); });
            if (isKnown)
                threads.erase(threads.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    static bool areEqual(const EventThread& a, const EventThread& b)
    {
        if (a.id && b.id && a.id != b.id)
            return false;
        return std::ranges::equal(*a.givenFrames, *b.givenFrames,
                                  [](const Frame& x, const Frame& y) { return areEqual(x, y); });
    }

    static bool areEqual(const Frame& a, const Frame& b)
    {
        const auto& left = *a.asNative();
        const auto& right = *b.asNative();
        return left.instructionAddress == right.instructionAddress &&
               left.relativeTo == right.relativeTo && left.place == right.place;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    WindbgThread m_thread;
    std::optional<std::uint64_t> m_errorThread;
    std::vector<std::uint64_t> m_parameters;
    std::vector<std::pair<std::string, std::uint64_t>> m_registers;
    std::string_view m_bugcheck;
    std::uint64_t m_nextAddress = 0; ///< Where the frame before returns to; 0 when unknown.
    bool m_startsStack = true;
    bool m_isAnalysis = false; ///< The stack that follows is the one that !analyze shows.
    bool m_isDoubtful = false;
    bool m_hasException = false;
    bool m_isWide = false;
    bool m_isArm64 = false;
};

/// Frames below each other, or what stands before them. Words of !analyze alone may be prose.
bool beginsWindbg(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    if (parseWindbgFrame(text) || parseWindbgThread(text) || has(text, "Child-SP") ||
        text.starts_with("ChildEBP ") || text.starts_with("STACK_TEXT:") ||
        has(text, kArgumentsHead) || text.starts_with("BugCheck "))
        return true;
    if (const auto command = parseWindbgPrompt(text))
        return command->starts_with('k') || command->starts_with('~') ||
               command->starts_with("!analyze");
    return has(text, "Exception Analysis  ") || has(text, "Bugcheck Analysis  ") ||
           text.starts_with("EXCEPTION_RECORD: ") || text.starts_with("ExceptionAddress: ");
}

void readWindbg(LineCursor& at, TraceBuilder& trace)
{
    WindbgReader(at, trace).read();
}

} // namespace

const TraceForm kWindbgForm{.name = "output of WinDbg", .begins = beginsWindbg, .read = readWindbg};

} // namespace faultline::nativetext
