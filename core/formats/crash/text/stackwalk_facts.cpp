// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/stackwalk_facts.h"

#include "core/base/arch.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/text/line_scanner.h"

#include <algorithm>
#include <array>

namespace faultline::nativetext {

namespace {

ObjectType typeOf(std::string_view system)
{
    if (has(system, "Windows"))
        return ObjectType::Pe;
    return has(system, "Mac") || has(system, "iOS") ? ObjectType::MachO : ObjectType::Elf;
}

OsFamily familyOf(std::string_view system)
{
    constexpr std::array<std::pair<std::string_view, OsFamily>, 5> kSystems{
        {{"Windows", OsFamily::Windows},
         {"Mac OS", OsFamily::MacOs},
         {"iOS", OsFamily::Ios},
         {"Android", OsFamily::Android},
         {"Linux", OsFamily::Linux}}};
    const auto known =
        std::ranges::find_if(kSystems, [&](const auto& each) { return has(system, each.first); });
    return known == kSystems.end() ? OsFamily::Unknown : known->second;
}

} // namespace

std::optional<std::uint64_t> parseHexField(std::string_view text)
{
    return text.starts_with("0x") ? parseHex(text.substr(2)) : std::nullopt;
}

void StackwalkFacts::setSystem(std::string_view name)
{
    auto& system = m_trace.event().system;
    system.os = familyOf(name);
    system.osName = toValidUtf8(name);
    m_trace.setObjectType(typeOf(name));
}

void StackwalkFacts::setVersion(std::string_view version)
{
    m_trace.event().system.osVersion = toValidUtf8(trimAscii(version));
}

void StackwalkFacts::setCpu(std::string_view name)
{
    m_trace.event().system.arch = parseArch(name).value_or(Arch::Unknown);
}

void StackwalkFacts::setReason(std::string_view reason)
{
    if (reason.empty() || reason == "No crash")
        return;
    m_trace.crash().present = true;
    m_trace.crash().reason = toValidUtf8(reason);
}

void StackwalkFacts::setModule(std::string_view name, std::uint64_t begin, std::uint64_t end)
{
    auto* module = end < begin ? nullptr : m_trace.listModule(name);
    m_module = module;
    if (module == nullptr)
        return;
    module->address = begin;
    module->sizeBytes = end - begin + (end & 1); // The last byte, or the first after it.
}

void StackwalkFacts::setModuleVersion(std::string_view version)
{
    if (m_module != nullptr && version != "???")
        m_module->version = toValidUtf8(version);
}

void StackwalkFacts::setDebugFile(std::string_view name, std::string_view id)
{
    if (m_module == nullptr || name.empty())
        return;
    m_module->debugFile = toValidUtf8(name);
    m_module->debugId = DebugId::parseBreakpad(id);
}

} // namespace faultline::nativetext
