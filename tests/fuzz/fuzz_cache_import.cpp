// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an entry of Symbolicator's cache: its failure marker, and the metadata beside it.
#include "core/tools/cache_import.h"

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto failure = app::readMarkedFailure(bytes);
    // Any length of text may follow a marker, but only a limited part of it is kept.
    if (failure && *failure && (*failure)->detail.size() > 3 * 64 * 1024)
        __builtin_trap();
    const auto known = app::readReferenceMetadata(asText(bytes));
    if (known.createdAt.value_or(0) < 0 || known.createdAt.value_or(0) > std::int64_t{1} << 33)
        __builtin_trap();
    return 0;
}
