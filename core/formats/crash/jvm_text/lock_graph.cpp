// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/lock_graph.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace faultline::jvmtext {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t kMostFacts = 256;

/// The thread stops at these until another thread gives the lock.
constexpr std::array<std::string_view, 2> kBlocking{"- waiting to lock <", "- parking to wait for"};
/// The thread has given this lock up until it is notified.
constexpr std::array<std::string_view, 3> kReleasing{
    "- waiting on <", "- waiting to re-lock in wait() <", "- sleeping on <"};
/// The second form is that of "Locked ownable synchronizers".
constexpr std::array<std::string_view, 2> kOwning{"- locked <", "- <"};

/// Returns the address in "- locked <0x0e> (a x.Lock)".
std::string_view addressOf(std::string_view line)
{
    const auto open = line.find('<');
    const auto close = open == npos ? npos : line.find('>', open);
    return close == npos ? std::string_view() : line.substr(open + 1, close - open - 1);
}

template <std::size_t N>
bool beginsWithAny(std::string_view line, const std::array<std::string_view, N>& starts)
{
    return std::ranges::any_of(starts, [&](auto start) { return line.starts_with(start); });
}

class LockGraph
{
public:
    explicit LockGraph(const JvmEvent& jvm) : m_jvm(jvm)
    {
        std::set<std::pair<std::size_t, std::string_view>> released;
        for (const auto& message : jvm.messages)
            forLock(message, [&](std::string_view line, std::string_view address) {
                if (beginsWithAny(line, kReleasing))
                    released.emplace(message.stack, address);
                if (beginsWithAny(line, kBlocking))
                    m_waits.try_emplace(message.stack, address);
            });
        for (const auto& message : jvm.messages)
            forLock(message, [&](std::string_view line, std::string_view address) {
                if (beginsWithAny(line, kOwning) && !released.contains({message.stack, address}))
                    m_owners.try_emplace(address, message.stack);
            });
    }

    std::vector<std::pair<std::string, std::string>> facts() const
    {
        std::vector<std::pair<std::string, std::string>> facts;
        std::set<std::size_t> inCircle;
        for (const auto& [thread, address] : m_waits) {
            const auto owner = ownerOfWait(thread);
            if (!owner || facts.size() >= kMostFacts)
                continue;
            facts.emplace_back("blocked", concat(nameOf(thread), " waits for <", address, "> of ",
                                                 nameOf(*owner)));
            if (auto circle = circleOf(thread); !circle.empty() && !inCircle.contains(thread)) {
                inCircle.insert(circle.begin(), circle.end());
                facts.emplace_back("deadlock", wordsOf(circle));
            }
        }
        return facts;
    }

private:
    template <class Visit>
    void forLock(const JvmMessage& message, Visit visit) const
    {
        if (!message.frame || message.stack >= m_jvm.stacks.size())
            return;
        std::string_view line = message.text;
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (const auto address = addressOf(line); !address.empty())
            visit(line, address);
    }

    /// Returns the thread for which another waits.
    std::optional<std::size_t> ownerOfWait(std::size_t thread) const
    {
        const auto wait = m_waits.find(thread);
        const auto owner = wait == m_waits.end() ? m_owners.end() : m_owners.find(wait->second);
        if (owner == m_owners.end() || owner->second == thread)
            return std::nullopt;
        return owner->second;
    }

    /// Returns the threads that wait for each other, beginning with this one; empty if it is not
    /// one of them.
    std::vector<std::size_t> circleOf(std::size_t thread) const
    {
        std::vector<std::size_t> circle{thread};
        for (auto next = ownerOfWait(thread); next && circle.size() <= kMostFacts;
             next = ownerOfWait(*next)) {
            if (*next == thread)
                return circle;
            circle.push_back(*next);
        }
        return {};
    }

    std::string nameOf(std::size_t thread) const
    {
        const auto& name = m_jvm.stacks[thread].thread;
        return name.empty() ? concat("thread ", thread) : concat("\"", name, "\"");
    }

    std::string wordsOf(const std::vector<std::size_t>& circle) const
    {
        std::string words;
        for (const auto thread : circle)
            words += concat(nameOf(thread), " waits for ");
        return words + nameOf(circle.front());
    }

    const JvmEvent& m_jvm;
    std::map<std::size_t, std::string_view> m_waits;  // Lock, by thread.
    std::map<std::string_view, std::size_t> m_owners; // Thread, by lock.
};

} // namespace

std::vector<std::pair<std::string, std::string>> lockFacts(const JvmEvent& jvm)
{
    return LockGraph(jvm).facts();
}

} // namespace faultline::jvmtext
