// SPDX-License-Identifier: GPL-3.0-or-later
// Entry files of the cache folder. Any bytes are read or refused, and an entry that is read
// survives a round trip.
#include "core/cache/entry_header.h"

#include <cstdlib>

using namespace faultline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    const auto entry = cache::readEntry(file);
    if (!entry)
        return 0;
    auto again = cache::encodeEntryHeader(entry->header, entry->payload.size());
    again.insert(again.end(), entry->payload.span().begin(), entry->payload.span().end());
    const auto reread = cache::readEntry(ByteView::fromVector(std::move(again)));
    if (entry->header.failure && entry->header.failure->detail.size() > (64u << 10))
        return 0; // Such a text is cut when written.
    if (!reread || !(reread->header == entry->header) ||
        reread->payload.size() != entry->payload.size())
        std::abort();
    return 0;
}
