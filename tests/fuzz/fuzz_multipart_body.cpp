#include "core/formats/container/multipart_body.h"

using namespace faultline;

/// A stored upload.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto body = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    (void)looksLikeMultipart(body.span());
    const auto parts = readMultipartBody(body);
    if (!parts)
        return 0;
    std::size_t total = 0;
    for (const auto& part : *parts)
        total += part.bytes.size();
    if (total > size)
        __builtin_trap();
    return 0;
}
