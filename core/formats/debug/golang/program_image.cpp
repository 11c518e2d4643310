// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/program_image.h"

#include "core/base/byte_reader.h"

#include <algorithm>

namespace faultline::golang {

namespace {

constexpr std::uint64_t kChainedTarget = (std::uint64_t{1} << 36) - 1;

} // namespace

const ImagePart* ProgramImage::partAt(std::uint64_t address) const
{
    const auto part = std::ranges::find_if(parts, [=](const ImagePart& candidate) {
        return address - candidate.address < candidate.content.size();
    });
    return part == parts.end() ? nullptr : &*part;
}

Bytes ProgramImage::from(std::uint64_t address) const
{
    const auto* part = partAt(address);
    if (part == nullptr)
        return {};
    return part->content.span().subspan(static_cast<std::size_t>(address - part->address));
}

std::optional<std::uint64_t> ProgramImage::pointer(std::uint64_t address) const
{
    const auto loaded = std::ranges::lower_bound(pointers, address, {}, &LoadedPointer::address);
    if (loaded != pointers.end() && loaded->address == address)
        return loaded->target;
    ByteReader reader(from(address), order);
    const auto stored = reader.unsignedOf(wordBytes);
    if (!reader.ok())
        return std::nullopt;
    if (stored <= kChainedTarget || partAt(stored) != nullptr)
        return stored;
    const auto target = stored & kChainedTarget;
    return partAt(target) != nullptr ? target : target + loadAddress;
}

bool ProgramImage::isCode(std::uint64_t address) const
{
    const auto* part = partAt(address);
    return part != nullptr && part->isExecutable;
}

} // namespace faultline::golang
