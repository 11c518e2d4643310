// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <array>
#include <string_view>

namespace faultline::unwind {

/// The STACK CFI rules of Breakpad that apply at one address (Breakpad docs/symbol_files.md;
/// docs/spec/stackwalk.md §10.1). The rules point into the symbol file's text. A later rule
/// replaces an earlier one.
class StackCfiRules
{
public:
    explicit StackCfiRules(CpuFamily family) : m_family(family) {}

    /// Adds rules of the form "REG: EXPR REG: EXPR …". Rules for registers that RegisterSet lacks
    /// are dropped. Errors: Malformed.
    Result<void> add(std::string_view rules);

    /// Computes the caller's registers. `forwarded` holds the registers that caller and callee
    /// share before any rule. Errors: Malformed (the CFA or the return address has no rule or its
    /// rule fails).
    Result<RegisterSet> apply(const RegisterSet& callee,
                              const RegisterSet& forwarded,
                              const MemoryReader& memory) const;

private:
    void set(std::string_view name, std::string_view expression);

    CpuFamily m_family;
    std::string_view m_cfa;
    std::string_view m_returnAddress;
    std::array<std::string_view, RegisterSet::kCapacity> m_registers;
};

} // namespace faultline::unwind
