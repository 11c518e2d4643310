// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/companions/bc_symbol_map.h"
#include "core/formats/debug/companions/line_mapping.h"
#include "core/formats/debug/object/debug_info.h"

#include <memory>

namespace faultline::symcache {

/// Companion files that change debug info. They are applied in this order; null when absent.
/// Immutable and shared; they must outlive the units that they were applied to.
struct UnitTransform
{
    std::shared_ptr<const companions::BcSymbolMap> symbolMap;
    std::shared_ptr<const companions::LineMapping> lineMapping;

    /// Replaces hidden names and generated positions. Views in the unit then may point into the
    /// companions.
    void apply(object::DebugUnit& unit) const;

    /// The original name of a symbol whose name was hidden.
    std::string_view symbolName(std::string_view name) const
    {
        return symbolMap ? symbolMap->resolve(name) : name;
    }
};

} // namespace faultline::symcache
