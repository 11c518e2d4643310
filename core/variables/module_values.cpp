// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/module_values.h"

namespace faultline::variables {

std::shared_ptr<ModuleValues> ModuleValues::open(object::ObjectPtr debugFile,
                                                 std::vector<object::ObjectPtr> companions,
                                                 std::uint64_t moduleAddress)
{
    if (!debugFile)
        return nullptr;
    auto info = debugFile->valueInfoWith(companions);
    if (!info)
        return nullptr;
    const std::shared_ptr<ModuleValues> values(new ModuleValues());
    values->m_hasQuadLongDouble = debugFile->section(".note.android.ident").has_value();
    values->m_debugFile = std::move(debugFile);
    values->m_companions = std::move(companions);
    values->m_moduleAddress = moduleAddress;
    values->m_info = std::move(info);
    return values;
}

} // namespace faultline::variables
