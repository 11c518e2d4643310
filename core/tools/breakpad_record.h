// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/registers.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace faultline::app {

/// Register names in the spelling of Breakpad's own dumper. Its reader and rust-minidump's know
/// these, but not all of the other names.
std::string breakpadRegisterName(CpuFamily family, std::uint8_t index);

/// The STACK CFI records of one piece of code, written row by row.
class BreakpadFrameRecord
{
public:
    /// What is restored, and by which rule: ".cfa", ".ra", register names.
    using Rules = std::vector<std::pair<std::string, std::string>>;

    BreakpadFrameRecord(std::uint64_t begin, std::uint64_t sizeBytes);

    /// Adds the rules from an address on; addresses ascend. Only changes are written. A register
    /// that the row before named and this one does not has its own value again.
    void addRow(std::uint64_t address, const Rules& rules);

    const std::string& text() const { return m_text; }

private:
    std::string m_text;
    Rules m_rules; // Rules of the row before.
};

} // namespace faultline::app
