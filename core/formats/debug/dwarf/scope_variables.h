// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/value_units.h"

#include <set>

namespace faultline::dwarf {

/// Reads the variables of the functions around an address, and calls. Uses the units of others; not
/// thread-safe.
class ScopeVariables
{
public:
    ScopeVariables(ValueUnits& units, const ParseLimits& limits) : m_units(units), m_limits(limits)
    {
    }

    /// The function and those inlined at the address, innermost first.
    std::vector<object::FunctionInfo> around(const Entry& function, std::uint64_t linkedAddress);
    object::VariableInfo variable(const Entry& entry, std::uint64_t linkedAddress);
    /// The call in the function that returns to the address.
    std::optional<object::CallSite> callReturningTo(const Entry& function,
                                                    std::uint64_t linkedAddress);
    /// Where code of the function jumps to another function that returns for it. Absent where the
    /// debug info does not claim to describe all of these jumps, or does not say where one is.
    std::optional<std::vector<object::TailJump>> tailJumps(const Entry& function);

private:
    using Chain = std::vector<object::FunctionInfo>;

    object::VariableInfo readVariable(const Entry& entry, std::uint64_t linkedAddress);
    object::FunctionInfo describe(const Entry& function, std::uint64_t linkedAddress);
    void collect(const Entry& scope, std::uint64_t address, Chain& chain, std::uint32_t depth);
    void visit(const Entry& child, std::uint64_t address, Chain& chain, std::uint32_t depth);
    void addLost(const Entry& scope,
                 const std::set<object::EntryRef>& seen,
                 std::uint64_t address,
                 object::FunctionInfo& function);
    object::CallSite callSite(const Entry& call);
    enum class Search : std::uint8_t { NotFound, Found, Unreadable };

    template <class Visit>
    Search searchCalls(const Entry& scope, std::uint32_t depth, const Visit& visit);

    ValueUnits& m_units;
    ParseLimits m_limits;
    /// How many entries of range and location lists the present question may still read: any number
    /// of variables and blocks can refer to one list.
    std::uint64_t m_entriesLeft = 0;
};

/// Are the bytes of a value in another order than the file's (DW_AT_endianity)?
bool isInOtherOrder(const Entry& entry);

/// The expression of a block, with its unit; empty when the attribute is none.
object::LocationExpression expressionOf(const Entry& entry, Field field);

} // namespace faultline::dwarf
