// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/frame_variables.h"

#include "core/variables/inspection.h"

#include <algorithm>

namespace faultline::variables {

ValueState stateOf(Absence absence)
{
    switch (absence) {
    case Absence::None: return ValueState::Known;
    case Absence::OptimizedOut: return ValueState::OptimizedOut;
    case Absence::NotInDump: return ValueState::NotInDump;
    // The frame's address is known from its caller's stack pointer.
    case Absence::FrameNotKnown:
    case Absence::RegisterNotRecovered: return ValueState::RegisterNotRecovered;
    case Absence::NotSetUp: return ValueState::NotSetUp;
    case Absence::EntryValueNotKnown: return ValueState::EntryValueUnknown;
    case Absence::TypeNotKnown: return ValueState::TypeUnknown;
    case Absence::TooLarge: return ValueState::TooLarge;
    case Absence::ThreadBaseNotKnown:
    case Absence::Unsupported: return ValueState::Unsupported;
    case Absence::Damaged: return ValueState::Damaged;
    }
    return ValueState::Unsupported;
}

namespace {

VariableRole roleOf(const object::VariableInfo& variable)
{
    if (variable.isArtificial && variable.isParameter && variable.name == "this")
        return VariableRole::This;
    if (variable.isParameter)
        return VariableRole::Argument;
    return variable.isStatic ? VariableRole::Static : VariableRole::Local;
}

VariableRole roleOfPart(const NamedPlace& part, const object::TypeInfo& whole)
{
    if (part.isBase)
        return VariableRole::Base;
    if (isStructure(whole))
        return VariableRole::Member;
    return isPointerLike(whole) ? VariableRole::Pointee : VariableRole::Element;
}

/// Appends values and their parts to a list.
class Writer
{
public:
    Writer(const Values& values, const VariableLimits& limits, std::vector<Variable>& out)
        : m_values(values), m_limits(limits), m_out(out)
    {
    }

    void write(const NamedPlace& value,
               VariableRole role,
               std::optional<std::uint32_t> parent,
               std::uint32_t depth,
               std::uint32_t line = 0)
    {
        if (m_out.size() >= m_limits.variables)
            return;
        const auto index = static_cast<std::uint32_t>(m_out.size());
        auto shown = m_values.show(value.place);
        const bool isOpen = shown.isOpen && shown.partCount > 0;
        auto& variable = m_out.emplace_back();
        variable.parent = parent;
        variable.name = value.name;
        variable.type = m_values.typeName(value.place);
        variable.role = role;
        variable.declaredAtLine = line;
        addValue(std::move(shown), variable);
        addSize(value.place, variable);
        if (depth >= m_limits.depth || !isOpen)
            return;
        const auto whole = m_values.types().plain(m_values.unreferenced(value.place).type).info;
        for (const auto& part : m_values.children(value.place, 0, m_limits.items))
            writePart(part, roleOfPart(part, *whole), index, depth);
    }

private:
    /// A base class or an unnamed member is no level of its own, because its members are the
    /// object's. A class that is its own base ends here.
    void
    writePart(const NamedPlace& part, VariableRole role, std::uint32_t parent, std::uint32_t depth)
    {
        constexpr std::uint32_t kMaxBases = 16;
        const bool isBase = (part.isBase || part.name.empty()) && m_bases < kMaxBases;
        m_bases += isBase ? 1 : 0;
        write(part, role, parent, isBase ? depth : depth + 1);
        m_bases -= isBase ? 1 : 0;
    }

    static void addValue(ShownValue shown, Variable& variable)
    {
        variable.state = stateOf(shown.absence);
        variable.kind = shown.kind;
        variable.number = std::move(shown.number);
        variable.pointer = shown.pointer;
        variable.pointerSymbol = std::move(shown.pointerSymbol);
        variable.text = std::move(shown.text);
        variable.address = shown.address;
        variable.partCount = shown.partCount;
    }

    void addSize(const TypedPlace& place, Variable& variable) const
    {
        if (place.bitSize != 0) {
            variable.bitCount = place.bitSize;
            return;
        }
        if (place.dimension == 0)
            variable.sizeBytes = m_values.types().sizeOf(place.type);
    }

    const Values& m_values;
    const VariableLimits& m_limits;
    std::vector<Variable>& m_out;
    std::uint32_t m_bases = 0; ///< Base classes around the present part.
};

/// The variable with this number among those that variablesOf() lists.
std::optional<NamedPlace> variableAt(const RowFrame& row, std::uint64_t number)
{
    for (const auto& variable : row.function->variables) {
        if (variable.name.empty() || number-- != 0)
            continue;
        return NamedPlace{.name = std::string(variable.name),
                          .place = {.type = variable.type, .storage = row.frame->place(variable)}};
    }
    return std::nullopt;
}

/// The value that the path leads to.
Result<TypedPlace> placeAt(const RowFrame& row, const Values& values, const PartsQuestion& question)
{
    auto path = question.path;
    TypedPlace place;
    if (!question.expression.empty()) {
        FL_TRY(place, placeOf(row, question.expression, values));
    } else {
        const auto variable = path.empty() ? std::nullopt : variableAt(row, path.front());
        if (!variable)
            return fail(ErrorKind::NotFound, "the frame has no such variable");
        place = variable->place;
        path = path.subspan(1);
    }
    for (const auto number : path) {
        auto parts = values.children(place, number, 1);
        if (parts.empty())
            return fail(ErrorKind::NotFound, "the value has no part ", number);
        place = std::move(parts.front().place);
    }
    return place;
}

} // namespace

std::vector<Variable>
variablesOf(const RowFrame& row, const Naming& naming, const VariableLimits& limits)
{
    const Values values(*row.frame, naming, limits.values);
    std::vector<Variable> out;
    Writer writer(values, limits, out);
    for (const auto& variable : row.function->variables) {
        if (variable.name.empty())
            continue;
        const NamedPlace named{
            .name = std::string(variable.name),
            .place = {.type = variable.type, .storage = row.frame->place(variable)}};
        writer.write(named, roleOf(variable), std::nullopt, 0, variable.line);
    }
    return out;
}

Result<std::vector<Variable>> partsOf(const RowFrame& row,
                                      const Naming& naming,
                                      const PartsQuestion& question,
                                      const ValueLimits& limits)
{
    const Values values(*row.frame, naming, limits);
    FL_TRY(const auto whole, placeAt(row, values, question));
    const auto type = values.types().plain(values.unreferenced(whole).type).info;
    const VariableLimits flat{.depth = 0, .values = limits};
    std::vector<Variable> out;
    Writer writer(values, flat, out);
    for (const auto& part : values.children(whole, question.first, question.most))
        writer.write(part, roleOfPart(part, *type), std::nullopt, 0);
    return out;
}

std::vector<Variable> writtenOut(const Values& values,
                                 const NamedPlace& value,
                                 VariableRole role,
                                 const VariableLimits& limits)
{
    std::vector<Variable> out;
    Writer(values, limits, out).write(value, role, std::nullopt, 0);
    return out;
}

} // namespace faultline::variables
