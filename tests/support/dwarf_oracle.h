// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/debug_lookup.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace faultline::test {

/// LLVM's DWARF reader as an independent opinion on an object file.
class DwarfOracle
{
public:
    /// Null when LLVM cannot open the file.
    static std::unique_ptr<DwarfOracle> open(const std::string& path);
    ~DwarfOracle();

    /// Innermost first; empty when LLVM knows no function there. `address` is as linked.
    std::vector<LookupFrame> at(std::uint64_t address);

private:
    struct State;
    explicit DwarfOracle(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace faultline::test
