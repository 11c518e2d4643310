// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/text_line.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace faultline::jvmtext {

namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Texts that may stand before a throwable's class.
constexpr std::array<std::string_view, 11> kIntroductions{
    "Caused by: ",
    "Suppressed: ",
    "Wrapped by: ",
    "[CIRCULAR REFERENCE: ",
    "[CIRCULAR REFERENCE:",
    "Uncaught exception: ",
    "== Java Exception: ",   // Jazzer
    "Fatal Exception: ",     // Firebase Crashlytics
    "Non-fatal Exception: ", // Firebase Crashlytics
    "Caused by ",            // Firebase Crashlytics and the Play Console
    "Exception "};           // The Play Console

bool isNamePart(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '-' || byte >= 0x80;
}

/// Parts must be separated by dots, and a part may begin with a digit only after a '$'. A line of
/// dashes is no name.
bool isClassName(std::string_view name)
{
    bool atStart = true;
    if (name.find_first_not_of("-._$") == npos)
        return false;
    for (const char c : name) {
        const bool isDigit = c >= '0' && c <= '9';
        if (c == '.' ? atStart : !isNamePart(c) || (atStart && isDigit))
            return false;
        atStart = c == '.';
    }
    return !name.empty() && !atStart;
}

std::size_t indentation(std::string_view line)
{
    return std::min(line.find_first_not_of(" \t"), line.size());
}

std::optional<std::uint32_t> lineNumber(std::string_view text)
{
    const auto value = parseDecimal(text);
    if (!value || *value > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(*value);
}

/// Is the text after a slash the suffix of a hidden class: "0x0000000800c03000.run", "14.run"?
bool isHiddenSuffix(std::string_view rest)
{
    if (rest.starts_with("0x"))
        rest.remove_prefix(2);
    const auto end = rest.find_first_not_of("0123456789abcdef");
    return end != npos && end > 0 && rest[end] == '.' && rest.find('.', end + 1) == npos;
}

/// In "loader/module@1.2/a.b.C" the class follows the last slash that is not its own:
/// "a.b.C$$Lambda$14/0x0000000800c03000.run".
std::size_t classStart(std::string_view target)
{
    auto slash = target.rfind('/');
    if (slash != npos && slash > 0 && isHiddenSuffix(target.substr(slash + 1)))
        slash = target.rfind('/', slash - 1);
    return slash == npos ? 0 : slash + 1;
}

bool splitTarget(std::string_view line, std::size_t begin, std::size_t end, FrameLine& frame)
{
    auto target = line.substr(begin, end - begin);
    const auto start = classStart(target);
    begin += start;
    target.remove_prefix(start);
    const auto dot = target.rfind('.');
    if (dot == npos || dot == 0 || dot + 1 == target.size())
        return false;
    frame.head = line.substr(0, begin);
    frame.className = target.substr(0, dot);
    frame.method = target.substr(dot + 1);
    return frame.className.find_first_of(" \t(") == npos;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// "Unknown Source" of "Unknown Source:12".
std::string_view withoutLine(std::string_view file)
{
    const auto colon = file.rfind(':');
    return colon != npos && lineNumber(file.substr(colon + 1)) ? file.substr(0, colon) : file;
}

/// What StackTraceElement writes between the parentheses: a file, one of its phrases, or nothing.
/// .NET has types and names of parameters there, a script has a URL or words of its own.
bool isJvmPlace(std::string_view file)
{
    for (const std::string_view phrase : {"Native Method", "Native method", "Unknown Source"}) {
        // The JDK's thread dumps write "java.base@17/Native Method", R8 "Unknown Source:12".
        if (withoutLine(file).ends_with(phrase))
            return true;
    }
    return file.find_first_of(" ,[]`\\(") == npos && file.find("://") == npos &&
           file != "<anonymous>" && file != "native"; // V8's own code, until 2017.
}

/// Is there a further number, as in "x.js:1" of "x.js:1:20"?
bool endsWithNumber(std::string_view file)
{
    const auto colon = file.rfind(':');
    return colon != npos && lineNumber(file.substr(colon + 1));
}

/// .NET writes "in FILE:line N" after the parameters, or "+ 0x1c" when it compiled ahead of time.
bool isTailOfDotnet(std::string_view tail)
{
    return tail.starts_with(" + 0x") || (tail.starts_with(" in ") && tail.find(":line ") != npos);
}

/// Names of tests in Kotlin, Groovy and Scala may contain blanks, but only a file with its line
/// shows that such a line is a frame.
bool mayHaveMethod(const FrameLine& frame)
{
    return frame.method.find(' ') == npos || (frame.line && frame.file.find('.') != npos);
}

/// Parses "at a.b.C.method" without a place.
std::optional<FrameLine> parseBareFrame(std::string_view line, std::size_t begin)
{
    FrameLine frame;
    if (!splitTarget(line, begin, line.size(), frame) || !isClassName(frame.className) ||
        frame.className.find('.') == npos || !std::ranges::all_of(frame.method, [](char c) {
            return isNamePart(c) || c == '<' || c == '>';
        }))
        return std::nullopt;
    frame.hasPlace = false;
    return frame;
}

/// Parses "at class.method(place) tail", where the Play Console has a blank before the parenthesis.
/// The place may contain parentheses, the tail may not.
std::optional<FrameLine> parseFrame(std::string_view line)
{
    const auto start = indentation(line);
    constexpr std::string_view kAt = "at ";
    if (!line.substr(start).starts_with(kAt))
        return std::nullopt;
    const auto open = line.find('(', start);
    if (open == npos)
        return parseBareFrame(line, start + kAt.size());
    const auto close = line.find(')', open);
    if (close == npos)
        return std::nullopt;
    auto end = open;
    while (end > start && isBlank(line[end - 1]))
        --end;
    FrameLine frame;
    if (end < start + kAt.size() || !splitTarget(line, start + kAt.size(), end, frame))
        return std::nullopt;
    frame.tail = line.substr(close + 1);
    frame.file = line.substr(open + 1, close - open - 1);
    if (!isJvmPlace(frame.file) || isTailOfDotnet(frame.tail))
        return std::nullopt;
    frame.hasPlace = !frame.file.empty();
    if (const auto file = withoutLine(frame.file); file.size() < frame.file.size()) {
        frame.line = lineNumber(frame.file.substr(file.size() + 1));
        frame.file = file;
    }
    if (frame.line && endsWithNumber(frame.file))
        return std::nullopt; // A script's line and column.
    return mayHaveMethod(frame) ? std::optional(frame) : std::nullopt;
}

bool isOfClojure(const FrameLine& frame)
{
    return frame.file.ends_with(".clj") || frame.file.ends_with(".cljc") || frame.file == "REPL" ||
           frame.file == "NO_SOURCE_FILE" || frame.className.starts_with("clojure.");
}

/// Parses "  clojure.lang.Numbers.divide (Numbers.java:188)", as Clojure prints a frame. Only its
/// own files and classes show that it is one.
std::optional<FrameLine> parseClojureFrame(std::string_view line)
{
    const auto start = indentation(line);
    const auto open = line.find(" (", start);
    if (open == npos || open == start || !line.ends_with(')'))
        return std::nullopt;
    FrameLine frame;
    const auto place = line.substr(open + 2, line.size() - open - 3);
    frame.file = withoutLine(place);
    if (frame.file.size() == place.size() || !splitTarget(line, start, open, frame) ||
        !isClassName(frame.className) || frame.method.find(' ') != npos ||
        frame.file.find_first_of(" :/()") != npos)
        return std::nullopt;
    frame.line = lineNumber(place.substr(frame.file.size() + 1));
    frame.hasPlace = isOfClojure(frame);
    return frame.hasPlace || frame.file.ends_with(".java") ? std::optional(frame) : std::nullopt;
}

/// Parses "j  a.b.C.m(ILa/D;)V+12" and "J 123 c2 a.b.C.m(I)V (10 bytes) @ 0x…".
std::optional<FrameLine> parseErrorFileFrame(std::string_view line)
{
    if (!line.starts_with("j  ") && !line.starts_with("J "))
        return std::nullopt;
    const auto open = line.find('(');
    const auto close = open == npos ? npos : line.find(')', open);
    if (close == npos)
        return std::nullopt;
    const auto begin = line.rfind(' ', open) + 1;
    const auto end = std::min(line.find_first_of(" +", close), line.size());
    FrameLine frame;
    if (end == close + 1 || !splitTarget(line, begin, open, frame))
        return std::nullopt;
    frame.descriptor = line.substr(open, end - open);
    frame.tail = line.substr(end);
    return frame;
}

/// Returns the position of the throwable's class after an introduction.
std::size_t introducedAt(std::string_view line)
{
    constexpr std::string_view kInThread = "Exception in thread \"";
    if (const auto found = line.find(kInThread); found != npos) {
        const auto quote = line.find("\" ", found + kInThread.size());
        return quote == npos ? npos : quote + 2;
    }
    // A message may contain the same words, but an introduction begins the line.
    const auto start = indentation(line);
    auto at = start;
    for (const auto introduction : kIntroductions) {
        // Since Java 11 a cause may be "Caused by: [CIRCULAR REFERENCE: …".
        if (line.substr(at).starts_with(introduction))
            at += introduction.size();
    }
    return at != start ? at : npos;
}

/// Parses "Execution error (ArithmeticException) at user/foo (REPL:1)." of Clojure, whose message
/// is in the next line.
std::optional<ThrowableLine> parseClojureError(std::string_view line)
{
    const auto open = line.find(" error (");
    const auto begin = open == npos ? npos : line.find('(', open) + 1;
    const auto close = begin == npos ? npos : line.find(')', begin);
    if (close == npos || open > 16 || !line.ends_with(")."))
        return std::nullopt;
    const auto name = line.substr(begin, close - begin);
    if (!isClassName(name))
        return std::nullopt;
    return ThrowableLine{.head = line.substr(0, begin),
                         .className = name,
                         .separator = line.substr(close),
                         .message = {}};
}

std::optional<ThrowableLine> throwableAt(std::string_view line, std::size_t begin)
{
    const auto rest = line.substr(begin);
    const auto end = std::min(rest.find_first_of(": \t]"), rest.size());
    const auto name = rest.substr(0, end);
    auto after = rest.substr(end);
    if (!isClassName(name))
        return std::nullopt;
    ThrowableLine throwable{
        .head = line.substr(0, begin), .className = name, .separator = {}, .message = {}};
    constexpr std::string_view kSeparator = ": ";
    if (after.starts_with(kSeparator)) {
        throwable.separator = after.substr(0, kSeparator.size());
        after.remove_prefix(kSeparator.size());
    } else if (!after.empty() && after != ":" && after[0] != ']') {
        return std::nullopt;
    }
    throwable.message = after;
    return throwable;
}

/// Without an introduction, a name counts as a throwable only if it has a package or ends like one,
/// because logs are full of "word: text".
bool looksLikeThrowable(std::string_view name)
{
    // HotSpot's thread dumps write "java.lang.Thread.State: RUNNABLE" below the head of a thread.
    if (name == "java.lang.Thread.State")
        return false;
    return name.find('.') != npos || name.ends_with("Exception") || name.ends_with("Error");
}

bool isMore(std::string_view line)
{
    constexpr std::string_view kDots = "... ";
    const auto text = line.substr(indentation(line));
    if (!text.starts_with(kDots) || text.size() == kDots.size())
        return false;
    return text[kDots.size()] >= '0' && text[kDots.size()] <= '9';
}

bool isDetail(std::string_view line)
{
    const auto start = indentation(line);
    const auto text = line.substr(start);
    return start > 0 && (text.starts_with("- ") || text.starts_with("native: ") ||
                         text.starts_with("kernel: ") || text.starts_with("(no managed stack"));
}

} // namespace

std::optional<ThrowableLine> parseNamelessThrowable(std::string_view line)
{
    constexpr std::size_t kMaxNameBytes = 100;
    auto throwable = throwableAt(line, 0);
    return throwable && throwable->className.size() <= kMaxNameBytes ? throwable : std::nullopt;
}

std::optional<std::string_view> nextLine(std::string_view& rest)
{
    if (rest.empty())
        return std::nullopt;
    const auto end = std::min(rest.find('\n'), rest.size());
    auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::optional<FrameLine> parseFrameLine(std::string_view line)
{
    for (const auto parse : {parseFrame, parseErrorFileFrame, parseClojureFrame}) {
        if (const auto frame = parse(line))
            return frame;
    }
    return std::nullopt;
}

TextLine parseTextLine(std::string_view line)
{
    if (const auto frame = parseFrameLine(line))
        return *frame;
    if (const auto error = parseClojureError(line))
        return *error;
    if (isMore(line))
        return MoreLine{};
    if (isDetail(line))
        return DetailLine{};
    if (const auto at = introducedAt(line); at != npos) {
        if (const auto throwable = throwableAt(line, at))
            return *throwable;
    } else if (const auto throwable = throwableAt(line, indentation(line));
               throwable && looksLikeThrowable(throwable->className)) {
        return *throwable;
    }
    return OtherLine{};
}

} // namespace faultline::jvmtext
