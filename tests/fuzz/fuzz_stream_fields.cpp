// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/stream_fields.h"
#include "core/formats/crash/records/windows_process.h"

#include <algorithm>
#include <cstring>

using namespace faultline;

namespace {

void check(const std::optional<DecodedFields>& decoded, std::size_t size)
{
    if (!decoded)
        return;
    if (decoded->fields.size() > kMostDecodedFields)
        __builtin_trap();
    for (const auto& field : decoded->fields) {
        if (!rangeFits(field.offset, field.sizeBytes, size))
            __builtin_trap();
    }
}

constexpr std::uint64_t kMemory = 0x10000;

/// The bytes as memory from kMemory on.
class BytesMemory final : public MemoryReader
{
public:
    explicit BytesMemory(Bytes bytes) : m_bytes(bytes) {}

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override
    {
        if (address < kMemory || address - kMemory >= m_bytes.size())
            return 0;
        const auto piece = m_bytes.subspan(static_cast<std::size_t>(address - kMemory));
        const auto count = std::min(out.size(), piece.size());
        std::copy_n(piece.begin(), count, out.begin());
        return count;
    }

private:
    Bytes m_bytes;
};

void readProcess(Bytes bytes, unsigned pointerBytes)
{
    const BytesMemory memory(bytes);
    records::decodeTeb(memory, kMemory, pointerBytes);
    if (const auto peb = records::pebOf(memory, kMemory, pointerBytes))
        records::decodePeb(memory, *peb, pointerBytes);
    const auto chain = records::readHandlerChain(memory, kMemory);
    if (chain && chain->records.size() > records::kMostHandlers)
        __builtin_trap();
}

} // namespace

/// The first four bytes choose the type, the fifth the byte order and the size of pointers.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kHeadBytes = 5;
    if (size < kHeadBytes)
        return 0;
    std::uint32_t type = 0;
    std::memcpy(&type, data, sizeof type);
    const auto order = (data[4] & 1) != 0 ? std::endian::big : std::endian::little;
    const unsigned pointerBytes = (data[4] & 2) != 0 ? 4 : 8;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(kHeadBytes);
    check(records::decodeStream(type, bytes, order, pointerBytes), bytes.size());
    check(records::decodeNote(type, bytes, order, pointerBytes), bytes.size());
    readProcess(bytes, pointerBytes);
    return 0;
}
