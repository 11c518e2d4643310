// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/field_rewriter.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/redact/keyed_values.h"
#include "core/redact/process_values.h"
#include "core/redact/report_classes.h"
#include "core/redact/text_replacer.h"

namespace faultline::redact {

namespace {

constexpr std::size_t kMostShown = 8; ///< Elements of a list.

std::string shownText(std::string_view text)
{
    return std::string(text);
}

std::string shownText(const std::pair<std::string, std::string>& variable)
{
    return concat(variable.first, "=", variable.second);
}

std::string shownText(const ByteView& bytes)
{
    return concat(bytes.size(), " bytes");
}

template <class T>
std::string shownText(const std::vector<T>& list)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(list.size(), kMostShown); ++i)
        text += concat(i == 0 ? "" : " ", shownText(list[i]));
    return text;
}

std::string shownText(const MemoryImage& memory)
{
    std::uint64_t bytes = 0;
    for (const auto& range : memory.ranges())
        bytes += range.bytes.size();
    return concat(memory.ranges().size(), " regions, ", bytes, " bytes");
}

/// Every function that changes a value tells whether it did.
class Rewriter
{
public:
    Rewriter(Profile profile, WordTable& words, RemovalLog& log)
        : m_isOutside(profile == Profile::ShareOutside), m_words(words), m_log(log)
    {
    }

    template <HasClasses Struct>
    bool rewrite(Struct& value)
    {
        bool changed = false;
        if constexpr (std::is_same_v<Struct, Frame>)
            changed = rewriteUnreadLine(value);
        forEachClass<Struct>([&](auto field) {
            m_log.enter(field.name);
            changed |= rewriteField(value, field);
            m_log.leave();
        });
        if constexpr (std::is_same_v<Struct, Report>)
            changed |= renameCrashedFunction(value);
        return changed;
    }

private:
    template <FieldClass kind, class T>
    bool apply(T& value)
    {
        if constexpr (kind == FieldClass::Parts)
            return rewriteParts(value);
        else if constexpr (kind == FieldClass::Message)
            return m_isOutside && replaceIn(value, TextUse::Message);
        else if constexpr (kind == FieldClass::Path)
            return m_isOutside && replaceIn(value, TextUse::Path);
        else if constexpr (kind == FieldClass::Place)
            return replaceIn(value, m_isOutside ? TextUse::Path : TextUse::Secrets);
        else if constexpr (kind == FieldClass::RawBytes)
            return m_isOutside && remove(value, RemovedKind::RawBytes);
        else if constexpr (kind == FieldClass::Process)
            return remove(value, RemovedKind::Process);
        else if constexpr (kind == FieldClass::Variables)
            return removeVariables(value);
        else
            return false;
    }

    bool rewriteParts(HasClasses auto& value) { return rewrite(value); }

    template <class T>
    bool rewriteParts(std::optional<T>& value)
    {
        return value && rewriteParts(*value);
    }

    template <class T>
    bool rewriteParts(std::vector<T>& values)
    {
        bool changed = false;
        for (auto& value : values)
            changed |= rewriteParts(value);
        return changed;
    }

    template <class... Alternatives>
    bool rewriteParts(std::variant<Alternatives...>& value)
    {
        return std::visit([this](auto& alternative) { return rewriteParts(alternative); }, value);
    }

    template <class T>
    bool rewriteParts(std::shared_ptr<const T>& part)
    {
        if (!part)
            return false;
        T copy = *part;
        if (!rewrite(copy))
            return false;
        part = std::make_shared<const T>(std::move(copy));
        return true;
    }

    /// Rows share these, and still do so afterwards.
    bool rewriteParts(CarriedFieldsPtr& part)
    {
        if (!part)
            return false;
        const auto [known, isNew] = m_carried.try_emplace(part.get());
        if (isNew) {
            CarriedFields copy = *part;
            known->second.isChanged = rewrite(copy);
            known->second.fields = share(std::move(copy));
        }
        if (known->second.isChanged)
            part = known->second.fields;
        return known->second.isChanged;
    }

    bool replaceIn(std::string& text, TextUse use)
    {
        auto replaced = replaceNames(text, use, m_words);
        if (replaced.words.empty())
            return false;
        for (const auto kind : replaced.words)
            m_log.add(kind, 1);
        m_log.keep(replaced.words.front(), text, replaced.text);
        text = std::move(replaced.text);
        return true;
    }

    bool replaceIn(std::optional<std::string>& text, TextUse use)
    {
        return text && replaceIn(*text, use);
    }

    bool replaceIn(std::vector<std::string>& texts, TextUse use)
    {
        bool changed = false;
        for (auto& text : texts)
            changed |= replaceIn(text, use);
        return changed;
    }

    bool remove(auto& list, RemovedKind kind)
    {
        if (list.empty())
            return false;
        m_log.add(kind, sizeOf(list));
        m_log.keep(kind, shownText(list), {});
        list = {};
        return true;
    }

    template <class T>
    static std::size_t sizeOf(const std::vector<T>& list)
    {
        return list.size();
    }

    static std::size_t sizeOf(const auto&) { return 1; }

    template <class T>
    bool remove(std::optional<T>& value, RemovedKind kind)
    {
        if (!value)
            return false;
        m_log.add(kind, 1);
        m_log.keep(kind, shownText(*value), {});
        value.reset();
        return true;
    }

    bool remove(std::shared_ptr<const MemoryImage>& memory, RemovedKind kind)
    {
        if (!memory || memory->ranges().empty())
            return false;
        m_log.add(kind, memory->ranges().size());
        m_log.keep(kind, shownText(*memory), {});
        memory =
            std::make_shared<const MemoryImage>(std::vector<MemoryRange>(), memory->byteOrder());
        return true;
    }

    bool removeVariables(std::string& json)
    {
        if (json.empty())
            return false;
        auto kept = keepNumbers(json);
        if (kept.removed == 0)
            return false;
        m_log.add(RemovedKind::Process, kept.removed);
        m_log.keep(RemovedKind::Process, json, kept.json);
        json = std::move(kept.json);
        return true;
    }

    /// A line of stack text that is no frame stands where the function's name does.
    bool rewriteUnreadLine(Frame& frame)
    {
        const auto& position = frame.position;
        if (!m_isOutside || !std::holds_alternative<ScriptFrame>(frame.detail) ||
            position.absPath || position.file || !position.function)
            return false;
        auto& line = *frame.position.function;
        const auto before = line;
        m_log.enter("function");
        const bool changed = replaceIn(line, TextUse::Message);
        m_log.leave();
        if (changed)
            m_unreadLines.try_emplace(before, line);
        return changed;
    }

    /// It may be such a line as well. The stacks come first.
    bool renameCrashedFunction(Report& report)
    {
        const auto line = report.crashedFunction ? m_unreadLines.find(*report.crashedFunction)
                                                 : m_unreadLines.end();
        if (line == m_unreadLines.end())
            return false;
        report.crashedFunction = line->second;
        return true;
    }

    template <class Struct, class Field>
    bool rewriteField(Struct& value, Field field)
    {
        if constexpr (Field::kClass == FieldClass::Keyed)
            return rewriteKeyed(value);
        else
            return apply<Field::kClass>(value.*field.pointer);
    }

    bool rewriteKeyed(Annotation& annotation)
    {
        return rewriteValue(annotation.value, classOfAnnotation(annotation));
    }

    /// The keys may name files ("object /lib/libc.so.6").
    bool rewriteKeyed(Event& event)
    {
        bool changed = false;
        for (auto& [key, value] : event.details) {
            const auto valueClass = classOfDetail(key, value);
            changed |= m_isOutside && replaceIn(key, TextUse::Path);
            changed |= rewriteValue(value, valueClass);
        }
        return changed;
    }

    bool rewriteValue(std::string& value, ValueClass valueClass)
    {
        switch (valueClass) {
        case ValueClass::Fact: return false;
        case ValueClass::Message: return m_isOutside && replaceIn(value, TextUse::Message);
        case ValueClass::Path: return m_isOutside && replaceIn(value, TextUse::Path);
        case ValueClass::Process: return remove(value, RemovedKind::Process);
        case ValueClass::User: return m_isOutside && rename(value, RemovedKind::User);
        case ValueClass::Host: return m_isOutside && rename(value, RemovedKind::Host);
        case ValueClass::Device: return m_isOutside && rename(value, RemovedKind::Device);
        case ValueClass::Customer: return m_isOutside && rename(value, RemovedKind::Customer);
        }
        return false;
    }

    /// What follows a comma is about the host ("desk, 2 cores").
    bool rename(std::string& value, RemovedKind kind)
    {
        const auto size =
            kind == RemovedKind::Host ? std::min(value.find(','), value.size()) : value.size();
        const auto name = value.substr(0, size);
        if (name.empty() || isReserved(toLowerAscii(name)))
            return false;
        const auto before = value;
        value.replace(0, size, m_words.wordFor(kind, name));
        m_log.add(kind, 1);
        m_log.keep(kind, before, value);
        return true;
    }

    struct Carried
    {
        CarriedFieldsPtr fields;
        bool isChanged = false;
    };

    bool m_isOutside;
    WordTable& m_words;
    RemovalLog& m_log;
    std::unordered_map<const CarriedFields*, Carried> m_carried;
    TextMap<std::string> m_unreadLines; ///< What became of them.
};

} // namespace

bool rewriteReport(Report& report, Profile profile, WordTable& words, RemovalLog& log)
{
    return Rewriter(profile, words, log).rewrite(report);
}

} // namespace faultline::redact
