// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

constexpr std::string_view kExternal = "[External Code]";
constexpr std::string_view kInlined = "[Inline Frame] ";

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
        const auto number = parseNumber(text.substr(at + 6));
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
    return parseFrame(line).has_value() || withoutMark(line) == kExternal;
}

/// Two frames below each other.
bool beginsVisualStudio(const LineCursor& at)
{
    return parseFrame(at.line().text) && isNext(at, isFrame);
}

void readVisualStudio(LineCursor& at, TraceBuilder& trace)
{
    const auto first = parseFrame(at.line().text);
    if (first && !first->module.ends_with(".so")) { // Of Linux, which it debugs too.
        trace.setObjectType(ObjectType::Pe);
        trace.event().system.os = OsFamily::Windows;
        trace.event().system.osName = "Windows";
    }
    trace.beginStack(StackRole::Thread);
    for (; !at.atEnd() && isFrame(at.line().text); at.next()) {
        if (const auto frame = parseFrame(at.line().text))
            trace.add(*frame, at.line());
        else
            trace.leaveOut({});
    }
}

} // namespace

const TraceForm kVisualStudioForm{
    .name = "call stack of Visual Studio", .begins = beginsVisualStudio, .read = readVisualStudio};

} // namespace faultline::nativetext
