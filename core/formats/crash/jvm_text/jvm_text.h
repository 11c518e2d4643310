// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/crash/jvm_text/text_line.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::jvmtext {

/// The kind of a text, for display only: all kinds are read in the same way.
enum class TextKind : std::uint8_t { StackTrace, Logcat, AnrTrace, ThreadDump, HotSpotError };

/// "stack trace", "logcat", "ANR trace", "thread dump", "hs_err file".
std::string_view textKindName(TextKind kind);

/// One line of a text.
struct ReadLine
{
    std::string_view text;       ///< Without its line break.
    std::size_t prefixBytes = 0; ///< Number of bytes that a log adds before the message.
    TextLine parsed;             ///< The message without that prefix.

    std::string_view message() const { return text.substr(prefixBytes); }
};

/// Frames of one trace, as indexes into JvmText::lines.
struct TextStack
{
    std::optional<std::size_t> throwable;
    std::vector<std::size_t> messageLines; ///< Further lines of the throwable's message.
    std::vector<std::size_t> frames;       ///< Callee first.
    std::vector<std::size_t> details;      ///< Locks and native frames.
    std::string_view thread;               ///< Name of the thread; empty when unknown.
    bool isFatal = false;                  ///< The text says that the program ended with it.
    bool isRepeated = false;               ///< HotSpot's deadlock section prints it once more.
};

/// A text with stack traces of the JVM in it. The views point into `bytes`.
struct JvmText
{
    ByteView bytes;
    TextKind kind = TextKind::StackTrace;
    std::vector<ReadLine> lines;
    std::vector<TextStack> stacks;
    std::vector<std::string> mapIds; ///< R8's ids of mappings that frames name ("r8-map-id-…").
};

/// Tells whether a text has a frame of the JVM, wherever it stands.
bool looksLikeJvmText(std::string_view text);

/// Reads all traces of a text and ignores other lines between them. Lines of a log are joined if
/// they have the same writer. Errors: Unsupported (more than four million lines).
Result<JvmText> readJvmText(ByteView bytes);

} // namespace faultline::jvmtext
