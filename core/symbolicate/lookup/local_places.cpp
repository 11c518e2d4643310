// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/local_places.h"

#include "core/sources/companion_paths.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/lookup/local_file.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace faultline::symbolicate {

namespace {

/// An assembly may contain its portable PDB. Only indexed folders are searched for it, because they
/// cost no request.
void addAssemblies(const Services& services,
                   const LookupContext& context,
                   const WantedFile& wanted,
                   sources::FileListing& listing)
{
    if (wanted.lookup.type != sources::LookupType::PeDotnet ||
        wanted.purpose == sources::FilePurpose::Unwind)
        return;
    std::vector<sources::SourcePtr> folders;
    std::ranges::copy_if(context.sources, std::back_inserter(folders),
                         [](const auto& source) { return sources::isScanned(*source); });
    constexpr std::array kAssembly{sources::FileType::Pe};
    const auto found = sources::listRemoteFiles(folders, wanted.lookup, kAssembly,
                                                &services.folders, context.stop);
    listing.files.insert(listing.files.end(), found.files.begin(), found.files.end());
}

/// A file with unknown content counts as the first wanted type.
sources::RemoteFile
fileAt(const std::filesystem::path& path, sources::SourceOrigin origin, const WantedFile& wanted)
{
    const auto otherwise = sources::fileTypesFor(wanted.lookup.type, wanted.purpose).front();
    return localFile(path, origin, fileTypeAt(path).value_or(otherwise));
}

void addRecordedPaths(const LookupContext& context,
                      const WantedFile& wanted,
                      sources::FileListing& listing)
{
    if (!context.useRecordedPaths)
        return;
    for (const auto& path : sources::recordedPaths(wanted.lookup)) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored))
            listing.files.push_back(fileAt(path, sources::SourceOrigin::RecordedPath, wanted));
    }
}

} // namespace

void addChosenFiles(const LookupContext& context,
                    const WantedFile& wanted,
                    sources::FileListing& listing)
{
    for (const auto& located : context.located) {
        if (located.module == wanted.module)
            listing.files.insert(listing.files.begin(),
                                 fileAt(located.path, sources::SourceOrigin::ChosenFile, wanted));
    }
}

void addLocalPlaces(const Services& services,
                    const LookupContext& context,
                    const WantedFile& wanted,
                    sources::FileListing& listing)
{
    addAssemblies(services, context, wanted, listing);
    addRecordedPaths(context, wanted, listing);
}

} // namespace faultline::symbolicate
