// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_facts.h"

#include "core/formats/crash/sentry_event/event_form.h"
#include "core/formats/crash/sentry_event/event_time.h"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>

namespace faultline::sentry {

namespace {

struct NamedSystem
{
    std::string_view name;
    OsFamily family;
};

constexpr std::array kSystems{
    NamedSystem{"Windows", OsFamily::Windows}, NamedSystem{"macOS", OsFamily::MacOs},
    NamedSystem{"Mac OS X", OsFamily::MacOs},  NamedSystem{"iOS", OsFamily::Ios},
    NamedSystem{"iPadOS", OsFamily::Ios},      NamedSystem{"tvOS", OsFamily::Ios},
    NamedSystem{"watchOS", OsFamily::Ios},     NamedSystem{"visionOS", OsFamily::Ios},
    NamedSystem{"Linux", OsFamily::Linux},     NamedSystem{"Android", OsFamily::Android},
    NamedSystem{"Fuchsia", OsFamily::Fuchsia},
};

/// Members that become details as they are, with their labels; the event's id comes first.
struct NamedDetail
{
    std::string_view sent;
    std::string_view web;
    std::string_view label;
};

constexpr std::array kDetails{
    NamedDetail{"event_id", "eventID", "event"},
    NamedDetail{"release", "release", "release"},
    NamedDetail{"dist", "dist", "dist"},
    NamedDetail{"environment", "environment", "environment"},
    NamedDetail{"level", "level", "level"},
    NamedDetail{"logger", "logger", "logger"},
    NamedDetail{"transaction", "transaction", "transaction"},
    NamedDetail{"server_name", "serverName", "server name"},
};

OsFamily familyOf(std::string_view name)
{
    const auto* const found = std::ranges::find(kSystems, name, &NamedSystem::name);
    return found == kSystems.end() ? OsFamily::Unknown : found->family;
}

/// Android's ABI names beside the canonical ones.
Arch archOf(std::string_view name)
{
    if (name == "arm64-v8a")
        return Arch::Arm64;
    if (name.starts_with("armeabi"))
        return Arch::Arm;
    return parseArch(name).value_or(Arch::Unknown);
}

/// A member of members; absent when one of them is.
template <class... Names>
std::optional<json::JsonValue>
at(const std::optional<json::JsonValue>& value, std::string_view name, Names... deeper)
{
    const auto found = value ? json::member(*value, name) : std::nullopt;
    if constexpr (sizeof...(deeper) == 0)
        return found;
    else
        return at(found, deeper...);
}

std::string textAt(const std::optional<json::JsonValue>& value)
{
    return textOf(value).value_or("");
}

std::optional<std::uint32_t> numberAt(const std::optional<json::JsonValue>& value)
{
    const bool isNumber = value && value->kind() == json::JsonKind::Unsigned;
    if (!isNumber || value->integerBits() > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(value->integerBits());
}

void readSystem(const json::JsonValue& source, Arch images, SystemInfo& system)
{
    const auto os = at(source, "contexts", "os");
    system.osName = textAt(at(os, "name"));
    system.osVersion = textAt(at(os, "version"));
    system.osBuild = textAt(at(os, "build"));
    system.os = familyOf(system.osName);
    const auto device = at(source, "contexts", "device");
    system.deviceModel = textAt(at(device, "model"));
    system.arch = archOf(textAt(at(device, "arch")));
    if (system.arch == Arch::Unknown)
        system.arch = images;
    system.cpuInfo = textAt(at(device, "cpu_description"));
    system.cpuCount = numberAt(at(device, "processor_count")).value_or(0);
}

void readProcess(const json::JsonValue& source, ProcessInfo& process)
{
    const auto app = at(source, "contexts", "app");
    process.name = textAt(at(app, "app_name"));
    if (const auto start = at(app, "app_start_time"))
        process.createTime = timeOf(*start);
}

/// "EXC_BAD_ACCESS (SIGSEGV / SEGV_MAPERR)": the exception's type, and the signal where it is not
/// the type itself.
std::string reasonOf(const json::JsonValue& exception)
{
    const auto meta = at(exception, "mechanism", "meta");
    auto type = textAt(at(exception, "type"));
    if (type.empty())
        type = textAt(at(meta, "mach_exception", "name"));
    auto signal = textAt(at(meta, "signal", "name"));
    if (signal.empty())
        return type;
    if (const auto code = textAt(at(meta, "signal", "code_name")); !code.empty())
        signal += " / " + code;
    return type.empty() || signal.starts_with(type) ? signal : concat(type, " (", signal, ")");
}

void readCrash(const json::JsonValue& exception, Event& event)
{
    auto& crash = event.crash;
    crash.present = true;
    crash.reason = reasonOf(exception);
    crash.details = textAt(at(exception, "value"));
    const auto address = at(exception, "mechanism", "data", "relevant_address");
    const auto number = address ? json::hexValueOf(*address) : std::nullopt;
    crash.addressKnown = number.has_value();
    crash.address = number.value_or(0);
    crash.code = numberAt(at(exception, "mechanism", "meta", "signal", "number")).value_or(0);
    if (!event.makeNative().signal && crash.code != 0)
        event.makeNative().signal = crash.code;
}

/// More than any event has; a file may claim any number.
constexpr std::size_t kMaxTags = 1000;
/// As many as Sentry's clients keep by default.
constexpr std::size_t kMaxBreadcrumbs = 100;

class DetailWriter
{
public:
    explicit DetailWriter(Event& event) : m_event(event) {}

    void write(const json::JsonValue& source, const std::optional<json::JsonValue>& exception)
    {
        for (const auto& detail : kDetails)
            add(detail.label, nameOrText(eitherMember(source, detail.sent, detail.web)));
        add("message", messageOf(source));
        add("mechanism", textAt(at(exception, "mechanism", "type")));
        add("SDK",
            concat(textAt(at(source, "sdk", "name")), " ", textAt(at(source, "sdk", "version"))));
        std::size_t count = 0;
        json::forEachChildOf(source, "tags", [&](const json::JsonValue& tag) {
            if (count++ < kMaxTags)
                addTag(tag);
        });
        writeBreadcrumbs(source);
    }

private:
    /// The last ones are nearest to the failure.
    void writeBreadcrumbs(const json::JsonValue& source)
    {
        std::deque<std::string> last;
        forEachValue(findParts(source).breadcrumbs, [&last](const json::JsonValue& breadcrumb) {
            last.push_back(breadcrumbText(breadcrumb));
            if (last.size() > kMaxBreadcrumbs)
                last.pop_front();
        });
        for (auto& text : last)
            add("breadcrumb", std::move(text));
    }

    /// "2026-11-19T14:02:31Z info http: GET /cart, status_code 500".
    static std::string breadcrumbText(const json::JsonValue& breadcrumb)
    {
        std::string text;
        const auto append = [&text](std::string_view separator, std::string_view more) {
            if (!more.empty())
                text += concat(text.empty() ? "" : separator, more);
        };
        const auto time = json::member(breadcrumb, "timestamp");
        append("", time ? json::rawText(*time) : std::string());
        append(" ", json::textMember(breadcrumb, "level"));
        const auto category = json::textMember(breadcrumb, "category");
        append(" ", category.empty() ? json::textMember(breadcrumb, "type") : category);
        append(": ", json::textMember(breadcrumb, "message"));
        json::forEachChildOf(breadcrumb, "data", [&append](const json::JsonValue& value) {
            append(", ", concat(value.key(), " ", json::rawText(value)));
        });
        return text;
    }

    void add(std::string_view label, std::string text)
    {
        if (!text.empty() && text != " ")
            m_event.details.emplace_back(label, std::move(text));
    }

    /// The web API describes a release by an object.
    static std::string nameOrText(const std::optional<json::JsonValue>& value)
    {
        if (!value || value->kind() == json::JsonKind::Null)
            return {};
        return value->kind() == json::JsonKind::Object ? json::textMember(*value, "version")
                                                       : json::rawText(*value);
    }

    /// "logentry" is the interface, "message" its old name; both are a text or an object.
    static std::string messageOf(const json::JsonValue& source)
    {
        for (const auto* name : {"logentry", "message"}) {
            const auto message = json::member(source, name);
            auto text = textAt(at(message, "formatted"));
            if (text.empty())
                text = textAt(at(message, "message"));
            if (text.empty())
                text = textAt(message);
            if (!text.empty())
                return text;
        }
        return {};
    }

    /// Tags are a map, or a list of [name, value] or of {"key", "value"}.
    void addTag(const json::JsonValue& tag)
    {
        if (tag.kind() == json::JsonKind::Object)
            return add(concat("tag ", json::textMember(tag, "key")),
                       json::textMember(tag, "value"));
        if (tag.kind() != json::JsonKind::Array)
            return add(concat("tag ", tag.key()), json::rawText(tag));
        const auto name = tag.firstChild();
        const auto value = name ? name->nextSibling(tag) : std::nullopt;
        if (value)
            add(concat("tag ", json::rawText(*name)), json::rawText(*value));
    }

    Event& m_event;
};

} // namespace

namespace {

void readTimeAndPlatform(const json::JsonValue& source, Event& event)
{
    for (const auto* name : {"timestamp", "dateCreated", "datetime"}) {
        if (const auto time = json::member(source, name); time && !event.timestamp)
            event.timestamp = timeOf(*time);
    }
    event.platform = textOf(json::member(source, "platform"));
}

} // namespace

void readFacts(const json::JsonValue& source, const EventStacks& stacks, Arch images, Event& event)
{
    readTimeAndPlatform(source, event);
    event.makeNative().signal = numberAt(json::member(source, "signal"));
    readSystem(source, images, event.system);
    readProcess(source, event.makeNative().process);
    if (stacks.leadingException)
        readCrash(*stacks.leadingException, event);
    if (event.crash.present && stacks.requesting)
        event.crash.threadId = stacks.threads[*stacks.requesting].id;
    DetailWriter(event).write(source, stacks.leadingException);
}

void readCommonFacts(const json::JsonValue& source, Event& event)
{
    readTimeAndPlatform(source, event);
    readSystem(source, Arch::Unknown, event.system);
    DetailWriter(event).write(source, std::nullopt);
}

} // namespace faultline::sentry
