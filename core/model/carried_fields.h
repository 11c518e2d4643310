// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace faultline {

/// Fields of a frame in a request. Every row made from the frame returns them unchanged.
struct CarriedFields
{
    std::optional<std::string> platform{};
    std::optional<bool> adjust{}; ///< adjust_instruction_addr; also read by the look-up.
    std::optional<std::uint64_t> functionId{};
    std::string variablesJson{}; ///< The "vars" object as JSON text; empty when absent.

    friend bool operator==(const CarriedFields&, const CarriedFields&) = default;
};

/// Shared by all rows of a frame. Null when the request has none of these fields.
using CarriedFieldsPtr = std::shared_ptr<const CarriedFields>;

/// Null when all fields are absent.
inline CarriedFieldsPtr share(CarriedFields fields)
{
    return fields == CarriedFields() ? nullptr
                                     : std::make_shared<const CarriedFields>(std::move(fields));
}

} // namespace faultline
