// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/opened_values.h"

#include "core/symbolicate/items/object_item.h"

#include <algorithm>

namespace faultline::symbolicate {

OpenedValues::OpenedValues(const VariableSources& sources, const std::stop_token& stop)
    : m_sources(sources), m_stop(stop)
{
}

std::shared_ptr<variables::ModuleValues> OpenedValues::find(std::uint32_t module)
{
    const auto [known, isNew] = m_modules.try_emplace(module);
    const auto count = std::min(m_sources.files.size(), m_sources.modules.modules().size());
    if (isNew && module < count)
        known->second = open(module);
    return known->second;
}

std::shared_ptr<variables::ModuleValues> OpenedValues::open(std::uint32_t module)
{
    std::vector<object::ObjectPtr> files;
    for (const auto& item : m_sources.files[module].valueFiles) {
        const auto loaded = m_sources.services.cache.fetch(item, m_stop).wait(m_stop);
        if (!loaded && files.empty())
            return nullptr;
        if (!loaded)
            continue;
        files.push_back((*loaded)->object);
        if (auto path = item->file().localPath())
            m_localFiles.push_back(*std::move(path));
    }
    if (files.empty())
        return nullptr;
    auto main = files.front();
    files.erase(files.begin());
    return variables::ModuleValues::open(std::move(main), std::move(files),
                                         m_sources.modules.modules()[module].address);
}

} // namespace faultline::symbolicate
