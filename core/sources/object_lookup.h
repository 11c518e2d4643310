#pragma once

#include "core/base/debug_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::sources {

/// What kind of object is wanted; the same values as an event module's type, without depending on
/// the event reader.
enum class LookupType : std::uint8_t { Unknown, Elf, MachO, Pe, PeDotnet, Wasm };

/// What is wanted, never where it is (docs/spec/sources-and-caches.md §1). Empty ids and names are
/// absent.
struct ObjectLookup
{
    LookupType type = LookupType::Unknown;
    std::optional<CodeId> codeId;
    std::optional<std::string> codeFile;
    std::optional<DebugId> debugId;
    std::optional<std::string> debugFile;
    std::optional<std::string>
        debugChecksum; ///< "SHA256:<hex>"; sent as a header, required by some.
};

/// The last component of `path` if it may become part of a path or URL: not empty, not "." or "..",
/// shorter than 256 bytes, no control characters. What stands before it is irrelevant.
std::optional<std::string_view> validBaseName(std::string_view path);

} // namespace faultline::sources
