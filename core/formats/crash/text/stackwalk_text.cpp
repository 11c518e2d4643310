// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

// Source of the forms: Breakpad, src/processor/stackwalk_common.cc, and rust-minidump,
// minidump-processor/src/process_state.rs.

constexpr std::size_t kMaxFields = 16;

struct TrustWords
{
    std::string_view words;
    FrameTrust trust;
};

constexpr std::array kTrusts{
    TrustWords{"given as instruction pointer in context", FrameTrust::Context},
    TrustWords{"call frame info with scanning", FrameTrust::CfiScan},
    TrustWords{"call frame info", FrameTrust::Cfi},
    TrustWords{"previous frame's frame pointer", FrameTrust::FramePointer},
    TrustWords{"stack scanning", FrameTrust::Scan}};

constexpr std::array<std::string_view, 5> kInstructionPointers{"rip", "eip", "pc", "srr0", "epc"};

std::optional<std::uint64_t> parseHexField(std::string_view text)
{
    return text.starts_with("0x") ? parseHex(text.substr(2)) : std::nullopt;
}

/// " 0  viewer.exe!scene::Node::bounds [node.cpp : 31 + 0x4]", " 1  viewer.exe + 0x3000",
/// " 2  0x7ff64a5c3000".
std::optional<FrameText> parseStackwalkFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.blanks().decimal()};
    if (!frame.number || !scanner.take("  ") || scanner.rest().starts_with(' '))
        return std::nullopt;
    auto site = trimAscii(scanner.rest());
    if (const auto address = parseHexField(site)) {
        frame.address = address;
        return frame;
    }
    const auto open = site.rfind(" [");
    if (site.ends_with(']') && open != std::string_view::npos) {
        LineScanner place(site.substr(open + 2));
        frame.file = place.until(" : ").value_or(std::string_view());
        const auto number = place.decimal();
        if (frame.file.empty() || !number || *number > UINT32_MAX)
            return std::nullopt;
        frame.line = static_cast<std::uint32_t>(*number);
        site = trimAscii(site.substr(0, open));
    }
    const auto plus = site.rfind(" + 0x");
    const auto offset =
        plus == std::string_view::npos ? std::nullopt : parseHexField(site.substr(plus + 3));
    if (offset)
        site = trimAscii(site.substr(0, plus));
    const auto mark = site.find('!');
    if (mark != std::string_view::npos && mark > 0) {
        frame.module = site.substr(0, mark);
        frame.function = site.substr(mark + 1);
        frame.functionOffset = offset;
        return frame;
    }
    if (!offset || site.empty())
        return std::nullopt;
    frame.module = site;
    frame.moduleOffset = offset;
    return frame;
}

/// "Thread 0 (crashed)", "Thread 3 name (crashed) - tid: 42" and "Thread 1".
struct StackwalkThread
{
    std::uint64_t number = 0;
    std::optional<std::uint64_t> id;
    std::string_view name;
    bool isCrashed = false;
};

std::optional<StackwalkThread> parseStackwalkThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Thread "))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number || (!scanner.atEnd() && !scanner.rest().starts_with(' ')))
        return std::nullopt;
    StackwalkThread thread{.number = *number, .id = {}, .name = {}};
    auto rest = trimAscii(scanner.rest());
    if (const auto mark = rest.rfind("- tid: "); mark != std::string_view::npos) {
        thread.id = LineScanner(rest.substr(mark + 7)).decimal();
        rest = trimAscii(rest.substr(0, mark));
    }
    constexpr std::string_view kCrashed = "(crashed)";
    thread.isCrashed = rest.ends_with(kCrashed);
    if (thread.isCrashed)
        rest = trimAscii(rest.substr(0, rest.size() - kCrashed.size()));
    thread.name = rest;
    return thread;
}

/// The fields of a line between "|".
std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    while (fields.size() < kMaxFields) {
        const auto end = line.find('|');
        fields.push_back(line.substr(0, end));
        if (end == std::string_view::npos)
            break;
        line.remove_prefix(end + 1);
    }
    return fields;
}

/// Where a version control system has a file: "hg:host/repository:dir/file.cpp:revision".
std::string_view fileOf(std::string_view field)
{
    const auto last = field.rfind(':');
    const auto before = last == std::string_view::npos ? last : field.rfind(':', last - 1);
    const bool isPlace = before != std::string_view::npos && field.find(':') < before;
    return isPlace ? field.substr(before + 1, last - before - 1) : field;
}

ObjectType typeOf(std::string_view system)
{
    if (has(system, "Windows"))
        return ObjectType::Pe;
    return has(system, "Mac") || has(system, "iOS") ? ObjectType::MachO : ObjectType::Elf;
}

OsFamily familyOf(std::string_view system)
{
    constexpr std::array<std::pair<std::string_view, OsFamily>, 5> kSystems{
        {{"Windows", OsFamily::Windows},
         {"Mac OS", OsFamily::MacOs},
         {"iOS", OsFamily::Ios},
         {"Android", OsFamily::Android},
         {"Linux", OsFamily::Linux}}};
    const auto known =
        std::ranges::find_if(kSystems, [&](const auto& each) { return has(system, each.first); });
    return known == kSystems.end() ? OsFamily::Unknown : known->second;
}

/// What both forms say of system, crash and modules.
class StackwalkFacts
{
public:
    explicit StackwalkFacts(TraceBuilder& trace) : m_trace(trace) {}

    void setSystem(std::string_view name)
    {
        auto& system = m_trace.event().system;
        system.os = familyOf(name);
        system.osName = toValidUtf8(name);
        m_trace.setObjectType(typeOf(name));
    }

    void setVersion(std::string_view version)
    {
        m_trace.event().system.osVersion = toValidUtf8(trimAscii(version));
    }

    void setCpu(std::string_view name)
    {
        m_trace.event().system.arch = parseArch(name).value_or(Arch::Unknown);
    }

    void setReason(std::string_view reason)
    {
        if (reason.empty() || reason == "No crash")
            return;
        m_trace.crash().present = true;
        m_trace.crash().reason = toValidUtf8(reason);
    }

    void setModule(std::string_view name, std::uint64_t begin, std::uint64_t end)
    {
        auto* module = end < begin ? nullptr : m_trace.listModule(name);
        m_module = module;
        if (module == nullptr)
            return;
        module->address = begin;
        module->sizeBytes = end - begin + (end & 1); // The last byte, or the first after it.
    }

    void setModuleVersion(std::string_view version)
    {
        if (m_module != nullptr && version != "???")
            m_module->version = toValidUtf8(version);
    }

    void setDebugFile(std::string_view name, std::string_view id)
    {
        if (m_module == nullptr || name.empty())
            return;
        m_module->debugFile = toValidUtf8(name);
        m_module->debugId = DebugId::parseBreakpad(id);
    }

private:
    TraceBuilder& m_trace;
    EventModule* m_module = nullptr; ///< The one that was named last.
};

/// The form for people.
class StackwalkReader
{
public:
    StackwalkReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace), m_facts(trace)
    {
    }

    void read()
    {
        constexpr int kMaxGap = 40;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (m_trace.frameCount() > 0 && text.starts_with("Operating system: "))
                break;
            lines.next(take(m_at.line()));
        }
        flush();
    }

private:
    bool take(const Line& line)
    {
        const auto text = line.text;
        if (m_hasFrame && takeFound(trimAscii(text)))
            return true;
        if (m_hasFrame && takeRegisters(text))
            return true;
        if (const auto frame = parseStackwalkFrame(text); frame && m_trace.hasStack()) {
            flush();
            m_frame = *frame;
            m_line = line;
            m_hasFrame = true;
            return true;
        }
        if (const auto thread = parseStackwalkThread(text)) {
            beginThread(*thread);
            return true;
        }
        return takeHead(text) || takeModule(text);
    }

    void beginThread(const StackwalkThread& thread)
    {
        flush();
        auto& stack = m_trace.beginStack(thread.isCrashed ? StackRole::Error : StackRole::Thread);
        stack.id = thread.id ? thread.id : std::optional(thread.number);
        stack.isRequesting = thread.isCrashed;
        if (!thread.name.empty())
            stack.name = toValidUtf8(thread.name);
        m_isCrashed = thread.isCrashed;
    }

    /// "Found by: call frame info".
    bool takeFound(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take("Found by: "))
            return false;
        const auto words = scanner.rest();
        m_frame.isInlined = words == "inlining";
        const auto known = std::ranges::find_if(
            kTrusts, [&](const TrustWords& each) { return words.starts_with(each.words); });
        if (known != kTrusts.end())
            m_frame.trust = known->trust;
        flush();
        return true;
    }

    /// "    rax = 0x0000000000000000   rdx = 0x0000000000000001".
    bool takeRegisters(std::string_view text)
    {
        LineScanner scanner(text);
        bool isAny = false;
        while (!scanner.blanks().atEnd()) {
            const auto name = scanner.word();
            if (!scanner.blanks().take("= "))
                return isAny;
            const auto value = scanner.prefixedHex();
            if (!value)
                return isAny;
            isAny = true;
            takeRegister(name, *value);
        }
        return isAny;
    }

    void takeRegister(std::string_view name, std::uint64_t value)
    {
        if (std::ranges::find(kInstructionPointers, name) != kInstructionPointers.end() &&
            !m_frame.address)
            m_frame.address = value;
        auto& registers = m_trace.stack().givenRegisters;
        constexpr std::size_t kMaxRegisters = 128;
        if (m_frame.number == 0U && registers.size() < kMaxRegisters)
            registers.emplace_back(name, value);
    }

    void flush()
    {
        if (!m_hasFrame)
            return;
        // The offset in a function says less than the address.
        if (m_frame.address && !m_frame.moduleOffset)
            m_frame.functionOffset.reset();
        m_trace.add(m_frame, m_line);
        m_hasFrame = false;
    }

    bool takeHead(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take("Operating system: ")) {
            m_facts.setSystem(trimAscii(scanner.rest()));
            m_isVersionNext = true;
            return true;
        }
        if (std::exchange(m_isVersionNext, false) && text.starts_with("      ")) {
            m_facts.setVersion(text);
            return true;
        }
        if (scanner.take("CPU: ")) {
            m_facts.setCpu(trimAscii(scanner.rest()));
        } else if (scanner.take("Crash reason: ")) {
            m_facts.setReason(trimAscii(scanner.rest()));
        } else if (scanner.take("Crash address: ")) {
            if (const auto address = scanner.blanks().prefixedHex())
                m_trace.setAddress(*address);
        } else if (scanner.take("Assertion: ")) {
            m_trace.crash().assertion = toValidUtf8(trimAscii(scanner.rest()));
        } else if (scanner.take("Process uptime: ")) {
            m_trace.detail("uptime", trimAscii(scanner.rest()));
        } else {
            return text == "Loaded modules:" || text == "Unloaded modules:";
        }
        return true;
    }

    /// "0x7ff64a5b0000 - 0x7ff64a6fffff  viewer.exe  1.2.0.0  (main)", and at its end "(WARNING: No
    /// symbols, viewer.pdb, 5D6E1A2B3C4D4E5F8091A2B3C4D5E6F71)".
    bool takeModule(std::string_view text)
    {
        LineScanner scanner(text);
        const auto begin = scanner.prefixedHex();
        if (!begin || !scanner.take(" - "))
            return false;
        const auto end = scanner.prefixedHex();
        if (!end || !scanner.take("  "))
            return false;
        auto rest = trimAscii(scanner.rest());
        const auto name = rest.substr(0, rest.find("  "));
        m_facts.setModule(name, *begin, *end);
        if (const auto version = rest.find("  "); version != std::string_view::npos) {
            rest = trimAscii(rest.substr(version));
            m_facts.setModuleVersion(rest.substr(0, rest.find(' ')));
        }
        LineScanner debug(rest);
        if (debug.until("(WARNING: No symbols, ")) {
            const auto file = debug.until(", ");
            m_facts.setDebugFile(file.value_or(std::string_view()),
                                 debug.until(")").value_or(std::string_view()));
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackwalkFacts m_facts;
    FrameText m_frame; ///< The one whose lines are read.
    Line m_line;
    bool m_hasFrame = false;
    bool m_isCrashed = false;
    bool m_isVersionNext = false;
};

/// The form for programs, of the option -m.
class StackwalkFieldsReader
{
public:
    StackwalkFieldsReader(LineCursor& at, TraceBuilder& trace)
        : m_at(at), m_trace(trace), m_facts(trace)
    {
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (m_trace.frameCount() > 0 && text.starts_with("OS|"))
                break;
            lines.next(take(m_at.line()));
        }
    }

private:
    bool take(const Line& line)
    {
        const auto fields = fieldsOf(line.text);
        constexpr std::size_t kFrameFields = 7;
        if (fields.size() == kFrameFields && addFrame(fields, line))
            return true;
        if (fields.size() >= 3 && fields[0] == "OS") {
            m_facts.setSystem(fields[1]);
            m_facts.setVersion(fields[2]);
        } else if (fields.size() >= 2 && fields[0] == "CPU") {
            m_facts.setCpu(fields[1]);
        } else if (fields.size() >= 4 && fields[0] == "Crash") {
            m_facts.setReason(fields[1]);
            if (const auto address = parseHexField(fields[2]))
                m_trace.setAddress(*address);
            m_crashed = parseDecimal(fields[3]);
        } else if (fields.size() >= 7 && fields[0] == "Module") {
            takeModule(fields);
        } else {
            return fields.size() > 1 && fields[0] == "GPU";
        }
        return true;
    }

    void takeModule(const std::vector<std::string_view>& fields)
    {
        const auto begin = parseHexField(fields[5]);
        const auto end = parseHexField(fields[6]);
        if (!begin || !end)
            return;
        m_facts.setModule(fields[1], *begin, *end);
        m_facts.setModuleVersion(fields[2]);
        m_facts.setDebugFile(fields[3], fields[4]);
    }

    /// "thread|frame|module|function|file|line|offset": the offset counts from the line, without
    /// one from the function, and without both from the module.
    bool addFrame(const std::vector<std::string_view>& fields, const Line& line)
    {
        const auto thread = parseDecimal(fields[0]);
        const auto number = parseDecimal(fields[1]);
        const auto offset = parseHexField(fields[6]);
        if (!thread || !number || !offset)
            return false;
        if (!m_trace.hasStack() || m_thread != thread) {
            const bool isCrashed = thread == m_crashed;
            auto& stack = m_trace.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
            stack.id = thread;
            stack.isRequesting = isCrashed;
            m_thread = thread;
        }
        FrameText frame{.number = number};
        frame.module = fields[2];
        frame.function = fields[3];
        const auto row = parseDecimal(fields[5]);
        if (row && *row <= UINT32_MAX) {
            frame.file = fileOf(fields[4]);
            frame.line = static_cast<std::uint32_t>(*row);
        } else if (!frame.function.empty()) {
            frame.functionOffset = offset;
        } else if (frame.module.empty()) {
            frame.address = offset;
        } else {
            frame.moduleOffset = offset;
        }
        m_trace.add(frame, line);
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackwalkFacts m_facts;
    std::optional<std::uint64_t> m_crashed;
    std::optional<std::uint64_t> m_thread;
};

bool isFields(std::string_view text)
{
    return text.starts_with("OS|") || text.starts_with("Module|");
}

bool beginsStackwalk(const LineCursor& at)
{
    const auto text = at.line().text;
    if (text.starts_with("Operating system: ") || isFields(text))
        return true;
    if (!parseStackwalkThread(text))
        return false;
    auto ahead = at;
    ahead.next();
    const auto frame = ahead.atEnd() ? std::nullopt : parseStackwalkFrame(ahead.line().text);
    return frame && frame->number == 0U;
}

void readStackwalk(LineCursor& at, TraceBuilder& trace)
{
    if (isFields(at.line().text))
        StackwalkFieldsReader(at, trace).read();
    else
        StackwalkReader(at, trace).read();
}

} // namespace

const TraceForm kStackwalkForm{
    .name = "output of minidump-stackwalk", .begins = beginsStackwalk, .read = readStackwalk};

} // namespace faultline::nativetext
