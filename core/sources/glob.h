// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

/// A glob of a source's path filters: `*`, `**`, `?`, `[…]`, `[!…]`. ASCII case is ignored. Every
/// wildcard may match '/' and a leading dot. All possible matches are followed at once, 64 tokens
/// in one step, so a match costs at most length of the text × 9 steps, whatever the pattern.
class Glob
{
public:
    /// No file system has longer names, and no path has more characters than the second limit.
    static constexpr std::size_t kMaxPatternBytes = 512;
    static constexpr std::size_t kMaxTextBytes = 4096;

    /// Errors: Malformed (unclosed '[', `**` that is not a whole path component, too long).
    static Result<Glob> parse(std::string_view pattern);

    /// A text above kMaxTextBytes matches nothing.
    bool matches(std::string_view text) const;

private:
    /// One bit per state. State i means that all tokens before i have matched. The last state
    /// accepts.
    using States = std::vector<std::uint64_t>;

    Glob() = default;

    Result<void> addClass(std::string_view pattern, std::size_t& position);
    Result<void> addStars(std::string_view pattern, std::size_t& position);
    std::size_t addState();
    void addConsuming(char first, char last);
    void spread(States& states) const;
    void step(const States& from, unsigned char c, States& to) const;

    std::size_t m_count = 0;          ///< Number of states without the last one.
    std::array<States, 256> m_next{}; ///< For each character: the states that it advances by one.
    States m_runs;                    ///< `*`: stays with every character, and may be empty.
    /// `**` takes two states: before a component, where it may end, and inside one, where it may
    /// end only with the text.
    States m_components;
};

} // namespace faultline::sources
