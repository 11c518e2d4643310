// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/windows_exceptions.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>
#include <vector>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kExternal = "[External Code]";
constexpr std::string_view kInlined = "[Inline Frame] ";
constexpr std::string_view kDoubtful = "[Frames below may be incorrect";

/// "Unhandled exception at 0x00007FF6A1B21A2B in app.exe: 0xC0000005: Access violation reading
/// location 0x0000000000000010."
struct ExceptionLine
{
    std::uint32_t code = 0;
    std::string_view words;
};

std::optional<ExceptionLine> parseException(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("Unhandled exception at 0x") && !scanner.take("Exception thrown at 0x") &&
        !scanner.take("First-chance exception at 0x"))
        return std::nullopt;
    if (!scanner.until(" in ") || !scanner.until(": "))
        return std::nullopt;
    const auto code = scanner.prefixedHex();
    if (!code || *code > UINT32_MAX || !scanner.take(": "))
        return std::nullopt;
    return ExceptionLine{static_cast<std::uint32_t>(*code), scanner.rest()};
}

/// "writing location 0x10": the words of the parameters of the exception's record.
std::vector<std::uint64_t> parametersIn(std::string_view words)
{
    struct Access
    {
        std::string_view words;
        std::uint64_t kind;
    };

    constexpr std::array<Access, 3> kAccesses{Access{" reading location ", 0},
                                              Access{" writing location ", 1},
                                              Access{" executing location ", 8}};
    for (const auto& access : kAccesses) {
        LineScanner scanner(words);
        if (const auto address = scanner.until(access.words) ? scanner.hex() : std::nullopt)
            return {access.kind, *address};
    }
    return {};
}

void setException(TraceBuilder& trace, const ExceptionLine& line)
{
    const auto parameters = parametersIn(line.words);
    trace.crash().present = true;
    trace.crash().code = line.code;
    trace.crash().reason = crash::windowsExceptionReason(line.code, parameters);
    if (!parameters.empty())
        trace.setAddress(parameters.back());
    trace.detail("exception", line.words);
}

/// The languages of the column after the name.
constexpr std::array<std::string_view, 9> kLanguages{
    "C++", "C", "C#", "Basic", "Visual Basic", "F#", "Unknown", "Annotated Frame", "JavaScript"};

bool isModule(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kEndings{".exe", ".dll",  ".so",
                                                       ".ocx", ".node", ".sys"};
    const auto lower = toLowerAscii(name);
    return std::ranges::any_of(kEndings,
                               [&](std::string_view end) { return lower.ends_with(end); });
}

/// Takes the mark of the current frame and the first column's tab.
std::string_view withoutMark(std::string_view line)
{
    return trimAscii(line.starts_with('>') ? line.substr(1) : line);
}

/// "app.exe!outer(int x) Line 12\tC++" and "ntdll.dll!00007ffa1b2c3d4e()\tUnknown", as Visual
/// Studio's window of the call stack copies them.
std::optional<FrameText> parseFrame(std::string_view line)
{
    auto text = withoutMark(line);
    const auto tab = text.rfind('\t');
    if (tab == std::string_view::npos ||
        std::ranges::find(kLanguages, trimAscii(text.substr(tab))) == kLanguages.end())
        return std::nullopt;
    text = trimAscii(text.substr(0, tab));
    FrameText frame;
    LineScanner scanner(text);
    frame.isInlined = scanner.take(kInlined);
    const auto module = scanner.until("!");
    if (!module || !isModule(*module))
        return std::nullopt;
    frame.module = *module;
    text = scanner.rest();
    if (const auto at = text.rfind(" Line "); at != std::string_view::npos) {
        const auto place = text.substr(at + 6); // "7 + 0x12 bytes" until 2013.
        const auto number = parseNumber(place.substr(0, place.find(" + ")));
        frame.line = number && *number <= UINT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
        text = frame.line != 0 ? trimAscii(text.substr(0, at)) : text;
    }
    constexpr std::size_t kDigits = 16;
    const auto digits = text.substr(0, text.find('('));
    if (digits.size() == kDigits || digits.size() == kDigits / 2)
        frame.address = parseHex(digits);
    if (!frame.address)
        frame.function = text;
    return frame;
}

bool isFrame(std::string_view line)
{
    const auto text = withoutMark(line);
    return parseFrame(line).has_value() || text == kExternal || text.starts_with(kDoubtful);
}

/// Two frames below each other.
bool beginsVisualStudio(const LineCursor& at)
{
    return parseFrame(at.line().text) && isNext(at, isFrame);
}

bool beginsVisualStudioText(const LineCursor& at)
{
    constexpr int kHeadLines = 4;
    return beginsVisualStudio(at) ||
           (parseException(at.line().text) && isNear(at, kHeadLines, beginsVisualStudio));
}

void readVisualStudio(LineCursor& at, TraceBuilder& trace)
{
    const auto exception = parseException(at.line().text);
    while (!at.atEnd() && !isFrame(at.line().text))
        at.next();
    if (at.atEnd())
        return;
    const auto first = parseFrame(at.line().text);
    if (first && !first->module.ends_with(".so")) { // It debugs programs of Linux too.
        trace.setObjectType(ObjectType::Pe);
        trace.event().system.os = OsFamily::Windows;
        trace.event().system.osName = "Windows";
    }
    trace.beginStack(exception ? StackRole::Error : StackRole::Thread);
    if (exception)
        setException(trace, *exception);
    for (; !at.atEnd() && isFrame(at.line().text); at.next()) {
        if (const auto frame = parseFrame(at.line().text))
            trace.add(*frame, at.line());
        else if (withoutMark(at.line().text) == kExternal)
            trace.leaveOut({});
    }
}

} // namespace

const TraceForm kVisualStudioForm{.name = "call stack of Visual Studio",
                                  .begins = beginsVisualStudioText,
                                  .read = readVisualStudio};

} // namespace faultline::nativetext
