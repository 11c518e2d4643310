// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/file_listing.h"
#include "core/symbolicate/items/services.h"

#include <functional>
#include <memory>
#include <span>

namespace faultline::symbolicate {

struct LookupContext;

/// Lists where files of an object may be: the layouts' paths that the source's index confirms,
/// scanned folders, and the answers of Sentry sources. `types` must outlive the call. `done` is
/// called exactly once: during the call if neither a source nor a disk has to be asked, else from
/// an I/O thread. When the context's stop token fires, sources that have not answered list nothing.
void listFilesOf(const Services& services,
                 std::shared_ptr<const LookupContext> context,
                 sources::ObjectLookup wanted,
                 std::span<const sources::FileType> types,
                 std::move_only_function<void(sources::FileListing)> done);

} // namespace faultline::symbolicate
