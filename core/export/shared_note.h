// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/redact.h"
#include "core/report/report_document.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faultline::exporting {

/// What a profile takes out, as people see it.
enum class OmissionKind : std::uint8_t {
    // Left out.
    Memory,
    Streams,
    Environment,
    CommandLine,
    BootArguments,
    Annotations,
    Details,
    Variables,
    OtherText,
    RawBytes,
    // Replaced by words such as "user-1".
    Users,
    Hosts,
    Devices,
    Customers,
    Mails,
    Addresses,
    Urls,
    Tokens
};

constexpr bool isReplaced(OmissionKind kind)
{
    return kind >= OmissionKind::Users;
}

/// What something is that went from this field.
OmissionKind omissionKind(redact::RemovedKind kind, std::string_view where);

struct Omission
{
    OmissionKind kind = OmissionKind::OtherText;
    std::size_t count = 0;
};

/// What a profile has taken out of a report, by what it is. Fields of one meaning are added up. In
/// the order of the kinds.
std::vector<Omission> omissionsOf(std::span<const redact::Removed> removed);

/// The note that goes with an export. Absent for Full, which shows everything.
std::optional<report::SharedNote> sharedNote(redact::Profile profile,
                                             std::span<const redact::Removed> removed);

/// "Shared outside", "For the team", "Everything".
std::string_view profileTitle(redact::Profile profile);

} // namespace faultline::exporting
