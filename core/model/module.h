// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/debug_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline {

enum class ObjectType : std::uint8_t { Unknown, Elf, MachO, Pe, PeDotnet, Wasm };

/// "elf", "macho", "pe", "pe_dotnet", "wasm", "unknown".
std::string_view objectTypeName(ObjectType type);
/// Unknown names give Unknown.
ObjectType parseObjectType(std::string_view text);

struct EventModule
{
    ObjectType type = ObjectType::Unknown;
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0; ///< 0: unknown.
    bool zeroSizeGiven =
        false; ///< Native JSON: the request gives size 0, and the answer repeats it.
    std::optional<CodeId> codeId;
    std::optional<DebugId> debugId;
    std::optional<std::string> codeFile;
    std::optional<std::string> debugFile;
    std::optional<std::string> debugChecksum;
    std::optional<std::string> fileId{}; ///< FileID of symbfiles, as 32 lower-case digits.
    std::string version;                 ///< Empty when the file has none.
    std::uint32_t timestamp = 0;         ///< As recorded; 0 when the file has none.
    std::uint32_t checksum = 0;
    ByteView unknownCodeView; ///< The raw bytes of a CodeView record whose kind gives no identity.
};

struct UnloadedModule
{
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    CodeId codeId;
    std::string name;
};

} // namespace faultline
