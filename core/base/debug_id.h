// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <bit>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace faultline {

/// Identity of a debug file: a UUID (or a PDB 2.0 timestamp) and an appendix (the PDB's age). Forms
/// and parsing: docs/spec/native.md §1.1 (getsentry/rust-debugid).
class DebugId
{
public:
    enum class Kind : std::uint8_t { Uuid, Pdb20 };

    /// The nil id: all zero.
    DebugId() = default;

    /// `uuid` is in the byte order of its text.
    static DebugId fromUuid(const std::array<std::uint8_t, 16>& uuid, std::uint32_t appendix = 0);
    /// From the 16 stored bytes of a Windows GUID. The first three fields are in byte order `order`
    /// and are swapped to text order.
    static DebugId
    fromGuid(Bytes guid16, std::uint32_t age, std::endian order = std::endian::little);
    static DebugId fromPdb20(std::uint32_t timestamp, std::uint32_t age);
    /// From the first 16 bytes of an ELF build id, zero-padded. Its GUID fields are byte-swapped
    /// only for little-endian files. Absent when the build id is empty or all zero.
    static std::optional<DebugId> fromBuildId(Bytes buildId, std::endian fileOrder);

    /// Lenient: accepts any case, with or without hyphens and appendix. An over-long appendix is
    /// cut at eight digits.
    static std::optional<DebugId> parse(std::string_view text);
    /// Breakpad's form: without hyphens, with an appendix, nothing after it.
    static std::optional<DebugId> parseBreakpad(std::string_view text);

    bool isNil() const { return *this == DebugId(); }

    Kind kind() const { return m_kind; }

    const std::array<std::uint8_t, 16>& bytes() const { return m_bytes; }

    std::uint32_t appendix() const { return m_appendix; }

    DebugId withAppendix(std::uint32_t appendix) const;
    /// Can a file with this id serve a request for `wanted`? The UUIDs must be equal, and this
    /// file's appendix at least the wanted one (docs/spec/sources-and-caches.md §8.9).
    bool serves(const DebugId& wanted) const;

    /// "dfb8e43a-f242-3d73-a453-aeb6a777ef75-feedface"; without the appendix when it is zero.
    std::string canonical() const;
    /// "3249D99D0C4049318610F4E4FB0B69361": UUID in upper case, appendix in lower case and always
    /// present.
    std::string breakpad() const;
    /// The 32 lower-case digits of the UUID.
    std::string uuidHex() const;

    friend auto operator<=>(const DebugId&, const DebugId&) = default;

private:
    std::array<std::uint8_t, 16> m_bytes{};
    std::uint32_t m_appendix = 0;
    Kind m_kind = Kind::Uuid;
};

/// Identity of a code file: lower-case hex digits without further meaning. docs/spec/native.md
/// §1.2.
class CodeId
{
public:
    CodeId() = default;

    /// Keeps only the hex digits, in lower case. Never fails; the result may be empty.
    static CodeId parse(std::string_view text);
    static CodeId fromBinary(Bytes bytes);
    /// PE: eight digits of the timestamp, then the unpadded image size.
    static CodeId fromPe(std::uint32_t timestamp, std::uint32_t sizeOfImage);

    bool empty() const { return m_text.empty(); }

    const std::string& text() const { return m_text; }

    friend auto operator<=>(const CodeId&, const CodeId&) = default;

private:
    std::string m_text;
};

} // namespace faultline
