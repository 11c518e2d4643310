// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/shadow_stack.h"

#include <algorithm>
#include <ranges>

namespace faultline::truth {

void ShadowStack::called(std::uint64_t slot, std::uint64_t returnAddress, std::uint64_t stack)
{
    moved(slot, stack, false);
    m_records.push_back({.id = m_nextId++,
                         .slot = slot,
                         .returnAddress = returnAddress,
                         .stack = stack,
                         .hidesAnother = m_isLeaving});
    m_isLeaving = false;
}

void ShadowStack::signalled(std::uint64_t slot,
                            std::uint64_t restorer,
                            std::uint64_t stack,
                            std::uint64_t interruptedPc,
                            std::uint64_t interruptedSp)
{
    m_records.push_back({.id = m_nextId++,
                         .slot = slot,
                         .returnAddress = restorer,
                         .stack = stack,
                         .isSignalFrame = true,
                         .interruptedPc = interruptedPc,
                         .interruptedSp = interruptedSp,
                         .interruptedStack = m_stack});
    // The handler returns from here; the signal frame itself stays until the system call.
    m_records.push_back(
        {.id = m_nextId++, .slot = slot, .returnAddress = restorer, .stack = stack});
    m_stack = stack;
}

void ShadowStack::signalReturned()
{
    const auto newest =
        std::ranges::find(m_records.rbegin(), m_records.rend(), true, &Record::isSignalFrame);
    if (newest == m_records.rend())
        return;
    m_stack = newest->interruptedStack;
    m_records.erase(std::prev(newest.base()), m_records.end());
}

ShadowStack::Return ShadowStack::returned(std::uint64_t slot, std::uint64_t target)
{
    const auto found =
        std::ranges::find_if(m_records.rbegin(), m_records.rend(),
                             [=](const auto& r) { return !r.isSignalFrame && r.slot == slot; });
    if (found == m_records.rend()) {
        jumped();
        return {};
    }
    m_isLeaving = false;
    return {.id = found->id, .isConfirmed = found->returnAddress == target};
}

bool ShadowStack::isDead(const Record& record, std::uint64_t sp, std::uint64_t stack) const
{
    if (record.isSignalFrame)
        return record.interruptedStack == stack && record.interruptedSp < sp;
    return record.stack != stack || record.slot < sp;
}

void ShadowStack::moved(std::uint64_t sp, std::uint64_t stack, bool isReturn)
{
    const bool isKnownStack =
        m_stack == 0 || m_stack == stack ||
        std::ranges::any_of(m_records, [=](const auto& r) { return r.stack == stack; });
    m_isSure = m_isSure && isKnownStack;
    m_stack = stack;
    if (!m_isSure)
        return;
    if (m_isLeaving && m_taken && sp <= m_taken->slot && m_taken->stack == stack) {
        m_records.push_back(*m_taken);
        m_isLeaving = false;
    }
    m_taken = m_isLeaving ? m_taken : std::nullopt;
    const auto before = m_records.size();
    while (!m_records.empty() && isDead(m_records.back(), sp, stack)) {
        m_taken = m_records.size() == before ? std::optional(m_records.back()) : std::nullopt;
        m_records.pop_back();
    }
    if (m_records.size() < before)
        m_isLeaving = !isReturn;
}

void ShadowStack::jumped()
{
    m_isLeaving = false;
}

bool ShadowStack::hidesFrames() const
{
    return std::ranges::any_of(m_records, &Record::hidesAnother);
}

bool ShadowStack::isInSignalHandler() const
{
    return std::ranges::any_of(m_records, &Record::isSignalFrame);
}

std::vector<ShadowStack::Link> ShadowStack::chain(std::uint64_t pc) const
{
    std::vector<Link> links{{.address = pc, .isExact = true, .slot = std::nullopt}};
    for (const auto& record : m_records | std::views::reverse) {
        if (record.isSignalFrame)
            links.push_back(
                {.address = record.interruptedPc, .isExact = true, .slot = std::nullopt});
        else
            links.push_back({.address = record.returnAddress,
                             .isExact = false,
                             .slot = record.slot,
                             .id = record.id});
    }
    return links;
}

} // namespace faultline::truth
