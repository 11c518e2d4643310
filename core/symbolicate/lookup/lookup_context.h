// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_store.h"
#include "core/model/event.h"
#include "core/model/open_lookup.h"
#include "core/sources/remote_file.h"
#include "core/symbolicate/options/options.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::symbolicate {

class ModuleUrgencies;

/// What all look-ups of one request share.
struct LookupContext
{
    std::vector<sources::SourcePtr> sources;
    std::string scope;
    cache::CacheFetchOptions fetch;
    std::stop_token stop;
    std::vector<LocatedFile> located;
    EventPtr event;                  ///< The event's memory identifies modules without ids.
    bool useRecordedPaths = false;   ///< Also searches for module files at the paths in the event.
    bool requireMatchingIds = false; ///< A file with contradicting ids is an error. Otherwise it is
                                     ///< a last resort for names.
    bool walksStacks = false;        ///< Modules then also have a status for their unwind data.
    /// Asks the places on this machine first. The others learn an id only if something is missing
    /// here (docs/spec/sources-and-caches.md §15.3).
    bool localFirst = false;
    /// Told of places that are asked for a module's debug file or unwind data, and of their answers
    /// while others are still open. Called from any thread; may be null.
    std::function<void(std::uint32_t module, std::vector<OpenLookup::Place>)> asked;
    /// Null unless somebody watches one thread, who then also wants unwind data as soon as it is
    /// certain which file has it.
    std::shared_ptr<const ModuleUrgencies> urgencies;
};

/// Some of the places of a context.
enum class Reach : std::uint8_t {
    All,
    ThisMachine, ///< Folders, file systems and recorded paths.
    Elsewhere    ///< All others.
};

/// The same context with only these places.
std::shared_ptr<const LookupContext>
narrowedTo(Reach reach, const std::shared_ptr<const LookupContext>& context);

/// Tells whether listing where files may be reads this machine's disks.
bool readsDisk(const LookupContext& context);

} // namespace faultline::symbolicate
