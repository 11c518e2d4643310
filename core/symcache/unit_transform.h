#pragma once

#include "core/formats/debug/companions/bc_symbol_map.h"
#include "core/formats/debug/companions/line_mapping.h"
#include "core/formats/debug/object/debug_info.h"

#include <memory>

namespace faultline::symcache {

/// Companions that change what debug info says, applied in this order; null where there is none.
/// Immutable and shared; they outlive the units they were applied to.
struct UnitTransform
{
    std::shared_ptr<const companions::BcSymbolMap> symbolMap;
    std::shared_ptr<const companions::LineMapping> lineMapping;

    /// Replaces hidden names and generated positions. Views of the unit then also point into the
    /// companions.
    void apply(object::DebugUnit& unit) const;

    /// A symbol's name as it was before it was hidden.
    std::string_view symbolName(std::string_view name) const
    {
        return symbolMap ? symbolMap->resolve(name) : name;
    }
};

} // namespace faultline::symcache
