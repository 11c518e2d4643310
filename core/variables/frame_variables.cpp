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

VariableRole roleOfPart(const NamedPlace& part, const object::TypeInfo& whole)
{
    if (part.isBase)
        return VariableRole::Base;
    if (isStructure(whole))
        return VariableRole::Member;
    return isPointerLike(whole) ? VariableRole::Pointee : VariableRole::Element;
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

ValueNode nodeOf(const RowFrame& row, const object::VariableInfo& variable)
{
    return ValuePresenter::nodeOf(
        {.name = std::string(variable.name),
         .place = {.type = variable.type, .storage = row.frame->place(variable)}},
        roleOf(variable));
}

/// Appends values and their parts to a list.
class Writer
{
public:
    Writer(ValuePresenter& presenter, const VariableLimits& limits, std::vector<Variable>& out)
        : m_presenter(presenter), m_limits(limits), m_out(out)
    {
    }

    void write(const ValueNode& value,
               std::optional<std::uint32_t> parent,
               std::uint32_t depth,
               std::uint32_t line = 0)
    {
        if (m_out.size() >= m_limits.variables || m_limits.stop.stop_requested())
            return;
        const auto index = static_cast<std::uint32_t>(m_out.size());
        auto presented = m_presenter.show(value);
        // A text says all that its characters would.
        const bool isOpen = presented.shown.isOpen && presented.shown.partCount > 0 &&
                            presented.shown.kind != ValueKind::String;
        auto& variable = m_out.emplace_back();
        variable.parent = parent;
        variable.name = value.name;
        variable.type = m_presenter.typeName(value);
        variable.role = value.role;
        variable.declaredAtLine = line;
        addValue(std::move(presented), variable);
        addSize(value, variable);
        if (depth >= m_limits.depth || !isOpen)
            return;
        for (const auto& part : m_presenter.children(value, 0, m_limits.items))
            writePart(part, index, depth);
    }

private:
    /// A base class or an unnamed member is no level of its own, because its members are the
    /// object's. A class that is its own base ends here.
    void writePart(const ValueNode& part, std::uint32_t parent, std::uint32_t depth)
    {
        constexpr std::uint32_t kMaxBases = 16;
        const bool isBase =
            (part.role == VariableRole::Base || part.name.empty()) && m_bases < kMaxBases;
        m_bases += isBase ? 1 : 0;
        write(part, parent, isBase ? depth : depth + 1);
        m_bases -= isBase ? 1 : 0;
    }

    static void addValue(PresentedValue presented, Variable& variable)
    {
        auto& shown = presented.shown;
        variable.state = stateOf(shown.absence);
        variable.kind = shown.kind;
        variable.number = std::move(shown.number);
        variable.pointer = shown.pointer;
        variable.pointerSymbol = std::move(shown.pointerSymbol);
        variable.text = std::move(shown.text);
        variable.address = shown.address;
        variable.partCount = shown.partCount;
        if (presented.fault) {
            variable.state = presented.fault->state;
            variable.text = std::move(presented.fault->text);
            variable.kind = ValueKind::None;
        }
    }

    void addSize(const ValueNode& value, Variable& variable) const
    {
        const auto& place = value.value.place;
        if (value.fault || value.synthetic != nullptr || value.elements || value.value.literal)
            return;
        if (place.bitSize != 0) {
            variable.bitCount = place.bitSize;
            return;
        }
        if (place.dimension == 0)
            variable.sizeBytes = m_presenter.evaluator().types().sizeOf(value.value.type);
    }

    ValuePresenter& m_presenter;
    const VariableLimits& m_limits;
    std::vector<Variable>& m_out;
    std::uint32_t m_bases = 0; ///< Base classes around the present part.
};

/// The variable with this number among those that variablesOf() lists.
std::optional<ValueNode> variableAt(const RowFrame& row, std::uint64_t number)
{
    for (const auto& variable : row.function->variables) {
        if (variable.name.empty() || number-- != 0)
            continue;
        return nodeOf(row, variable);
    }
    return std::nullopt;
}

/// The value that the path leads to.
Result<ValueNode>
nodeAt(const RowFrame& row, ValuePresenter& presenter, const PartsQuestion& question)
{
    auto path = question.path;
    ValueNode node;
    if (!question.expression.empty()) {
        FL_TRY(node, evaluatedIn(row, question.expression, presenter));
    } else {
        auto variable = path.empty() ? std::nullopt : variableAt(row, path.front());
        if (!variable)
            return fail(ErrorKind::NotFound, "the frame has no such variable");
        node = *std::move(variable);
        path = path.subspan(1);
    }
    for (const auto number : path) {
        auto parts = presenter.children(node, number, 1);
        if (parts.empty())
            return fail(ErrorKind::NotFound, "the value has no part ", number);
        node = std::move(parts.front());
    }
    return node;
}

} // namespace

std::vector<Variable>
variablesOf(const RowFrame& row, const Naming& naming, const VariableLimits& limits)
{
    const Values values(*row.frame, naming, limits.values);
    ValuePresenter presenter(values);
    std::vector<Variable> out;
    Writer writer(presenter, limits, out);
    for (const auto& variable : row.function->variables) {
        if (!variable.name.empty())
            writer.write(nodeOf(row, variable), std::nullopt, 0, variable.line);
    }
    return out;
}

Result<std::vector<Variable>> partsOf(const RowFrame& row,
                                      const Naming& naming,
                                      const PartsQuestion& question,
                                      const ValueLimits& limits)
{
    const Values values(*row.frame, naming, limits);
    ValuePresenter presenter(values);
    FL_TRY(const auto whole, nodeAt(row, presenter, question));
    const VariableLimits flat{.depth = 0, .values = limits};
    std::vector<Variable> out;
    Writer writer(presenter, flat, out);
    for (const auto& part : presenter.children(whole, question.first, question.most))
        writer.write(part, std::nullopt, 0);
    return out;
}

std::vector<Variable>
writtenOut(ValuePresenter& presenter, const ValueNode& value, const VariableLimits& limits)
{
    std::vector<Variable> out;
    Writer(presenter, limits, out).write(value, std::nullopt, 0);
    return out;
}

} // namespace faultline::variables
