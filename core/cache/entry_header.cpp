// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/entry_header.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"

#include <algorithm>
#include <array>

namespace faultline::cache {

namespace {

constexpr std::string_view kMagic("FLENTRY\0", kEntryMagicBytes);
constexpr std::uint32_t kFormat = 2;
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::size_t kFixedBytes = 72;
constexpr std::size_t kChecksumOffset = 60;
constexpr std::size_t kMaxDetailBytes = 64 << 10;
constexpr std::uint64_t kMaxHeaderBytes = 1 << 20;

class Writer
{
public:
    template <class T>
    void put(T value)
    {
        for (std::size_t i = 0; i < sizeof(T); ++i)
            m_bytes.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i)));
    }

    void text(std::string_view value)
    {
        const auto bytes = asBytes(value);
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }

    std::vector<std::byte>& bytes() { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

std::string_view detailOf(const EntryHeader& header)
{
    return header.failure ? std::string_view(header.failure->detail).substr(0, kMaxDetailBytes)
                          : std::string_view();
}

/// Checksum of the head, with the checksum itself and the rewritable upgrade attempt as zeros.
std::uint32_t checksumOf(Bytes head)
{
    std::vector<std::byte> copy(head.begin(), head.end());
    std::fill_n(copy.begin() + kUpgradeAttemptOffset, sizeof(std::uint64_t), std::byte{0});
    std::fill_n(copy.begin() + kChecksumOffset, sizeof(std::uint32_t), std::byte{0});
    return crc32(copy);
}

struct StoredKind
{
    std::uint32_t state;
    ErrorKind kind;
};

/// The states of entries that hold a failure (docs/cache-format.md).
constexpr std::array kStoredKinds{
    StoredKind{1, ErrorKind::NotFound},  StoredKind{2, ErrorKind::PermissionDenied},
    StoredKind{3, ErrorKind::Timeout},   StoredKind{4, ErrorKind::DownloadFailed},
    StoredKind{5, ErrorKind::Malformed}, StoredKind{6, ErrorKind::Unsupported},
    StoredKind{7, ErrorKind::TooLarge},  StoredKind{8, ErrorKind::Restricted},
};

const StoredKind* findKind(std::uint32_t state)
{
    const auto* found = std::ranges::find(kStoredKinds, state, &StoredKind::state);
    return found == kStoredKinds.end() ? nullptr : found;
}

/// Zero stands for a payload, and for a failure that no entry may hold.
std::uint32_t stateOf(const std::optional<Error>& failure)
{
    const auto* found = failure ? std::ranges::find(kStoredKinds, failure->kind, &StoredKind::kind)
                                : kStoredKinds.end();
    return found == kStoredKinds.end() ? 0 : found->state;
}

/// The numbers at the start of an entry, as stored.
struct FixedPart
{
    std::uint32_t headBytes = 0;
    std::uint32_t state = 0;
    std::uint64_t payloadBytes = 0;
    std::uint32_t detailBytes = 0;
    std::uint32_t keyBytes = 0;
    std::uint32_t scopeBytes = 0;
    std::uint32_t checksum = 0;
    std::uint32_t category = 0;
};

Result<FixedPart> readFixedPart(ByteReader& reader, EntryHeader& header)
{
    FixedPart fixed;
    if (asText(reader.bytes(kMagic.size())) != kMagic)
        return fail(ErrorKind::Malformed, "cache entry: no magic at offset 0");
    const auto format = reader.u32();
    fixed.headBytes = reader.u32();
    fixed.state = reader.u32();
    header.objectRank = reader.u32();
    header.createdAt = reader.i64();
    header.lastUpgradeAttempt = reader.i64();
    fixed.payloadBytes = reader.u64();
    fixed.detailBytes = reader.u32();
    fixed.keyBytes = reader.u32();
    fixed.scopeBytes = reader.u32();
    fixed.checksum = reader.u32();
    header.payloadChecksum = reader.u32();
    fixed.category = reader.u32();
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "cache entry: ", reader.span().size(),
                    " bytes, the head needs ", kFixedBytes);
    if (format != kFormat)
        return fail(ErrorKind::Malformed, "cache entry: format ", format, ", expected ", kFormat);
    return fixed;
}

Result<void> checkFixedPart(const FixedPart& fixed, std::uint64_t fileBytes)
{
    const auto head = fixed.headBytes;
    if (head % kPageBytes != 0 || head > kMaxHeaderBytes || head > fileBytes)
        return fail(ErrorKind::Malformed, "cache entry: head of ", head, " bytes in a file of ",
                    fileBytes);
    if (fixed.payloadBytes != fileBytes - head)
        return fail(ErrorKind::Malformed, "cache entry: payload of ", fixed.payloadBytes,
                    " bytes, ", fileBytes - head, " present");
    const auto texts = std::uint64_t{fixed.detailBytes} + fixed.keyBytes + fixed.scopeBytes;
    if (texts > head || head - texts < kFixedBytes)
        return fail(ErrorKind::Malformed, "cache entry: texts of ", texts, " bytes in a head of ",
                    head);
    if (fixed.state != 0 && findKind(fixed.state) == nullptr)
        return fail(ErrorKind::Malformed, "cache entry: state ", fixed.state);
    if (fixed.state != 0 && fixed.payloadBytes != 0)
        return fail(ErrorKind::Malformed, "cache entry: a failure with a payload of ",
                    fixed.payloadBytes, " bytes");
    if (fixed.category > static_cast<std::uint32_t>(CacheCategory::Index))
        return fail(ErrorKind::Malformed, "cache entry: category ", fixed.category);
    return {};
}

} // namespace

bool isStored(ErrorKind kind)
{
    return std::ranges::find(kStoredKinds, kind, &StoredKind::kind) != kStoredKinds.end();
}

bool hasEntryMagic(Bytes file)
{
    return file.size() >= kMagic.size() && asText(file.first(kMagic.size())) == kMagic;
}

std::uint64_t entryHeaderBytes(const EntryHeader& header)
{
    const auto used =
        kFixedBytes + detailOf(header).size() + header.keyText.size() + header.scope.size();
    return (used + kPageBytes - 1) / kPageBytes * kPageBytes;
}

std::vector<std::byte> encodeEntryHeader(const EntryHeader& header, std::uint64_t payloadBytes)
{
    const auto detail = detailOf(header);
    Writer writer;
    writer.text(kMagic);
    writer.put(kFormat);
    writer.put(static_cast<std::uint32_t>(entryHeaderBytes(header)));
    writer.put(stateOf(header.failure));
    writer.put(header.objectRank);
    writer.put(header.createdAt);
    writer.put(header.lastUpgradeAttempt);
    writer.put(payloadBytes);
    writer.put(static_cast<std::uint32_t>(detail.size()));
    writer.put(static_cast<std::uint32_t>(header.keyText.size()));
    writer.put(static_cast<std::uint32_t>(header.scope.size()));
    writer.put(std::uint32_t{0});
    writer.put(header.payloadChecksum);
    writer.put(static_cast<std::uint32_t>(header.category));
    writer.text(detail);
    writer.text(header.keyText);
    writer.text(header.scope);
    auto bytes = std::move(writer.bytes());
    bytes.resize(entryHeaderBytes(header));
    const auto checksum = checksumOf(bytes);
    for (std::size_t i = 0; i < sizeof(checksum); ++i)
        bytes[kChecksumOffset + i] = static_cast<std::byte>(checksum >> (8 * i));
    return bytes;
}

Result<ReadEntry> readEntry(const ByteView& file)
{
    ReadEntry entry;
    ByteReader reader(file.span());
    FL_TRY(const auto fixed, readFixedPart(reader, entry.header));
    FL_CHECK(checkFixedPart(fixed, file.size()));
    const auto computed = checksumOf(file.span().first(fixed.headBytes));
    if (computed != fixed.checksum)
        return fail(ErrorKind::Malformed, "cache entry: head has checksum ", Hex{computed},
                    ", recorded ", Hex{fixed.checksum});
    std::string detail(asText(reader.bytes(fixed.detailBytes)));
    entry.header.keyText = asText(reader.bytes(fixed.keyBytes));
    entry.header.scope = asText(reader.bytes(fixed.scopeBytes));
    if (const auto* stored = findKind(fixed.state))
        entry.header.failure = Error{stored->kind, std::move(detail)};
    entry.header.category = static_cast<CacheCategory>(fixed.category);
    entry.payload = file.from(fixed.headBytes);
    return entry;
}

Result<void> checkPayload(const ReadEntry& entry)
{
    const auto computed = crc32(entry.payload.span());
    if (computed != entry.header.payloadChecksum)
        return fail(ErrorKind::Malformed, "cache entry: payload has checksum ", Hex{computed},
                    ", recorded ", Hex{entry.header.payloadChecksum});
    return {};
}

std::array<std::byte, 8> encodeUpgradeAttempt(std::int64_t nanosecondsSinceEpoch)
{
    std::array<std::byte, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] =
            static_cast<std::byte>(static_cast<std::uint64_t>(nanosecondsSinceEpoch) >> (8 * i));
    return bytes;
}

} // namespace faultline::cache
