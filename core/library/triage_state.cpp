// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/triage_state.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace faultline::library {

namespace {

constexpr std::array<std::string_view, 8> kStatuses{
    "new",   "triaged",  "needs_symbols", "waiting_customer",
    "known", "fixed_in", "ignored",       "duplicate_of"};

constexpr std::array<std::string_view, 8> kFields{"status", "fixed_in", "duplicate_of", "assignee",
                                                  "ticket", "notes",    "customer",     "tags"};

constexpr std::size_t kMaxTagBytes = 100;
constexpr std::size_t kMaxTextBytes = 1 << 20;

template <class Enum, std::size_t count>
std::optional<Enum> parseName(const std::array<std::string_view, count>& names,
                              std::string_view name)
{
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<Enum>(found - names.begin()));
}

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

Result<void> checkTag(std::string_view tag)
{
    if (tag.empty() || tag.size() > kMaxTagBytes || std::ranges::any_of(tag, isControl) ||
        trimAscii(tag) != tag || !isValidUtf8(tag))
        return fail(ErrorKind::Malformed, "\"", excerpt(tag), "\" is no tag: it needs 1 to ",
                    kMaxTagBytes, " bytes without control characters and without spaces around it");
    return {};
}

Result<void> setText(std::string& field, const std::optional<std::string>& text)
{
    if (!text)
        return {};
    if (text->size() > kMaxTextBytes)
        return fail(ErrorKind::Malformed, "a text of ", text->size(), " bytes, limit ",
                    kMaxTextBytes);
    field = toValidUtf8(*text);
    return {};
}

Result<void> changeTags(std::vector<std::string>& tags, const TriageChange& change)
{
    for (const auto& tag : change.addTags) {
        FL_CHECK(checkTag(tag));
        tags.push_back(tag);
    }
    std::ranges::sort(tags);
    const auto repeated = std::ranges::unique(tags);
    tags.erase(repeated.begin(), repeated.end());
    std::erase_if(tags, [&](const std::string& tag) {
        return std::ranges::find(change.removeTags, tag) != change.removeTags.end();
    });
    return {};
}

/// A value that another status would forget is a mistake of the caller.
Result<void> checkBelongs(const TriageState& state, const TriageChange& change)
{
    if (state.status != Status::FixedIn && !change.fixedIn.value_or("").empty())
        return fail(ErrorKind::Malformed, "a version goes with status fixed_in only, not with ",
                    statusName(state.status));
    if (state.status != Status::DuplicateOf && change.duplicateOf)
        return fail(ErrorKind::Malformed, "a number goes with status duplicate_of only, not with ",
                    statusName(state.status));
    return {};
}

Result<void> settle(TriageState& state)
{
    if (state.status != Status::FixedIn)
        state.fixedIn.clear();
    else if (state.fixedIn.empty())
        return fail(ErrorKind::Malformed, "status fixed_in needs a version");
    if (state.status != Status::DuplicateOf)
        state.duplicateOf.reset();
    else if (!state.duplicateOf)
        return fail(ErrorKind::Malformed, "status duplicate_of needs a number");
    return {};
}

/// Takes the next run of digits or of other characters.
std::string_view takeVersionPart(std::string_view& rest)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t end = 0;
    while (end < rest.size() && isDigit(rest[end]) == isDigit(rest[0]))
        ++end;
    const auto part = rest.substr(0, end);
    rest.remove_prefix(end);
    return part;
}

/// Numbers of any length: without leading zeros, the longer one is greater.
std::strong_ordering compareParts(std::string_view a, std::string_view b)
{
    a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
    b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
    return a.size() != b.size() ? a.size() <=> b.size() : a <=> b;
}

} // namespace

std::string_view statusName(Status status)
{
    return kStatuses[static_cast<std::size_t>(status)];
}

std::optional<Status> parseStatus(std::string_view name)
{
    return parseName<Status>(kStatuses, name);
}

std::string_view triageFieldName(TriageField field)
{
    return kFields[static_cast<std::size_t>(field)];
}

std::optional<TriageField> parseTriageField(std::string_view name)
{
    return parseName<TriageField>(kFields, name);
}

std::string fieldText(const TriageState& state, TriageField field)
{
    switch (field) {
    case TriageField::Status: return std::string(statusName(state.status));
    case TriageField::FixedIn: return state.fixedIn;
    case TriageField::DuplicateOf:
        return state.duplicateOf ? concat(*state.duplicateOf) : std::string();
    case TriageField::Assignee: return state.assignee;
    case TriageField::Ticket: return state.ticket;
    case TriageField::Notes: return state.notes;
    case TriageField::Customer: return state.customer;
    case TriageField::Tags: break;
    }
    std::string lines;
    for (const auto& tag : state.tags)
        lines += (lines.empty() ? "" : "\n") + tag;
    return lines;
}

Result<void> setFieldText(TriageState& state, TriageField field, std::string_view text)
{
    switch (field) {
    case TriageField::Status: {
        const auto status = parseStatus(text);
        if (!status)
            return fail(ErrorKind::Malformed, "\"", excerpt(text), "\" is no status");
        state.status = *status;
        return {};
    }
    case TriageField::DuplicateOf: {
        const auto number = parseDecimal(text);
        if (!text.empty() && !number)
            return fail(ErrorKind::Malformed, "\"", excerpt(text), "\" is no number");
        state.duplicateOf.reset();
        if (number)
            state.duplicateOf = static_cast<std::int64_t>(*number);
        return {};
    }
    case TriageField::FixedIn: state.fixedIn = text; return {};
    case TriageField::Assignee: state.assignee = text; return {};
    case TriageField::Ticket: state.ticket = text; return {};
    case TriageField::Notes: state.notes = text; return {};
    case TriageField::Customer: state.customer = text; return {};
    case TriageField::Tags: break;
    }
    state.tags.clear();
    for (const auto line : splitLines(text)) {
        if (!line.empty())
            state.tags.emplace_back(line);
    }
    return {};
}

Result<TriageState> changed(TriageState state, const TriageChange& change)
{
    if (change.status)
        state.status = *change.status;
    if (change.duplicateOf)
        state.duplicateOf = change.duplicateOf;
    FL_CHECK(setText(state.fixedIn, change.fixedIn));
    FL_CHECK(setText(state.assignee, change.assignee));
    FL_CHECK(setText(state.ticket, change.ticket));
    FL_CHECK(setText(state.notes, change.notes));
    FL_CHECK(setText(state.customer, change.customer));
    FL_CHECK(changeTags(state.tags, change));
    FL_CHECK(checkBelongs(state, change));
    FL_CHECK(settle(state));
    return state;
}

bool isVersionAtLeast(std::string_view version, std::string_view other)
{
    while (!version.empty() && !other.empty()) {
        const auto a = takeVersionPart(version);
        const auto b = takeVersionPart(other);
        const bool areNumbers = a[0] >= '0' && a[0] <= '9' && b[0] >= '0' && b[0] <= '9';
        const auto order = areNumbers ? compareParts(a, b) : a <=> b;
        if (order != 0)
            return order > 0;
    }
    return other.empty();
}

} // namespace faultline::library
