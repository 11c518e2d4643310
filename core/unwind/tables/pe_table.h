// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/tables/pe_unwind_info.h"
#include "core/unwind/tables/unwind_table.h"

namespace faultline::unwind {

/// The exception directory of a PE x64 image. It is evaluated in place; `.pdata` is sorted by
/// address. By the ABI, a function without an entry is a leaf, and its return address is on top of
/// the stack.
class PeTable final : public UnwindTable
{
public:
    PeTable(object::ObjectPtr object, ByteView functions, const ParseLimits& limits);

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override;
    bool covers(std::uint64_t relativeAddress) const override;

    bool listsAllCallers() const override { return true; }

    std::string_view description() const override { return ".pdata"; }

private:
    std::optional<RuntimeFunction> find(std::uint64_t rva) const;
    RuntimeFunction functionAt(std::size_t index) const;
    Result<PeUnwindInfo> readInfo(std::uint32_t rva) const;
    Result<RuntimeFunction> resolve(RuntimeFunction function) const;
    std::optional<ByteView> image(std::uint64_t rva, std::uint64_t sizeBytes) const;

    Result<UnwindStep> unwindLeaf(const UnwindQuery& query, const MemoryReader& memory) const;
    std::optional<UnwindStep> unwindEpilogue(const UnwindQuery& query,
                                             const MemoryReader& memory,
                                             const RuntimeFunction& function,
                                             const PeUnwindInfo& info) const;
    Result<UnwindStep> unwindBody(const UnwindQuery& query,
                                  const MemoryReader& memory,
                                  const RuntimeFunction& function,
                                  PeUnwindInfo info) const;

    object::ObjectPtr m_object;
    ByteView m_functions;
    std::size_t m_count;
    std::uint64_t m_loadAddress;
    std::vector<object::ImageRange> m_ranges;
    std::uint32_t m_maxChain;
};

/// The table of a PE x64 object. Errors: NotFound (no exception directory), Unsupported (another
/// CPU).
Result<UnwindTablePtr> makePeTable(const object::ObjectPtr& object, const ParseLimits& limits);

} // namespace faultline::unwind
