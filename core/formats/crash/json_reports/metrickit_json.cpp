// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/metrickit_json.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/mac_exceptions.h"
#include "core/json/json_members.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace faultline::jsonreports {

namespace {

using json::JsonValue;
using nativetext::FrameText;
using nativetext::TraceBuilder;

/// A list of diagnostics in a payload, or since iOS 27 a single one.
struct DiagnosticKind
{
    std::string_view member;
    std::string_view name;
    bool isCrash = false;
};

constexpr std::array kKinds{
    DiagnosticKind{"crashDiagnostics", "crash", true},
    DiagnosticKind{"crashDiagnostic", "crash", true},
    DiagnosticKind{"hangDiagnostics", "hang", false},
    DiagnosticKind{"hangDiagnostic", "hang", false},
    DiagnosticKind{"memoryExceptionDiagnostic", "too much memory", false},
    DiagnosticKind{"cpuExceptionDiagnostics", "too much CPU time", false},
    DiagnosticKind{"cpuExceptionDiagnostic", "too much CPU time", false},
    DiagnosticKind{"diskWriteExceptionDiagnostics", "too many writes to disk", false},
    DiagnosticKind{"diskWriteExceptionDiagnostic", "too many writes to disk", false},
    DiagnosticKind{"appLaunchDiagnostics", "slow launch", false},
    DiagnosticKind{"appLaunchDiagnostic", "slow launch", false},
};

/// A diagnostic of a payload.
struct Found
{
    JsonValue value;
    const DiagnosticKind* kind = nullptr; ///< Null: of a value that stands alone.
};

std::vector<Found> diagnosticsOf(const JsonValue& root)
{
    std::vector<Found> found;
    for (const auto& kind : kKinds) {
        const auto value = json::member(root, kind.member);
        if (!value)
            continue;
        if (value->kind() == json::JsonKind::Object)
            found.push_back({*value, &kind});
        else
            json::forEachChild(*value,
                               [&](const JsonValue& each) { found.push_back({each, &kind}); });
    }
    if (found.empty())
        found.push_back({root, nullptr});
    return found;
}

/// One call of a tree.
struct Call
{
    std::string binary;
    std::string uuid; ///< As the payload writes it.
    std::optional<std::uint64_t> address;
    std::optional<std::uint64_t> offset; ///< From the image's first byte.
};

/// In some payloads of iOS 14 the offset is the image's address.
std::optional<std::uint64_t> offsetOf(const JsonValue& frame,
                                      const std::optional<std::uint64_t>& address)
{
    constexpr std::uint64_t kFirstImage = std::uint64_t{1} << 32;
    constexpr std::uint64_t kPageMask = 0xfff;
    const auto offset = json::numberMember(frame, "offsetIntoBinaryTextSegment");
    const bool isBase = offset && address && *offset >= kFirstImage && *offset <= *address &&
                        (*offset & kPageMask) == 0;
    return isBase ? std::optional(*address - *offset) : offset;
}

class TreeReader
{
public:
    explicit TreeReader(TraceBuilder& report) : m_report(report) {}

    void read(const JsonValue& tree)
    {
        json::forEachChildOf(tree, "binaryInfo", [this](const JsonValue& binary) {
            m_names.emplace(json::textMember(binary, "uuid"), json::textMember(binary, "name"));
        });
        const auto perThread = json::member(tree, "callStackPerThread");
        // A tree that merges threads or samples begins at the outermost call.
        const bool isMerged =
            perThread && perThread->kind() == json::JsonKind::Bool && !perThread->boolean();
        for (const auto* const list : {"callStacks", "callStackThreads"})
            json::forEachChildOf(tree, list,
                                 [&](const JsonValue& stack) { readStack(stack, isMerged); });
        if (m_branches > 0)
            m_report.warn("call tree",
                          concat("the heaviest path of each stack is shown; ", m_branches,
                                 m_branches == 1 ? " other branch is" : " other branches are",
                                 " left out"));
    }

private:
    void readStack(const JsonValue& stack, bool isMerged)
    {
        const bool isBlamed = json::flagMember(stack, "threadAttributed");
        for (const auto* const list : {"callStackRootFrames", "rootFrames"})
            json::forEachChildOf(stack, list, [&](const JsonValue& root) {
                addPath(pathFrom(root), isBlamed, isMerged);
            });
    }

    std::vector<Call> pathFrom(const JsonValue& root)
    {
        std::vector<Call> path;
        for (std::optional<JsonValue> at = root; at; at = heaviestBelow(*at))
            path.push_back(callOf(*at));
        return path;
    }

    Call callOf(const JsonValue& frame) const
    {
        Call call{.binary = json::textMember(frame, "binaryName"),
                  .uuid = json::textMember(frame, "binaryUUID"),
                  .address = json::numberMember(frame, "address"),
                  .offset = {}};
        call.offset = offsetOf(frame, call.address);
        if (const auto name = m_names.find(call.uuid); call.binary.empty() && name != m_names.end())
            call.binary = name->second;
        if (call.binary.empty())
            call.binary = call.uuid;
        return call;
    }

    std::optional<JsonValue> heaviestBelow(const JsonValue& frame)
    {
        std::optional<JsonValue> heaviest;
        std::uint64_t most = 0;
        std::size_t count = 0;
        json::forEachChildOf(frame, "subFrames", [&](const JsonValue& below) {
            const auto samples = json::numberMember(below, "sampleCount").value_or(0);
            ++count;
            if (heaviest && samples <= most)
                return;
            heaviest = below;
            most = samples;
        });
        m_branches += count > 1 ? count - 1 : 0;
        return heaviest;
    }

    /// Every thread of Apple's systems begins in the loader or in the library of threads.
    static bool isOutermost(const Call& call)
    {
        return call.binary == "dyld" || call.binary == "libdyld.dylib" ||
               call.binary == "libsystem_pthread.dylib";
    }

    void addPath(std::vector<Call> path, bool isBlamed, bool isMerged)
    {
        auto& stack = m_report.beginStack(isBlamed ? StackRole::Error : StackRole::Thread);
        stack.isRequesting = isBlamed;
        stack.id = m_stacks++;
        if (path.empty())
            return;
        const bool atFront = isOutermost(path.front());
        const bool atBack = isOutermost(path.back());
        if (atFront != atBack ? atFront : isMerged)
            std::ranges::reverse(path);
        for (const auto& call : path)
            addCall(call);
    }

    void addCall(const Call& call)
    {
        FrameText text{.module = call.binary, .moduleOffset = call.offset, .address = call.address};
        std::string uuid;
        if (const auto id = DebugId::parse(call.uuid); id && !id->isNil())
            uuid = id->uuidHex();
        text.buildId = uuid;
        if (text.moduleOffset || text.address)
            m_report.add(text, {});
    }

    TraceBuilder& m_report;
    std::map<std::string, std::string, std::less<>> m_names; ///< Of images, by UUID.
    std::uint64_t m_stacks = 0;
    std::size_t m_branches = 0;
};

void readSystem(const JsonValue& facts, TraceBuilder& report)
{
    auto& system = report.event().system;
    system.arch = parseArch(json::textMember(facts, "platformArchitecture")).value_or(system.arch);
    system.deviceModel = toValidUtf8(json::textMember(facts, "deviceType"));
    const auto version = json::member(facts, "osVersion");
    if (!version)
        return;
    if (version->kind() == json::JsonKind::Object) {
        system.osName = toValidUtf8(json::textMember(*version, "platform"));
        system.osVersion = toValidUtf8(json::textMember(*version, "number"));
        system.osBuild = toValidUtf8(json::textMember(*version, "buildNumber"));
    } else {
        // "iPhone OS 17.1 (21B74)"
        const auto text = version->text();
        const auto digit = text.find_first_of("0123456789");
        const auto build = text.find('(');
        system.osName = toValidUtf8(trimAscii(text.substr(0, digit)));
        if (digit != std::string_view::npos)
            system.osVersion = toValidUtf8(trimAscii(text.substr(digit, build - digit)));
        if (build != std::string_view::npos)
            system.osBuild = toValidUtf8(text.substr(build + 1, text.find(')', build) - build - 1));
    }
    system.os = system.osName.starts_with("mac") ? OsFamily::MacOs : OsFamily::Ios;
}

/// The value of a member that old payloads write as a text.
std::optional<std::uint64_t> valueOf(const JsonValue& object, std::string_view name)
{
    const auto value = json::member(object, name);
    return value ? json::hexValueOf(*value) : std::nullopt;
}

/// "0x18 is not in any region.  Bytes before following region: …"
void readAddress(std::string_view region, TraceBuilder& report)
{
    const auto word = region.substr(0, region.find(' '));
    if (!word.starts_with("0x") && word != "0")
        return;
    if (const auto address = json::parseHexValue(word))
        report.setAddress(*address);
}

void readCrash(const JsonValue& facts, TraceBuilder& report)
{
    auto& crash = report.crash();
    crash.present = true;
    const auto signal = valueOf(facts, "signal").value_or(0);
    const auto exception = valueOf(facts, "exceptionType");
    const auto name = exception && *exception <= std::numeric_limits<std::uint32_t>::max()
                          ? crash::machExceptionName(static_cast<std::uint32_t>(*exception))
                          : std::string_view();
    const auto signalName = crash::macSignalName(signal);
    crash.reason = name.empty()         ? std::string(signalName)
                   : signalName.empty() ? std::string(name)
                                        : concat(name, " (", signalName, ")");
    if (signal <= std::numeric_limits<std::uint32_t>::max())
        crash.code = static_cast<std::uint32_t>(signal);
    crash.details = toValidUtf8(json::textMember(facts, "terminationReason"));
    readAddress(json::textMember(facts, "virtualMemoryRegionInfo"), report);
    const auto thrown = json::member(facts, "objectiveCexceptionReason");
    if (!thrown)
        return;
    const auto type = json::textMember(*thrown, "exceptionName");
    const auto words = json::textMember(*thrown, "composedMessage");
    crash.assertion = toValidUtf8(concat(type, type.empty() || words.empty() ? "" : ": ", words));
}

void readFacts(const JsonValue& facts, TraceBuilder& report)
{
    readSystem(facts, report);
    const auto id = json::numberMember(facts, "pid");
    if (id && *id <= std::numeric_limits<std::uint32_t>::max())
        report.process().id = static_cast<std::uint32_t>(*id);
    constexpr std::array<std::string_view, 12> kShown{
        "bundleIdentifier", "appVersion",     "appBuildVersion",   "applicationVersion",
        "exceptionCode",    "hangDuration",   "totalCPUTime",      "totalSampledTime",
        "writesCaused",     "launchDuration", "terminationReason", "virtualMemoryRegionInfo"};
    for (const auto name : kShown) {
        if (const auto value = json::member(facts, name))
            report.detail(name, json::rawText(*value));
    }
}

void readDiagnostic(const Found& diagnostic, const JsonValue& root, TraceBuilder& report)
{
    const auto own = json::member(diagnostic.value, "diagnosticMetaData");
    if (own)
        readFacts(*own, report);
    // Since iOS 27 the payload has facts of its own.
    if (const auto common = json::member(root, "environment"))
        readFacts(*common, report);
    const bool isCrash = diagnostic.kind != nullptr ? diagnostic.kind->isCrash
                                                    : own && json::member(*own, "exceptionType");
    if (isCrash)
        readCrash(own ? *own : diagnostic.value, report);
    else if (diagnostic.kind != nullptr)
        report.detail("diagnostic", diagnostic.kind->name);
    const auto tree = json::member(diagnostic.value, "callStackTree");
    TreeReader(report).read(tree ? *tree : diagnostic.value);
}

void noteOthers(const std::vector<Found>& all, const Found& read, TraceBuilder& report)
{
    std::map<std::string_view, std::size_t> counts;
    for (const auto& each : all) {
        if (&each != &read)
            ++counts[each.kind->name];
    }
    for (const auto& [name, count] : counts)
        report.warn("payload", concat("the payload holds ", count,
                                      count == 1 ? " further diagnostic" : " further diagnostics",
                                      " that is not read here: ", name));
}

} // namespace

void readMetricKitJson(const JsonValue& root, TraceBuilder& report)
{
    report.setObjectType(ObjectType::MachO);
    const auto all = diagnosticsOf(root);
    for (const auto& diagnostic : all) {
        readDiagnostic(diagnostic, root, report);
        if (report.frameCount() > 0) {
            noteOthers(all, diagnostic, report);
            return;
        }
    }
}

} // namespace faultline::jsonreports
