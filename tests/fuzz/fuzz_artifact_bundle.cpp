// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/artifactbundle/artifact_bundle.h"
#include "core/formats/debug/artifactbundle/ram_bundle.h"

#include <algorithm>

namespace {

void readModules(const faultline::ByteView& file)
{
    const auto bundle = faultline::artifacts::RamBundle::open(file);
    if (!bundle)
        return;
    (void)bundle->startupCode();
    for (std::uint32_t i = 0; i <= std::min(bundle->moduleCount(), 4096u); ++i)
        (void)bundle->module(i);
}

} // namespace

/// Opens a bundle and reads each of its files, or a RAM bundle and each of its modules.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    ParseLimits limits;
    limits.maxDecompressedSourceBytes = 1 << 20;
    const auto file = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    readModules(file);
    const auto bundle = artifacts::ArtifactBundle::open(file, limits);
    if (!bundle)
        return 0;
    for (const auto& [url, bundled] : (*bundle)->filesByUrl())
        (void)(*bundle)->read(bundled);
    return 0;
}
