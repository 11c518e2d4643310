// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/module_urgencies.h"

#include "core/net/download/downloader.h"

namespace faultline::symbolicate {

namespace {

/// Has a file of this type the code, and with it nearly always the unwind data?
bool isForWalking(sources::FileType type)
{
    using enum sources::FileType;
    return type == Pe || type == MachCode || type == ElfCode || type == WasmCode;
}

} // namespace

ModuleUrgencies::ModuleUrgencies(std::size_t modules, net::Downloader& downloader)
    : m_modules(std::make_shared<std::vector<Module>>(modules)), m_downloader(downloader)
{
}

net::SharedUrgency ModuleUrgencies::of(std::uint32_t module, sources::FileType type) const
{
    const Module& found = (*m_modules)[module];
    return {m_modules, isForWalking(type) ? &found.walk : &found.names};
}

void ModuleUrgencies::raise(std::uint32_t module) const
{
    Module& raised = (*m_modules)[module];
    if (raised.walk.exchange(net::Urgency::First) == net::Urgency::First)
        return;
    raised.names = net::Urgency::Ordinary;
    m_downloader.urgenciesChanged();
}

} // namespace faultline::symbolicate
