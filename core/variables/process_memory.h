// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/model/memory.h"

#include <memory>
#include <vector>

namespace faultline::variables {

/// The memory of a crashed process: what the crash file has, and the read-only sections of modules
/// from their files, which most dumps leave out. Immutable; keeps the files alive. Sections that
/// the program or the loader may change come from the crash file alone.
class ProcessMemory final : public MemoryReader
{
public:
    explicit ProcessMemory(std::shared_ptr<const MemoryImage> dump);

    /// Adds the read-only sections of an ELF or Mach-O file. The loader of PE files changes
    /// read-only sections too.
    void addFile(const object::ObjectPtr& file, std::uint64_t moduleAddress);
    /// Makes what was added readable.
    void finish();

    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override;

    std::endian byteOrder() const override { return m_dump->byteOrder(); }

private:
    std::shared_ptr<const MemoryImage> m_dump; // Never null.
    std::vector<MemoryRange> m_added;
    MemoryImage m_files;
};

} // namespace faultline::variables
