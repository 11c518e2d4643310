// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/shared_note.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>

namespace faultline::exporting {

namespace {

using redact::RemovedKind;

/// Text of the process by the end of the field's name.
struct ProcessField
{
    std::string_view end;
    OmissionKind kind;
};

constexpr std::array kProcessFields{
    ProcessField{"faultline.memory", OmissionKind::Memory},
    ProcessField{"streams.bytes", OmissionKind::Streams},
    ProcessField{"environment", OmissionKind::Environment},
    ProcessField{"boot_arguments", OmissionKind::BootArguments},
    ProcessField{"arguments", OmissionKind::CommandLine},
    ProcessField{"annotations.value", OmissionKind::Annotations},
    ProcessField{"faultline.details", OmissionKind::Details},
    ProcessField{"vars", OmissionKind::Variables},
};

OmissionKind processKind(std::string_view where)
{
    const auto found = std::ranges::find_if(
        kProcessFields, [where](const ProcessField& field) { return where.ends_with(field.end); });
    return found == kProcessFields.end() ? OmissionKind::OtherText : found->kind;
}

struct Words
{
    std::string_view one;
    std::string_view many;
};

Words wordsFor(OmissionKind kind)
{
    switch (kind) {
    case OmissionKind::Memory: return {"region of memory", "regions of memory"};
    case OmissionKind::Streams: return {"stream of the file", "streams of the file"};
    case OmissionKind::Environment:
        return {"variable of the environment", "variables of the environment"};
    case OmissionKind::CommandLine:
        return {"argument of the command line", "arguments of the command line"};
    case OmissionKind::BootArguments:
        return {"argument of the system's start", "arguments of the system's start"};
    case OmissionKind::Annotations: return {"protected annotation", "protected annotations"};
    case OmissionKind::Details: return {"further fact", "further facts"};
    case OmissionKind::Variables: return {"value of a variable", "values of variables"};
    case OmissionKind::OtherText: return {"text of the process", "texts of the process"};
    case OmissionKind::RawBytes: return {"record of raw bytes", "records of raw bytes"};
    case OmissionKind::Users: return {"name of a user", "names of users"};
    case OmissionKind::Hosts: return {"name of a host", "names of hosts"};
    case OmissionKind::Devices: return {"name of a device", "names of devices"};
    case OmissionKind::Customers: return {"name of a customer", "names of customers"};
    case OmissionKind::Mails: return {"mail address", "mail addresses"};
    case OmissionKind::Addresses: return {"network address", "network addresses"};
    case OmissionKind::Urls: return {"web address", "web addresses"};
    case OmissionKind::Tokens: return {"key or password", "keys and passwords"};
    }
    return {};
}

std::string lineOf(std::span<const Omission> omissions, bool ofReplaced)
{
    std::string list;
    for (const auto& each : omissions) {
        if (isReplaced(each.kind) != ofReplaced)
            continue;
        const auto words = wordsFor(each.kind);
        list += concat(list.empty() ? "" : ", ", each.count, " ",
                       each.count == 1 ? words.one : words.many);
    }
    return list;
}

} // namespace

OmissionKind omissionKind(RemovedKind kind, std::string_view where)
{
    switch (kind) {
    case RemovedKind::Process: return processKind(where);
    case RemovedKind::RawBytes: return OmissionKind::RawBytes;
    case RemovedKind::User: return OmissionKind::Users;
    case RemovedKind::Host: return OmissionKind::Hosts;
    case RemovedKind::Device: return OmissionKind::Devices;
    case RemovedKind::Customer: return OmissionKind::Customers;
    case RemovedKind::Mail: return OmissionKind::Mails;
    case RemovedKind::Address: return OmissionKind::Addresses;
    case RemovedKind::Url: return OmissionKind::Urls;
    case RemovedKind::Token: return OmissionKind::Tokens;
    }
    return OmissionKind::OtherText;
}

std::vector<Omission> omissionsOf(std::span<const redact::Removed> removed)
{
    std::vector<Omission> all;
    for (const auto& each : removed) {
        const auto kind = omissionKind(each.kind, each.where);
        const auto known = std::ranges::find(all, kind, &Omission::kind);
        if (known != all.end())
            known->count += each.count;
        else
            all.push_back({.kind = kind, .count = each.count});
    }
    std::ranges::sort(all, {}, &Omission::kind);
    return all;
}

std::string_view profileTitle(redact::Profile profile)
{
    switch (profile) {
    case redact::Profile::Full: return "Everything";
    case redact::Profile::Team: return "For the team";
    case redact::Profile::ShareOutside: return "Shared outside";
    }
    return {};
}

std::optional<report::SharedNote> sharedNote(redact::Profile profile,
                                             std::span<const redact::Removed> removed)
{
    if (profile == redact::Profile::Full)
        return std::nullopt;
    report::SharedNote note;
    note.title = profileTitle(profile);
    const auto all = omissionsOf(removed);
    if (const auto left = lineOf(all, false); !left.empty())
        note.lines.push_back(concat("Left out: ", left, "."));
    if (const auto replaced = lineOf(all, true); !replaced.empty())
        note.lines.push_back(concat("Replaced, each always by the same word: ", replaced, "."));
    if (all.empty())
        note.lines.emplace_back("Nothing had to be left out or replaced.");
    return note;
}

} // namespace faultline::exporting
