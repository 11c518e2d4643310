// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_reader.h"
#include "core/formats/debug/pe/pe_debug_directory.h"
#include "core/formats/debug/ppdb/portable_pdb.h"
#include "core/packing/compression.h"

namespace faultline::ppdb {

namespace {

constexpr std::uint32_t kSignature = 0x4244504d; // "MPDB"

} // namespace

Result<std::optional<ByteView>> embeddedPortablePdb(const ByteView& peFile,
                                                    const ParseLimits& limits)
{
    FL_TRY(const auto image, pe::PeImage::open(peFile));
    const auto entry = pe::findDebugEntry(image, pe::kDebugEntryEmbeddedPortablePdb);
    if (!entry)
        return std::optional<ByteView>();
    ByteReader reader(entry->span());
    const auto signature = reader.u32();
    const auto sizeBytes = reader.u32();
    if (!reader.ok() || signature != kSignature)
        return fail(ErrorKind::Malformed, "embedded portable pdb: signature ", Hex{signature},
                    " in an entry of ", entry->size(), " bytes");
    const auto packed = reader.bytes(reader.remaining());
    auto unpacked = packing::inflateRaw(
        packed, sizeBytes,
        packing::expansionLimit(packed.size(), limits.maxDecompressedSectionBytes));
    if (!unpacked)
        return fail(ErrorKind::Malformed, "embedded portable pdb: ", unpacked.error().detail);
    return std::optional(*std::move(unpacked));
}

} // namespace faultline::ppdb
