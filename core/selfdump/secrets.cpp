// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/secrets.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/selfdump/process_capture.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace faultline::selfdump {

namespace {

/// Shorter ones would also be found where nobody meant them.
constexpr std::size_t kFewestBytes = 8;
constexpr std::size_t kFewestNamedBytes = 4;

bool isSecretName(std::string_view name)
{
    constexpr std::array<std::string_view, 7> kWords{"token",      "secret", "password", "passwd",
                                                     "credential", "_key",   "cookie"};
    const auto lower = toLowerAscii(name);
    return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.contains(word); });
}

void overwrite(std::string& text, const std::string& value)
{
    for (auto at = text.find(value); at != std::string::npos;
         at = text.find(value, at + value.size()))
        text.replace(at, value.size(), value.size(), '*');
}

/// A number of /proc/PID/stat by its place in proc_pid_stat(5), which counts from 1. The second,
/// the program's name, may have spaces.
std::uint64_t statNumber(const std::string& stat, std::size_t place)
{
    constexpr std::size_t kFirstAfterName = 3;
    std::istringstream words(stat.substr(std::min(stat.rfind(')'), stat.size() - 1) + 1));
    std::string word;
    for (std::size_t i = kFirstAfterName; i <= place; ++i)
        words >> word;
    return words ? parseDecimal(word).value_or(0) : 0;
}

} // namespace

Secrets::Secrets(const ProcessCapture& process, std::uint64_t pagesAddress)
{
    readEnvironment(process);
    auto pages = readSecretPages(process, pagesAddress);
    m_ranges.insert(m_ranges.end(), pages.ranges.begin(), pages.ranges.end());
    for (auto& value : pages.values) {
        if (value.size() >= kFewestNamedBytes)
            m_named.push_back(std::move(value));
    }
    // One may be part of another.
    for (auto* values : {&m_named, &m_values})
        std::ranges::sort(*values, std::ranges::greater(), &std::string::size);
    m_parts = SecretParts(m_named);
}

void Secrets::readEnvironment(const ProcessCapture& process)
{
    constexpr std::size_t kEnvironmentStart = 50;
    if (const auto stat = process.procFile("stat"); !stat.empty()) {
        const auto begin = statNumber(stat, kEnvironmentStart);
        const auto end = statNumber(stat, kEnvironmentStart + 1);
        m_ranges.push_back({.address = begin, .sizeBytes = std::max(begin, end) - begin});
    }
    std::istringstream variables(process.procFile("environ"));
    for (std::string variable; std::getline(variables, variable, '\0');) {
        const auto sign = std::min(variable.find('='), variable.size());
        auto value = variable.substr(std::min(sign + 1, variable.size()));
        const bool isNamed = isSecretName(std::string_view(variable).substr(0, sign));
        if (isNamed && value.size() >= kFewestNamedBytes)
            m_named.push_back(std::move(value));
        else if (value.size() >= kFewestBytes)
            m_values.push_back(std::move(value));
    }
}

void Secrets::removeFrom(std::string& memory, std::uint64_t address) const
{
    const auto end = address + memory.size();
    for (const auto& range : m_ranges) {
        const auto from = std::clamp(range.address, address, end);
        const auto to = std::clamp(range.address + range.sizeBytes, from, end);
        const auto sizeBytes = static_cast<std::size_t>(to - from);
        memory.replace(static_cast<std::size_t>(from - address), sizeBytes, sizeBytes, '\0');
    }
    removeCopiesFrom(memory);
}

void Secrets::removeCopiesFrom(std::string& bytes) const
{
    for (const auto* values : {&m_named, &m_values}) {
        for (const auto& value : *values)
            overwrite(bytes, value);
    }
    m_parts.overwriteIn(bytes);
}

std::string Secrets::removedFrom(std::string text) const
{
    for (const auto& value : m_named)
        overwrite(text, value);
    return text;
}

} // namespace faultline::selfdump
