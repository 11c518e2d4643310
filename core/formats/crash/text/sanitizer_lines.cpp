// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/sanitizer_lines.h"

#include "core/base/text.h"
#include "core/formats/crash/text/code_frame.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

/// The sanitizer's own words around the name of the error.
constexpr std::array<std::string_view, 6> kBeforeKind{"attempting to call ", "attempting ",
                                                      "detected ",           "failed to ",
                                                      "requested ",          "CHECK failed: "};
constexpr std::array<std::string_view, 12> kAfterKind{" on unknown address",
                                                      " on address",
                                                      " (pid=",
                                                      " on 0x",
                                                      " in thread",
                                                      " (thread",
                                                      " at 0x",
                                                      ": 0x",
                                                      " (0x",
                                                      " 0x",
                                                      " (after",
                                                      " (pc "};

std::string_view kindIn(std::string_view text)
{
    if (text.starts_with("CHECK failed:"))
        return "CHECK failed";
    if (text.starts_with("attempting free on address which was not malloc()-ed"))
        return "bad-free";
    for (const auto before : kBeforeKind) {
        if (text.starts_with(before)) {
            text.remove_prefix(before.size());
            break;
        }
    }
    auto end = text.size();
    for (const auto after : kAfterKind)
        end = std::min(end, text.find(after));
    return trimAscii(text.substr(0, end));
}

std::optional<std::uint64_t> numberAfter(std::string_view text, std::string_view mark)
{
    LineScanner scanner(text);
    return scanner.until(mark) ? scanner.hex() : std::nullopt;
}

std::optional<std::uint64_t> addressIn(std::string_view text)
{
    for (const auto mark : {" unknown address ", " address ", " malloc()-ed: ", " on ",
                            " double-free on ", "heap object ["}) {
        LineScanner scanner(text);
        if (scanner.until(mark)) {
            if (const auto address = scanner.prefixedHex())
                return address;
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> threadIn(std::string_view text)
{
    for (const auto mark : {" thread T", "by thread T", " T"}) {
        LineScanner scanner(text);
        if (scanner.until(mark)) {
            if (const auto thread = scanner.decimal())
                return thread;
        }
    }
    if (has(text, "main thread"))
        return 0;
    return std::nullopt;
}

/// "(/lib/libc.so.6+0x21ec4)" and "(BuildId: 01)" at the end of a frame; returns what is left.
std::string_view takeModule(FrameText& frame, std::string_view rest)
{
    while (const auto group = lastGroup(rest)) {
        LineScanner inside(group->inside);
        if (inside.take("BuildId: ")) {
            frame.buildId = inside.rest();
        } else {
            FrameText place;
            setModulePlace(place, group->inside);
            if (!place.moduleOffset && !group->inside.starts_with('/') &&
                group->inside != "<unknown module>")
                break;
            if (group->inside != "<unknown module>") {
                frame.module = place.module;
                frame.moduleOffset = place.moduleOffset;
            }
        }
        rest = group->before;
    }
    return rest;
}

/// Where a source's place begins in "main(int, char**) /src/a b.cc:14:3": at the last blank before
/// which all brackets are closed, or where a path begins.
std::size_t placeBegin(std::string_view text)
{
    int depth = 0;
    auto last = std::string_view::npos;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        depth += c == '(' || c == '<' ? 1 : 0;
        depth -= c == ')' || c == '>' ? 1 : 0;
        if (c != ' ' || depth > 0 || i + 1 >= text.size())
            continue;
        const auto after = text.substr(i + 1);
        const bool isPath = after.starts_with('/') || after.starts_with("<null>") ||
                            after.starts_with("./") || after.starts_with("../") ||
                            (after.size() > 2 && after[1] == ':' && after[2] == '\\');
        if (isPath)
            return i;
        last = i;
    }
    return last;
}

bool endsInPlace(std::string_view text)
{
    FrameText place;
    setSourcePlace(place, text);
    // LLVM's symbolizer gives a file without a line: "Signals.cpp:0:0".
    return place.line != 0 || text.starts_with('/') || has(text, "<null>") || text == "??:0" ||
           text.ends_with(":0:0");
}

/// "builtins.cc", without a line, after the name of a function that has no blanks.
bool isSourceAlone(std::string_view before, std::string_view text)
{
    constexpr auto kEndings =
        std::to_array<std::string_view>({".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".rs", ".S"});
    return before.find(' ') == std::string_view::npos &&
           std::ranges::any_of(kEndings,
                               [text](std::string_view ending) { return text.ends_with(ending); });
}

/// "Node::layout() [src/node.cc:12:3]": glibc's form with the place where the address was.
bool takeBracketedPlace(FrameText& frame, std::string_view& text)
{
    const auto open = text.ends_with(']') ? text.rfind(" [") : std::string_view::npos;
    if (open == std::string_view::npos)
        return false;
    FrameText place;
    setSourcePlace(place, text.substr(open + 2, text.size() - open - 3));
    if (place.line == 0)
        return false;
    frame.file = place.file;
    frame.line = place.line;
    frame.column = place.column;
    text = trimAscii(text.substr(0, open));
    return true;
}

/// A frame without symbols has the path of its module alone: "/usr/lib/libx.so", "linux-gate.so.1",
/// "[vdso]".
bool isModuleName(std::string_view text)
{
    if (text.find_first_of(" (") != std::string_view::npos)
        return false;
    return text.starts_with('/') || text == "[vdso]" || text.ends_with(".so") ||
           has(text, ".so.") || text.ends_with(".dylib");
}

/// "toy.cc:12 <<application>>+0xacf4c": Fuchsia; returns what is left.
std::string_view takeFuchsiaModule(FrameText& frame, std::string_view rest)
{
    const auto blank = rest.starts_with('<') ? 0 : rest.rfind(" <");
    if (blank == std::string_view::npos)
        return rest;
    FrameText place;
    setModulePlace(place, trimAscii(rest.substr(blank)));
    if (!place.moduleOffset || !place.module.ends_with('>'))
        return rest;
    frame.module = place.module.substr(1, place.module.size() - 2);
    frame.moduleOffset = place.moduleOffset;
    return trimAscii(rest.substr(0, blank));
}

void setFunctionAndSource(FrameText& frame, std::string_view text)
{
    text = trimAscii(text);
    if (frame.module.empty() && isModuleName(text)) {
        frame.module = text;
        return;
    }
    if (takeBracketedPlace(frame, text)) {
        frame.function = text;
        return;
    }
    const auto at = placeBegin(text);
    const bool hasPlace =
        at != std::string_view::npos && (endsInPlace(text.substr(at + 1)) ||
                                         isSourceAlone(text.substr(0, at), text.substr(at + 1)));
    if (!hasPlace) {
        if (has(text, "+0x")) // "GetHandleVerifier+0x31e95", of Windows.
            setFunctionPlace(frame, text);
        else
            frame.function = text == "<null>" ? std::string_view() : text;
        return;
    }
    frame.function = trimAscii(text.substr(0, at));
    if (const auto source = trimAscii(text.substr(at + 1)); source != "<null>")
        setSourcePlace(frame, source);
    if (frame.function == "<null>" || frame.function == "??")
        frame.function = {};
    if (frame.file == "??")
        frame.file = {};
}

constexpr std::array<std::string_view, 13> kTools{
    "AddressSanitizer",  "HWAddressSanitizer", "MemorySanitizer",
    "ThreadSanitizer",   "LeakSanitizer",      "UndefinedBehaviorSanitizer",
    "DataFlowSanitizer", "libFuzzer",          "RealtimeSanitizer",
    "TypeSanitizer",     "ScudoSanitizer",     "Scudo",
    "GWP-ASan"};

} // namespace

std::optional<FrameText> parseSanitizerFrame(std::string_view line)
{
    const auto numbered = parseNumbered(line);
    if (!numbered)
        return std::nullopt;
    FrameText frame{.number = numbered->number, .isInlined = numbered->isPart};
    LineScanner scanner(numbered->rest);
    frame.address = scanner.prefixedHex();
    scanner.blanks();
    if (scanner.take("at ")) // A kernel debugger writes this.
        return std::nullopt;
    if (!scanner.take("in ") && trimAscii(scanner.rest()) == "in") // The frame has no name.
        scanner.take("in");
    auto rest = takeModule(frame, trimAscii(scanner.rest()));
    if (frame.module.empty())
        rest = takeFuchsiaModule(frame, rest);
    if (rest != "<unknown>")
        setFunctionAndSource(frame, rest);
    if (frame.function.ends_with(" at")) // cpptrace has the word before a place.
        return std::nullopt;
    // Prose has numbers too: "#12 Mend the door (again)".
    const bool hasPlace = frame.line != 0 || frame.moduleOffset;
    if (!frame.address && (frame.function.empty() || !hasPlace))
        return std::nullopt;
    return frame;
}

std::optional<RuntimeError> parseRuntimeError(std::string_view line)
{
    LineScanner scanner(line);
    const auto place = scanner.until(": runtime error: ");
    if (!place)
        return std::nullopt;
    FrameText source;
    setSourcePlace(source, *place);
    if (source.line == 0 || source.file.empty())
        return std::nullopt;
    return RuntimeError{*place, scanner.rest(), addressIn(scanner.rest())};
}

bool isShadowLine(std::string_view line)
{
    LineScanner scanner(trimAscii(line));
    scanner.take("=>");
    if (!scanner.prefixedHex() || !scanner.take(":"))
        return false;
    constexpr std::string_view kShadow = " []0123456789abcdef";
    return !scanner.atEnd() && scanner.rest().find_first_not_of(kShadow) == std::string_view::npos;
}

std::optional<SanitizerHead> parseSanitizerHead(std::string_view line)
{
    for (const auto tool : kTools) {
        const auto at = line.find(tool);
        if (at == std::string_view::npos)
            continue;
        const auto before = line.substr(0, at);
        LineScanner after(line.substr(at + tool.size()));
        const bool isCheck = after.take(" CHECK failed");
        if (!isCheck && (!after.take(":") || !(has(before, "ERROR") || has(before, "WARNING")) ||
                         has(before, "SUMMARY")))
            continue;
        SanitizerHead head;
        LineScanner process(before);
        if (process.until("=="))
            head.process = process.decimal();
        head.tool = tool;
        head.text = trimAscii(after.rest());
        head.kind = isCheck ? "CHECK failed" : kindIn(head.text);
        head.address = addressIn(head.text);
        head.thread = threadIn(head.text);
        return head;
    }
    return std::nullopt;
}

std::optional<SanitizerAccess> parseSanitizerAccess(std::string_view line)
{
    LineScanner scanner(line);
    scanner.blanks().take("Previous ");
    scanner.take("previous ");
    scanner.take("Atomic ");
    scanner.take("atomic ");
    SanitizerAccess access;
    if (scanner.take("READ") || scanner.take("Read") || scanner.take("read"))
        access.kind = SanitizerAccess::Kind::Read;
    else if (scanner.take("WRITE") || scanner.take("Write") || scanner.take("write"))
        access.kind = SanitizerAccess::Kind::Write;
    else if (!scanner.take("ACCESS"))
        return std::nullopt;
    if (!scanner.take(" of size "))
        return std::nullopt;
    access.sizeBytes = scanner.decimal();
    access.address = numberAfter(scanner.rest(), " at ");
    access.thread = threadIn(scanner.rest());
    return access;
}

} // namespace faultline::nativetext
