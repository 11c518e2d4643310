// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/signature/signature.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline::library {

/// A module of a report, for searching.
struct RecordedModule
{
    std::string name;
    std::string version;
    std::string debugId;
    bool isOnStack = false; ///< Of the leading thread.
    bool isMissing = false; ///< Its debug file was needed and not found.

    friend bool operator==(const RecordedModule&, const RecordedModule&) = default;
};

/// A row of the leading thread, for comparing stacks (core/likeness).
struct RecordedFrame
{
    std::string module;
    std::string function; ///< As in signatures; empty: unknown.
    bool isOwn = false;   ///< Code of the program, and not of a standard library in its modules.
    bool isGuess = false;
    bool isInlined = false;
    std::uint64_t moduleOffset = 0; ///< Of the instruction, where no function is known; 0: unknown.
    std::string file{};             ///< Name of the source file; empty without a line.
    std::uint32_t line = 0;         ///< 0: unknown.

    friend bool operator==(const RecordedFrame&, const RecordedFrame&) = default;
};

/// What a library keeps of a report besides the report itself: enough for lists, search, facets and
/// grouping. All texts are valid UTF-8 of at most 64 KiB; longer ones end in "…".
struct ReportRecord
{
    std::string sha256;                    ///< Of the crash file, as 64 hexadecimal digits.
    std::string part;                      ///< Its name in a container; empty without one.
    std::string path;                      ///< Where the file was.
    std::string kind;                      ///< "minidump", "jvm", …
    std::optional<std::int64_t> crashedAt; ///< Unix seconds.
    std::string product;
    std::string version;
    std::string build;
    std::string channel;
    std::string os;
    std::string osVersion;
    std::string arch;
    std::string cpuInfo;
    std::string device;
    std::string processType;
    std::string reason;
    std::optional<std::uint64_t> address;
    std::string threadName;
    std::string signature;
    std::string protoSignature;
    signature::Mode mode = signature::Mode::Faultline;
    std::uint32_t algorithm = 0;
    std::string rulesHash;
    std::string topFunction;
    std::string inAppFunction;
    std::vector<RecordedFrame> frames;
    std::vector<RecordedModule> modules;
    std::uint32_t threadCount = 0;
    std::optional<std::uint64_t> uptimeSeconds;
    std::string comment; ///< The user's.
    std::vector<std::pair<std::string, std::string>> annotations;
    /// 0 to 4: how much of the leading stack has lines and was found reliably.
    std::uint32_t quality = 0;

    friend bool operator==(const ReportRecord&, const ReportRecord&) = default;
};

/// A text as records have it: valid UTF-8 of at most 64 KiB; longer ones end in "…".
std::string storedText(std::string_view text);

/// The record of a report; whoever stores it adds digest, part and path.
ReportRecord recordOf(const Report& report, const signature::Signature& signature);

/// Stored form of frames: a line each, in which tabs and controls are escaped; and back. A damaged
/// line is left out.
std::string framesText(const std::vector<RecordedFrame>& frames);
std::vector<RecordedFrame> parseFrames(std::string_view text);

} // namespace faultline::library
