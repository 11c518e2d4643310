// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::report {

/// A report as a page to read and to print, in parts that are finished texts. The HTML file and the
/// PDF of the window show the same document. Control characters of the crash file are escaped;
/// marks of a language such as HTML are not.

struct DocumentFact
{
    std::string name{};
    std::string text{};
    bool isCode = false; ///< Function, address, …: in a font of fixed width.
};

enum class Tone : std::uint8_t { Plain, Dim, Good, Lacking, Crash, Note, Inlined, Guess };

/// One word in a box.
struct DocumentBadge
{
    std::string word{}; ///< Empty: no badge.
    std::string explanation{};
    Tone tone = Tone::Plain;
};

/// A row of a stack. A row with a remark only stands where frames are left out or doubtful.
struct DocumentFrame
{
    std::string number{}; ///< Empty for inlined frames.
    std::string function{};
    std::string problem{};  ///< Why it has no name or line; how it is meant.
    std::string original{}; ///< What the trace itself says, where a mapping gave the names.
    std::string module{};
    std::string location{}; ///< "file.cpp:12".
    std::string path{};     ///< The whole path of the file; empty when it says no more.
    DocumentBadge trust{};
    Tone tone = Tone::Plain; ///< Dim: not the program's own code. Guess: scanned.
    bool isInlined = false;
    bool isCrash = false; ///< Where the process ended.
    std::string remark{};
};

struct DocumentLine
{
    std::uint64_t number = 0;
    std::string text{};
    bool isMarked = false; ///< The line that the frame was at.
};

/// The source around a frame, below the row with this index.
struct DocumentSource
{
    std::size_t row = 0;
    std::string path{};
    std::vector<DocumentLine> lines{};
};

/// The stack of one thread, or of several that have the same.
struct DocumentStack
{
    std::string title{}; ///< "Crash stack", "4 worker-1 and 5 more with the same stack".
    std::string facts{}; ///< "thread 3 “main”, 8 frames, 2 inlined".
    std::string top{};   ///< The innermost named function, for a folded stack.
    std::string error{}; ///< What the stack's error says.
    std::vector<std::string> remarks{}; ///< What the thread waits for; how the stack ends.
    std::vector<DocumentFrame> frames{};
    std::optional<DocumentSource> source{};
};

struct DocumentCell
{
    std::string text{};
    bool isCode = false;
    DocumentBadge badge{};              ///< Stands instead of the text when it has a word.
    std::vector<std::string> further{}; ///< Lines below it.
};

struct DocumentTable
{
    std::string title{};
    std::string facts{};
    std::vector<std::string> columns{};
    std::vector<std::vector<DocumentCell>> rows{}; ///< As many cells as columns.
    bool isFolded = false;                         ///< It is long and of little use at first sight.
};

struct DocumentRegister
{
    std::string name{};
    std::string value{};
    std::string meaning{};  ///< "stack + 0x18", "libscene.so + 0x412e6"; may be empty.
    bool isSuspect = false; ///< The crashing instruction forms its address with it.
};

/// What is not in the document, and for whom it was made.
struct SharedNote
{
    std::string title{}; ///< "Shared outside".
    std::vector<std::string> lines{};
};

/// Parts that a report does not have are empty, and are not shown.
struct ReportDocument
{
    std::string title{};                  ///< The cause.
    std::vector<DocumentFact> subtitle{}; ///< Pieces of one line, without names.
    std::vector<DocumentFact> facts{};
    std::optional<std::string> signature{};
    DocumentStack leading{};
    std::vector<DocumentStack> related{}; ///< Who freed the memory, what caused the error, ….
    std::vector<DocumentStack> others{};
    std::string othersFacts{}; ///< "12 threads, 7 different stacks".
    std::vector<DocumentRegister> registers{};
    std::vector<DocumentTable> tables{};
    std::optional<SharedNote> shared{};
    std::vector<DocumentFact> crash{};
    std::vector<DocumentFact> annotations{};
    std::vector<std::string> foot{};
};

enum class LongStacks : std::uint8_t {
    Shorten, ///< More than 500 frames: the first 400, a remark, the last 100.
    Whole
};

struct DocumentOptions
{
    std::optional<SharedNote> shared{};
    LongStacks longStacks = LongStacks::Shorten;
    bool environment = false; ///< Shows the environment of the process.
    std::string fileName{};   ///< Of the crash file, for the foot; may be empty.
    std::string foot{};       ///< A line of the user's.
};

/// The document of a report that has an event. Work is linear in the report.
ReportDocument makeDocument(const Report& report, const DocumentOptions& options);

} // namespace faultline::report
