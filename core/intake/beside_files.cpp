// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intake/beside_files.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <array>

namespace faultline::intake {

namespace {

constexpr std::uint64_t kMaxExtraBytes = 8u << 20;
constexpr std::uint64_t kMaxFactBytes = 64u << 10;
constexpr std::size_t kMaxFacts = 1000;
constexpr std::size_t kMaxValueBytes = 16u << 10;

/// Members that repeat the dump, or describe the installation at length.
constexpr std::array<std::string_view, 3> kSkipped{"StackTraces", "TelemetryEnvironment",
                                                   "MinidumpSha256Hash"};

void add(BesideFacts& facts, std::string_view key, std::string_view value)
{
    const bool isSkipped = std::ranges::find(kSkipped, key) != kSkipped.end();
    if (!key.empty() && !value.empty() && !isSkipped && facts.size() < kMaxFacts)
        facts.emplace_back(toValidUtf8(key), toValidUtf8(value.substr(0, kMaxValueBytes)));
}

BesideFacts factsOfJson(std::string_view text)
{
    BesideFacts facts;
    const auto document = json::parseJson(text);
    if (!document || document->isEmpty())
        return facts;
    json::forEachChild(document->root(), [&](const json::JsonValue& value) {
        add(facts, value.key(), json::rawText(value));
    });
    return facts;
}

BesideFacts factsOfLines(std::string_view text)
{
    BesideFacts facts;
    for (const auto line : splitLines(text)) {
        if (const auto equals = line.find('='); equals != std::string_view::npos)
            add(facts, trimAscii(line.substr(0, equals)), trimAscii(line.substr(equals + 1)));
    }
    return facts;
}

/// Not through a link, which whoever made the folder could lead to any file of the reader.
bool isFile(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(std::filesystem::symlink_status(path, ignored));
}

} // namespace

BesideFacts readExtraFile(const std::filesystem::path& dump)
{
    auto path = dump;
    path.replace_extension(".extra");
    const auto bytes = isFile(path) ? readFile(path, kMaxExtraBytes) : Result<ByteView>(ByteView());
    if (!bytes)
        return {};
    const auto text = trimAscii(bytes->text());
    return text.starts_with('{') ? factsOfJson(text) : factsOfLines(text);
}

BesideFacts readProblemFacts(const std::filesystem::path& folder)
{
    constexpr std::array kNames{"executable", "reason",   "package", "component",  "cmdline",
                                "kernel",     "hostname", "time",    "os_release", "analyzer"};
    BesideFacts facts;
    for (const auto* const name : kNames) {
        if (!isFile(folder / name))
            continue;
        if (const auto bytes = readFile(folder / name, kMaxFactBytes))
            add(facts, name, trimAscii(bytes->text()));
    }
    return facts;
}

bool isProblemFolder(const std::filesystem::path& folder)
{
    return (isFile(folder / "type") || isFile(folder / "analyzer")) &&
           (isFile(folder / "coredump") || isFile(folder / "core_backtrace") ||
            isFile(folder / "backtrace"));
}

EventPtr withBesideFacts(const EventPtr& event, const BesideFacts& facts)
{
    if (facts.empty())
        return event;
    auto told = std::make_shared<Event>(*event);
    for (const auto& [key, value] : facts) {
        const bool isKnown =
            std::ranges::find(told->annotations, key, &Annotation::key) != told->annotations.end();
        if (!isKnown)
            told->annotations.push_back(
                {.origin = Annotation::Origin::Other, .key = key, .value = value, .module = {}});
        if (key == "MozCrashReason" && told->crash.assertion.empty())
            told->crash.assertion = value;
        constexpr std::array<std::string_view, 4> kShown{"ProductName", "Version", "BuildID",
                                                         "ReleaseChannel"};
        if (std::ranges::find(kShown, std::string_view(key)) != kShown.end())
            told->details.emplace_back(key, value);
    }
    return told;
}

} // namespace faultline::intake
