// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/windows_exceptions.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <array>

namespace faultline::nativetext {

namespace {

/// What Windows says of a crash without a stack: one place in one module.
struct Fault
{
    std::string_view program;
    std::string_view programVersion;
    std::string_view module;
    std::string_view moduleVersion;
    std::optional<std::uint64_t> timestamp;
    std::optional<std::uint64_t> code;
    std::optional<std::uint64_t> offset;
    Line offsetLine;
};

void finish(const Fault& fault, TraceBuilder& trace)
{
    auto& event = trace.event();
    trace.setObjectType(ObjectType::Pe);
    event.system.os = OsFamily::Windows;
    event.system.osName = "Windows";
    trace.process().name = toValidUtf8(fault.program);
    trace.detail("version", fault.programVersion);
    if (fault.code && *fault.code <= UINT32_MAX) {
        const auto code = static_cast<std::uint32_t>(*fault.code);
        trace.crash().present = true;
        trace.crash().code = code;
        trace.crash().reason = crash::windowsExceptionReason(code, {});
    }
    if (!fault.offset || fault.module.empty())
        return;
    // The offset of what is in no module is an address.
    const bool isUnknown = fault.module == "unknown" || fault.module == "StackHash";
    trace.beginStack(StackRole::Error);
    FrameText frame;
    if (isUnknown) {
        frame.address = fault.offset;
    } else {
        frame.module = fault.module;
        frame.moduleOffset = fault.offset;
        if (auto* module = trace.listModule(fault.module)) {
            module->version = toValidUtf8(fault.moduleVersion);
            module->timestamp = static_cast<std::uint32_t>(fault.timestamp.value_or(0));
        }
    }
    trace.add(frame, fault.offsetLine);
    trace.warn("text", "the text names the place of the crash only, and no callers");
}

/// "Faulting module name: scene.dll, version: 1.2.0.0, time stamp: 0x6658e670" and its like: the
/// event "Application Error" of Windows.
class FaultingReader
{
public:
    FaultingReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        constexpr int kMaxGap = 3;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            const auto text = trimAscii(m_at.line().text);
            if (m_fault.offset && text.starts_with(kBegin))
                break;
            lines.next(take(text));
        }
        finish(m_fault, m_trace);
    }

    static constexpr std::string_view kBegin = "Faulting application name: ";

private:
    bool take(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take(kBegin)) {
            m_fault.program = scanner.until(", version: ").value_or(scanner.rest());
            m_fault.programVersion = scanner.until(",").value_or(std::string_view());
        } else if (scanner.take("Faulting module name: ")) {
            m_fault.module = scanner.until(", version: ").value_or(scanner.rest());
            m_fault.moduleVersion = scanner.until(",").value_or(std::string_view());
            if (scanner.until("time stamp: "))
                m_fault.timestamp = scanner.hex();
        } else if (scanner.take("Exception code: ")) {
            m_fault.code = scanner.hex();
        } else if (scanner.take("Fault offset: ")) {
            m_fault.offset = scanner.hex();
            m_fault.offsetLine = m_at.line();
        } else if (scanner.take("Faulting module path: ")) {
            m_trace.detail("module path", scanner.rest());
        } else if (scanner.take("Faulting process id: ")) {
            if (const auto id = scanner.hex(); id && *id <= UINT32_MAX)
                m_trace.process().id = static_cast<std::uint32_t>(*id);
        } else {
            return text.starts_with("Faulting application ") || text.starts_with("Report Id: ");
        }
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    Fault m_fault;
};

/// A file Report.wer. The names of its signature's parts are translated, their numbers are not.
class WerReader
{
public:
    WerReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace) {}

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();)
            lines.next(take(m_at.line()));
        finish(m_fault, m_trace);
        listModules();
    }

private:
    bool take(const Line& line)
    {
        const auto equals = line.text.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return false;
        const auto name = line.text.substr(0, equals);
        const auto value = trimAscii(line.text.substr(equals + 1));
        constexpr std::size_t kMaxModules = 4096;
        if (name == "EventType")
            m_isBufferOverrun = value.starts_with("BEX");
        else if (LineScanner signature(name); signature.take("Sig["))
            takeSignature(signature, value, line);
        else if (name.starts_with("LoadedModule[") && m_modules.size() < kMaxModules)
            m_modules.push_back(value);
        else if (name.starts_with("OsInfo") || name == "AppPath")
            m_trace.detail(name, value);
        return true;
    }

    /// APPCRASH has code and offset, BEX and BEX64 have offset and code.
    void takeSignature(LineScanner& name, std::string_view value, const Line& line)
    {
        const auto number = name.decimal();
        if (!number || name.rest() != "].Value")
            return;
        switch (*number) {
        case 0: m_fault.program = value; break;
        case 1: m_fault.programVersion = value; break;
        case 3: m_fault.module = value; break;
        case 4: m_fault.moduleVersion = value; break;
        case 5: m_fault.timestamp = parseHex(value); break;
        case 6: (m_isBufferOverrun ? m_fault.offset : m_fault.code) = parseHex(value); break;
        case 7: (m_isBufferOverrun ? m_fault.code : m_fault.offset) = parseHex(value); break;
        default: return;
        }
        if (*number == (m_isBufferOverrun ? 6U : 7U))
            m_fault.offsetLine = line;
    }

    /// The one that failed is known already, by its name alone.
    void listModules()
    {
        for (const auto path : m_modules) {
            if (toLowerAscii(baseName(path)) != toLowerAscii(m_fault.module))
                m_trace.listModule(path);
        }
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    Fault m_fault;
    bool m_isBufferOverrun = false;
    std::vector<std::string_view> m_modules;
};

bool beginsWer(const LineCursor& at)
{
    const auto text = trimAscii(at.line().text);
    return text.starts_with(FaultingReader::kBegin) || text == "EventType=APPCRASH" ||
           text == "EventType=BEX" || text == "EventType=BEX64";
}

void readWer(LineCursor& at, TraceBuilder& trace)
{
    if (trimAscii(at.line().text).starts_with(FaultingReader::kBegin))
        FaultingReader(at, trace).read();
    else
        WerReader(at, trace).read();
}

} // namespace

const TraceForm kWerForm{.name = "error report of Windows", .begins = beginsWer, .read = readWer};

} // namespace faultline::nativetext
