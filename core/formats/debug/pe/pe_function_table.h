#pragma once

#include "core/formats/debug/pe/pe_image.h"

#include <vector>

namespace faultline::pe {

/// Where code ends by the exception directory of an x64 or ARM64 image, which lists every function
/// that has a frame. Immutable. Layout: Microsoft's "x64 exception handling" and "ARM64 exception
/// handling".
class PeFunctionTable
{
public:
    explicit PeFunctionTable(const PeImage& image);

    /// The end of the function with code at an RVA. Functions without a frame are not listed:
    /// they go on to the next listed one at most. Absent where nothing tells.
    std::optional<std::uint32_t> codeEnd(std::uint32_t rva) const;

private:
    struct Entry
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        bool isContinued = false; ///< More of the function whose code stands before it.
    };

    static Entry x64Entry(const PeImage& image, ByteReader& table);
    static Entry arm64Entry(const PeImage& image, ByteReader& table);

    std::vector<Entry> m_entries; // By their beginning.
};

} // namespace faultline::pe
