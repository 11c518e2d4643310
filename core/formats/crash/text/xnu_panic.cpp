// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

namespace faultline::nativetext {

namespace {

constexpr std::string_view kPanic = "panic(cpu ";
constexpr std::string_view kStack = "Backtrace (CPU ";

/// "0xffffff81234567a0 : 0xffffff8012345abc mach_kernel : _panic + 0x54": where the frame is, and
/// the return address in it. Only kernels with symbols write the rest.
std::optional<FrameText> parseFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame;
    if (!scanner.prefixedHex() || !scanner.take(" : "))
        return std::nullopt;
    frame.address = scanner.prefixedHex();
    if (!frame.address)
        return std::nullopt;
    const auto module = scanner.blanks().until(" : ");
    if (!module)
        return scanner.atEnd() ? std::optional(frame) : std::nullopt;
    frame.module = *module;
    auto name = trimAscii(scanner.rest());
    if (const auto plus = name.rfind(" + "); plus != std::string_view::npos) {
        frame.functionOffset = parseNumber(name.substr(plus + 3));
        name = frame.functionOffset ? name.substr(0, plus) : name;
    }
    frame.function = name;
    return frame;
}

/// Reads a panic of the kernel of macOS on Intel's processors.
class XnuReader
{
public:
    XnuReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::MachO);
        auto& system = m_trace.event().system;
        system.os = OsFamily::MacOs;
        system.osName = "macOS";
    }

    void read()
    {
        constexpr int kMaxGap = 40;
        for (TraceLines lines(m_at, m_trace, kMaxGap); !lines.areOver();) {
            if (m_trace.frameCount() > 0 && m_at.line().text.starts_with(kPanic))
                break;
            lines.next(take(m_at.line()));
        }
    }

private:
    bool take(const Line& line)
    {
        const auto text = line.text;
        if (const auto frame = m_trace.hasStack() ? parseFrame(text) : std::nullopt) {
            if (*frame->address > UINT32_MAX)
                m_trace.event().system.arch = Arch::Amd64;
            m_trace.add(*frame, line);
            return true;
        }
        if (text.starts_with(kStack)) {
            m_trace.beginStack(StackRole::Error);
            return true;
        }
        return takePanic(text) || takeRegisters(text) || takeExtension(trimAscii(text)) ||
               takeKernel(text);
    }

    /// "panic(cpu 0 caller 0xffffff8012345678): Kernel trap at 0xffffff7f8abcdef0, type 14=page
    /// fault, registers:"
    bool takePanic(std::string_view text)
    {
        LineScanner scanner(text);
        if (!scanner.take(kPanic) || !scanner.until("): "))
            return false;
        auto& crash = m_trace.crash();
        crash.present = true;
        auto words = scanner.rest();
        m_isPageFault = has(words, "=page fault");
        words = words.substr(0, words.find(", registers:"));
        crash.reason = toValidUtf8(words);
        return true;
    }

    /// CR2 has the address that could not be accessed.
    bool takeRegisters(std::string_view text)
    {
        LineScanner scanner(text);
        if (!text.starts_with("CR0: ") || !scanner.until("CR2: "))
            return text.starts_with("RIP: ");
        const auto address = scanner.prefixedHex();
        if (address && m_isPageFault)
            m_trace.setAddress(*address);
        return true;
    }

    /// "com.example.Foo(1.0)[6D0C…]@0xffffff7f8abcd000->0xffffff7f8abdffff"
    bool takeExtension(std::string_view text)
    {
        LineScanner scanner(text);
        scanner.take("dependency: ");
        const auto name = scanner.until("(");
        if (!name || name->empty() || has(*name, " ") || !scanner.until(")["))
            return false;
        const auto id = scanner.until("]@");
        const auto begin = id ? scanner.prefixedHex() : std::nullopt;
        if (!begin)
            return false;
        const auto end = scanner.take("->") ? scanner.prefixedHex().value_or(0) : 0;
        auto* module = m_trace.listModule(*name, *id);
        if (module != nullptr) {
            module->address = *begin;
            if (end > *begin)
                module->sizeBytes = end - *begin + 1;
        }
        return true;
    }

    bool takeKernel(std::string_view text)
    {
        for (const std::string_view fact : {"Kernel UUID: ", "Kernel slide: ", "Kernel text base: ",
                                            "BSD process name corresponding to current thread: ",
                                            "Process name corresponding to current thread",
                                            "Boot args: ", "System model name: "}) {
            if (!text.starts_with(fact))
                continue;
            const auto colon = text.find(": ");
            if (colon == std::string_view::npos)
                return true;
            m_trace.detail(text.substr(0, colon), trimAscii(text.substr(colon + 2)));
            return true;
        }
        return text == "      Kernel Extensions in backtrace:";
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    bool m_isPageFault = false;
};

bool beginsXnu(const LineCursor& at)
{
    constexpr int kHeadLines = 40;
    const auto isStack = [](std::string_view text) { return text.starts_with(kStack); };
    return isStack(at.line().text) ||
           (at.line().text.starts_with(kPanic) && isNear(at, kHeadLines, isStack));
}

void readXnu(LineCursor& at, TraceBuilder& trace)
{
    XnuReader(at, trace).read();
}

} // namespace

const TraceForm kXnuPanicForm{
    .name = "panic of the kernel of macOS", .begins = beginsXnu, .read = readXnu};

} // namespace faultline::nativetext
