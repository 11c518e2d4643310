#include "core/formats/container/unreal_crash.h"

using namespace faultline;

/// The inflated archive.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto archive = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)looksLikeUnrealCrash(archive.span());
    const auto parts = readUnrealCrash(archive);
    if (!parts)
        return 0;
    // Files lie one behind the other: together they are no larger than the archive.
    std::size_t total = 0;
    for (const auto& part : *parts)
        total += part.bytes.size();
    if (total > size)
        __builtin_trap();
    return 0;
}
