#pragma once

#include "core/sources/file_purpose.h"
#include "core/sources/object_lookup.h"
#include "core/symbolicate/items/object_item.h"

#include <optional>
#include <string>

namespace faultline::symbolicate {

/// Whether a found file is the wanted one.
struct Identity
{
    enum class Verdict : std::uint8_t { Unknown, Fits, WrongBuild };
    Verdict verdict = Verdict::Unknown;
    std::string reason; ///< For people; empty when ids fit.
};

/// Whether the module can be told from others by an id.
bool hasIds(const sources::ObjectLookup& wanted);

/// Compares debug ids, else code ids.
Identity identityByIds(const sources::ObjectLookup& wanted, const ObjectMeta& found);

/// For modules without ids. `imageStart` is the digest of the module's first page in the dump,
/// empty when that is not there.
Identity identityByMemory(const std::string& imageStart, const ObjectMeta& found);

/// Lower is better; absent: of no use for the purpose (docs/spec/native.md §6.4). A file without
/// any names may still lead to the one that has them.
std::optional<unsigned> qualityOf(const ObjectMeta& meta, sources::FilePurpose purpose);

} // namespace faultline::symbolicate
