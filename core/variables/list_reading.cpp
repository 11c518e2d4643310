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
    ListReader(const Values& values, const ListQuestion& question)
        : m_values(values), m_question(question)
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
            FL_TRY(auto steps, parseInspection(trimAscii(rest.substr(0, end))));
            m_members.push_back(std::move(steps));
            rest = rest.substr(std::min(rest.size(), end + 1));
        }
        return {};
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
        auto written = writtenOut(m_values, {.name = concat("[", number, "]"), .place = object},
                                  VariableRole::Element, {.depth = 0});
        m_found.push_back(std::move(written.front()));
    }

    Result<void> follow(TypedPlace place, const std::vector<InspectionStep>& names)
    {
        for (const auto& step : names) {
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
            auto found = m_values.member(whole, step.name);
            if (!found)
                return fail(ErrorKind::NotFound, "\"", m_values.typeName(whole),
                            "\" has no member \"", step.name, "\"");
            place = std::move(found->place);
        }
        m_queue.push_back(std::move(place));
        return {};
    }

    const Values& m_values;
    const ListQuestion& m_question;
    std::vector<std::vector<InspectionStep>> m_members;
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
    FL_TRY(auto start, placeOf(row, question.expression, values));
    return ListReader(values, question).read(std::move(start));
}

} // namespace faultline::variables
