// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::symbolicate {

/// The modules of one event, sorted for look-ups. Rules: docs/spec/native.md §§6.1–6.2 (back-filled
/// sizes, inclusive end, nearest preceding module only). If several modules have one address, the
/// last in input order is used.
class ModuleTable
{
public:
    /// What a module holds whose address or size the input does not give.
    enum class UnknownExtent : std::uint8_t {
        UpToNext, ///< Everything up to the next module, as Symbolicator has it.
        Nothing   ///< Only what the input places in it: texts name few of the modules.
    };

    /// `modules` in input order.
    explicit ModuleTable(std::vector<EventModule> modules,
                         UnknownExtent unknown = UnknownExtent::UpToNext);

    /// In input order. Missing sizes are back-filled from the next module.
    const std::vector<EventModule>& modules() const { return m_modules; }

    struct Hit
    {
        std::uint32_t module = 0;
        std::optional<std::uint64_t>
            relativeAddress; ///< Absent when the module has no absolute addresses (image_addr 0).
    };

    std::optional<Hit> findAbsolute(std::uint64_t address) const;
    /// Module N of the input, without a range check; absent when N is out of range.
    std::optional<Hit> findRelative(std::uint32_t module, std::uint64_t relativeAddress) const;
    /// Index of the module with the lowest address; absent when there is none.
    std::optional<std::uint32_t> lowest() const;

private:
    void backFillSizes();

    UnknownExtent m_unknown;
    std::vector<EventModule> m_modules;
    std::vector<std::uint32_t> m_byAddress; // Indexes into m_modules, stable-sorted by address.
};

} // namespace faultline::symbolicate
