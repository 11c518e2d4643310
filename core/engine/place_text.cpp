// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/place_text.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/symcache/symcache.h"

#include <algorithm>

namespace faultline::engine {

namespace {

/// A place, and the text that follows its name.
struct Named
{
    std::uint64_t address = 0;
    std::string_view rest;
};

using Found = std::expected<Named, PlaceProblem>;

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

bool isSign(char c)
{
    return c == '+' || c == '-';
}

std::string_view firstWord(std::string_view text)
{
    return trimmed(text.substr(0, text.find_first_of("+-")));
}

std::optional<std::uint64_t> numberOf(std::string_view word)
{
    const auto digits = word.starts_with("0x") || word.starts_with("0X") ? word.substr(2) : word;
    return digits.empty() || digits.size() > 16 ? std::nullopt : parseHex(digits);
}

std::string_view afterName(std::string_view text, std::string_view name)
{
    return trimmed(text.substr(std::min(text.size(), name.size())));
}

/// Names of modules have signs in them ("libstdc++.so.6"), so the longest that fits counts.
std::optional<Named> moduleAt(std::string_view text, const Event& event)
{
    std::optional<Named> best;
    std::size_t longest = 0;
    for (const auto& module : event.modules) {
        const auto file = module.codeFile.value_or(module.debugFile.value_or(""));
        const auto name = baseName(file);
        if (name.size() <= longest || !equalsIgnoreCase(text.substr(0, name.size()), name))
            continue;
        const auto rest = afterName(text, name);
        if (!rest.empty() && !isSign(rest.front()))
            continue;
        longest = name.size();
        best = Named{module.address, rest};
    }
    return best;
}

std::optional<Found> registerAt(std::string_view text, const RegisterSet* registers)
{
    const auto word = firstWord(text);
    if (word.empty())
        return std::nullopt;
    const auto family = registers != nullptr ? registers->family() : CpuFamily::Unknown;
    const auto index = registers != nullptr ? registerIndex(family, word) : std::nullopt;
    if (!index)
        return std::nullopt;
    if (!registers->has(*index))
        return Found(std::unexpected(PlaceProblem::RegisterNotKnown));
    return Found(Named{registers->get(*index), afterName(text, word)});
}

/// A function that is the only one of its name.
std::optional<Named> functionAt(std::string_view text, const EventFindings& findings)
{
    const auto word = firstWord(text);
    std::optional<Named> found;
    for (std::size_t i = 0; !word.empty() && findings.modules && i < findings.modules->size();
         ++i) {
        const auto& symbols = (*findings.modules)[i].symCache;
        if (!symbols || i >= findings.event->modules.size())
            continue;
        for (const auto& function : symbols->functionsNamed(word)) {
            if (found || !symbols->isIntact())
                return std::nullopt;
            found =
                Named{findings.event->modules[i].address + function.entry, afterName(text, word)};
        }
    }
    return found;
}

Found nameAt(std::string_view text, const EventFindings& findings, const FramePlace& frame)
{
    if (const auto found = registerAt(text, registersOf(findings, frame)))
        return *found;
    if (const auto module = moduleAt(text, *findings.event))
        return *module;
    if (const auto number = numberOf(firstWord(text)))
        return Named{*number, afterName(text, firstWord(text))};
    if (const auto function = functionAt(text, findings))
        return *function;
    return std::unexpected(PlaceProblem::NotUnderstood);
}

} // namespace

const RegisterSet* registersOf(const EventFindings& findings, const FramePlace& frame)
{
    if (findings.report && frame.thread < findings.report->stacks.size()) {
        const auto& stack = findings.report->stacks[frame.thread];
        if (stack && frame.physical < stack->registers.size())
            return &stack->registers[frame.physical];
    }
    const auto& threads = findings.event->threads;
    const bool isTop = frame.physical == 0 && frame.thread < threads.size();
    return isTop && threads[frame.thread].registers ? &*threads[frame.thread].registers : nullptr;
}

std::expected<std::uint64_t, PlaceProblem>
addressOf(std::string_view text, const EventFindings& findings, const FramePlace& frame)
{
    const auto named = nameAt(trimmed(text), findings, frame);
    if (!named)
        return std::unexpected(named.error());
    auto address = named->address;
    for (auto rest = named->rest; !rest.empty();) {
        const bool isMinus = rest.front() == '-';
        if (!isSign(rest.front()))
            return std::unexpected(PlaceProblem::NotUnderstood);
        rest = trimmed(rest.substr(1));
        const auto word = firstWord(rest);
        const auto number = numberOf(word);
        if (!number)
            return std::unexpected(PlaceProblem::NotUnderstood);
        address = isMinus ? address - *number : address + *number;
        rest = afterName(rest, word);
    }
    return address;
}

} // namespace faultline::engine
