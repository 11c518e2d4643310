// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/value_column.h"

#include "core/base/text.h"

#include <algorithm>
#include <numeric>

namespace faultline::library {

namespace {

bool containsAnyCase(std::string_view text, std::string_view part)
{
    return toLowerAscii(text).contains(toLowerAscii(part));
}

bool hasAllWords(std::string_view text, std::string_view words)
{
    for (std::string_view rest = trimAscii(words); !rest.empty(); rest = trimAscii(rest)) {
        const auto end = std::min(rest.find(' '), rest.size());
        if (!containsAnyCase(text, rest.substr(0, end)))
            return false;
        rest.remove_prefix(end);
    }
    return true;
}

bool textFulfils(std::string_view text, const QueryTerm& term, PatternCache& patterns)
{
    switch (term.comparison) {
    case QueryOperator::Words: return hasAllWords(text, term.value);
    case QueryOperator::Contains: return containsAnyCase(text, term.value);
    case QueryOperator::Equals: return text == term.value;
    case QueryOperator::Starts: return text.starts_with(term.value);
    case QueryOperator::Ends: return term.value.empty() ? text.empty() : text.ends_with(term.value);
    case QueryOperator::Matches: return patterns.matches(term.value, text);
    case QueryOperator::Less:
    case QueryOperator::AtMost:
    case QueryOperator::Greater:
    case QueryOperator::AtLeast: return versionFulfils(text, term.comparison, term.value);
    case QueryOperator::Absent: return text.empty();
    case QueryOperator::True: return !text.empty();
    }
    return false;
}

bool numberFulfils(std::int64_t number, const QueryTerm& term)
{
    switch (term.comparison) {
    case QueryOperator::Less: return number < term.number;
    case QueryOperator::AtMost: return number <= term.last;
    case QueryOperator::Greater: return number > term.last;
    case QueryOperator::AtLeast: return number >= term.number;
    case QueryOperator::Absent: return false;
    case QueryOperator::True: return number != 0;
    default: return number >= term.number && number <= term.last;
    }
}

/// For each value of the dictionary: does it fulfil the term?
std::vector<bool>
fulfilling(const Dictionary& dictionary, const QueryTerm& term, PatternCache& patterns)
{
    std::vector<bool> fulfils;
    fulfils.reserve(dictionary.values().size());
    for (const auto& value : dictionary.values())
        fulfils.push_back(textFulfils(value, term, patterns));
    return fulfils;
}

std::vector<ValueCount> named(const Dictionary& dictionary, std::span<const std::uint64_t> counts)
{
    std::vector<ValueCount> values;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] > 0)
            values.emplace_back(dictionary.values()[code], counts[code]);
    }
    std::ranges::sort(values);
    return values;
}

template <class Value>
void setAt(std::vector<Value>& values, std::size_t place, Value value)
{
    if (values.size() <= place)
        values.resize(place + 1);
    values[place] = value;
}

} // namespace

std::uint32_t Dictionary::codeOf(std::string_view value)
{
    if (const auto found = m_codes.find(value); found != m_codes.end())
        return found->second;
    const auto code = static_cast<std::uint32_t>(m_values.size());
    m_values.emplace_back(value);
    m_codes.emplace(value, code);
    return code;
}

std::vector<std::uint32_t> Dictionary::ranks() const
{
    std::vector<std::uint32_t> codes(m_values.size());
    std::iota(codes.begin(), codes.end(), 0);
    std::ranges::sort(codes, {},
                      [this](std::uint32_t code) -> const std::string& { return m_values[code]; });
    std::vector<std::uint32_t> ranks(codes.size());
    for (std::size_t rank = 0; rank < codes.size(); ++rank)
        ranks[codes[rank]] = static_cast<std::uint32_t>(rank);
    return ranks;
}

void TextColumn::set(std::size_t place, std::string_view text)
{
    setAt(m_codes, place, m_dictionary.codeOf(text));
}

Places TextColumn::placesOf(const QueryTerm& term, PatternCache& patterns) const
{
    const auto fulfils = fulfilling(m_dictionary, term, patterns);
    Places places(m_codes.size());
    for (std::size_t place = 0; place < m_codes.size(); ++place)
        places[place] = fulfils[m_codes[place]];
    return places;
}

std::vector<ValueCount> TextColumn::count(const Places& places) const
{
    std::vector<std::uint64_t> counts(m_dictionary.values().size());
    eachPlace(places, [&](std::size_t place) { ++counts[m_codes[place]]; });
    return named(m_dictionary, counts);
}

std::vector<std::int64_t> TextColumn::keys() const
{
    const auto ranks = m_dictionary.ranks();
    std::vector<std::int64_t> keys;
    keys.reserve(m_codes.size());
    for (const auto code : m_codes)
        keys.push_back(ranks[code]);
    return keys;
}

void NumberColumn::set(std::size_t place, std::optional<std::int64_t> number)
{
    setAt(m_numbers, place, number.value_or(0));
    if (m_known.size() <= place)
        m_known.resize(place + 1);
    m_known[place] = number.has_value();
}

Places NumberColumn::placesOf(const QueryTerm& term, PatternCache& /*patterns*/) const
{
    if (term.comparison == QueryOperator::Absent)
        return ~m_known;
    Places places(m_numbers.size());
    eachPlace(m_known,
              [&](std::size_t place) { places[place] = numberFulfils(m_numbers[place], term); });
    return places;
}

std::optional<Places> NumberColumn::decided(const QueryTerm& term) const
{
    const bool isAlways =
        term.comparison == QueryOperator::Absent || term.comparison == QueryOperator::True;
    return isAlways ? std::nullopt : std::optional(m_known);
}

std::vector<ValueCount> NumberColumn::count(const Places& places) const
{
    std::map<std::int64_t, std::uint64_t> counts;
    eachPlace(places & m_known, [&](std::size_t place) { ++counts[m_numbers[place]]; });
    std::vector<ValueCount> values;
    if (const auto unknown = (places - m_known).count(); unknown > 0)
        values.emplace_back(std::string(), unknown);
    for (const auto& [number, count] : counts)
        values.emplace_back(std::to_string(number), count);
    return values;
}

std::vector<std::int64_t> NumberColumn::keys() const
{
    auto keys = m_numbers;
    for (std::size_t place = 0; place < keys.size(); ++place) {
        if (!m_known[place])
            keys[place] = kNoKey;
    }
    return keys;
}

void ListColumn::set(std::size_t place, std::span<const std::string> texts)
{
    std::vector<std::uint32_t> codes;
    codes.reserve(texts.size());
    for (const auto& text : texts)
        codes.push_back(m_dictionary.codeOf(text));
    std::ranges::sort(codes);
    const auto doubles = std::ranges::unique(codes);
    codes.erase(doubles.begin(), doubles.end());
    const auto [list, isNew] =
        m_numbers.emplace(std::move(codes), static_cast<std::uint32_t>(m_numbers.size()));
    if (isNew)
        m_lists.push_back(&list->first);
    setAt(m_places, place, list->second);
}

/// A list without a value has none that fulfils anything, and is the only one that is absent.
Places ListColumn::placesOf(const QueryTerm& term, PatternCache& patterns) const
{
    const bool isAbsent = term.comparison == QueryOperator::Absent;
    const auto fulfils = fulfilling(m_dictionary, term, patterns);
    std::vector<bool> lists;
    lists.reserve(m_lists.size());
    for (const auto* codes : m_lists)
        lists.push_back(isAbsent ? codes->empty()
                                 : std::ranges::any_of(
                                       *codes, [&](std::uint32_t code) { return fulfils[code]; }));
    Places places(m_places.size());
    for (std::size_t place = 0; place < m_places.size(); ++place)
        places[place] = lists[m_places[place]];
    return places;
}

std::vector<ValueCount> ListColumn::count(const Places& places) const
{
    std::vector<std::uint64_t> lists(m_lists.size());
    eachPlace(places, [&](std::size_t place) { ++lists[m_places[place]]; });
    std::vector<std::uint64_t> counts(m_dictionary.values().size());
    for (std::size_t list = 0; list < lists.size(); ++list) {
        if (lists[list] == 0)
            continue;
        for (const auto code : *m_lists[list])
            counts[code] += lists[list];
    }
    return named(m_dictionary, counts);
}

/// Lists are sorted by their smallest value.
std::vector<std::int64_t> ListColumn::keys() const
{
    const auto ranks = m_dictionary.ranks();
    std::vector<std::int64_t> ofLists;
    ofLists.reserve(m_lists.size());
    for (const auto* codes : m_lists) {
        std::int64_t least = kNoKey;
        for (const auto code : *codes) {
            if (least == kNoKey || ranks[code] < least)
                least = ranks[code];
        }
        ofLists.push_back(least);
    }
    std::vector<std::int64_t> keys;
    keys.reserve(m_places.size());
    for (const auto list : m_places)
        keys.push_back(ofLists[list]);
    return keys;
}

} // namespace faultline::library
