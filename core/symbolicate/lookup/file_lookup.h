#pragma once

#include "core/sources/file_listing.h"
#include "core/symbolicate/items/services.h"

#include <functional>
#include <memory>
#include <span>

namespace faultline::symbolicate {

struct LookupContext;

/// Lists where files of an object may be: paths of layouts as far as the source's index has them,
/// folders that are scanned, and what Sentry sources answer when they are asked. `types` outlives
/// the call. `done` is called exactly once, from an I/O thread; when the context's stop token
/// fires, sources that have not answered list nothing.
void listFilesOf(const Services& services,
                 std::shared_ptr<const LookupContext> context,
                 sources::ObjectLookup wanted,
                 std::span<const sources::FileType> types,
                 std::move_only_function<void(sources::FileListing)> done);

} // namespace faultline::symbolicate
