// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/object/object.h"

#include <array>
#include <optional>

namespace faultline::unwind {

/// The unwinding instructions of one function.
struct ExidxEntry
{
    std::uint64_t begin = 0; ///< Linked address, without the Thumb bit.
    std::uint64_t end = 0;   ///< Linked address at which the next entry begins.
    bool cannotUnwind = false;
    std::array<std::byte, 3 + 4 * 255> opcodes{};
    std::size_t opcodeCount = 0;
};

/// `.ARM.exidx` and `.ARM.extab`, searched in place. Layout: Arm, "Exception Handling ABI for the
/// Arm Architecture" (IHI 0038), §6 (index), §7 and §10.2 (tables).
class ExidxEntries
{
public:
    /// Absent when the object has no index with at least one entry.
    static std::optional<ExidxEntries> read(const object::ObjectPtr& object);

    /// Errors: NotFound (no entry covers the address), Malformed, Unsupported (a personality with
    /// its own format).
    Result<ExidxEntry> find(std::uint64_t linkedAddress) const;

    bool covers(std::uint64_t linkedAddress) const;

private:
    ExidxEntries() = default;

    struct Place
    {
        std::size_t index = 0;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };

    std::uint32_t word(std::size_t index, std::size_t field) const;
    std::uint64_t functionAt(std::size_t index) const;
    std::optional<Place> locate(std::uint64_t linkedAddress) const;
    Result<void> readTable(std::uint64_t address, ExidxEntry& entry) const;

    object::ObjectPtr m_object;
    ByteView m_index;
    std::uint64_t m_address = 0; // Linked address of the index.
    std::size_t m_count = 0;
    std::uint64_t m_codeEnd = 0; // Linked address after the last executable byte.
};

} // namespace faultline::unwind
