// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kCrashed = "*** Program crashed: ";
constexpr std::string_view kFatal = "*** Fatal error: ";
constexpr std::string_view kDash = "\xe2\x80\x93"; ///< Between the addresses of an image.

/// "0 [ra] 0x0000000104a1b2c4 bounds(of:) + 84 in viewer at /Users/x/Node.swift:31:12" and "1
/// [inlined] [system] 0x0000000104a1c2c4 layout() in viewer".
std::optional<FrameText> parseSwiftFrame(std::string_view line)
{
    LineScanner scanner(line);
    FrameText frame{.number = scanner.decimal()};
    if (!frame.number || !scanner.take(" "))
        return std::nullopt;
    while (scanner.blanks().rest().starts_with('[')) {
        const auto mark = scanner.until("]");
        if (!mark)
            return std::nullopt;
        frame.isInlined |= *mark == "[inlined";
    }
    frame.address = scanner.blanks().prefixedHex();
    auto text = trimAscii(scanner.rest());
    const auto in = text.rfind(" in ");
    if (in == std::string_view::npos)
        return std::nullopt;
    auto place = text.substr(in + 4);
    if (const auto at = place.find(" at "); at != std::string_view::npos) {
        setSourcePlace(frame, trimAscii(place.substr(at + 4)));
        place = place.substr(0, at);
    }
    frame.module = trimAscii(place);
    text = trimAscii(text.substr(0, in));
    if (const auto plus = text.rfind(" + "); plus != std::string_view::npos) {
        if (const auto offset = parseNumber(text.substr(plus + 3))) {
            frame.functionOffset = offset;
            text = text.substr(0, plus);
        }
    }
    frame.function = text;
    if (frame.address)
        frame.functionOffset.reset();
    const bool isFrame = frame.address || frame.functionOffset || frame.line != 0;
    return isFrame && !frame.module.empty() && frame.module.find(' ') == std::string_view::npos
               ? std::optional(frame)
               : std::nullopt;
}

/// "Thread 0 \"main\" crashed:", "Thread 1:".
struct SwiftThread
{
    std::uint64_t number = 0;
    std::string_view name;
    bool isCrashed = false;
};

std::optional<SwiftThread> parseSwiftThread(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Thread "))
        return std::nullopt;
    const auto number = scanner.decimal();
    if (!number || !line.ends_with(':'))
        return std::nullopt;
    return SwiftThread{.number = *number,
                       .name = between(scanner.rest(), "\"", "\"").value_or(std::string_view()),
                       .isCrashed = line.ends_with(" crashed:")};
}

/// Reads what Swift's own backtracer prints about a crash.
class SwiftReader
{
public:
    SwiftReader(LineCursor& at, TraceBuilder& trace) : m_at(at), m_trace(trace)
    {
        m_trace.setObjectType(ObjectType::Elf);
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto text = trimAscii(m_at.line().text);
            if (m_trace.frameCount() > 0 && isHead(text))
                break;
            lines.next(take(m_at.line(), text));
        }
    }

    static bool isHead(std::string_view text)
    {
        return text.starts_with(kCrashed) || text.starts_with(kFatal);
    }

private:
    bool take(const Line& line, std::string_view text)
    {
        if (const auto thread = parseSwiftThread(text)) {
            beginThread(*thread);
            return true;
        }
        if (m_trace.hasStack()) {
            if (const auto frame = parseSwiftFrame(text)) {
                m_trace.add(*frame, line);
                return true;
            }
        }
        return takeHead(text) || takeImage(text);
    }

    void beginThread(const SwiftThread& thread)
    {
        auto& stack = m_trace.beginStack(thread.isCrashed ? StackRole::Error : StackRole::Thread);
        stack.id = thread.number;
        stack.isRequesting = thread.isCrashed;
        if (!thread.name.empty())
            stack.name = toValidUtf8(thread.name);
    }

    /// "*** Program crashed: Bad pointer dereference at 0x0000000000000018 ***".
    bool takeHead(std::string_view text)
    {
        LineScanner scanner(text);
        if (scanner.take(kCrashed) || scanner.take(kFatal)) {
            auto words = scanner.rest();
            if (words.ends_with(" ***"))
                words.remove_suffix(4);
            m_trace.crash().present = true;
            const auto at = words.rfind(" at 0x");
            m_trace.crash().reason = toValidUtf8(words.substr(0, at));
            if (at != std::string_view::npos) {
                if (const auto address = parseNumber(words.substr(at + 4)))
                    m_trace.setAddress(*address);
            }
        } else if (scanner.take("Platform: ")) {
            takePlatform(scanner);
        } else {
            return text.starts_with("Images (") || text == "Registers:";
        }
        return true;
    }

    /// "arm64 macOS 14.5 (23F79)", "x86_64 Linux (Ubuntu 22.04.4 LTS)".
    void takePlatform(LineScanner scanner)
    {
        auto& system = m_trace.event().system;
        system.arch = parseArch(scanner.word()).value_or(Arch::Unknown);
        const auto name = scanner.blanks().word();
        const bool isMac = name == "macOS";
        system.os = isMac ? OsFamily::MacOs : name == "Linux" ? OsFamily::Linux : OsFamily::Unknown;
        system.osName = toValidUtf8(name);
        system.osVersion = toValidUtf8(scanner.blanks().rest());
        if (isMac)
            m_trace.setObjectType(ObjectType::MachO);
    }

    /// "0x0000000104a18000–0x0000000104a20000 9197c52d viewer /Users/x/viewer".
    bool takeImage(std::string_view text)
    {
        LineScanner scanner(text);
        const auto begin =
            LineScanner(scanner.until(kDash).value_or(std::string_view())).prefixedHex();
        const auto end = begin ? scanner.prefixedHex() : std::nullopt;
        if (!end || *end < *begin)
            return false;
        const auto id = scanner.blanks().word();
        const auto name = scanner.blanks().word();
        const bool hasId = !id.starts_with('<');
        auto* module =
            name.empty() ? nullptr : m_trace.listModule(name, hasId ? id : std::string_view());
        if (module == nullptr)
            return !name.empty();
        module->address = *begin;
        module->sizeBytes = *end - *begin;
        if (const auto path = trimAscii(scanner.rest()); !path.empty())
            module->codeFile = toValidUtf8(path);
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
};

bool beginsSwift(const LineCursor& at)
{
    return SwiftReader::isHead(trimAscii(at.line().text));
}

void readSwift(LineCursor& at, TraceBuilder& trace)
{
    SwiftReader(at, trace).read();
}

} // namespace

const TraceForm kSwiftForm{.name = "crash of Swift", .begins = beginsSwift, .read = readSwift};

} // namespace faultline::nativetext
