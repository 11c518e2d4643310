// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/file_type.h"
#include "core/sources/object_lookup.h"

#include <span>

namespace faultline::sources {

enum class FilePurpose : std::uint8_t {
    Unwind,
    Debug,
    Source,
    UuidMap,
    BcSymbolMap,
    Il2cpp,
    Proguard
};

/// The file types that can serve a purpose, best first. Source: docs/spec/sources-and-caches.md
/// §4.1.
std::span<const FileType> fileTypesFor(LookupType type, FilePurpose purpose);

} // namespace faultline::sources
