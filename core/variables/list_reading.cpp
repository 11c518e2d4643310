// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/variables/inspection.h"

#include <algorithm>
#include <deque>
#include <set>

namespace faultline::variables {

namespace {

/// Visits the objects of a list or tree.
class ListReader
{
public:
    ListReader(ValuePresenter& presenter, const Values& values, const ListQuestion& question)
        : m_presenter(presenter), m_values(values), m_question(question)
    {
    }

    Result<std::vector<Variable>> read(TypedPlace start)
    {
        FL_CHECK(parseMembers());
        m_queue.push_back(std::move(start));
        while (!m_queue.empty() && m_found.size() < m_question.most) {
            if (m_count >= kMostListed)
                return fail(ErrorKind::TooLarge, "a list of more than ", kMostListed, " objects");
            const auto place = std::move(m_queue.front());
            m_queue.pop_front();
            FL_CHECK(visit(place));
        }
        return std::move(m_found);
    }

private:
    Result<void> parseMembers()
    {
        for (auto rest = m_question.members; !rest.empty() || m_members.empty();) {
            const auto end = std::min(rest.find(','), rest.size());
            FL_TRY(auto names, namesIn(trimAscii(rest.substr(0, end))));
            m_members.push_back(std::move(names));
            rest = rest.substr(std::min(rest.size(), end + 1));
        }
        return {};
    }

    /// The names between the dots.
    static Result<std::vector<std::string>> namesIn(std::string_view text)
    {
        std::vector<std::string> names;
        for (;;) {
            const auto end = std::min(text.find('.'), text.size());
            const auto name = trimAscii(text.substr(0, end));
            if (name.empty())
                return fail(ErrorKind::Malformed, "unexpected end");
            names.emplace_back(name);
            if (end == text.size())
                return names;
            text.remove_prefix(end + 1);
        }
    }

    Result<void> visit(const TypedPlace& place)
    {
        auto object = m_values.unreferenced(place);
        if (m_values.types().plain(object.type).info->kind == object::TypeKind::Pointer) {
            if (isNull(object))
                return {};
            const auto target = m_values.target(object);
            if (!target) {
                add(object);
                return {};
            }
            object = *target;
        }
        if (const auto address = object.storage.address();
            address && !m_seen.insert(*address).second)
            return {};
        add(object);
        for (const auto& member : m_members)
            FL_CHECK(follow(object, member));
        return {};
    }

    bool isNull(const TypedPlace& pointer) const
    {
        auto absence = Absence::None;
        return m_values.number(pointer, absence) == std::uint64_t{0};
    }

    void add(const TypedPlace& object)
    {
        const auto number = m_count++;
        if (number < m_question.first)
            return;
        const auto node = ValuePresenter::nodeOf(
            {.name = concat("[", number, "]"), .place = object}, VariableRole::Element);
        auto written = writtenOut(m_presenter, node, {.depth = 0});
        m_found.push_back(std::move(written.front()));
    }

    Result<void> follow(TypedPlace place, const std::vector<std::string>& names)
    {
        for (const auto& name : names) {
            auto whole = m_values.unreferenced(place);
            if (m_values.types().plain(whole.type).info->kind == object::TypeKind::Pointer) {
                if (isNull(whole))
                    return {};
                auto target = m_values.target(whole);
                if (!target) {
                    m_queue.push_back(std::move(whole)); // It says why nobody knows what follows.
                    return {};
                }
                whole = *std::move(target);
            }
            auto found = m_values.member(whole, name);
            if (!found)
                return fail(ErrorKind::NotFound, "\"", m_values.typeName(whole),
                            "\" has no member \"", name, "\"");
            place = std::move(found->place);
        }
        m_queue.push_back(std::move(place));
        return {};
    }

    ValuePresenter& m_presenter;
    const Values& m_values;
    const ListQuestion& m_question;
    std::vector<std::vector<std::string>> m_members;
    std::deque<TypedPlace> m_queue;
    std::set<std::uint64_t> m_seen;
    std::uint64_t m_count = 0;
    std::vector<Variable> m_found;
};

} // namespace

Result<std::vector<Variable>> listed(const RowFrame& row,
                                     const Naming& naming,
                                     const ListQuestion& question,
                                     const ValueLimits& limits)
{
    const Values values(*row.frame, naming, limits);
    ValuePresenter presenter(values);
    FL_TRY(const auto node, evaluatedIn(row, question.expression, presenter));
    const auto start = presenter.evaluator().placeOf(node.value);
    if (!start)
        return fail(ErrorKind::NotFound, start.error().text);
    return ListReader(presenter, values, question).read(*start);
}

} // namespace faultline::variables
