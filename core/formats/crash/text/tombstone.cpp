// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/sanitizer_lines.h"
#include "core/formats/crash/text/tombstone_lines.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxRegions = 1u << 16;
constexpr std::string_view kBanner = "*** *** *** ***";
constexpr std::string_view kNextThread = "--- --- --- ---";
constexpr std::string_view kFatalSignal = "Fatal signal ";

constexpr std::array<std::string_view, 9> kFacts{
    "Build fingerprint: ", "Revision: ", "ABI: ",    "Timestamp: ", "Process uptime: ",
    "Cmdline: ",           "uid: ",      "Kernel: ", "Executable: "};

/// Reads one tombstone, or the crash dump that debuggerd writes to the log.
class TombstoneReader
{
public:
    TombstoneReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setAddressKind(AddressKind::Calls);
        m_trace.event().system.os = OsFamily::Android;
        m_trace.event().system.osName = "Android";
    }

    void read()
    {
        TraceLines lines(m_at, m_trace);
        while (!lines.areOver()) {
            const auto& line = m_at.line();
            if (startsAnother(line.text))
                break;
            const bool isTaken = take(line);
            // libc and debuggerd write as two processes.
            if (isTaken && !has(line.text, kFatalSignal))
                m_at.followWriter();
            lines.next(isTaken);
        }
        m_at.followAll();
        const bool isFollowed = !m_at.atEnd() && lines.gap() <= kMaxGapLines;
        if (m_trace.frameCount() == 0 && m_thread && m_hasSignal && !isFollowed) {
            m_trace.warn("text", "the text has no stack of the crash");
            m_trace.keepWithoutFrames();
        }
    }

private:
    /// A banner, or a second process after the frames of the first.
    bool startsAnother(std::string_view text) const
    {
        return m_trace.frameCount() > 0 &&
               (text.starts_with(kBanner) || has(text, kFatalSignal) ||
                text.starts_with("Build fingerprint: ") || text.starts_with("----- pid "));
    }

    bool take(const Line& line)
    {
        const auto text = trimAscii(line.text);
        return takeFrame(line) || takeThread(text) || takeListed(text) || takeSignal(text) ||
               takeFact(text) || takeSection(text) || takeHarmony(text) ||
               takeRegisters(line.text) || takeMemory(text);
    }

    /// HarmonyOS has other words: "Reason:Signal:SIGSEGV(SEGV_MAPERR)@0x18", "Fault thread info:",
    /// "Tid:4242, Name:viewer".
    bool takeHarmony(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("Reason:Signal:")) {
            m_trace.event().system.os = OsFamily::Linux;
            m_trace.event().system.osName = "HarmonyOS";
            const auto name = scanner.until("(");
            const auto code = scanner.until(")");
            m_trace.setSignal(name.value_or(scanner.rest()), code.value_or(std::string_view()));
            if (const auto address = scanner.take("@") ? scanner.hex() : std::nullopt)
                m_trace.setAddress(*address);
        } else if (scanner.take("Tid:")) {
            m_thread = scanner.decimal();
            m_name = scanner.take(", Name:") ? scanner.rest() : std::string_view();
            m_role = m_trace.frameCount() == 0 ? StackRole::Error : StackRole::Thread;
            m_startsStack = true;
        } else {
            return text == "Fault thread info:" || text == "Other thread info:";
        }
        return true;
    }

    bool takeFrame(const Line& line)
    {
        auto frame = parseTombstoneFrame(line.text);
        if (!frame && m_hasSignal)
            frame = parseNamedFrame(line.text);
        if (!frame)
            return false;
        if (m_trace.hasStack() && !m_startsStack)
            m_trace.add(*frame, line);
        else
            addFirst(*frame, line);
        return true;
    }

    /// "    #0 0x0000000000033fe4 in Parser::parse() parser.cpp:12": a tool that names the frames
    /// of logs writes them as sanitizers do. The address is the one in the frame's file.
    static std::optional<FrameText> parseNamedFrame(std::string_view line)
    {
        auto frame = parseSanitizerFrame(line);
        if (!frame || !frame->address || (frame->function.empty() && !frame->moduleOffset))
            return std::nullopt;
        frame->address.reset();
        return frame;
    }

    void addFirst(const FrameText& frame, const Line& line)
    {
        auto& stack = m_trace.beginStack(m_role);
        if (m_role == StackRole::Thread || m_role == StackRole::Error) {
            stack.id = m_thread;
            if (!m_name.empty())
                stack.name = toValidUtf8(m_name);
            stack.givenRegisters = std::move(m_registers);
        } else {
            stack.id = m_otherThread;
        }
        m_registers.clear();
        m_startsStack = false;
        m_trace.add(frame, line);
    }

    bool takeThread(std::string_view text)
    {
        const auto thread = parseTombstoneThread(text);
        if (!thread)
            return false;
        m_role = m_trace.frameCount() == 0 ? StackRole::Error : StackRole::Thread;
        m_startsStack = true;
        m_thread = thread->thread;
        m_name = thread->name;
        m_registers.clear();
        auto& process = m_trace.process();
        if (!process.id && thread->process <= UINT32_MAX)
            process.id = static_cast<std::uint32_t>(thread->process);
        if (process.name.empty())
            process.name = toValidUtf8(thread->processName);
        return true;
    }

    /// Of a list of threads, none of which crashed: what "debuggerd -b" prints, and what a dump of
    /// a hang has of programs without a virtual machine.
    bool takeListed(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("----- pid ")) {
            const auto id = scanner.decimal();
            if (id && *id <= UINT32_MAX)
                m_trace.process().id = static_cast<std::uint32_t>(*id);
        } else if (scanner.take("Cmd line: ")) {
            m_trace.process().name = toValidUtf8(scanner.rest());
        } else if (const auto thread = parseListedThread(text)) {
            m_role = StackRole::Thread;
            m_startsStack = true;
            m_thread = thread->thread;
            m_name = thread->name;
        } else {
            return text.starts_with("----- end ");
        }
        return true;
    }

    bool takeSignal(std::string_view text)
    {
        if (const auto fatal = text.find(kFatalSignal); fatal != std::string_view::npos)
            return takeFatalSignal(text.substr(fatal));
        const auto signal = parseTombstoneSignal(text);
        if (!signal)
            return false;
        m_hasSignal = true;
        setSignal(*signal);
        return true;
    }

    /// "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 7448 (Thread-5), pid
    /// 7400 (org.example.app)": what libc writes before debuggerd does.
    bool takeFatalSignal(std::string_view text)
    {
        const auto signal = parseTombstoneSignal(text);
        if (const auto& crash = m_trace.crash(); signal && crash.reason.empty())
            setSignal(*signal);
        return true;
    }

    void setSignal(const TombstoneSignal& signal)
    {
        m_trace.setSignal(signal.name, signal.codeName == "?" ? "" : signal.codeName);
        auto& crash = m_trace.crash();
        crash.code = signal.number;
        crash.flags = static_cast<std::uint32_t>(signal.code);
        if (signal.address)
            m_trace.setAddress(*signal.address);
    }

    bool takeFact(std::string_view text)
    {
        for (const auto fact : kFacts) {
            if (!text.starts_with(fact))
                continue;
            const auto value = text.substr(fact.size());
            m_trace.detail(fact.substr(0, fact.size() - 2), value);
            if (fact == "ABI: ")
                m_trace.event().system.arch = parseArch(trimQuotes(value)).value_or(Arch::Unknown);
            return true;
        }
        LineScanner scanner(text);
        if (scanner.take("Abort message: "))
            m_trace.crash().assertion = toValidUtf8(trimQuotes(scanner.rest()));
        else if (scanner.take("Cause: "))
            addCause(scanner.rest());
        else
            return text.starts_with(kBanner) || text == "backtrace:" || text.starts_with("NOTE: ");
        return true;
    }

    void addCause(std::string_view cause)
    {
        constexpr std::size_t kMaxBytes = 4096;
        auto& details = m_trace.crash().details;
        if (details.size() + cause.size() > kMaxBytes)
            return;
        details += concat(details.empty() ? "" : "\n", toValidUtf8(cause));
    }

    /// "deallocated by thread 12:", "allocated by thread 12:": the history of a block of memory
    /// that MTE or GWP-ASan know.
    bool takeSection(std::string_view text)
    {
        if (text.starts_with(kNextThread)) {
            m_role = StackRole::Thread;
            m_startsStack = true;
            return true;
        }
        const bool isFreed = text.starts_with("deallocated by thread ");
        if (!isFreed && !text.starts_with("allocated by thread "))
            return false;
        m_role = isFreed ? StackRole::FreedBy : StackRole::AllocatedBy;
        LineScanner scanner(text);
        scanner.until("thread ");
        m_otherThread = scanner.decimal();
        m_startsStack = true;
        return true;
    }

    bool takeRegisters(std::string_view text)
    {
        auto registers = parseRegisters(text);
        if (registers.empty())
            return false;
        constexpr std::size_t kMaxRegisters = 256;
        if (m_registers.size() + registers.size() <= kMaxRegisters)
            std::ranges::move(registers, std::back_inserter(m_registers));
        return true;
    }

    /// Dumps of memory, the memory map, open files and the end of the log, which may be long.
    bool takeMemory(std::string_view text)
    {
        auto& map = m_trace.event().makeNative().memoryMap;
        if (auto region = parseMapLine(text)) {
            if (map.size() < kMaxRegions)
                map.push_back(*std::move(region));
            return true;
        }
        LineScanner scanner(text);
        return text.starts_with("memory near ") || text.starts_with("memory map") ||
               text.starts_with("open files:") || text.starts_with("fd ") ||
               (scanner.hex() && scanner.blanks().hex());
    }

    static std::string_view trimQuotes(std::string_view text)
    {
        if (text.size() >= 2 && text.starts_with('\'') && text.ends_with('\''))
            return text.substr(1, text.size() - 2);
        return text;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackRole m_role = StackRole::Error;
    bool m_startsStack = true;
    bool m_hasSignal = false; ///< As debuggerd writes it.
    std::optional<std::uint64_t> m_thread;
    std::optional<std::uint64_t> m_otherThread;
    std::string_view m_name;
    std::vector<std::pair<std::string, std::uint64_t>> m_registers;
};

/// "----- pid 1234 at 2026-11-26 10:00:00.123+0000 -----" begins dumps of the JVM too, whose
/// threads have other heads.
bool beginsList(const LineCursor& at)
{
    if (!at.line().text.starts_with("----- pid "))
        return parseListedThread(trimAscii(at.line().text)).has_value();
    constexpr int kHeadLines = 8;
    auto ahead = at;
    for (int i = 0; i < at.patience(kHeadLines) && !ahead.atEnd(); ++i, ahead.next()) {
        if (parseListedThread(trimAscii(ahead.line().text)))
            return true;
    }
    return false;
}

bool beginsTombstone(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    const bool isSignal = text.starts_with("signal ") && parseTombstoneSignal(text);
    return beginsList(at) || isSignal || text.starts_with(kBanner) ||
           parseTombstoneThread(text).has_value() || parseTombstoneFrame(text).has_value() ||
           text.starts_with("Build fingerprint: '") || has(text, "Fatal signal ") ||
           text.starts_with("Reason:Signal:");
}

void readTombstone(LineCursor& at, TraceBuilder& trace)
{
    TombstoneReader(at, trace).read();
}

} // namespace

const TraceForm kTombstoneForm{
    .name = "tombstone of Android", .begins = beginsTombstone, .read = readTombstone};

} // namespace faultline::nativetext
