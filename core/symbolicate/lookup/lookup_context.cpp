// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/lookup_context.h"

#include "core/sources/source_traits.h"

#include <algorithm>

namespace faultline::symbolicate {

std::shared_ptr<const LookupContext> narrowedTo(Reach reach,
                                                const std::shared_ptr<const LookupContext>& context)
{
    if (reach == Reach::All)
        return context;
    auto narrowed = std::make_shared<LookupContext>(*context);
    const bool keepsLocal = reach == Reach::ThisMachine;
    std::erase_if(narrowed->sources, [keepsLocal](const sources::SourcePtr& source) {
        return sources::isOnThisMachine(*source) != keepsLocal;
    });
    if (!keepsLocal) {
        narrowed->useRecordedPaths = false;
        narrowed->located.clear();
    }
    narrowed->localFirst = false;
    return narrowed;
}

bool readsDisk(const LookupContext& context)
{
    return context.useRecordedPaths || !context.located.empty() ||
           std::ranges::any_of(context.sources, [](const sources::SourcePtr& source) {
               return sources::isScanned(*source);
           });
}

} // namespace faultline::symbolicate
