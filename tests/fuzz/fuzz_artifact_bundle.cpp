#include "core/formats/debug/artifactbundle/artifact_bundle.h"

/// Opens a bundle and reads each of its files.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    ParseLimits limits;
    limits.maxDecompressedSourceBytes = 1 << 20;
    const auto bundle = artifacts::ArtifactBundle::open(
        ByteView::copyOf(std::as_bytes(std::span(data, size))), limits);
    if (!bundle)
        return 0;
    for (const auto& [url, file] : (*bundle)->filesByUrl())
        (void)(*bundle)->read(file);
    return 0;
}
