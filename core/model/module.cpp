// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/module.h"

#include <array>

namespace faultline {

namespace {

constexpr std::array<std::string_view, 6> kObjectTypes{"unknown", "elf",       "macho",
                                                       "pe",      "pe_dotnet", "wasm"};

} // namespace

std::string_view objectTypeName(ObjectType type)
{
    return kObjectTypes[static_cast<std::size_t>(type)];
}

ObjectType parseObjectType(std::string_view text)
{
    for (std::size_t i = 0; i < kObjectTypes.size(); ++i) {
        if (kObjectTypes[i] == text)
            return static_cast<ObjectType>(i);
    }
    return ObjectType::Unknown;
}

} // namespace faultline
