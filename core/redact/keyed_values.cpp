// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/keyed_values.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::redact {

namespace {

enum class Match : std::uint8_t { Whole, Begin, End };

/// Keys are compared in ASCII lower case.
struct Rule
{
    std::string_view key;
    ValueClass valueClass;
    Match match = Match::Whole;
};

// The keys that our readers write (core/formats/crash). Those of Apple's reports are in the next
// table, because Apple chooses them.
constexpr std::array kDetails{
    // minidump/event_details.cpp, minidump/windows_streams.cpp, minidump/other_streams.cpp
    Rule{"minidump version", ValueClass::Fact},
    Rule{"minidump flags", ValueClass::Fact},
    Rule{"byte order", ValueClass::Fact},
    Rule{"stop description", ValueClass::Message},
    Rule{"process user time", ValueClass::Fact},
    Rule{"process kernel time", ValueClass::Fact},
    Rule{"processor clock", ValueClass::Fact},
    Rule{"process integrity level", ValueClass::Fact},
    Rule{"process execute flags", ValueClass::Fact},
    Rule{"protected process", ValueClass::Fact},
    Rule{"time zone", ValueClass::Fact},
    Rule{"build", ValueClass::Fact},
    Rule{"debugger library build", ValueClass::Fact},
    Rule{"extended state features", ValueClass::Fact},
    Rule{"process cookie", ValueClass::Fact},
    Rule{"mac boot arguments", ValueClass::Process},
    Rule{"comment", ValueClass::Message},
    Rule{"handle ", ValueClass::Path, Match::Begin},
    Rule{"crashpad report id", ValueClass::Fact},
    Rule{"crashpad client id", ValueClass::Device},
    Rule{"pointer authentication mask", ValueClass::Fact},
    Rule{"status ", ValueClass::Message, Match::Begin},
    Rule{"limit ", ValueClass::Fact, Match::Begin},
    Rule{"at_", ValueClass::Fact, Match::Begin},
    Rule{"object ", ValueClass::Fact, Match::Begin},
    Rule{"dynamic ", ValueClass::Fact, Match::Begin},
    Rule{"virtual size", ValueClass::Fact},
    Rule{"page file usage", ValueClass::Fact},
    Rule{"working set", ValueClass::Fact},
    Rule{"private bytes", ValueClass::Fact},
    Rule{"physical memory", ValueClass::Fact},
    Rule{"available memory", ValueClass::Fact},
    Rule{"committed memory", ValueClass::Fact},
    Rule{"token of process or thread ", ValueClass::Fact, Match::Begin},
    // minidump/stability_report.cpp; a program's name stands before these words.
    Rule{" private memory", ValueClass::Fact, Match::End},
    Rule{" peak working set", ValueClass::Fact, Match::End},
    Rule{" peak page file", ValueClass::Fact, Match::End},
    Rule{" failed allocation", ValueClass::Fact, Match::End},
    Rule{"system commit ", ValueClass::Fact, Match::Begin},
    // elfcore/event_assembly.cpp
    Rule{"executable", ValueClass::Path},
    Rule{"signal sent by process", ValueClass::Fact},
    // sentry_event/event_facts.cpp, script_stack/script_event.cpp. Tags are the program's.
    Rule{"event", ValueClass::Fact},
    Rule{"release", ValueClass::Fact},
    Rule{"dist", ValueClass::Fact},
    Rule{"environment", ValueClass::Fact}, // "production"
    Rule{"level", ValueClass::Fact},
    Rule{"logger", ValueClass::Fact},
    Rule{"transaction", ValueClass::Message},
    Rule{"server name", ValueClass::Host},
    Rule{"message", ValueClass::Message},
    Rule{"mechanism", ValueClass::Fact},
    Rule{"sdk", ValueClass::Fact},
    // jvm_text/error_file.cpp
    Rule{"text", ValueClass::Fact},
    Rule{"jre version", ValueClass::Fact},
    Rule{"java vm", ValueClass::Fact},
    Rule{"command line", ValueClass::Process},
    Rule{"host", ValueClass::Host}, // "desk, 2 cores"
    Rule{"time", ValueClass::Fact},
    Rule{"vm info", ValueClass::Fact},
    Rule{"problematic frame", ValueClass::Fact},
    Rule{"current thread", ValueClass::Message},
};

// Keys of Apple's crash reports, as text and as JSON (.ips). Source: Apple, "Examining the fields
// in a crash report", and reports that carry them.
constexpr std::array kAppleDetails{
    Rule{"process", ValueClass::Fact},
    Rule{"path", ValueClass::Path},
    Rule{"procpath", ValueClass::Path},
    Rule{"identifier", ValueClass::Fact},
    Rule{"version", ValueClass::Fact},
    Rule{"build info", ValueClass::Fact},
    Rule{"bundleinfo", ValueClass::Fact},
    Rule{"bundleid", ValueClass::Fact},
    Rule{"bundle_id", ValueClass::Fact},
    Rule{"app_name", ValueClass::Fact},
    Rule{"app_version", ValueClass::Fact},
    Rule{"build_version", ValueClass::Fact},
    Rule{"name", ValueClass::Fact},
    Rule{"code type", ValueClass::Fact},
    Rule{"architecture", ValueClass::Fact},
    Rule{"role", ValueClass::Fact},
    Rule{"procrole", ValueClass::Fact},
    Rule{"parent process", ValueClass::Fact},
    Rule{"parentproc", ValueClass::Fact},
    Rule{"responsible", ValueClass::Fact},
    Rule{"responsible process", ValueClass::Fact},
    Rule{"responsibleproc", ValueClass::Fact},
    Rule{"coalition", ValueClass::Fact},
    Rule{"coalitionname", ValueClass::Fact},
    Rule{"date/time", ValueClass::Fact},
    Rule{"launch time", ValueClass::Fact},
    Rule{"proclaunch", ValueClass::Fact},
    Rule{"timestamp", ValueClass::Fact},
    Rule{"os version", ValueClass::Fact},
    Rule{"os_version", ValueClass::Fact},
    Rule{"release type", ValueClass::Fact},
    Rule{"platform", ValueClass::Fact},
    Rule{"report version", ValueClass::Fact},
    Rule{"hardware model", ValueClass::Fact},
    Rule{"incident identifier", ValueClass::Fact},
    Rule{"incident", ValueClass::Fact},
    Rule{"incident_id", ValueClass::Fact},
    Rule{"slice_uuid", ValueClass::Fact},
    Rule{"exception type", ValueClass::Fact},
    Rule{"exception subtype", ValueClass::Fact},
    Rule{"exception codes", ValueClass::Fact},
    Rule{"exception note", ValueClass::Message},
    Rule{"exception message", ValueClass::Message},
    Rule{"signal", ValueClass::Fact},
    Rule{"termination", ValueClass::Message},
    Rule{"termination ", ValueClass::Message, Match::Begin},
    Rule{"terminating process", ValueClass::Fact},
    Rule{"triggered by thread", ValueClass::Fact},
    Rule{"crashed thread", ValueClass::Fact},
    Rule{"system integrity protection", ValueClass::Fact},
    Rule{"sip", ValueClass::Fact},
    Rule{"time awake since boot", ValueClass::Fact},
    Rule{"logical cpu", ValueClass::Fact},
    Rule{"error code", ValueClass::Fact},
    Rule{"trap number", ValueClass::Fact},
    Rule{"vm region info", ValueClass::Path},
    Rule{"vmregioninfo", ValueClass::Path},
    Rule{"vmsummary", ValueClass::Path},
    Rule{"sharedcache", ValueClass::Fact},
    Rule{"codesigning", ValueClass::Fact, Match::Begin},
    Rule{"header", ValueClass::Message},
    Rule{"legacyinfo", ValueClass::Message},
    Rule{"crashreporter key", ValueClass::Device},
    Rule{"crashreporterkey", ValueClass::Device},
    Rule{"anonymous uuid", ValueClass::Device},
    Rule{"beta identifier", ValueClass::Device},
    Rule{"sleep/wake uuid", ValueClass::Device},
    Rule{"sleepwakeuuid", ValueClass::Device},
    Rule{"bootsessionuuid", ValueClass::Device},
    Rule{"storeinfo", ValueClass::Device}, // Has an identifier for the vendor.
};

// Names that details and annotations have in common.
constexpr std::array kNamingKeys{
    Rule{"user", ValueClass::User},          Rule{"username", ValueClass::User},
    Rule{"user name", ValueClass::User},     Rule{"user_name", ValueClass::User},
    Rule{"login", ValueClass::User},         Rule{"hostname", ValueClass::Host},
    Rule{"host name", ValueClass::Host},     Rule{"host_name", ValueClass::Host},
    Rule{"computer name", ValueClass::Host}, Rule{"computername", ValueClass::Host},
    Rule{"server_name", ValueClass::Host},   Rule{"device name", ValueClass::Device},
    Rule{"device_name", ValueClass::Device}, Rule{"devicename", ValueClass::Device},
    Rule{"guid", ValueClass::Device}, // Crashpad's and Breakpad's id of the installation.
    Rule{"client_id", ValueClass::Device},   Rule{"installationid", ValueClass::Device},
    Rule{"customer", ValueClass::Customer},  Rule{"customer_name", ValueClass::Customer},
    Rule{"company", ValueClass::Customer},   Rule{"organization", ValueClass::Customer},
};

// Public annotations: what Crashpad, Breakpad and Mozilla's programs say about themselves. All
// others are protected, as in Socorro (REP-5).
constexpr std::array kAnnotations{
    Rule{"prod", ValueClass::Fact},
    Rule{"product", ValueClass::Fact},
    Rule{"productname", ValueClass::Fact},
    Rule{"ver", ValueClass::Fact},
    Rule{"version", ValueClass::Fact},
    Rule{"build", ValueClass::Fact},
    Rule{"buildid", ValueClass::Fact},
    Rule{"channel", ValueClass::Fact},
    Rule{"releasechannel", ValueClass::Fact},
    Rule{"vendor", ValueClass::Fact},
    Rule{"plat", ValueClass::Fact},
    Rule{"platform", ValueClass::Fact},
    Rule{"lsb-release", ValueClass::Fact},
    Rule{"ptype", ValueClass::Fact},
    Rule{"process_type", ValueClass::Fact},
    Rule{"processtype", ValueClass::Fact},
    Rule{"osarch", ValueClass::Fact},
    Rule{"abort_message", ValueClass::Message},
    Rule{"abortmessage", ValueClass::Message},
    Rule{"assertion", ValueClass::Message},
    Rule{"mozcrashreason", ValueClass::Message},
    Rule{"exceptionname", ValueClass::Fact},
    Rule{"exceptionreason", ValueClass::Message},
    Rule{"message", ValueClass::Message},
};

constexpr std::array kVariables{
    Rule{"user", ValueClass::User},         Rule{"username", ValueClass::User},
    Rule{"logname", ValueClass::User},      Rule{"sudo_user", ValueClass::User},
    Rule{"host", ValueClass::Host},         Rule{"hostname", ValueClass::Host},
    Rule{"computername", ValueClass::Host}, Rule{"userdomain", ValueClass::Host},
};

bool fits(const Rule& rule, std::string_view key)
{
    switch (rule.match) {
    case Match::Whole: return key == rule.key;
    case Match::Begin: return key.starts_with(rule.key);
    case Match::End: return key.ends_with(rule.key);
    }
    return false;
}

const Rule* findRule(std::span<const Rule> rules, std::string_view key)
{
    const auto found = std::ranges::find_if(rules, [key](auto& rule) { return fits(rule, key); });
    return found == rules.end() ? nullptr : &*found;
}

ValueClass classBy(std::initializer_list<std::span<const Rule>> tables,
                   std::string_view key,
                   std::string_view value)
{
    const auto lower = toLowerAscii(key);
    for (const auto& rules : tables) {
        if (const auto* rule = findRule(rules, lower))
            return rule->valueClass;
    }
    return isNumberOrFlag(value) ? ValueClass::Fact : ValueClass::Process;
}

} // namespace

bool isNumberOrFlag(std::string_view value)
{
    constexpr std::array<std::string_view, 7> kWords{"true",  "false", "null",     "True",
                                                     "False", "None",  "undefined"};
    constexpr std::size_t kMostDigits = 20; // As many as a number of 64 bits has.
    if (std::ranges::find(kWords, value) != kWords.end())
        return true;
    if (value.starts_with('-'))
        value.remove_prefix(1);
    const bool isHex = value.starts_with("0x");
    if (isHex)
        value.remove_prefix(2);
    const std::string_view digits = isHex ? "0123456789abcdefABCDEF" : "0123456789.";
    return !value.empty() && value.size() <= kMostDigits &&
           value.find_first_not_of(digits) == std::string_view::npos &&
           std::ranges::count(value, '.') <= 1;
}

ValueClass classOfDetail(std::string_view key, std::string_view value)
{
    return classBy({kNamingKeys, kDetails, kAppleDetails}, key, value);
}

ValueClass classOfAnnotation(const Annotation& annotation)
{
    switch (annotation.origin) {
    case Annotation::Origin::AppleCrashInfo:
    case Annotation::Origin::CrashpadList: // Crashpad puts Apple's crash messages there.
    case Annotation::Origin::MozillaSoftError: return ValueClass::Message;
    default: return classBy({kNamingKeys, kAnnotations}, annotation.key, annotation.value);
    }
}

ValueClass classOfVariable(std::string_view name)
{
    return classBy({kVariables}, name, {});
}

} // namespace faultline::redact
