// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/error_file.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/jvm_text/error_file_facts.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/jvm_text/text_line.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace faultline::jvmtext {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr int kHeadLines = 8;
constexpr std::size_t kHeadBytes = 4096;
constexpr std::size_t kMaxDetailBytes = 4096;

constexpr std::string_view kFatal = "# A fatal error has been detected by the Java Runtime";
constexpr std::string_view kMemory =
    "# There is insufficient memory for the Java Runtime Environment";

/// Facts of the form "Name: value" that are shown as they are.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kFacts{{
    {"# JRE version: ", "JRE version"},
    {"# Java VM: ", "Java VM"},
    {"Command Line: ", "command line"},
    {"Host: ", "host"},
    {"Time: ", "time"},
    {"vm_info: ", "vm info"},
}};

/// Returns the text between two others; absent when one of them is missing.
std::optional<std::string_view>
between(std::string_view text, std::string_view before, std::string_view after)
{
    const auto begin = text.find(before);
    if (begin == npos)
        return std::nullopt;
    text.remove_prefix(begin + before.size());
    const auto end = text.find(after);
    return end == npos ? std::nullopt : std::optional(text.substr(0, end));
}

std::string_view withoutBlanks(std::string_view text)
{
    return trimAscii(text);
}

/// Moves "  (vmError.cpp:1795)" from the end of the text to the position. JDK 19 and later write
/// it; without it the position keeps the image as its file.
void takeSource(std::string_view& text, SourcePosition& position)
{
    const auto open = text.rfind("  (");
    if (open == npos || !text.ends_with(')'))
        return;
    const auto source = text.substr(open + 3, text.size() - open - 4);
    const auto colon = source.rfind(':');
    const auto line = colon == npos ? std::nullopt : parseDecimal(source.substr(colon + 1));
    if (!line || *line > 0xffff'ffff)
        return;
    position.file = std::string(source.substr(0, colon));
    position.line = static_cast<std::uint32_t>(*line);
    text = withoutBlanks(text.substr(0, open));
}

/// "C  [libc.so.6+0x1139]  strlen+0x10", "v  ~StubRoutines::call_stub", "C  0x0000000000000001".
std::optional<JvmStackFrame> nativeFrame(std::string_view line)
{
    constexpr std::string_view kKinds = "CVvA";
    if (line.size() < 4 || kKinds.find(line[0]) == npos || line.substr(1, 2) != "  ")
        return std::nullopt;
    JvmStackFrame frame;
    auto text = withoutBlanks(line.substr(3));
    if (const auto image = between(text, "[", "]"); image && text.starts_with('[')) {
        frame.position.file = std::string(*image);
        text = withoutBlanks(text.substr(image->size() + 2));
        if (text.empty())
            text = *image;
    }
    takeSource(text, frame.position);
    frame.position.function = std::string(text);
    return frame;
}

std::optional<JvmStackFrame> frameOf(std::string_view line)
{
    if (auto native = nativeFrame(line))
        return native;
    const auto parsed = parseTextLine(line);
    const auto* java = std::get_if<FrameLine>(&parsed);
    if (java == nullptr || java->descriptor.empty())
        return std::nullopt;
    JvmStackFrame frame;
    frame.detail.module = java->className;
    frame.position.function = java->method;
    frame.detail.signature = java->descriptor;
    return frame;
}

class ErrorFileReader
{
public:
    explicit ErrorFileReader(const ParseLimits& limits)
        : m_limits(limits), m_event(std::make_shared<Event>())
    {
        m_event->kind = EventKind::Jvm;
        m_event->platform = "java";
        m_event->crash.present = true;
        m_event->crash.addressKnown = false;
        m_jvm.platform = "java";
    }

    std::shared_ptr<Event> read(std::string_view text)
    {
        while (const auto line = nextLine(text)) {
            if (!takeFrame(*line) && !takeHead(*line) && !m_facts.take(*line))
                takeFact(*line);
        }
        return finished();
    }

private:
    /// A section of frames ends with the first other line.
    bool takeFrame(std::string_view line)
    {
        const bool isNative = line.starts_with("Native frames: ");
        if (isNative || line.starts_with("Java frames: ")) {
            m_section = isNative ? &m_native : &m_java;
            dropFirstAttempt();
            return true;
        }
        if (m_section == nullptr)
            return false;
        auto frame = frameOf(line);
        if (!frame) {
            m_section = nullptr;
            return false;
        }
        if (m_frames >= std::min(m_limits.maxFramesPerThread, m_limits.maxFramesPerEvent)) {
            ++m_leftOut;
            return true;
        }
        frame->index = m_frames++;
        m_section->push_back(*std::move(frame));
        return true;
    }

    /// When printing a stack with its source lines took too long, HotSpot prints it once more
    /// ("Retrying call stack printing without source information...", JDK 20).
    void dropFirstAttempt()
    {
        m_frames -= static_cast<std::uint32_t>(m_section->size());
        m_section->clear();
    }

    /// The lines at the top that begin with "#".
    bool takeHead(std::string_view line)
    {
        if (!line.starts_with("#"))
            return false;
        if (std::exchange(m_isProblemNext, false)) {
            addDetail("problematic frame", withoutBlanks(line.substr(1)));
            return true;
        }
        m_isProblemNext = line.starts_with("# Problematic frame:");
        if (line.starts_with(kMemory))
            m_event->crash.reason = "Out of Memory";
        const auto text = withoutBlanks(line.substr(1));
        if (m_event->crash.reason.empty() && text.find(", pid=") != npos)
            takeReason(text);
        else if (m_isInternal && m_event->crash.assertion.empty() && !text.empty())
            m_event->crash.assertion = std::string(text);
        return m_isProblemNext;
    }

    /// "SIGSEGV (0xb) at pc=0x00007f0c, pid=1, tid=2", "Internal Error (x.cpp:7), pid=1, tid=2".
    void takeReason(std::string_view text)
    {
        m_isInternal = text.starts_with("Internal Error");
        const auto end = m_isInternal ? text.find(", pid=") : text.find(" (");
        m_event->crash.reason = std::string(text.substr(0, std::min(end, text.find(", pid="))));
        if (const auto pid = between(text, ", pid=", ","))
            addDetail("pid", *pid);
    }

    void takeFact(std::string_view line)
    {
        for (const auto& [begin, name] : kFacts) {
            if (line.starts_with(begin))
                addDetail(name, line.substr(begin.size()));
        }
        if (line.starts_with("siginfo:"))
            takeSignal(line);
        if (line.starts_with("Current thread "))
            takeThread(line);
    }

    /// "siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000010",
    /// "siginfo:si_signo=SIGSEGV: si_errno=0, si_code=1 (SEGV_MAPERR), si_addr=0x0000000000000010"
    /// (Java 6 and 7), and
    /// "siginfo: EXCEPTION_ACCESS_VIOLATION (0xc0000005), reading address 0x0000000000000010".
    void takeSignal(std::string_view line)
    {
        auto& crash = m_event->crash;
        const auto code = line.find("si_code");
        if (const auto name = code == npos ? std::nullopt : between(line.substr(code), "(", ")");
            name && !name->empty() && crash.reason.find(" / ") == std::string::npos)
            crash.reason += concat(" / ", *name);
        const auto found = line.rfind("0x");
        const bool hasAddress = line.find("si_addr") != npos || line.find(" address ") != npos;
        if (found == npos || !hasAddress)
            return;
        auto digits = line.substr(found + 2);
        digits = digits.substr(0, digits.find_first_not_of("0123456789abcdefABCDEF"));
        if (const auto address = parseHex(digits)) {
            crash.address = *address;
            crash.addressKnown = true;
        }
    }

    /// "Current thread (0x00007f0c):  JavaThread "main" [_thread_in_native, id=2, stack(…)]".
    void takeThread(std::string_view line)
    {
        if (const auto name = between(line, "\"", "\""))
            m_thread = std::string(*name);
        if (const auto id = between(line, "id=", ","))
            m_threadId = parseDecimal(*id);
        addDetail("current thread", line.substr(std::min(line.find(": "), line.size())));
    }

    void addDetail(std::string_view name, std::string_view value)
    {
        value = withoutBlanks(value.substr(0, kMaxDetailBytes));
        if (value.starts_with(": "))
            value.remove_prefix(2);
        const auto isNamed = [name](const auto& detail) { return detail.first == name; };
        if (!value.empty() && std::ranges::none_of(m_event->details, isNamed))
            m_event->details.emplace_back(name, toValidUtf8(withoutBlanks(value)));
    }

    void addStack(std::vector<JvmStackFrame> frames, std::string name)
    {
        if (frames.empty())
            return;
        auto& stack = m_jvm.stacks.emplace_back();
        stack.role = JvmStackRole::Thread;
        stack.thread = std::move(name);
        stack.frames = std::move(frames);
        auto& thread = m_event->threads.emplace_back();
        thread.id = m_threadId;
    }

    std::shared_ptr<Event> finished()
    {
        const std::string name = m_thread.empty() ? "current thread" : m_thread;
        addStack(std::move(m_native), name);
        addStack(std::move(m_java), concat(name, ", Java frames"));
        if (!m_event->threads.empty())
            m_event->requestingThread = 0;
        if (m_event->crash.reason.empty())
            m_event->crash.reason = "Fatal error of the Java VM";
        m_event->modules = mappingModulesOf(m_jvm);
        addFacts();
        describeFailure(*m_event, m_jvm);
        m_event->detail = std::move(m_jvm);
        if (m_leftOut > 0)
            m_event->diagnostics.push_back({Diagnostic::Severity::Warning, "stacks",
                                            concat(m_leftOut, " frames are left out: too many")});
        return std::move(m_event);
    }

    /// The libraries follow the mappings, whose places in the list frames know.
    void addFacts()
    {
        auto libraries = m_facts.libraries(m_limits.maxModules);
        std::ranges::move(libraries, std::back_inserter(m_event->modules));
        m_facts.describe(m_event->system);
        if (!m_event->threads.empty())
            m_event->threads.front().givenRegisters = m_facts.takeRegisters();
    }

    const ParseLimits& m_limits;
    ErrorFileFacts m_facts;
    std::shared_ptr<Event> m_event;
    JvmEvent m_jvm;
    std::vector<JvmStackFrame> m_native;
    std::vector<JvmStackFrame> m_java;
    std::vector<JvmStackFrame>* m_section = nullptr; // The section that is being read.
    std::string m_thread;
    std::optional<std::uint64_t> m_threadId;
    std::uint32_t m_frames = 0;
    std::size_t m_leftOut = 0;
    bool m_isProblemNext = false;
    bool m_isInternal = false;
};

} // namespace

bool looksLikeErrorFile(std::string_view text)
{
    text = text.substr(0, kHeadBytes); // A dump of gigabytes may have no line break at all.
    for (int i = 0; i < kHeadLines; ++i) {
        const auto line = nextLine(text);
        if (!line || !line->starts_with("#"))
            return false;
        if (line->starts_with(kFatal) || line->starts_with(kMemory))
            return true;
    }
    return false;
}

std::shared_ptr<Event> readErrorFile(std::string_view text, const ParseLimits& limits)
{
    return ErrorFileReader(limits).read(text);
}

} // namespace faultline::jvmtext
