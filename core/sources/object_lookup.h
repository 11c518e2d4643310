// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::sources {

/// The kind of object that is wanted. Same values as an event module's type, but without a
/// dependency on events.
enum class LookupType : std::uint8_t { Unknown, Elf, MachO, Pe, PeDotnet, Wasm };

/// What is wanted, not where it is (docs/spec/sources-and-caches.md §1). An empty id or name counts
/// as absent.
struct ObjectLookup
{
    LookupType type = LookupType::Unknown;
    std::optional<CodeId> codeId;
    std::optional<std::string> codeFile;
    std::optional<DebugId> debugId;
    std::optional<std::string> debugFile;
    std::optional<std::string>
        debugChecksum; ///< "SHA256:<hex>"; sent as a header, which some servers require.
    /// The FileID of symbfiles, as 32 lower-case digits (docs/spec/symbfile.md §7).
    std::optional<std::string> fileId{};
    /// Where the file was linked to be loaded, for symbols that do not say it themselves.
    std::optional<std::uint64_t> loadAddress{};
};

/// The last component of `path` if it may become part of a path or URL. It must not be empty, "."
/// or "..", must be shorter than 256 bytes, and must hold no control characters. The rest of `path`
/// does not matter.
std::optional<std::string_view> validBaseName(std::string_view path);

} // namespace faultline::sources
