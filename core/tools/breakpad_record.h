#pragma once

#include "core/model/registers.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace faultline::app {

/// Register names as Breakpad's own dumper spells them; its reader and rust-minidump's know these,
/// and not all of their other names.
std::string breakpadRegisterName(CpuFamily family, std::uint8_t index);

/// The STACK CFI records of one stretch of code, told row by row.
class BreakpadFrameRecord
{
public:
    /// What is restored and by which rule: ".cfa", ".ra", register names.
    using Rules = std::vector<std::pair<std::string, std::string>>;

    BreakpadFrameRecord(std::uint64_t begin, std::uint64_t sizeBytes);

    /// The rules from an address on, which rises from row to row. Only what changed is written; a
    /// register that a row before named and this one does not has its own value again.
    void addRow(std::uint64_t address, const Rules& rules);

    const std::string& text() const { return m_text; }

private:
    std::string m_text;
    Rules m_rules; // Of the row before.
};

} // namespace faultline::app
