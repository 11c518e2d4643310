// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_writer.h"
#include "core/query/evaluator.h"
#include "core/query/inspection_json.h"
#include "core/report/variable_text.h"

#include <algorithm>
#include <set>
#include <span>

namespace faultline::query {

namespace {

using json::JsonKind;

/// Cuts between characters of UTF-8.
std::string_view firstBytes(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U)
        --most;
    return text.substr(0, most);
}

bool isEmpty(const json::JsonValue& value)
{
    switch (value.kind()) {
    case JsonKind::Null: return true;
    case JsonKind::String: return value.text().empty();
    case JsonKind::Array:
    case JsonKind::Object: return !value.firstChild();
    default: return false;
    }
}

bool isEmpty(const Item& item)
{
    if (const auto* json = item.asJson())
        return isEmpty(json->value);
    if (const auto* object = item.asObject())
        return std::ranges::all_of(object->members,
                                   [](const auto& member) { return isEmpty(member.second); });
    const auto* list = item.asList();
    return list != nullptr && list->items.empty();
}

/// Each cell looks its member up by its name.
constexpr std::size_t kMostColumns = 64;

bool isObject(const Item& item)
{
    const auto* json = item.asJson();
    return item.asObject() != nullptr ||
           (json != nullptr && json->value.kind() == JsonKind::Object);
}

/// The names of an object's members, of all or of those that are not empty.
std::vector<std::string> namesIn(const Item& object, bool withEmpty)
{
    if (withEmpty)
        return namesOf(object);
    std::vector<std::string> names;
    if (const auto* made = object.asObject()) {
        for (const auto& [name, member] : made->members) {
            if (!isEmpty(member))
                names.push_back(name);
        }
        return names;
    }
    json::forEachChild(object.asJson()->value, [&](const json::JsonValue& member) {
        if (!isEmpty(member))
            names.emplace_back(member.key());
    });
    return names;
}

/// Values of the process as lines, which say what is known in as few words as the window does.
std::string linesJson(std::vector<Variable> variables, const std::string& label)
{
    if (!label.empty() && !variables.empty())
        variables.front().name = label;
    std::string text;
    json::JsonWriter json(text);
    json.beginArray();
    report::writeVariableLines({.variables = std::move(variables)},
                               [&json](const std::string& line) { json.value(line); });
    json.endArray();
    return text;
}

/// Writes one value within the limits of the page.
class AnswerWriter
{
public:
    explicit AnswerWriter(Evaluation& evaluation)
        : m_evaluation(evaluation), m_page(evaluation.page()),
          m_maxBytes(std::min(m_page.maxBytes, kMostAnswerBytes)), m_json(m_answer.json)
    {
    }

    Result<Answer> write(const Item& item)
    {
        m_depth = m_page.depth.value_or(isList(item) ? 2 : 3);
        if (const auto* value = item.asValue()) {
            FL_TRY(const auto read, evaluated(*value));
            m_isInValue = true;
            FL_CHECK(writePage(read));
        } else if (isList(item)) {
            FL_CHECK(writePage(item));
        } else {
            FL_CHECK(writeItem(item, 0));
        }
        return std::move(m_answer);
    }

private:
    /// A value of the process with its parts, as a list like that of a report's variables.
    Result<Item> evaluated(const ValueItem& value)
    {
        FL_TRY(const auto values,
               m_evaluation.values({.place = value.place,
                                    .scope = value.scope,
                                    .expression = value.expression,
                                    .depth = value.expression.empty() ? 0 : m_page.valueDepth}));
        return parsedItem(m_page.form == Form::Short ? linesJson(values, value.label)
                                                     : variablesJson(values));
    }

    /// The names of the first row of a table: of all members that the objects have. Absent where
    /// the form is another one, or a table would be mostly empty.
    std::optional<std::vector<std::string>> columnsOf(std::span<const Item> rows,
                                                      std::uint32_t level) const
    {
        if (m_page.form != Form::Short || m_isInValue || rows.empty() || level >= m_depth)
            return std::nullopt;
        std::vector<std::string> columns;
        std::set<std::string> known;
        std::size_t members = 0;
        for (const auto& row : rows) {
            if (!isObject(row))
                return std::nullopt;
            for (auto& name : namesIn(row, !leavesOutEmpty())) {
                ++members;
                if (known.insert(name).second)
                    columns.push_back(std::move(name));
            }
            if (columns.size() > kMostColumns)
                return std::nullopt;
        }
        const bool isFilled = !columns.empty() && 2 * members >= rows.size() * columns.size();
        return isFilled ? std::optional(std::move(columns)) : std::nullopt;
    }

    void writeHeader(const std::vector<std::string>& columns)
    {
        m_json.beginArray();
        for (const auto& name : columns)
            m_json.value(shownText(name));
        m_json.endArray();
    }

    Result<void>
    writeRow(const Item& row, const std::vector<std::string>& columns, std::uint32_t level)
    {
        FL_CHECK(m_evaluation.step(columns.size()));
        m_json.beginArray();
        for (const auto& name : columns) {
            auto member = plainMember(row, name);
            if (!member || (leavesOutEmpty() && isEmpty(*member)))
                member = nullItem();
            FL_CHECK(writeItem(*member, level + 1));
        }
        m_json.endArray();
        return {};
    }

    /// The list that was asked for.
    Result<void> writePage(const Item& list)
    {
        const auto items = elementsOf(list);
        const auto paged = m_evaluation.pagedHasMore();
        const auto first = paged ? 0 : std::min<std::uint64_t>(m_page.first, items.size());
        const auto most = std::min(m_page.most, kMostElements);
        const auto end = first + std::min<std::uint64_t>(most, items.size() - first);
        auto next = first;
        m_json.beginArray();
        const auto columns = columnsOf(std::span(items).subspan(first, end - first), 1);
        if (columns)
            writeHeader(*columns);
        for (; next < end && (next == first || !isFull()); ++next) {
            const auto before = m_answer.json.size();
            FL_CHECK(columns ? writeRow(items[next], *columns, 1) : writeItem(items[next], 1));
            // The first element stays, so that every page goes on.
            if (m_answer.json.size() > m_maxBytes && next > first) {
                m_answer.json.resize(before);
                m_answer.isCut = true;
                break;
            }
        }
        m_json.endArray();
        const auto offset = paged ? m_page.first : 0;
        if (!paged)
            m_answer.total = items.size();
        const bool isWhole = next == items.size();
        if (paged && !isWhole && items.size() != m_evaluation.pagedCount())
            return fail(ErrorKind::TooLarge, "what was chosen of a page does not fit; ask for ",
                        "fewer elements (most) or more bytes (max_bytes)");
        if (!isWhole)
            m_answer.next = offset + next;
        else if (paged.value_or(false))
            m_answer.next = offset + m_evaluation.pagedCount();
        return {};
    }

    Result<void> writeItem(const Item& item, std::uint32_t level)
    {
        FL_CHECK(m_evaluation.step());
        if (const auto* json = item.asJson())
            return writeJson(json->value, level);
        if (const auto* value = item.asValue())
            return writeValue(*value, level);
        if (const auto* object = item.asObject())
            return writeObject(*object, level);
        return writeList(*item.asList(), level);
    }

    /// A value that cannot be read says why, so that the others of its list are written.
    Result<void> writeValue(const ValueItem& value, std::uint32_t level)
    {
        const auto read = evaluated(value);
        if (read) {
            m_isInValue = true;
            const auto lines = elementsOf(*read);
            const bool isLine = m_page.form == Form::Short && lines.size() == 1;
            auto written = writeItem(isLine ? lines.front() : *read, level);
            m_isInValue = false;
            return written;
        }
        if (read.error().kind != ErrorKind::NotFound)
            return std::unexpected(read.error());
        m_json.beginObject().member("problem", shownText(read.error().detail)).endObject();
        return {};
    }

    Result<void> writeObject(const ObjectItem& object, std::uint32_t level)
    {
        if (isTooDeep(level, object.members.size()))
            return {};
        m_json.beginObject();
        for (const auto& [name, member] : object.members) {
            if (leavesOutEmpty() && isEmpty(member))
                continue;
            m_json.key(name);
            FL_CHECK(writeItem(member, level + 1));
        }
        m_json.endObject();
        return {};
    }

    Result<void> writeList(const ListItem& list, std::uint32_t level)
    {
        if (isTooDeep(level, list.items.size()))
            return {};
        return writeElements(list.items, level);
    }

    Result<void> writeElements(const std::vector<Item>& items, std::uint32_t level)
    {
        m_json.beginArray();
        const auto columns = columnsOf(items, level + 1);
        if (columns)
            writeHeader(*columns);
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (isFull()) {
                writeOmitted(items.size() - i);
                break;
            }
            FL_CHECK(columns ? writeRow(items[i], *columns, level + 1)
                             : writeItem(items[i], level + 1));
        }
        m_json.endArray();
        return {};
    }

    Result<void> writeJson(const json::JsonValue& value, std::uint32_t level)
    {
        switch (value.kind()) {
        case JsonKind::String: m_json.value(shownText(value.text())); return {};
        case JsonKind::Array:
        case JsonKind::Object: return writeContainer(value, level);
        default: m_json.value(value); return {};
        }
    }

    Result<void> writeContainer(const json::JsonValue& value, std::uint32_t level)
    {
        std::size_t count = 0;
        json::forEachChild(value, [&](const json::JsonValue&) { ++count; });
        if (isTooDeep(level, count))
            return {};
        const bool isObject = value.kind() == JsonKind::Object;
        if (!isObject && m_page.form == Form::Short)
            return writeElements(elementsOf({JsonItem{.document = {}, .value = value}}), level);
        isObject ? m_json.beginObject() : m_json.beginArray();
        std::size_t written = 0;
        for (auto child = value.firstChild(); child; child = child->nextSibling(value)) {
            if (isFull()) {
                if (isObject)
                    m_json.key("omitted").value(std::uint64_t{count - written});
                else
                    writeOmitted(count - written);
                m_answer.isCut = true;
                break;
            }
            if (isObject && leavesOutEmpty() && isEmpty(*child)) {
                ++written;
                continue;
            }
            if (isObject)
                m_json.key(shownText(child->key()));
            FL_CHECK(writeJson(*child, level + 1));
            ++written;
        }
        isObject ? m_json.endObject() : m_json.endArray();
        return {};
    }

    /// Writes only the number of the parts of a container that lies too deep.
    bool isTooDeep(std::uint32_t level, std::size_t count)
    {
        if (level < m_depth || count == 0)
            return false;
        m_json.beginObject().member("count", std::uint64_t{count}).endObject();
        return true;
    }

    void writeOmitted(std::size_t count)
    {
        m_json.beginObject().member("omitted", std::uint64_t{count}).endObject();
        m_answer.isCut = true;
    }

    bool leavesOutEmpty() const { return m_page.empties == Empties::LeftOut && !m_isInValue; }

    bool isFull() const { return m_answer.json.size() >= m_maxBytes; }

    std::string shownText(std::string_view text)
    {
        const auto part = firstBytes(text, kMostTextBytes);
        auto shown = m_page.texts == Texts::Escaped ? escapeControls(part) : std::string(part);
        if (part.size() < text.size()) {
            shown += "…";
            m_answer.isCut = true;
        }
        return shown;
    }

    Evaluation& m_evaluation;
    const Page& m_page;
    const std::uint64_t m_maxBytes;
    std::uint32_t m_depth = 3;
    bool m_isInValue = false; ///< An empty text is a value of the process.
    Answer m_answer;
    json::JsonWriter m_json;
};

} // namespace

Result<Answer> writeAnswer(Evaluation& evaluation, const Item& item)
{
    return AnswerWriter(evaluation).write(item);
}

} // namespace faultline::query
