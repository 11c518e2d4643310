// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/open_events.h"
#include "core/formats/names/demangle.h"
#include "core/symbolicate/native/module_table.h"

#include <optional>
#include <string>

namespace faultline::engine {

/// What lies at addresses of an event, by the modules and symbols that its last run has found. What
/// it is made from must outlive it.
class AddressNames
{
public:
    AddressNames(const EventFindings& findings, demangling::DemangleCache& names);

    std::optional<symbolicate::ModuleTable::Hit> moduleAt(std::uint64_t address) const;
    /// What the run has found for the module; empty when there was none.
    const symbolicate::ResolvedModule& found(std::uint32_t module) const;
    /// "scene::Group::extend+0x12", otherwise "libscene.so+0x4d4"; empty outside all modules.
    std::string at(std::uint64_t address) const;
    /// The demangled name with what the compiler added to it left out.
    std::string demangled(std::string_view name, Language language) const;

private:
    std::string functionAt(const symbolicate::ModuleTable::Hit& hit) const;

    const EventFindings& m_findings;
    demangling::DemangleCache& m_names;
    symbolicate::ModuleTable m_modules;
};

} // namespace faultline::engine
