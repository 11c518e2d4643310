// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/store_copy.h"

namespace faultline::symbolicate {

namespace {

namespace fs = std::filesystem;

bool isStoreLayout(sources::LayoutType type)
{
    return type == sources::LayoutType::Symstore || type == sources::LayoutType::SymstoreIndex2 ||
           type == sources::LayoutType::Ssqp;
}

/// Recognises "name/id/name". The last component may be the compressed name or a pointer. In a
/// two-tier store another folder comes first.
std::optional<fs::path> placeInStore(const fs::path& path)
{
    const auto folder = path.parent_path();
    const auto name = folder.parent_path().filename();
    if (name.empty() || folder.filename().empty())
        return std::nullopt;
    return name / folder.filename() / name;
}

Result<void> copyTo(const fs::path& place, const TempFile& content)
{
    FL_TRY(const auto bytes, content.map());
    FL_TRY(auto copy, TempFile::create(place.parent_path()));
    FL_CHECK(copy.append(bytes.span()));
    return copy.keepAs(place);
}

} // namespace

void copyToStores(const sources::RemoteFile& file, const TempFile& content)
{
    if (file.source->copyTo.empty() || !isStoreLayout(file.source->layout.type))
        return;
    const auto place = placeInStore(file.path);
    if (!place)
        return;
    for (const auto& store : file.source->copyTo) {
        std::error_code ignored;
        if (!fs::exists(fs::path(store) / *place, ignored))
            static_cast<void>(copyTo(fs::path(store) / *place, content));
    }
}

} // namespace faultline::symbolicate
