// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/file_listing.h"
#include "core/sources/file_purpose.h"
#include "core/symbolicate/items/services.h"
#include "core/symbolicate/lookup/lookup_context.h"

namespace faultline::symbolicate {

/// A wanted file of one module for one purpose.
struct WantedFile
{
    std::uint32_t module = 0; ///< Index into the event's modules.
    const sources::ObjectLookup& lookup;
    sources::FilePurpose purpose = sources::FilePurpose::Debug;
};

/// Adds the files that the user chose for the module before all others, the last choice first.
/// Reads their first bytes.
void addChosenFiles(const LookupContext& context,
                    const WantedFile& wanted,
                    sources::FileListing& listing);

/// Adds places on this machine that no source's layout gives: .NET assemblies in folders, and the
/// path in the event. Reads the disk.
void addLocalPlaces(const Services& services,
                    const LookupContext& context,
                    const WantedFile& wanted,
                    sources::FileListing& listing);

} // namespace faultline::symbolicate
