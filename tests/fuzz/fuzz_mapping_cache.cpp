// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/precise_retrace.h"
#include "core/symbolicate/jvm/retrace/reference_retrace.h"

/// A damaged cache must give at most absent records and empty texts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto cache =
        proguard::MappingCache::open(ByteView::copyOf(std::as_bytes(std::span(data, size))));
    if (!cache)
        return 0;
    static_cast<void>(cache->summary());
    std::vector<jvm::RetracedFrame> rows;
    for (std::uint32_t i = 0; i < std::min(cache->classCount(), 8u); ++i) {
        const auto owner = cache->classAt(i);
        const auto method = cache->methodAt(owner.firstMethod);
        const jvm::RetraceQuery query{
            .module = owner.obfuscated, .function = method.obfuscated, .line = 5, .arguments = {}};
        jvm::WorkBudget budget;
        static_cast<void>(jvm::ReferenceRetrace(*cache, budget).retrace(query, "La;", rows));
        static_cast<void>(jvm::PreciseRetrace(*cache, budget).retrace({query, "(I)V"}, "La;"));
        static_cast<void>(cache->findField(owner, "a"));
        static_cast<void>(cache->findParameters(method, "int"));
    }
    static_cast<void>(cache->findOriginalClass("a.b"));
    return 0;
}
