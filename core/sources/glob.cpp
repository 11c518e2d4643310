// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/glob.h"

#include <algorithm>

namespace faultline::sources {

namespace {

constexpr std::size_t kWordBits = 64;

void setBit(std::vector<std::uint64_t>& words, std::size_t bit)
{
    if (words.size() <= bit / kWordBits)
        words.resize(bit / kWordBits + 1);
    words[bit / kWordBits] |= std::uint64_t{1} << (bit % kWordBits);
}

bool hasBit(const std::vector<std::uint64_t>& words, std::size_t bit)
{
    return bit / kWordBits < words.size() && (words[bit / kWordBits] >> (bit % kWordBits) & 1) != 0;
}

/// Adds `(from & mask) << distance` to `to`, which may be the same. The distance is 1 or 2.
void addShifted(const std::vector<std::uint64_t>& from,
                const std::vector<std::uint64_t>& mask,
                unsigned distance,
                std::vector<std::uint64_t>& to)
{
    std::uint64_t carried = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const std::uint64_t moved = i < mask.size() ? from[i] & mask[i] : 0;
        to[i] |= moved << distance | carried;
        carried = moved >> (kWordBits - distance);
    }
}

unsigned char lowered(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<unsigned char>(c - 'A' + 'a') : c;
}

unsigned char raised(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<unsigned char>(c - 'a' + 'A') : c;
}

} // namespace

std::size_t Glob::addState()
{
    return m_count++;
}

/// A token for one character of a range, in either case.
void Glob::addConsuming(char first, char last)
{
    const auto state = addState();
    const auto lies = [&](unsigned char c) {
        return c >= static_cast<unsigned char>(first) && c <= static_cast<unsigned char>(last);
    };
    for (unsigned c = 0; c < m_next.size(); ++c) {
        const auto byte = static_cast<unsigned char>(c);
        if (lies(lowered(byte)) || lies(raised(byte)))
            setBit(m_next[c], state);
    }
}

/// `position` is after the '[' and is moved after the ']'. A ']' directly at the start is a member.
Result<void> Glob::addClass(std::string_view pattern, std::size_t& position)
{
    const auto start = position - 1;
    const bool isNegated = position < pattern.size() && pattern[position] == '!';
    position += isNegated ? 1 : 0;
    const auto end = pattern.find(']', position + 1);
    if (end == std::string_view::npos)
        return fail(ErrorKind::Malformed, "glob: '[' at position ", start, " is not closed");
    std::array<bool, 256> members{};
    while (position < end) {
        const auto first = static_cast<unsigned char>(pattern[position]);
        const bool isRange = position + 2 < end && pattern[position + 1] == '-';
        const auto last = isRange ? static_cast<unsigned char>(pattern[position + 2]) : first;
        for (unsigned c = first; c <= last; ++c)
            members[c] = true;
        position += isRange ? 3 : 1;
    }
    ++position;
    const auto state = addState();
    for (unsigned c = 0; c < m_next.size(); ++c) {
        const auto byte = static_cast<unsigned char>(c);
        if ((members[lowered(byte)] || members[raised(byte)]) != isNegated)
            setBit(m_next[c], state);
    }
    return {};
}

/// `position` is after the first star.
Result<void> Glob::addStars(std::string_view pattern, std::size_t& position)
{
    if (position == pattern.size() || pattern[position] != '*') {
        setBit(m_runs, addState());
        return {};
    }
    const bool opens = position == 1 || pattern[position - 2] == '/';
    ++position;
    const bool closes = position == pattern.size() || pattern[position] == '/';
    if (!opens || !closes)
        return fail(ErrorKind::Malformed, "glob: '**' at position ", position - 2,
                    " is not a whole path component");
    position += position < pattern.size() ? 1 : 0;
    // Two consecutive runs of components are equal to one.
    if (m_count >= 2 && hasBit(m_components, m_count - 2))
        return {};
    setBit(m_components, addState());
    addState();
    return {};
}

Result<Glob> Glob::parse(std::string_view pattern)
{
    if (pattern.size() > kMaxPatternBytes)
        return fail(ErrorKind::Malformed, "glob: ", pattern.size(), " bytes, limit ",
                    kMaxPatternBytes);
    Glob glob;
    std::size_t position = 0;
    while (position < pattern.size()) {
        const char c = pattern[position++];
        if (c == '[')
            FL_CHECK(glob.addClass(pattern, position));
        else if (c == '*')
            FL_CHECK(glob.addStars(pattern, position));
        else if (c == '?')
            glob.addConsuming('\0', '\xff');
        else
            glob.addConsuming(c, c);
    }
    return glob;
}

/// Adds the states that need no further character. A run of components may be followed by a star,
/// never the other way round, so one pass for each is enough.
void Glob::spread(States& states) const
{
    addShifted(states, m_components, 2, states);
    addShifted(states, m_runs, 1, states);
}

void Glob::step(const States& from, unsigned char c, States& to) const
{
    std::ranges::fill(to, 0);
    addShifted(from, m_next[c], 1, to);
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        to[i] |= from[i] & m_runs[i];
    std::uint64_t carried = 0; // Tells whether a run's second state is in the next word.
    for (std::size_t i = 0; i < to.size(); ++i) {
        const std::uint64_t opening = i < m_components.size() ? m_components[i] : 0;
        const std::uint64_t nextFirst = i + 1 < to.size() ? from[i + 1] << (kWordBits - 1) : 0;
        const std::uint64_t running = opening & (from[i] | from[i] >> 1 | nextFirst);
        if (c == '/')
            to[i] |= running;
        else
            to[i] |= running << 1 | carried;
        carried = running >> (kWordBits - 1);
    }
    spread(to);
}

bool Glob::matches(std::string_view text) const
{
    if (text.size() > kMaxTextBytes)
        return false;
    States states(m_count / kWordBits + 1);
    States next(states.size());
    states[0] = 1;
    spread(states);
    for (const char c : text) {
        step(states, static_cast<unsigned char>(c), next);
        states.swap(next);
    }
    if (hasBit(states, m_count))
        return true;
    // A run that is inside a component may end with the text.
    States ended(states.size());
    for (std::size_t state = 0; state < m_count; ++state) {
        if (hasBit(m_components, state) && hasBit(states, state + 1))
            setBit(ended, state + 2);
    }
    spread(ended);
    return hasBit(ended, m_count);
}

} // namespace faultline::sources
