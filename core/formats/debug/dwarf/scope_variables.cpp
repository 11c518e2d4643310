// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/scope_variables.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"
#include "core/formats/debug/dwarf/entry_ranges.h"
#include "core/formats/debug/dwarf/location_lists.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

/// No function has more variables; a list without an end would fill the memory.
constexpr std::size_t kMaxVariables = 1u << 16;
constexpr std::size_t kMaxCallParameters = 256;

constexpr std::uint8_t kOpAddr = 0x03;
constexpr std::uint8_t kOpAddrx = 0xa1;
constexpr std::uint8_t kOpFormTlsAddress = 0x9b;
constexpr std::uint8_t kOpGnuPushTlsAddress = 0xe0;
constexpr std::uint8_t kOpGnuAddrIndex = 0xfb;

object::EntryRef unitRef(const ValueUnit& unit)
{
    return unit.ref(unit.unit.header.firstEntry);
}

bool isVariable(std::uint16_t tag)
{
    return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
}

bool isBlock(std::uint16_t tag)
{
    return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block ||
           tag == DW_TAG_with_stmt;
}

bool isCall(std::uint16_t tag)
{
    return tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site;
}

/// Does an expression give the same place in every frame?
bool isStaticPlace(Bytes expression)
{
    if (expression.empty())
        return false;
    const auto first = std::to_integer<std::uint8_t>(expression.front());
    const auto last = std::to_integer<std::uint8_t>(expression.back());
    return first == kOpAddr || first == kOpAddrx || first == kOpGnuAddrIndex ||
           last == kOpFormTlsAddress || last == kOpGnuPushTlsAddress;
}

bool isSigned(std::uint16_t form)
{
    return form == DW_FORM_sdata || form == DW_FORM_implicit_const;
}

/// A constant of another form (a text, an address) has no bytes that could be the variable's.
std::optional<object::ConstantValue> constantOf(const Attribute& attribute)
{
    object::ConstantValue value{.number = attribute.value.number,
                                .bytes = ValueUnits::block(attribute).value_or(Bytes()),
                                .isSigned = isSigned(attribute.value.form)};
    const bool isNumber = isConstant(attribute.value);
    return isNumber || !value.bytes.empty() ? std::optional(value) : std::nullopt;
}

/// Real variables have a few entries, and some bytes each in their unit.
std::uint64_t entriesAllowed(const Entry& entry)
{
    return 4096 + 4 * (entry.unit->unit.header.end - entry.unit->unit.header.offset);
}

} // namespace

bool isInOtherOrder(const Entry& entry)
{
    const auto own =
        entry.unit->sections().order == std::endian::little ? DW_END_little : DW_END_big;
    const auto order = entry.fields.numberOr(Field::Endianity, DW_END_default);
    return order != DW_END_default && order != own;
}

object::LocationExpression expressionOf(const Entry& entry, Field field)
{
    if (!entry.has(field))
        return {};
    const auto bytes = ValueUnits::block({entry.unit, entry.fields[field]});
    return bytes ? object::LocationExpression{*bytes, unitRef(*entry.unit)}
                 : object::LocationExpression();
}

std::vector<object::FunctionInfo> ScopeVariables::around(const Entry& function,
                                                         std::uint64_t linkedAddress)
{
    m_entriesLeft = entriesAllowed(function);
    Chain chain;
    chain.push_back(describe(function, linkedAddress));
    collect(function, linkedAddress, chain, 0);
    std::ranges::reverse(chain);
    return chain;
}

object::FunctionInfo ScopeVariables::describe(const Entry& function, std::uint64_t linkedAddress)
{
    object::FunctionInfo info;
    info.entry = function.ref();
    info.unit = unitRef(*function.unit);
    info.name = m_units.text(function, Field::Name);
    info.isInlined = function.tag == DW_TAG_inlined_subroutine;
    info.language = function.unit->unit.language;
    if (function.has(Field::FrameBase)) {
        const auto found = locationAt({function.unit, function.fields[Field::FrameBase]},
                                      linkedAddress, m_entriesLeft);
        if (found.state == FoundLocation::State::Found)
            info.frameBase = object::LocationExpression{found.expression, info.unit};
    }
    const auto ranges =
        rangesOf(function.unit->sections(), function.unit->unit, function.fields, m_entriesLeft);
    if (!ranges.empty())
        info.entryAddress = ranges.front().begin;
    return info;
}

/// Appends the variables of a scope, and of the blocks and inlined functions in it that contain the
/// address.
void ScopeVariables::collect(const Entry& scope,
                             std::uint64_t address,
                             Chain& chain,
                             std::uint32_t depth)
{
    if (depth >= m_limits.maxTreeDepth)
        return;
    std::set<object::EntryRef> seen;
    std::vector<std::uint64_t> inner;
    m_units.forEachChild(scope, [&](const Entry& child) {
        if (const auto origin = m_units.follow(child, Field::AbstractOrigin))
            seen.insert(origin);
        if (isVariable(child.tag))
            visit(child, address, chain, depth);
        else if (isBlock(child.tag) || child.tag == DW_TAG_inlined_subroutine)
            inner.push_back(child.offset);
        return true;
    });
    addLost(scope, seen, address, chain.back());
    Entry child;
    for (const auto offset : inner) {
        if (m_units.read(*scope.unit, offset, child))
            visit(child, address, chain, depth);
    }
}

void ScopeVariables::visit(const Entry& child,
                           std::uint64_t address,
                           Chain& chain,
                           std::uint32_t depth)
{
    if (isVariable(child.tag)) {
        auto& variables = chain.back().variables;
        const bool isElsewhere = child.has(Field::Declaration) && !child.has(Field::Location);
        if (!isElsewhere && variables.size() < kMaxVariables)
            variables.push_back(readVariable(child, address));
        return;
    }
    if (!holds(rangesOf(child.unit->sections(), child.unit->unit, child.fields, m_entriesLeft),
               address))
        return;
    if (child.tag == DW_TAG_inlined_subroutine)
        chain.push_back(describe(child, address));
    collect(child, address, chain, depth + 1);
}

/// Compilers leave out of a function's instance the variables that they have removed. The abstract
/// function still has them.
void ScopeVariables::addLost(const Entry& scope,
                             const std::set<object::EntryRef>& seen,
                             std::uint64_t address,
                             object::FunctionInfo& function)
{
    Entry origin;
    if (!m_units.read(m_units.follow(scope, Field::AbstractOrigin), origin))
        return;
    m_units.forEachChild(origin, [&](const Entry& child) {
        if (!isVariable(child.tag) || seen.contains(child.ref()) ||
            (child.has(Field::Declaration) && !child.has(Field::Location)))
            return true;
        if (function.variables.size() < kMaxVariables)
            function.variables.push_back(readVariable(child, address));
        return true;
    });
}

object::VariableInfo ScopeVariables::variable(const Entry& entry, std::uint64_t linkedAddress)
{
    m_entriesLeft = entriesAllowed(entry);
    return readVariable(entry, linkedAddress);
}

object::VariableInfo ScopeVariables::readVariable(const Entry& entry, std::uint64_t linkedAddress)
{
    object::VariableInfo info;
    info.entry = entry.ref();
    info.name = m_units.text(entry, Field::Name);
    if (const auto type = m_units.attribute(entry, Field::Type))
        info.type = m_units.follow(*type);
    info.isParameter = entry.tag == DW_TAG_formal_parameter;
    info.isArtificial = m_units.number(entry, Field::Artificial).value_or(0) != 0;
    info.line = static_cast<std::uint32_t>(m_units.number(entry, Field::DeclLine).value_or(0));
    if (const auto location = m_units.attribute(entry, Field::Location)) {
        const auto found = locationAt(*location, linkedAddress, m_entriesLeft);
        info.isDamaged = found.state == FoundLocation::State::Damaged;
        if (found.state == FoundLocation::State::Found) {
            info.location = object::LocationExpression{found.expression, unitRef(*location->unit)};
            info.isStatic = isStaticPlace(found.expression);
            info.isFromList = found.isFromList;
        }
    }
    info.isInOtherOrder = isInOtherOrder(entry);
    if (const auto constant = m_units.attribute(entry, Field::ConstValue))
        info.constant = constantOf(*constant);
    return info;
}

/// Calls `visit` for each call in a function and in all of its blocks and inlined functions, until
/// it returns true. Calls after damage are not found, so that it is the answer.
template <class Visit>
ScopeVariables::Search
ScopeVariables::searchCalls(const Entry& scope, std::uint32_t depth, const Visit& visit)
{
    if (depth >= m_limits.maxTreeDepth)
        return Search::Unreadable;
    auto result = Search::NotFound;
    const bool isWhole = m_units.forEachChild(scope, [&](const Entry& child) {
        if (isCall(child.tag))
            result = visit(child) ? Search::Found : Search::NotFound;
        else if (isBlock(child.tag) || child.tag == DW_TAG_inlined_subroutine)
            result = searchCalls(child, depth + 1, visit);
        return result == Search::NotFound;
    });
    return isWhole ? result : Search::Unreadable;
}

std::optional<object::CallSite> ScopeVariables::callReturningTo(const Entry& function,
                                                                std::uint64_t linkedAddress)
{
    std::optional<object::CallSite> found;
    searchCalls(function, 0, [&](const Entry& call) {
        // GNU's forerunner of DWARF 5 has the return address in DW_AT_low_pc.
        const auto field = call.tag == DW_TAG_GNU_call_site ? Field::LowPc : Field::CallReturnPc;
        if (!call.has(field))
            return false;
        const auto address = addressOf(call.unit->sections(), call.unit->unit, call.fields[field]);
        if (address != linkedAddress)
            return false;
        found = callSite(call);
        return true;
    });
    return found;
}

object::CallSite ScopeVariables::callSite(const Entry& call)
{
    object::CallSite site;
    site.target = m_units.follow(call, Field::CallOrigin);
    if (!site.target)
        site.target = m_units.follow(call, Field::AbstractOrigin);
    site.targetAddress = expressionOf(call, Field::CallTarget);
    site.isTailCall = call.fields.numberOr(Field::TailCall, 0) != 0;
    m_units.forEachChild(call, [&](const Entry& child) {
        if (child.tag != DW_TAG_call_site_parameter && child.tag != DW_TAG_GNU_call_site_parameter)
            return true;
        object::CallParameter parameter{.place = expressionOf(child, Field::Location),
                                        .value = expressionOf(child, Field::CallValue)};
        if (!parameter.place.bytes.empty() && !parameter.value.bytes.empty())
            site.parameters.push_back(parameter);
        return site.parameters.size() < kMaxCallParameters;
    });
    return site;
}

std::optional<std::vector<object::TailJump>> ScopeVariables::tailJumps(const Entry& function)
{
    constexpr std::size_t kMaxJumps = 1024;
    if (function.fields.numberOr(Field::AllTailCalls, 0) == 0)
        return std::nullopt;
    std::vector<object::TailJump> jumps;
    const auto search = searchCalls(function, 0, [&](const Entry& call) {
        if (call.fields.numberOr(Field::TailCall, 0) == 0)
            return false;
        const auto at = [&](Field field) -> std::uint64_t {
            return call.has(field)
                       ? addressOf(call.unit->sections(), call.unit->unit, call.fields[field])
                             .value_or(0)
                       : 0;
        };
        const bool isOfGnu = call.tag == DW_TAG_GNU_call_site;
        const object::TailJump jump{.address = isOfGnu ? 0 : at(Field::CallPc),
                                    .end = at(isOfGnu ? Field::LowPc : Field::CallReturnPc)};
        jumps.push_back(jump);
        return (jump.address == 0 && jump.end == 0) || jumps.size() > kMaxJumps;
    });
    return search == Search::NotFound ? std::optional(std::move(jumps)) : std::nullopt;
}

} // namespace faultline::dwarf
