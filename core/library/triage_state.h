// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::library {

enum class Status : std::uint8_t {
    New,
    Triaged,
    NeedsSymbols,
    WaitingCustomer,
    Known,
    FixedIn, ///< With TriageState::fixedIn.
    Ignored,
    DuplicateOf ///< With TriageState::duplicateOf, a group.
};

/// "new", "triaged", "needs_symbols", …: as stored, searched and printed.
std::string_view statusName(Status status);
std::optional<Status> parseStatus(std::string_view name);

/// What people decide about a report or about a group.
struct TriageState
{
    Status status = Status::New;
    std::string fixedIn;                     ///< Version.
    std::optional<std::int64_t> duplicateOf; ///< Id of the group that has the same cause.
    std::string assignee;
    std::string ticket;
    std::string notes; ///< Markdown.
    std::string customer;
    std::vector<std::string> tags; ///< Sorted, each once.

    friend bool operator==(const TriageState&, const TriageState&) = default;
};

enum class TriageField : std::uint8_t {
    Status,
    FixedIn,
    DuplicateOf,
    Assignee,
    Ticket,
    Notes,
    Customer,
    Tags
};

inline constexpr TriageField kLastTriageField = TriageField::Tags;

/// "status", "fixed_in", …: as stored.
std::string_view triageFieldName(TriageField field);
std::optional<TriageField> parseTriageField(std::string_view name);

/// A field as the text that the history keeps; setFieldText() reads it back. Tags stand in lines.
std::string fieldText(const TriageState& state, TriageField field);
/// Errors: Malformed (no such status or number).
Result<void> setFieldText(TriageState& state, TriageField field, std::string_view text);

/// A change of some fields; absent fields stay.
struct TriageChange
{
    std::optional<Status> status;
    std::optional<std::string> fixedIn;
    std::optional<std::int64_t> duplicateOf;
    std::optional<std::string> assignee;
    std::optional<std::string> ticket;
    std::optional<std::string> notes;
    std::optional<std::string> customer;
    std::vector<std::string> addTags;
    std::vector<std::string> removeTags;
};

/// The state after a change. Another status than FixedIn or DuplicateOf forgets its version or id.
/// Errors: Malformed (a tag that is empty, longer than 100 bytes or has control characters; a
/// status without its version or id; a version or id for another status; a text of more than 1
/// MiB).
Result<TriageState> changed(TriageState state, const TriageChange& change);

/// Is `version` the same as `other` or later? Compares numbers as numbers: 2.10 is after 2.9.
bool isVersionAtLeast(std::string_view version, std::string_view other);

} // namespace faultline::library
