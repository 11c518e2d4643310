#pragma once

#include "core/base/result.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <array>
#include <string_view>

namespace faultline::unwind {

/// The rules of Breakpad's STACK CFI language in force at one address (Breakpad
/// docs/symbol_files.md; docs/spec/stackwalk.md §10.1). Rules are texts in the symbol file; a later
/// rule replaces an earlier one.
class StackCfiRules
{
public:
    explicit StackCfiRules(CpuFamily family) : m_family(family) {}

    /// "REG: EXPR REG: EXPR …". Rules of registers that we do not carry are dropped. Errors:
    /// Malformed.
    Result<void> add(std::string_view rules);

    /// The caller's registers; `forwarded` is what the caller has in common with the callee before
    /// any rule. Errors: Malformed (no or failing rule for the CFA or the return address).
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
