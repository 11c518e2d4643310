// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/candidate.h"
#include "core/model/memory.h"
#include "core/sources/file_purpose.h"
#include "core/sources/object_lookup.h"
#include "core/symbolicate/items/object_item.h"

#include <optional>
#include <string>

namespace faultline::symbolicate {

/// Does an id identify the module?
bool hasIds(const sources::ObjectLookup& wanted);

/// Compares debug ids, or code ids if there are none.
BuildIdentity identityByIds(const sources::ObjectLookup& wanted, const ObjectMeta& found);

/// For modules without ids. `imageStart` is the digest of the module's first page in the dump;
/// empty when the dump lacks that page.
BuildIdentity identityByMemory(const std::string& imageStart, const ObjectMeta& found);

/// The same for a module whose first page the dump lacks. `dynamicDigest` is that of the bytes in
/// the dump where the found file's dynamic section would lie; empty when the dump lacks them.
BuildIdentity identityByDynamicSection(const std::string& dynamicDigest, const ObjectMeta& found);

/// The same for a static program, which has no dynamic section. `address` is where the module is
/// loaded; such a program runs where it was linked.
BuildIdentity
identityByCodePointers(const MemoryReader& memory, std::uint64_t address, const ObjectMeta& found);

/// Lower is better; absent when useless for the purpose (docs/spec/native.md §6.4). A file without
/// any names may still lead to the file that has them.
std::optional<unsigned> qualityOf(const ObjectMeta& meta, sources::FilePurpose purpose);

} // namespace faultline::symbolicate
