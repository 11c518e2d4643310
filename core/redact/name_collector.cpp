// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/name_collector.h"

#include "core/base/text.h"
#include "core/redact/keyed_values.h"
#include "core/redact/report_classes.h"
#include "core/redact/text_bytes.h"
#include "core/redact/text_replacer.h"

namespace faultline::redact {

namespace {

class Collector
{
public:
    explicit Collector(WordTable& words) : m_words(words) {}

    template <HasClasses Struct>
    void visit(const Struct& value)
    {
        forEachClass<Struct>([&](auto field) {
            constexpr auto kind = decltype(field)::kClass;
            if constexpr (kind == FieldClass::Fact)
                learnIds(value.*field.pointer);
            else if constexpr (kind != FieldClass::Keyed && kind != FieldClass::RawBytes)
                visit(value.*field.pointer);
        });
        if constexpr (std::is_same_v<Struct, Annotation>)
            learnValue(classOfAnnotation(value), value.value);
        if constexpr (std::is_same_v<Struct, Event>) {
            for (const auto& [key, detail] : value.details)
                learnValue(classOfDetail(key, detail), detail);
        }
    }

    void visit(const std::string& text) { learnNames(text, m_words); }

    void visit(const ByteView&) {}

    void visit(const std::shared_ptr<const MemoryImage>&) {}

    template <class T>
    void visit(const std::optional<T>& value)
    {
        if (value)
            visit(*value);
    }

    template <class T>
    void visit(const std::shared_ptr<const T>& value)
    {
        if (value)
            visit(*value);
    }

    template <class T>
    void visit(const std::vector<T>& values)
    {
        for (const auto& value : values)
            visit(value);
    }

    template <class... Alternatives>
    void visit(const std::variant<Alternatives...>& value)
    {
        std::visit([this](const auto& alternative) { visit(alternative); }, value);
    }

    /// A variable of the environment.
    void visit(const std::pair<std::string, std::string>& variable)
    {
        const auto& [name, value] = variable;
        learnValue(classOfVariable(name), value);
        if (equalsIgnoreCase(name, "HOME") || equalsIgnoreCase(name, "USERPROFILE"))
            m_words.learn(RemovedKind::User, baseName(value));
    }

private:
    void learnValue(ValueClass valueClass, const std::string& value)
    {
        switch (valueClass) {
        case ValueClass::User: m_words.learn(RemovedKind::User, value); break;
        case ValueClass::Host:
            m_words.learnHost(std::string_view(value).substr(0, value.find(',')));
            break;
        case ValueClass::Device: m_words.learn(RemovedKind::Device, value); break;
        case ValueClass::Customer: m_words.learn(RemovedKind::Customer, value); break;
        case ValueClass::Fact:
        case ValueClass::Message:
        case ValueClass::Path:
        case ValueClass::Process: learnNames(value, m_words); break;
        }
    }

    void learnIds(const auto&) {}

    void learnIds(const DebugId& id)
    {
        m_words.learnId(id.uuidHex());
        m_words.learnId(id.breakpad());
    }

    /// Paths have the first two digits in a folder of their own (".build-id/ab/cd….debug").
    void learnIds(const CodeId& id)
    {
        m_words.learnId(id.text());
        if (id.text().size() > 2)
            m_words.learnId(std::string_view(id.text()).substr(2));
    }

    void learnIds(const std::string& text)
    {
        constexpr std::size_t kLongestId = 128;
        if (text.size() >= 32 && text.size() <= kLongestId && wordLength(text) == text.size())
            m_words.learnId(text);
    }

    template <class T>
    void learnIds(const std::optional<T>& value)
    {
        if (value)
            learnIds(*value);
    }

    template <class T>
    void learnIds(const std::vector<T>& values)
    {
        for (const auto& value : values)
            learnIds(value);
    }

    WordTable& m_words;
};

} // namespace

void collectNames(const Report& report, WordTable& words)
{
    Collector(words).visit(report);
}

} // namespace faultline::redact
