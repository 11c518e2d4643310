// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/fatal_message.h"

#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"
#include "core/formats/crash/text/trace_form.h"
#include "core/formats/crash/text/trace_lines.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

using Text = std::optional<std::string_view>;

/// V8's comparison of two of its own configurations writes a block of lines.
constexpr std::string_view kV8Differs = "# V8 correctness failure";

/// "[24256:24256:0324/233644:FATAL:latency_info.cc(299)] Check failed: !terminated_.", and since
/// 2022 "tree.cc:299] ": Chromium.
Text chromiumMessage(std::string_view line)
{
    LineScanner scanner(line);
    if (!line.starts_with('['))
        return std::nullopt;
    const auto before = scanner.until("FATAL:");
    const auto place = scanner.until("] ");
    if (!before || !place || (*before != "[" && !before->ends_with(':')) ||
        before->find_first_not_of("[:/.0123456789") != std::string_view::npos ||
        place->find_first_of("(:") == std::string_view::npos)
        return std::nullopt;
    return scanner.rest();
}

/// "F0813 00:29:27.775753  384244 file.cc:130] Check failed: …": glog and Abseil.
Text glogMessage(std::string_view line)
{
    LineScanner scanner(line);
    if (!scanner.take("F") || !scanner.decimal() || !scanner.take(" "))
        return std::nullopt;
    const auto place = scanner.until("] ");
    constexpr std::size_t kMaxPlace = 200;
    return place && place->size() < kMaxPlace && has(*place, ":") && has(*place, ".")
               ? Text(scanner.rest())
               : std::nullopt;
}

/// The words in the line after this one, which begins with "#".
std::string_view v8Words(LineCursor& ahead)
{
    ahead.next();
    if (ahead.atEnd() || !ahead.line().text.starts_with('#'))
        return {};
    return trimAscii(ahead.line().text.substr(1));
}

/// "# Fatal error in f()" and "# Fatal error" look like headings of Markdown, except that V8 writes
/// "#" alone after its words.
Text v8MessageOfFunction(const LineCursor& at)
{
    auto ahead = at;
    const auto words = v8Words(ahead);
    if (words.empty())
        return std::nullopt;
    ahead.next();
    return ahead.atEnd() || ahead.line().text == "#" ? Text(words) : std::nullopt;
}

/// V8 writes "# Fatal error in ../../src/objects.cc, line 12" and its words below that, in a script
/// run by a test "# Runtime error in …"; or "# Fatal process out of memory: Zone" alone. A heading
/// of Markdown that begins alike has neither the line nor the colon.
Text v8Message(const LineCursor& at)
{
    constexpr std::string_view kMemory = "# Fatal process out of memory";
    const auto line = at.line().text;
    if (line == kMemory || (line.starts_with(kMemory) && line[kMemory.size()] == ':'))
        return line.substr(2);
    LineScanner scanner(line);
    const bool isRuntime = scanner.take("# Runtime error in ");
    if (!isRuntime && !scanner.take("# Fatal error"))
        return std::nullopt;
    const bool hasPlace = isRuntime || scanner.take(" in ");
    if (LineScanner place(scanner.rest()); !hasPlace || !place.until(", line ") || !place.decimal())
        return hasPlace || scanner.atEnd() ? v8MessageOfFunction(at) : std::nullopt;
    auto ahead = at;
    auto words = v8Words(ahead);
    if (words.empty()) // A runtime error has an empty line before its words.
        words = isRuntime ? v8Words(ahead) : std::string_view();
    return words.empty() ? Text(line.substr(2)) : Text(words);
}

/// "prog: node.c:12: main: Assertion `x' failed." of glibc; "Assertion failed: (x), function f,
/// file node.c, line 3." of the BSDs.
Text assertionOfC(std::string_view line)
{
    const auto glibc = line.find(": Assertion `");
    // Some tools take off the quotation marks.
    if (glibc != std::string_view::npos && (has(line, "' failed.") || line.ends_with(" failed.")))
        return line.substr(glibc + 2);
    return line.starts_with("Assertion failed: ") ? Text(line) : std::nullopt;
}

/// "GLib:ERROR:../glib/gvariant.c:709:ast_get: assertion failed: (j < i)".
Text assertionOfGlib(std::string_view line)
{
    constexpr std::string_view kGlib = ": assertion failed";
    const auto at = line.find(kGlib);
    return has(line, "ERROR:") && at != std::string_view::npos ? Text(line.substr(at + 2))
                                                               : std::nullopt;
}

/// "…/vector:559: assertion !full() failed: sample() called on an empty vector".
Text assertionOfLibcxx(std::string_view line)
{
    constexpr std::string_view kLibcxx = "assertion ";
    const auto at = line.find(kLibcxx);
    if (at == std::string_view::npos || !has(line, " failed: "))
        return std::nullopt;
    auto place = trimAscii(line.substr(0, at));
    if (!place.ends_with(':'))
        return std::nullopt;
    place.remove_suffix(1);
    return !place.empty() && isDecimalDigit(place.back()) ? Text(line.substr(at)) : std::nullopt;
}

/// "gst_tag_add: assertion 'tag != NULL' failed": GLib's, after which the program often goes on.
Text criticalOfGlib(std::string_view line)
{
    constexpr std::string_view kGlib = ": assertion '";
    const auto at = line.find(kGlib);
    return at != std::string_view::npos && line.ends_with("' failed") ? Text(line.substr(at + 2))
                                                                      : std::nullopt;
}

/// "app: error while loading shared libraries: libx.so.1: cannot open shared object file: …" of
/// glibc, "CANNOT LINK EXECUTABLE "app": library "libx.so" not found" of Android and "Error loading
/// shared library libx.so: …" of musl: the program never began.
Text messageOfLinker(std::string_view line)
{
    constexpr std::string_view kGlibc = ": error while loading shared libraries: ";
    const auto glibc = line.find(kGlibc);
    const bool isGlibc = glibc != std::string_view::npos &&
                         line.substr(0, glibc).find(' ') == std::string_view::npos &&
                         has(line.substr(glibc + kGlibc.size()), ": ");
    const bool isAndroid = line.starts_with("CANNOT LINK EXECUTABLE ") && has(line, ": ");
    const bool isMusl = line.starts_with("Error loading shared library ") && has(line, ": ");
    if (isGlibc)
        return line.substr(glibc + 2);
    return isAndroid || isMusl ? Text(line) : std::nullopt;
}

/// "========= Per-input timeout exceeded: 26 > 25 (sec); exiting" of Centipede, and "===BUG
/// DETECTED: Shell corruption===" of sanitizers for what programs do to the system.
Text messageOfFuzzer(std::string_view line)
{
    constexpr std::string_view kLimit = "========= ";
    constexpr std::string_view kBug = "===BUG DETECTED: ";
    const auto limit = line.find(kLimit);
    if (limit != std::string_view::npos && has(line, " exceeded") &&
        (line.ends_with("; exiting") || line.ends_with("; aborting")))
        return line.substr(limit + kLimit.size());
    if (!line.starts_with(kBug) || !line.ends_with("==="))
        return std::nullopt;
    return trimAscii(line.substr(3, line.find_last_not_of("= ") - 2));
}

/// "Panic in m: runtime error: slice bounds out of range [:-1]": Go's own words, in the log of a
/// program that caught them.
Text errorOfGo(std::string_view line)
{
    constexpr std::string_view kMark = "runtime error: ";
    static constexpr std::array<std::string_view, 5> kErrors{
        "index out of range", "slice bounds out of range", "invalid memory address or nil pointer",
        "integer divide by zero", "makeslice: "};
    const auto at = line.find(kMark);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto words = line.substr(at + kMark.size());
    const bool isGo = std::ranges::any_of(
        kErrors, [words](std::string_view error) { return words.starts_with(error); });
    return isGo ? Text(line.substr(at)) : std::nullopt;
}

/// "[2018-09-20 01:00:45.516][1][critical][assert] source/a.cc:259] panic: not reached": spdlog.
Text spdlogMessage(std::string_view line)
{
    LineScanner scanner(line);
    if (!line.starts_with('[') || !scanner.until("[critical][") || !scanner.until("] "))
        return std::nullopt;
    LineScanner place(scanner.rest());
    return place.until("] ") ? place.rest() : scanner.rest();
}

constexpr auto kBeginnings = std::to_array<std::string_view>({
    "ASSERTION FAILED: ",
    "Abort message: ",
    "abort: CSA_",
    "terminate called ",
    "terminating due to ",
    "terminating with ",
    "libc++abi: terminating ",
    "libc++abi.dylib: terminating ",
    "double free or corruption",
    "corrupted size vs. prev_size",
    "free(): ",
    "malloc(): ",
    "realloc(): ",
    "munmap_chunk(): ",
    "*** buffer overflow detected ***",
    "*** stack smashing detected ***",
});

Text otherMessage(std::string_view line)
{
    if (line.starts_with("thread '") && has(line, " panicked at "))
        return line;
    if (line.starts_with("memory allocation of ") && line.ends_with(" bytes failed")) // Rust
        return line;
    const bool isKnown = std::ranges::any_of(
        kBeginnings, [line](std::string_view words) { return line.starts_with(words); });
    return isKnown ? Text(line) : std::nullopt;
}

constexpr std::uint32_t kReachOfScript = 10'000;
constexpr std::uint32_t kReachOfCritical = 4;

/// V8 prints the script's stack with all of its values between the words and its own stack.
bool isAbortOfScript(const LineCursor& at)
{
    constexpr int kLinesBelow = 3;
    return at.line().text.starts_with("abort: ") &&
           isNear(at, kLinesBelow, [](std::string_view line) {
               return line.starts_with("==== JS stack trace ====");
           });
}

} // namespace

std::optional<FatalMessage> fatalMessageAt(const LineCursor& at)
{
    const auto line = at.line().text;
    if (line.empty())
        return std::nullopt;
    if (const auto text = line.front() == '[' ? chromiumMessage(line) : std::nullopt)
        return FatalMessage{.text = *text, .isByItself = has(*text, "heck failed: ")};
    if (const auto text = line.front() == '#' ? v8Message(at) : std::nullopt)
        return FatalMessage{.text = *text, .isByItself = true};
    if (line == kV8Differs)
        return FatalMessage{.text = line.substr(2), .isByItself = true};
    for (const auto find : {assertionOfLibcxx, messageOfLinker, messageOfFuzzer}) {
        if (const auto text = find(line))
            return FatalMessage{.text = *text, .isByItself = true};
    }
    if (isAbortOfScript(at))
        return FatalMessage{.text = line, .reach = kReachOfScript};
    if (const auto text = criticalOfGlib(line))
        return FatalMessage{.text = *text, .reach = kReachOfCritical};
    for (const auto find :
         {glogMessage, spdlogMessage, assertionOfC, assertionOfGlib, errorOfGo, otherMessage}) {
        if (const auto text = find(line))
            return FatalMessage{.text = *text};
    }
    return std::nullopt;
}

namespace {

/// A message whose stack nobody printed. If a trace of another form is near, the message is its.
bool beginsMessage(const LineCursor& at)
{
    const auto message = fatalMessageAt(at);
    return message && message->isByItself;
}

/// "# V8 correctness configs: x64,ignition:x64,turbofan", below the message.
void takeConfigurations(LineCursor& at, TraceBuilder& trace)
{
    constexpr std::string_view kMark = "# V8 correctness ";
    constexpr int kMaxLines = 6;
    for (int i = 0; i < kMaxLines && !at.atEnd(); ++i, at.next()) {
        const auto text = at.line().text;
        if (!text.starts_with(kMark))
            return;
        trace.detail("V8", text.substr(kMark.size()));
        trace.setEnd(at.afterLine());
    }
}

void readMessage(LineCursor& at, TraceBuilder& trace)
{
    constexpr int kNearLines = 12;
    auto end = at;
    end.next();
    for (int i = 0; i < at.patience(kNearLines) && !end.atEnd(); ++i, end.next()) {
        if (trace.isAnother(end))
            return;
    }
    const auto message = fatalMessageAt(at)->text;
    trace.setMessage(message);
    trace.warn("text", "the text has no stack of the crash");
    trace.keepWithoutFrames();
    constexpr int kMostBelow = 2; // V8 has its words below its place.
    for (int i = 0; i < kMostBelow && !has(at.line().text, message); ++i)
        at.next();
    trace.setEnd(at.afterLine());
    at.next();
    takeConfigurations(at, trace);
}

} // namespace

const TraceForm kFatalMessageForm{
    .name = "failed check without a stack", .begins = beginsMessage, .read = readMessage};

} // namespace faultline::nativetext
