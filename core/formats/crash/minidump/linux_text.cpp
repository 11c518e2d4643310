// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/linux_text.h"

#include "core/base/text.h"
#include "core/formats/crash/codes/linux_auxv.h"

#include <algorithm>
#include <array>

namespace faultline::minidump {

namespace {

// No real file of these kinds comes near; a stream of nothing but separators would.
constexpr std::size_t kMaxRecords = 65536;

std::string_view unquoted(std::string_view text)
{
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        return text.substr(1, text.size() - 2);
    return text;
}

std::optional<std::pair<std::string, std::string>> splitPair(std::string_view line, char separator)
{
    const auto position = line.find(separator);
    if (position == std::string_view::npos)
        return std::nullopt;
    return std::pair(toValidUtf8(trimAscii(line.substr(0, position))),
                     toValidUtf8(unquoted(trimAscii(line.substr(position + 1)))));
}

std::vector<std::string_view> splitAtNul(std::string_view text)
{
    std::vector<std::string_view> parts;
    while (!text.empty() && parts.size() < kMaxRecords) {
        const auto end = std::min(text.find('\0'), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// Columns are separated by two blanks or more; a single blank belongs to the name ("Max cpu
/// time").
std::vector<std::string> columnsOf(std::string_view line)
{
    std::vector<std::string> columns;
    for (line = trimAscii(line); !line.empty();) {
        const auto end = std::min(line.find("  "), line.size());
        columns.push_back(toValidUtf8(trimAscii(line.substr(0, end))));
        line = trimAscii(line.substr(end));
    }
    return columns;
}

} // namespace

TextPairs readKeyValueLines(const StreamScope& scope, char separator)
{
    TextPairs pairs;
    for (const auto line : splitLines(scope.stream.bytes.text())) {
        auto pair = splitPair(line, separator);
        if (pair && pairs.size() < kMaxRecords)
            pairs.push_back(std::move(*pair));
    }
    return pairs;
}

TextPairs readEnvironment(const StreamScope& scope)
{
    const auto text = scope.stream.bytes.text();
    TextPairs pairs;
    for (const auto record : text.contains('\0') ? splitAtNul(text) : splitLines(text)) {
        auto pair = splitPair(record, '=');
        if (pair && pairs.size() < kMaxRecords)
            pairs.push_back(std::move(*pair));
    }
    return pairs;
}

std::vector<std::string> readCommandLine(const StreamScope& scope)
{
    std::vector<std::string> arguments;
    for (const auto argument : splitAtNul(scope.stream.bytes.text()))
        arguments.push_back(toValidUtf8(argument));
    return arguments;
}

std::map<std::string, std::string> readLsbRelease(const StreamScope& scope)
{
    constexpr auto kKeys = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"DISTRIB_ID", "id"},
        {"ID", "id"},
        {"DISTRIB_RELEASE", "release"},
        {"VERSION_ID", "release"},
        {"DISTRIB_CODENAME", "codename"},
        {"VERSION_CODENAME", "codename"},
        {"DISTRIB_DESCRIPTION", "description"},
        {"PRETTY_NAME", "description"},
    });
    std::map<std::string, std::string> release;
    for (auto& [key, value] : readKeyValueLines(scope, '=')) {
        const auto known =
            std::ranges::find(kKeys, key, [](const auto& entry) { return entry.first; });
        if (known != kKeys.end())
            release.insert_or_assign(std::string(known->second), std::move(value));
    }
    return release;
}

std::vector<ProcessLimit> readLimits(const StreamScope& scope)
{
    std::vector<ProcessLimit> limits;
    bool header = true;
    for (const auto line : splitLines(scope.stream.bytes.text())) {
        const auto columns = columnsOf(line);
        if (!std::exchange(header, false) && columns.size() >= 3 && limits.size() < kMaxRecords)
            limits.push_back({.name = columns[0],
                              .soft = columns[1],
                              .hard = columns[2],
                              .unit = columns.size() > 3 ? columns[3] : "n/a"});
    }
    return limits;
}

std::vector<std::pair<std::string, std::uint64_t>> readAuxv(const StreamScope& scope,
                                                            unsigned wordBytes)
{
    std::vector<std::pair<std::string, std::uint64_t>> entries;
    auto reader = scope.reader();
    while (reader.remaining() >= std::size_t{2} * wordBytes && entries.size() < kMaxRecords) {
        const auto type = reader.unsignedOf(wordBytes);
        const auto value = reader.unsignedOf(wordBytes);
        if (type == 0 || !reader.ok())
            break;
        entries.emplace_back(crash::auxvName(type), value);
    }
    return entries;
}

} // namespace faultline::minidump
