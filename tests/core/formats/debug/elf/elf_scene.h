// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_object.h"
#include "tests/support/elf_builder.h"

#include <QString>

namespace faultline::test {

inline constexpr std::uint64_t kAlloc = 2;
inline constexpr std::uint64_t kAllocExec = 6;
inline constexpr std::uint32_t kSymtab = 2;
inline constexpr std::uint32_t kNobits = 8;
inline constexpr std::uint32_t kDynsym = 11;
inline constexpr std::uint32_t kVersions = 0x6fffffff;
inline constexpr std::string_view kBuildId =
    "\xf1\xc3\xbc\xc0\x27\x98\x65\xfe\x30\x58\x40\x4b\x28\x31\xd9\xe6\x41\x35\x38\x6c";

// "faultline" thrice, deflated into a zlib stream (RFC 1950).
inline constexpr std::string_view kPlain = "faultlinefaultlinefaultline";
inline constexpr std::string_view
    kZlib("\x78\xda\x4b\x4b\x2c\xcd\x29\xc9\xc9\xcc\x4b\x4d\xc3\x60\x00\x00\x9e\x22\x0b\x4d", 20);

inline std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

inline ElfBuilder::Section text(std::string_view content = "\x55\x48\x89\xe5\xc3")
{
    return {".text", 1, kAllocExec, 0x1000, bytesOf(content)};
}

inline object::ObjectPtr opened(const ElfBuilder& builder)
{
    auto object = elf::openElf(ByteView::fromVector(builder.build()), {});
    return object ? *object : nullptr;
}

inline QString asQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace faultline::test
