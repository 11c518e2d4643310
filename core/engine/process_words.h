// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/address_names.h"
#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"
#include "core/variables/process_memory.h"

#include <optional>
#include <string>

namespace faultline::engine {

/// Values smaller than this are numbers, because systems keep the first page unmapped.
inline constexpr std::uint64_t kFirstPage = 0x1000;

/// The memory of an event, and what words of the size of a pointer lead to. Requires a native event
/// with memory. What it is made from must outlive it.
class ProcessWords
{
public:
    ProcessWords(EngineServices& services, const EventFindings& findings);

    /// The dump's memory, and the read-only parts of modules' files.
    const variables::ProcessMemory& memory() const { return m_memory; }

    const AddressNames& names() const { return m_names; }

    /// What the value leads to. Its `address` is 0.
    MemoryWord of(std::uint64_t value) const;
    /// The same without the text that stands there.
    MemoryWord placeOf(std::uint64_t address) const;

private:
    std::optional<std::uint32_t> stackOf(std::uint64_t value) const;
    const MemoryRegion* regionOf(std::uint64_t value) const;
    bool isCode(const symbolicate::ModuleTable::Hit& hit) const;
    std::string textAt(std::uint64_t address) const;

    const EventFindings& m_findings;
    AddressNames m_names;
    variables::ProcessMemory m_memory;
};

} // namespace faultline::engine
