// Any bytes as an entry of a cache of Symbolicator: what it begins with, and what stands beside it.
#include "core/tools/cache_import.h"

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto failure = app::readMarkedFailure(bytes);
    // Text of any length may follow a marker; what is kept of it is bounded.
    if (failure && *failure && (*failure)->detail.size() > 3 * 64 * 1024)
        __builtin_trap();
    const auto known = app::readReferenceMetadata(asText(bytes));
    if (known.createdAt.value_or(0) < 0 || known.createdAt.value_or(0) > std::int64_t{1} << 33)
        __builtin_trap();
    return 0;
}
