// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/core_file.h"

#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_identity.h"

#include <algorithm>

namespace faultline::corefile {

ByteView CoreFile::clippedView(std::uint64_t offset, std::uint64_t sizeBytes) const
{
    if (offset >= bytes.size())
        return {};
    const auto held = std::min<std::uint64_t>(sizeBytes, bytes.size() - offset);
    return bytes.slice(offset, held).value_or(ByteView());
}

bool isCoreFile(Bytes file)
{
    constexpr std::size_t kEncodingOffset = 5; // EI_DATA
    constexpr std::size_t kTypeOffset = 16;    // e_type
    constexpr std::byte kBigEndian{2};         // ELFDATA2MSB
    if (file.size() < kTypeOffset + 2 || !asText(file).starts_with("\x7f"
                                                                   "ELF"))
        return false;
    const auto order = file[kEncodingOffset] == kBigEndian ? std::endian::big : std::endian::little;
    ByteReader reader(file, order);
    reader.seek(kTypeOffset);
    return reader.u16() == elf::ET_CORE;
}

Result<CoreFile> openCoreFile(ByteView file, const ParseLimits& limits)
{
    CoreFile core;
    FL_TRY(core.layout, elf::readSegmentLayout(file.span(), limits));
    if (core.layout.type != elf::ET_CORE)
        return fail(ErrorKind::Unsupported, "ELF file of type ", core.layout.type,
                    ", expected a core file (", std::uint16_t{elf::ET_CORE}, ")");
    core.bytes = std::move(file);
    core.arch = elf::archOf(core.layout);
    core.limits = limits;
    return core;
}

} // namespace faultline::corefile
