// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_traits.h"
#include "core/model/codec/report_fields.h"

#include <map>
#include <string>
#include <vector>

namespace faultline::test {

/// Gives every field of a value, including nested ones, a value that differs from its default and,
/// if its type allows, from all other fields. Uses the codec's field lists, whose completeness the
/// compiler checks.
class ReportFiller
{
public:
    /// `firstAlternative` chooses where the filler begins among the alternatives of variants. Every
    /// text begins with `text`.
    explicit ReportFiller(std::size_t firstAlternative = 0, std::string text = "text number ")
        : m_text(std::move(text)), m_alternatives(firstAlternative)
    {
    }

    /// A report of two threads and two modules whose parts refer to each other.
    Report makeReport();

    template <codec::Listed Struct>
    void fill(Struct& value)
    {
        codec::forEachField<Struct>([&](std::size_t, auto field) {
            auto& member = value.*codec::memberOf(field);
            fill(member);
            if (codec::isUsual(member, codec::usual<Struct>().*codec::memberOf(field)))
                makeUnusual(member);
        });
    }

private:
    void fill(bool& value) { value = true; }

    void fill(std::integral auto& value)
    {
        value = static_cast<std::remove_reference_t<decltype(value)>>(++m_count);
    }

    void fill(float& value) { value = static_cast<float>(++m_count) / 10000; }

    void fill(Arch& value) { value = Arch::Arm64_32V8; }

    template <class Enum>
        requires std::is_enum_v<Enum>
    void fill(Enum& value)
    {
        value = codec::kLastEnumerator<Enum>;
    }

    void fill(std::string& text) { text = m_text + std::to_string(++m_count); }

    void fill(ByteView& bytes);
    void fill(DebugId& id);
    void fill(CodeId& id);
    void fill(RegisterSet& registers);
    void fill(MemoryImage& memory);
    void fill(CarriedFields& fields);
    void fill(Candidate& candidate);

    template <class T>
    void fill(std::optional<T>& value)
    {
        fill(value.emplace());
    }

    template <class T>
    void fill(std::shared_ptr<const T>& value)
    {
        auto made = std::make_shared<T>();
        fill(*made);
        value = std::move(made);
    }

    template <class First, class Second>
    void fill(std::pair<First, Second>& both)
    {
        fill(both.first);
        fill(both.second);
    }

    template <class T>
    void fill(std::vector<T>& values)
    {
        values.resize(2);
        for (auto& value : values)
            fill(value);
    }

    void fill(std::map<std::string, std::string>& values)
    {
        for (int i = 0; i < 2; ++i) {
            std::pair<std::string, std::string> entry;
            fill(entry);
            values.insert(entry);
        }
    }

    /// Chooses a different alternative each time.
    template <class... Alternatives>
    void fill(std::variant<Alternatives...>& value)
    {
        const std::size_t turn = m_alternatives++ % sizeof...(Alternatives);
        std::size_t index = 0;
        ((index++ == turn ? fill(value.template emplace<Alternatives>()) : void()), ...);
    }

    template <class T>
    void makeUnusual(T& value)
    {
        if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>)
            value = static_cast<T>(0);
    }

    std::string m_text;
    std::uint32_t m_count = 0;
    std::size_t m_alternatives = 0;
};

/// Are two values equal in every field?
template <class T>
bool isSame(const T& a, const T& b);

template <class T>
bool isSameMember(const std::vector<T>& a, const std::vector<T>& b)
{
    return std::ranges::equal(a, b, [](const T& x, const T& y) { return isSame(x, y); });
}

template <class... Alternatives>
bool isSameMember(const std::variant<Alternatives...>& a, const std::variant<Alternatives...>& b)
{
    return a.index() == b.index() &&
           ((!std::holds_alternative<Alternatives>(a) ||
             isSame(std::get<Alternatives>(a), std::get<Alternatives>(b))) &&
            ...);
}

bool isSameMember(const ByteView& a, const ByteView& b);
bool isSameMember(const MemoryImage& a, const MemoryImage& b);

template <class T>
bool isSame(const T& a, const T& b)
{
    if constexpr (codec::Listed<T>) {
        bool all = true;
        codec::forEachField<T>([&](std::size_t, auto field) {
            all = all && isSame(a.*codec::memberOf(field), b.*codec::memberOf(field));
        });
        return all;
    } else if constexpr (codec::kMayBeAbsent<T>) {
        return a ? b && isSame(*a, *b) : !b;
    } else if constexpr (requires { isSameMember(a, b); }) {
        return isSameMember(a, b);
    } else {
        return a == b;
    }
}

} // namespace faultline::test
