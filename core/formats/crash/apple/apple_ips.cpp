// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/apple_ips.h"

#include "core/base/text.h"
#include "core/formats/crash/apple/apple_facts.h"
#include "core/formats/crash/apple/apple_text.h"
#include "core/formats/crash/apple/ips_container.h"
#include "core/formats/crash/apple/ips_threads.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <array>

namespace faultline::apple {

namespace {

using namespace apple;

// Members that the event has own fields for; all others become details.
constexpr std::array<std::string_view, 15> kInterpreted{
    "threads",       "usedImages",     "lastExceptionBacktrace",
    "asiBacktraces", "faultingThread", "exception",
    "asi",           "captureTime",    "osVersion",
    "modelCode",     "cpuType",        "pid",
    "procName",      "isNonFatal",     "isSimulated",
};

Result<json::JsonDocument> parseObject(std::string_view text, std::string_view what)
{
    auto document = json::parseJson(text);
    if (!document)
        return fail(ErrorKind::Malformed, what, ": ", document.error().detail);
    if (document->isEmpty() || document->root().kind() != json::JsonKind::Object)
        return fail(ErrorKind::Malformed, what, ": expected a map");
    return document;
}

std::string bugTypeOf(const json::JsonValue& object)
{
    const auto value = json::member(object, "bug_type");
    return value ? json::rawText(*value) : std::string();
}

/// Apple gives crashes of some kinds numbers of their own. The layout decides, not the number.
bool isCrashLayout(const json::JsonValue& payload)
{
    return json::member(payload, "threads") && json::member(payload, "usedImages");
}

Result<void> checkBugType(std::string_view bugType)
{
    if (bugType.empty() || bugType == "309")
        return {};
    const auto name = bugTypeName(bugType);
    return fail(ErrorKind::Unsupported, "ips: bug type ", bugType, name.empty() ? "" : " (", name,
                name.empty() ? "" : ")", " is not a crash report");
}

/// Is the body a text report? Some systems write one after a JSON header.
bool isTextBody(std::string_view bugType, std::string_view body)
{
    const auto text = trimAscii(body);
    return bugType == "109" ||
           (bugType == "309" && !text.empty() && !text.starts_with('{') && !text.starts_with('['));
}

/// Reads one payload. Images come first, because frames count from them.
class IpsReader
{
public:
    IpsReader(const json::JsonValue& report, const ParseLimits& limits)
        : m_report(report), m_limits(limits)
    {
    }

    std::shared_ptr<Event> read()
    {
        m_event->kind = EventKind::AppleIps;
        m_event->makeNative().memory = std::make_shared<const MemoryImage>();
        m_event->timestamp = parseTime(json::textMember(m_report, "captureTime"));
        readSystem();
        readImages();
        readCrash();
        readProcess();
        IpsThreads threads(m_images, m_limits, m_event->diagnostics);
        m_event->threads = threads.read(m_report);
        chooseLeadingThread(*m_event);
        readDetails();
        return m_event;
    }

private:
    void readSystem()
    {
        auto& system = m_event->system;
        system.deviceModel = json::textMember(m_report, "modelCode");
        system.arch = parseCodeType(json::textMember(m_report, "cpuType"));
        if (const auto version = json::member(m_report, "osVersion")) {
            const auto build = json::textMember(*version, "build");
            const auto train = json::textMember(*version, "train");
            setOs(system, build.empty() ? train : concat(train, " (", build, ")"));
        }
    }

    void readImages()
    {
        json::forEachChildOf(m_report, "usedImages", [this](const json::JsonValue& value) {
            auto& image = m_images.emplace_back();
            image.base = json::numberMember(value, "base").value_or(0);
            image.name = json::textMember(value, "name");
            addModule(value, image);
        });
    }

    void addModule(const json::JsonValue& value, const IpsImage& image)
    {
        EventModule module;
        module.address = image.base;
        module.sizeBytes = json::numberMember(value, "size").value_or(0);
        const auto uuid = DebugId::parse(json::textMember(value, "uuid")).value_or(DebugId());
        // The entry "A" stands for addresses outside all images.
        if (module.address == 0 && module.sizeBytes == 0 && uuid.isNil())
            return;
        if (m_event->modules.size() >= m_limits.maxModules) {
            if (m_event->diagnostics.empty())
                m_event->diagnostics.push_back(
                    {Diagnostic::Severity::Warning, "images",
                     concat("more than ", m_limits.maxModules, ", the rest is left out")});
            return;
        }
        const auto path = json::textMember(value, "path");
        setIdentity(module, uuid, path.empty() ? image.name : path);
        module.version = json::textMember(value, "CFBundleShortVersionString");
        if (m_event->system.arch == Arch::Unknown)
            m_event->system.arch =
                parseArch(json::textMember(value, "arch")).value_or(Arch::Unknown);
        m_event->modules.push_back(std::move(module));
    }

    void readCrash()
    {
        auto& crash = m_event->crash;
        crash.isSimulated =
            json::flagMember(m_report, "isNonFatal") || json::flagMember(m_report, "isSimulated");
        crash.addressKnown = false;
        crash.details = applicationInformation();
        if (const auto exception = json::member(m_report, "exception"))
            readException(*exception);
        if (const auto termination = json::member(m_report, "termination"); termination)
            readTermination(*termination);
    }

    void readException(const json::JsonValue& exception)
    {
        auto& crash = m_event->crash;
        const auto type = json::textMember(exception, "type");
        const auto signal = json::textMember(exception, "signal");
        const auto subtype = json::textMember(exception, "subtype");
        const auto codes = json::textMember(exception, "codes");
        setReason(crash, type.empty()     ? signal
                         : signal.empty() ? type
                                          : concat(type, " (", signal, ")"));
        setFaultAddress(crash, {subtype, codes});
        for (const auto& text : {json::textMember(exception, "message"), subtype, codes}) {
            if (!isOfZeros(text))
                takeDetails(text);
        }
    }

    /// Why the system ended the process; all that is told of it.
    void readTermination(const json::JsonValue& termination)
    {
        std::string text;
        const auto add = [&text](std::string_view more) {
            if (!more.empty())
                text += concat(text.empty() ? "" : "\n", more);
        };
        add(json::textMember(termination, "indicator"));
        add(json::textMember(termination, "reason"));
        for (const auto* list : {"reasons", "details"})
            json::forEachChildOf(termination, list,
                                 [&](const json::JsonValue& reason) { add(reason.text()); });
        takeDetails(std::move(text));
    }

    /// The first text that says something is the one that counts.
    void takeDetails(std::string text)
    {
        if (m_event->crash.details.empty())
            m_event->crash.details = std::move(text);
    }

    std::string applicationInformation() const
    {
        std::string text;
        json::forEachChildOf(m_report, "asi", [&](const json::JsonValue& image) {
            json::forEachChild(image, [&](const json::JsonValue& line) {
                text += concat(text.empty() ? "" : "\n", json::rawText(line));
            });
        });
        return text;
    }

    void readProcess()
    {
        auto& process = m_event->makeNative().process;
        process.name = json::textMember(m_report, "procName");
        const auto id = json::numberMember(m_report, "pid");
        if (id && *id <= 0xffff'ffff)
            process.id = static_cast<std::uint32_t>(*id);
        process.createTime = parseTime(json::textMember(m_report, "procLaunch"));
    }

    void readDetails()
    {
        json::forEachChild(m_report, [this](const json::JsonValue& value) {
            if (std::ranges::find(kInterpreted, value.key()) == kInterpreted.end())
                m_event->details.emplace_back(value.key(), json::rawText(value));
        });
    }

    json::JsonValue m_report;
    const ParseLimits& m_limits;
    std::shared_ptr<Event> m_event = std::make_shared<Event>();
    std::vector<IpsImage> m_images;
};

/// Adds facts that only the header line has; some of them become details.
void completeFromHeader(Event& event, const json::JsonValue& header)
{
    if (!event.timestamp)
        event.timestamp = parseTime(json::textMember(header, "timestamp"));
    if (event.system.osName.empty())
        setOs(event.system, json::textMember(header, "os_version"));
    if (event.makeNative().process.name.empty())
        event.makeNative().process.name = json::textMember(header, "app_name");
    json::forEachChild(header, [&](const json::JsonValue& value) {
        event.details.emplace_back(value.key(), json::rawText(value));
    });
}

} // namespace

Result<EventPtr> readIpsEvent(ByteView bytes, const ParseLimits& limits)
{
    const auto parts = splitIps(bytes.text());
    std::optional<json::JsonDocument> header;
    if (!parts.header.empty()) {
        FL_TRY(header, parseObject(parts.header, "ips header"));
        const auto bugType = bugTypeOf(header->root());
        if (isTextBody(bugType, parts.body))
            return readAppleTextEvent(ByteView(bytes.owner(), asBytes(parts.body)), limits);
    }
    auto payload = parseObject(parts.body, "ips report");
    if (header && (!payload || !isCrashLayout(payload->root())))
        FL_CHECK(checkBugType(bugTypeOf(header->root())));
    if (!payload)
        return std::unexpected(payload.error());
    if (!isCrashLayout(payload->root()))
        FL_CHECK(checkBugType(bugTypeOf(payload->root())));
    auto event = IpsReader(payload->root(), limits).read();
    if (header)
        completeFromHeader(*event, header->root());
    return event;
}

} // namespace faultline::apple
