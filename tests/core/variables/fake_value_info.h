// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/expression.h"
#include "core/variables/module_values.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace faultline::test {

/// Debug info made by a test: types and variables by number.
class FakeValueInfo final : public object::ValueInfoReader
{
public:
    /// The unit of all expressions.
    static constexpr object::EntryRef kUnit{1, 0};

    object::EntryRef add(object::TypeInfo type);
    object::EntryRef add(object::VariableInfo variable);
    /// A base type of this size.
    object::EntryRef base(std::string_view name, object::BaseEncoding encoding, std::uint64_t size);
    object::EntryRef pointerTo(object::EntryRef target);
    object::EntryRef arrayOf(object::EntryRef element, std::uint64_t count);

    object::TypeInfo& typeAt(object::EntryRef entry) { return *m_types.at(entry); }

    std::vector<object::VariableInfo> globals;
    std::map<std::string, std::vector<object::EntryRef>> namedTypes;
    std::vector<std::uint64_t> addresses; ///< For operations with an index.
    object::ExpressionUnit facts;
    std::map<object::EntryRef, std::uint64_t> unitStarts; ///< Of entries that are in other units.

    std::map<std::uint64_t, object::FunctionInfo> functions; ///< By the address that is asked for.
    std::map<std::uint64_t, object::CallSite> calls;         ///< By return address.
    std::set<object::EntryRef> withOtherInstances;
    std::map<object::EntryRef, std::optional<std::vector<object::TailJump>>>
        jumps; ///< Functions that are not here jump nowhere.
    std::map<object::EntryRef, std::uint64_t> prologueEnds;

    std::vector<object::FunctionInfo> functionsAt(std::uint64_t address) override
    {
        const auto found = functions.find(address);
        return found == functions.end() ? std::vector<object::FunctionInfo>()
                                        : std::vector{found->second};
    }

    std::optional<object::CallSite> callReturningTo(std::uint64_t address) override
    {
        const auto found = calls.find(address);
        return found == calls.end() ? std::nullopt : std::optional(found->second);
    }

    std::uint64_t prologueEnd(object::EntryRef function) override
    {
        const auto found = prologueEnds.find(function);
        return found == prologueEnds.end() ? 0 : found->second;
    }

    bool hasOtherInstance(object::EntryRef function) override
    {
        return withOtherInstances.contains(function);
    }

    std::optional<std::vector<object::TailJump>> tailJumps(object::EntryRef function) override
    {
        const auto found = jumps.find(function);
        return found == jumps.end() ? std::optional(std::vector<object::TailJump>())
                                    : found->second;
    }

    bool isSameFunction(object::EntryRef one, object::EntryRef other) override
    {
        return one == other;
    }

    std::string_view externalName(object::EntryRef) override { return {}; }

    std::optional<object::VariableInfo> variable(object::EntryRef entry, std::uint64_t) override;
    object::TypeInfoPtr type(object::EntryRef entry) override;

    object::EntryRef definitionOf(object::EntryRef) override { return {}; }

    std::vector<object::EntryRef> typesNamed(std::string_view name, std::size_t most) override;

    std::vector<object::VariableInfo> globalsNamed(std::string_view name,
                                                   std::size_t most) override;

    object::ExpressionUnit unit(object::EntryRef) override { return facts; }

    std::optional<std::uint64_t> indexedAddress(object::EntryRef, std::uint64_t index) override;

    object::EntryRef entryInUnit(object::EntryRef unit, std::uint64_t offset) override
    {
        const auto start = unitStarts.find(unit);
        return {unit.part, (start == unitStarts.end() ? 0 : start->second) + offset};
    }

    object::EntryRef entryInFile(object::EntryRef unit, std::uint64_t offset) override
    {
        return {unit.part, offset};
    }

private:
    std::map<object::EntryRef, std::shared_ptr<object::TypeInfo>> m_types;
    std::map<object::EntryRef, object::VariableInfo> m_variables;
    std::uint64_t m_next = 0x10;
};

/// A module of an x86-64 file with debug info that a test makes. `info` then leads to it; the
/// module owns it.
std::shared_ptr<variables::ModuleValues>
moduleOf(FakeValueInfo*& info,
         std::uint64_t moduleAddress = 0,
         object::FileFormat format = object::FileFormat::Elf);

/// Memory of single pieces.
class FakeMemory final : public MemoryReader
{
public:
    std::map<std::uint64_t, std::vector<std::byte>> pieces;

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override;
    void set(std::uint64_t address, std::initializer_list<int> bytes);
    void setWord(std::uint64_t address, std::uint64_t value);
};

/// A frame whose answers a test gives.
class FakeFrame final : public variables::ExpressionFrame
{
public:
    FakeFrame(FakeValueInfo& info, const FakeMemory& memory) : m_info(info), m_memory(memory) {}

    static constexpr std::uint64_t kStackPointer = 7;

    std::map<std::uint64_t, std::uint64_t> registers;
    std::map<std::uint64_t, std::vector<std::byte>> wide; ///< Registers that hold no address.
    std::optional<std::uint64_t> base;
    std::optional<std::uint64_t> cfa;
    std::map<int, std::uint64_t> entryValues; ///< By the first byte of the expression.
    std::uint64_t bias = 0;

    object::ValueInfoReader& info() const override { return m_info; }

    const MemoryReader& memory() const override { return m_memory; }

    std::uint64_t imageBias() const override { return bias; }

    Answer<std::uint64_t> registerValue(std::uint64_t number) const override;
    Answer<std::vector<std::byte>> registerContent(std::uint64_t number) const override;

    bool isStackPointer(std::uint64_t number) const override { return number == kStackPointer; }

    Answer<std::uint64_t> frameBase() const override;
    Answer<std::uint64_t> canonicalFrameAddress() const override;
    Answer<std::uint64_t> entryValue(Bytes expression) const override;
    Answer<std::uint64_t> threadAddress(std::uint64_t offset) const override;
    Answer<object::LocationExpression> locationOf(object::EntryRef entry) const override;

private:
    FakeValueInfo& m_info;
    const FakeMemory& m_memory;
};

} // namespace faultline::test
