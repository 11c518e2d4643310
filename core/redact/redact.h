// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::redact {

/// Who may see a report (docs/security.md, "What leaves a report").
enum class Profile : std::uint8_t {
    Full,        ///< Everything.
    Team,        ///< Without texts of the crashed process.
    ShareOutside ///< Also without names of users and machines, addresses and tokens.
};

/// "full", "team", "share_outside".
std::string_view profileName(Profile profile);

/// Tells whether an export may contain the crash file itself: only Full may.
constexpr bool carriesOriginalFile(Profile profile)
{
    return profile == Profile::Full;
}

/// Tells whether an export may name the crash file: people give files names of users.
constexpr bool carriesFileName(Profile profile)
{
    return profile != Profile::ShareOutside;
}

enum class RemovedKind : std::uint8_t {
    // What is no longer in the report.
    Process,  ///< Text of the crashed process: memory, strings, command line, environment, …
    RawBytes, ///< Bytes of the file in which names cannot be told apart.
    // What a word like "user-1" stands for.
    User,
    Host,
    Device,
    Customer,
    Mail,
    Address, ///< Of the network.
    Url,
    Token ///< Also keys and passwords.
};

inline constexpr RemovedKind kLastRemovedKind = RemovedKind::Token;

/// "process", "raw_bytes", "user", …
std::string_view removedKindName(RemovedKind kind);

/// What went from one field, over the whole report.
struct Removed
{
    RemovedKind kind = RemovedKind::Process;
    std::string where;     ///< The field as docs/report.schema.json names it, without indexes:
                           ///< "faultline.process.environment". Fields that are in no JSON are
                           ///< named in the same way.
    std::size_t count = 0; ///< Elements of lists, otherwise texts or words.

    friend bool operator==(const Removed&, const Removed&) = default;
};

/// One text that went, for the owner of the report to look at. It must not leave with the report.
struct RemovedText
{
    RemovedKind kind = RemovedKind::Process; ///< The first that the text had.
    std::string where;                       ///< As in Removed.
    std::string before;                      ///< Cut when long.
    std::string after;                       ///< Empty for what is left out.
    std::size_t count = 1;                   ///< How often this text went from this field.
};

/// Further texts are counted only.
inline constexpr std::size_t kMostRemovedTexts = 500;

struct Redaction
{
    ReportPtr report;
    std::vector<Removed> removed;     ///< Sorted by field and kind.
    std::vector<RemovedText> texts{}; ///< In the order of the report, each once.
};

/// A text that goes with a report: a source file.
struct FurtherText
{
    std::string path;
    std::string text;
};

/// The report as `profile` shows it. Parts in which nothing changes are those of the given report.
/// Equal names become equal words within one report ("user-1"); numbering follows the order of the
/// report, so equal reports give equal results. These words are not replaced again. The work is
/// linear in the size of the report. The report has an event. Cannot fail; thread-safe.
Redaction redact(const ReportPtr& report, Profile profile);

/// The same, and replaces the names of the report in texts that go with it. They are listed as
/// "sources.path" and "sources.text".
Redaction redact(const ReportPtr& report, Profile profile, std::vector<FurtherText>& further);

} // namespace faultline::redact
