// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace faultline {

/// What an input says of a frame and every row made from the frame returns unchanged.
struct CarriedFields
{
    std::optional<std::string> platform{};
    std::optional<bool> adjust{}; ///< adjust_instruction_addr; also read by the look-up.
    std::optional<std::uint64_t> functionId{};
    std::string variablesJson{}; ///< The "vars" object as JSON text; empty when absent.
    std::string text{};       ///< The frame as a text has it, without line ends; empty for others.
    std::uint32_t textLine{}; ///< Line of the file where the text begins, from 1; 0: unknown.

    friend bool operator==(const CarriedFields&, const CarriedFields&) = default;
};

/// Shared by all rows of a frame. Null when the input has none of these fields.
using CarriedFieldsPtr = std::shared_ptr<const CarriedFields>;

/// Null when all fields are absent.
inline CarriedFieldsPtr share(CarriedFields fields)
{
    return fields == CarriedFields() ? nullptr
                                     : std::make_shared<const CarriedFields>(std::move(fields));
}

} // namespace faultline
