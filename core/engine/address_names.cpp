// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/address_names.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/symcache/symcache.h"

namespace faultline::engine {

AddressNames::AddressNames(const EventFindings& findings, demangling::DemangleCache& names)
    : m_findings(findings), m_names(names), m_modules(findings.event->modules)
{
}

std::optional<symbolicate::ModuleTable::Hit> AddressNames::moduleAt(std::uint64_t address) const
{
    const auto hit = m_modules.findAbsolute(address);
    return hit && hit->relativeAddress ? hit : std::nullopt;
}

const symbolicate::ResolvedModule& AddressNames::found(std::uint32_t module) const
{
    static const symbolicate::ResolvedModule kNone;
    return m_findings.modules && module < m_findings.modules->size() ? (*m_findings.modules)[module]
                                                                     : kNone;
}

std::string AddressNames::demangled(std::string_view name, Language language) const
{
    return m_names.demangle(name, language);
}

std::string AddressNames::functionAt(const symbolicate::ModuleTable::Hit& hit) const
{
    const auto& symbols = found(hit.module).symCache;
    const auto function = symbols ? symbols->functionAt(*hit.relativeAddress) : std::nullopt;
    if (!function || function->name.empty() || function->entry > *hit.relativeAddress)
        return {};
    const auto distance = *hit.relativeAddress - function->entry;
    auto text = demangled(function->name, function->language);
    if (distance != 0)
        text += concat("+", hexAddress(distance));
    return symbols->isIntact() ? text : std::string();
}

std::string AddressNames::at(std::uint64_t address) const
{
    const auto hit = moduleAt(address);
    if (!hit)
        return {};
    if (auto name = functionAt(*hit); !name.empty())
        return name;
    const auto& module = m_findings.event->modules[hit->module];
    const auto path = module.codeFile.value_or(module.debugFile.value_or(""));
    const auto file = baseName(path);
    return file.empty() ? std::string() : concat(file, "+", hexAddress(*hit->relativeAddress));
}

} // namespace faultline::engine
