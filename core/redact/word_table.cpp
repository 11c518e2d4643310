// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/word_table.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/redact/text_bytes.h"

#include <algorithm>

namespace faultline::redact {

namespace {

/// Accounts and hosts that every system has, and words too common to be replaced in texts.
constexpr std::array<std::string_view, 58> kReserved{
    "admin",     "administrator", "all users", "app",    "apps",      "build",        "builder",
    "code",      "common",        "daemon",    "data",   "default",   "default user", "dev",
    "developer", "error",         "false",     "file",   "git",       "guest",        "home",
    "host",      "jenkins",       "library",   "local",  "localhost", "localdomain",  "lost+found",
    "main",      "mobile",        "name",      "nobody", "none",      "null",         "owner",
    "path",      "process",       "project",   "public", "root",      "runner",       "server",
    "service",   "shared",        "source",    "src",    "string",    "system",       "temp",
    "test",      "thread",        "true",      "ubuntu", "unknown",   "user",         "username",
    "work",      "www-data",
};

/// Letters are counted as bytes; a letter beyond ASCII has several, and names of one such letter
/// are names.
bool isLongEnough(std::string_view name)
{
    return name.size() >= 3;
}

bool isHostName(std::string_view name)
{
    return std::ranges::all_of(name, [](char c) { return isWordByte(c) || c == '-' || c == '.'; });
}

bool isOwnWord(std::string_view name)
{
    const auto dash = name.rfind('-');
    if (dash == std::string_view::npos || dash + 1 == name.size() ||
        name.find_first_not_of("0123456789", dash + 1) != std::string_view::npos)
        return false;
    for (int kind = 0; kind <= static_cast<int>(kLastRemovedKind); ++kind) {
        if (name.substr(0, dash) == removedKindName(static_cast<RemovedKind>(kind)))
            return true;
    }
    return false;
}

} // namespace

bool isReserved(std::string_view lowerName)
{
    return std::ranges::find(kReserved, lowerName) != kReserved.end() || isOwnWord(lowerName);
}

std::string WordTable::wordFor(RemovedKind kind, std::string_view name)
{
    auto& numbers = m_numbers[static_cast<std::size_t>(kind)];
    const bool isExact = kind == RemovedKind::Url || kind == RemovedKind::Token;
    const auto [entry, isNew] =
        numbers.try_emplace(isExact ? std::string(name) : toLowerAscii(name), numbers.size() + 1);
    return concat(removedKindName(kind), "-", entry->second);
}

void WordTable::learn(RemovedKind kind, std::string_view name)
{
    auto lower = toLowerAscii(trimAscii(name));
    if (isLongEnough(lower) && lower.size() <= kMaxNameBytes && wordLength(lower) > 0 &&
        !isReserved(lower) && lower.find_first_not_of("0123456789") != std::string::npos)
        addName(kind, lower, wordFor(kind, lower));
}

void WordTable::learnHost(std::string_view name)
{
    const auto lower = toLowerAscii(trimAscii(name));
    if (!isHostName(lower))
        return;
    learn(RemovedKind::Host, lower);
    const auto label = lower.substr(0, lower.find('.'));
    if (isLongEnough(label) && label.size() < lower.size() && !isReserved(label) &&
        !isReserved(lower) && label.find_first_not_of("0123456789") != std::string::npos)
        addName(RemovedKind::Host, label, wordFor(RemovedKind::Host, lower));
}

void WordTable::learnId(std::string_view digits)
{
    m_ids.insert(toLowerAscii(digits));
}

void WordTable::addName(RemovedKind kind, std::string lower, const std::string& word)
{
    auto& sizes = m_sizes[lower.substr(0, wordLength(lower))];
    const auto place = std::ranges::lower_bound(sizes, lower.size(), std::greater());
    if (place == sizes.end() || *place != lower.size())
        sizes.insert(place, lower.size());
    m_names.try_emplace(std::move(lower), kind, word);
}

std::optional<WordTable::Known> WordTable::findAtStart(std::string_view lowerText,
                                                       std::size_t wordBytes) const
{
    const auto sizes = m_sizes.find(lowerText.substr(0, wordBytes));
    if (sizes == m_sizes.end())
        return std::nullopt;
    for (const auto size : sizes->second) {
        if (size > lowerText.size() || (size < lowerText.size() && isWordByte(lowerText[size])))
            continue;
        if (const auto found = m_names.find(lowerText.substr(0, size)); found != m_names.end())
            return Known{.sizeBytes = size, .kind = found->second.kind, .word = found->second.word};
    }
    return std::nullopt;
}

} // namespace faultline::redact
