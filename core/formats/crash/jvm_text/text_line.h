// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace faultline::jvmtext {

/// Lines of stack traces, thread dumps and logs of the JVM and Android, as views into their text.
/// Sources: java.lang.Throwable.printStackTrace and StackTraceElement.toString (JDK), ART's
/// thread dumps (art/runtime/thread.cc), HotSpot's hs_err files (frame.cpp), docs/spec/jvm.md §10.

/// "    at java.base/a.b.C.method(File.java:12) ~[lib.jar:1.2]", and frames of hs_err files.
struct FrameLine
{
    /// The text before the class: indentation, "at ", class loader and module.
    std::string_view head;
    std::string_view className;
    std::string_view method;
    std::string_view file; ///< As in the text; may be a phrase like "Unknown Source".
    std::optional<std::uint32_t> line;
    std::string_view descriptor; ///< For frames of hs_err files, which have neither file nor line.
    std::string_view tail;       ///< The text after the closing parenthesis or the descriptor.
    /// False for "at a.b.C.method" and "at a.b.C.method()", as the Play Console prints frames
    /// without a file. Other programs write such lines too.
    bool hasPlace = true;
};

/// "Caused by: a.b.C: message".
struct ThrowableLine
{
    std::string_view head; ///< The text before the class.
    std::string_view className;
    std::string_view separator; ///< ": ", or empty without a message.
    std::string_view message;
};

/// "... 12 more": the number of frames in common with the surrounding trace.
struct MoreLine
{
};

/// A line that belongs to the previous frame: "- locked <0x1> (a b.C)", or a native frame.
struct DetailLine
{
};

/// Anything else.
struct OtherLine
{
};

using TextLine = std::variant<OtherLine, FrameLine, ThrowableLine, MoreLine, DetailLine>;

/// Takes the next line from the front of `rest`, without its line break; absent at the end.
std::optional<std::string_view> nextLine(std::string_view& rest);

/// Reads a line that parseTextLine() reads as a frame; much faster for other lines.
std::optional<FrameLine> parseFrameLine(std::string_view line);

/// Reads one line without the prefix of a log. A line is a throwable when it begins with a class
/// after one of the known introductions, or when it is a class name with a package and nothing but
/// a message after it.
TextLine parseTextLine(std::string_view line);

/// Reads "a$b: message" and "l1", a class without a package, which R8 makes: a throwable only if
/// frames follow.
std::optional<ThrowableLine> parseNamelessThrowable(std::string_view line);

} // namespace faultline::jvmtext
