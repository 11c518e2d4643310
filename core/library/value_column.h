// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/pattern_cache.h"
#include "core/library/report_lists.h"

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace faultline::library {

/// A set of places in columns.
using Places = boost::dynamic_bitset<std::uint64_t>;

template <class Visit>
void eachPlace(const Places& places, Visit visit)
{
    for (auto place = places.find_first(); place != Places::npos; place = places.find_next(place))
        visit(place);
}

/// Numbers its different values from 0 on.
class Dictionary
{
public:
    std::uint32_t codeOf(std::string_view value);

    const std::vector<std::string>& values() const { return m_values; }

    /// For each code how many values stand before its own in the order of their bytes.
    std::vector<std::uint32_t> ranks() const;

private:
    struct Hash
    {
        using is_transparent = void;

        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>{}(text);
        }
    };

    std::vector<std::string> m_values;
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_codes;
};

/// The key of a place without a value. It stands before all others.
inline constexpr std::int64_t kNoKey = std::numeric_limits<std::int64_t>::min();

/// The values of one field for all reports, each of which has a place. Compares as query_sql.h
/// does.
class ValueColumn
{
public:
    virtual ~ValueColumn() = default;

    /// The places whose values fulfil the term. Whether the term is negated does not matter here.
    virtual Places placesOf(const QueryTerm& term, PatternCache& patterns) const = 0;

    /// The places of which a negated term can be true: comparing no number with one is neither true
    /// nor false.
    virtual std::optional<Places> decided(const QueryTerm& /*term*/) const { return std::nullopt; }

    /// All values at these places, each with the number of places, in the order of the
    /// values; no value comes first.
    virtual std::vector<ValueCount> count(const Places& places) const = 0;
    /// For each place a number that sorts as its value.
    virtual std::vector<std::int64_t> keys() const = 0;
};

/// One text at each place.
class TextColumn final : public ValueColumn
{
public:
    void set(std::size_t place, std::string_view text);
    Places placesOf(const QueryTerm& term, PatternCache& patterns) const override;
    std::vector<ValueCount> count(const Places& places) const override;
    std::vector<std::int64_t> keys() const override;

    std::uint32_t codeAt(std::size_t place) const { return m_codes[place]; }

    const std::string& value(std::uint32_t code) const { return m_dictionary.values()[code]; }

private:
    Dictionary m_dictionary;
    std::vector<std::uint32_t> m_codes; ///< By place.
};

/// A number at each place, or none.
class NumberColumn final : public ValueColumn
{
public:
    void set(std::size_t place, std::optional<std::int64_t> number);
    Places placesOf(const QueryTerm& term, PatternCache& patterns) const override;
    std::optional<Places> decided(const QueryTerm& term) const override;
    std::vector<ValueCount> count(const Places& places) const override;
    std::vector<std::int64_t> keys() const override;

    bool isKnown(std::size_t place) const { return m_known[place]; }

    std::int64_t at(std::size_t place) const { return m_numbers[place]; }

private:
    std::vector<std::int64_t> m_numbers;
    Places m_known;
};

/// Some texts at each place. Many places have the same ones, so that each such list stands once.
class ListColumn final : public ValueColumn
{
public:
    void set(std::size_t place, std::span<const std::string> texts);
    Places placesOf(const QueryTerm& term, PatternCache& patterns) const override;
    std::vector<ValueCount> count(const Places& places) const override;
    std::vector<std::int64_t> keys() const override;

private:
    Dictionary m_dictionary;
    std::map<std::vector<std::uint32_t>, std::uint32_t> m_numbers; ///< Of lists of sorted codes.
    std::vector<const std::vector<std::uint32_t>*> m_lists; ///< By number: keys of m_numbers.
    std::vector<std::uint32_t> m_places;                    ///< Numbers of lists by place.
};

} // namespace faultline::library
