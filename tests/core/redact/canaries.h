// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/redact.h"
#include "core/redact/report_classes.h"
#include "tests/support/report_filler.h"

#include <string>

namespace faultline::test {

/// In texts that leave the report for Team. Share outside shows them no more than that.
inline constexpr std::string_view kProcessCanary = "procanary";
/// In names, addresses and URLs, which leave for Share outside.
inline constexpr std::string_view kNameCanary = "namecanary";
/// Beside them; stays in all profiles.
inline constexpr std::string_view kKept = "kept";

/// Puts texts with numbered canaries into every field of a report that has a class other than Fact.
/// It knows no field by name, so that a new field is tested as soon as it has a class.
class CanaryPlanter
{
public:
    /// How many canaries there are.
    std::size_t count() const { return m_count; }

    template <redact::HasClasses Struct>
    void plant(Struct& value)
    {
        using redact::FieldClass;
        redact::forEachClass<Struct>([&](auto field) {
            constexpr auto kind = decltype(field)::kClass;
            if constexpr (kind == FieldClass::Parts)
                plantParts(value.*field.pointer);
            else if constexpr (kind == FieldClass::Keyed)
                plantKeyed(value);
            else if constexpr (kind != FieldClass::Fact)
                plantAs(kind, value.*field.pointer);
        });
    }

private:
    void plantParts(redact::HasClasses auto& value) { plant(value); }

    template <class T>
    void plantParts(std::optional<T>& value)
    {
        if (value)
            plantParts(*value);
    }

    template <class T>
    void plantParts(std::vector<T>& values)
    {
        for (auto& value : values)
            plantParts(value);
    }

    template <class T>
    void plantParts(std::shared_ptr<const T>& value)
    {
        auto copy = std::make_shared<T>(*value);
        plant(*copy);
        value = std::move(copy);
    }

    template <class... Alternatives>
    void plantParts(std::variant<Alternatives...>& value)
    {
        std::visit([this](auto& alternative) { plantParts(alternative); }, value);
    }

    void plantAs(redact::FieldClass kind, std::string& text) { text = textOf(kind); }

    void plantAs(redact::FieldClass kind, ByteView& bytes)
    {
        bytes = ByteView::fromString(
            canary(kind == redact::FieldClass::Process ? kProcessCanary : kNameCanary));
    }

    void plantAs(redact::FieldClass, std::shared_ptr<const MemoryImage>& memory)
    {
        memory = std::make_shared<const MemoryImage>(
            std::vector{MemoryRange{.address = 0x1000,
                                    .bytes = ByteView::fromString(canary(kProcessCanary)),
                                    .clipped = false}},
            std::endian::big);
    }

    void plantAs(redact::FieldClass kind, std::pair<std::string, std::string>& both)
    {
        both = {textOf(kind), textOf(kind)};
    }

    template <class T>
    void plantAs(redact::FieldClass kind, std::optional<T>& value)
    {
        plantAs(kind, value.emplace());
    }

    template <class T>
    void plantAs(redact::FieldClass kind, std::vector<T>& values)
    {
        values.resize(3);
        for (auto& value : values)
            plantAs(kind, value);
    }

    void plantKeyed(Annotation& annotation);
    void plantKeyed(Event& event);

    std::string textOf(redact::FieldClass kind);
    std::string messageText();
    std::string pathText();
    std::string canary(std::string_view word);

    std::size_t m_count = 0;
};

/// Compares a report with what a profile left of it, field by field, and collects what is wrong.
class RedactionCheck
{
public:
    explicit RedactionCheck(redact::Profile profile) : m_profile(profile) {}

    const std::vector<std::string>& defects() const { return m_defects; }

    template <redact::HasClasses Struct>
    void check(const Struct& before, const Struct& after)
    {
        using redact::FieldClass;
        redact::forEachClass<Struct>([&](auto field) {
            constexpr auto kind = decltype(field)::kClass;
            const auto& a = before.*field.pointer;
            const auto& b = after.*field.pointer;
            if constexpr (kind == FieldClass::Parts)
                checkParts(a, b);
            else if constexpr (kind == FieldClass::Fact)
                expect(isSame(a, b), "a fact changed beside", field.name);
            else if constexpr (kind != FieldClass::Keyed)
                checkText(kind, a, b, field.name);
        });
    }

private:
    void checkParts(const redact::HasClasses auto& a, const redact::HasClasses auto& b)
    {
        check(a, b);
    }

    template <class T>
    void checkParts(const std::vector<T>& a, const std::vector<T>& b)
    {
        expect(a.size() == b.size(), "a part went", "");
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
            checkParts(a[i], b[i]);
    }

    template <class... Alternatives>
    void checkParts(const std::variant<Alternatives...>& a, const std::variant<Alternatives...>& b)
    {
        std::visit(
            [&]<class T>(const T& before) {
                const auto* after = std::get_if<T>(&b);
                expect(after != nullptr, "another kind of part", "");
                if (after)
                    checkParts(before, *after);
            },
            a);
    }

    void checkParts(const auto& a, const auto& b)
    {
        expect(bool(a) == bool(b), "a part went", "");
        if (a && b)
            checkParts(*a, *b);
    }

    void checkText(redact::FieldClass kind,
                   const std::string& a,
                   const std::string& b,
                   std::string_view name);

    template <class T>
    void checkText(redact::FieldClass kind,
                   const std::optional<T>& a,
                   const std::optional<T>& b,
                   std::string_view name)
    {
        if (kind == redact::FieldClass::Process)
            expect(!b, "is still there", name);
        else if (a && b)
            checkText(kind, *a, *b, name);
        else
            expect(!a && !b, "went", name);
    }

    void checkText(redact::FieldClass kind, const auto& a, const auto& b, std::string_view name)
    {
        if constexpr (requires { b->ranges(); }) {
            expect(b && b->ranges().empty() && b->byteOrder() == a->byteOrder(), "is still there",
                   name);
        } else if (kind == redact::FieldClass::Process) {
            expect(b.empty(), "is still there", name);
        } else if constexpr (std::is_same_v<decltype(b), const std::vector<std::string>&>) {
            expect(a.size() == b.size(), "lost a text", name);
            for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
                checkText(kind, a[i], b[i], name);
        } else {
            const bool stays = m_profile == redact::Profile::Team;
            expect(b.empty() != stays, stays ? "went" : "is still there", name);
        }
    }

    void expect(bool holds, std::string_view what, std::string_view name)
    {
        if (!holds)
            m_defects.push_back(std::string(name) + ' ' + std::string(what));
    }

    redact::Profile m_profile;
    std::vector<std::string> m_defects;
};

/// All words of the text that begin with `word` and end with a number.
std::vector<std::string> numberedWords(std::string_view text, std::string_view word);

} // namespace faultline::test
