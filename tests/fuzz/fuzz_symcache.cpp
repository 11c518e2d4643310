// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a symcache. Version and checksum of the header are repaired first, so that the
// reader gets to the sections.
#include "core/base/hash.h"
#include "core/symcache/symcache.h"

#include <cstdint>
#include <string>

using namespace faultline;

namespace {

constexpr std::size_t kMaxRows = 256;

void repairHeader(std::string& bytes)
{
    using namespace symcache_format;
    if (bytes.size() < kHeaderBytes)
        return;
    std::array<std::byte, 8> number{};
    const auto put = [&](std::size_t at, std::uint64_t value) {
        symcache_format::store(number.data(), value);
        std::memcpy(bytes.data() + at, number.data(), number.size());
    };
    symcache_format::store(number.data(), kVersion);
    std::memcpy(bytes.data() + header::kVersionAt, number.data(), sizeof(kVersion));
    put(header::kFileSizeAt, bytes.size());
    put(header::kChecksumAt, checksum64(asBytes(bytes).subspan(
                                 header::kFileSizeAt, kHeaderBytes - header::kFileSizeAt)));
}

void lookUp(const symcache::SymCache& cache, std::uint64_t address)
{
    auto frames = cache.lookup(address);
    while (frames.next()) {
    }
    if (const auto function = cache.functionAt(address)) {
        if (function->end - function->begin < kMaxRows)
            (void)cache.rows(*function);
        (void)cache.functionsNamed(function->name);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string bytes(data, data + size);
    repairHeader(bytes);
    const auto cache = symcache::SymCache::open(ByteView::fromString(std::move(bytes)));
    if (!cache)
        return 0;
    (void)cache->verify();
    for (std::uint64_t address = 0xf00; address < 0x1400; address += 13)
        lookUp(*cache, address);
    lookUp(*cache, cache->lastRowStart());
    lookUp(*cache, 0xffffffff);
    for (std::uint32_t i = 0; i < cache->fileCount() && i < kMaxRows; ++i)
        (void)cache->file(i);
    return 0;
}
