// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/debug_selection.h"

#include <algorithm>
#include <iterator>

namespace faultline::symbolicate {

namespace {

bool hasDebugInfo(const ObjectSelection& selection)
{
    return selection.selected && selection.selected->meta.features.hasDebugInfo;
}

std::vector<sources::SourcePtr> symbfileSources(const LookupContext& context)
{
    std::vector<sources::SourcePtr> found;
    std::ranges::copy_if(context.sources, std::back_inserter(found), [](const auto& source) {
        return source->layout.type == sources::LayoutType::Symbfiles;
    });
    return found;
}

/// Appends what the second look-up tried. Its file, if it found one, replaces the first one's,
/// which then only completes the names.
ObjectSelection joined(ObjectSelection first, ObjectSelection second)
{
    const auto offset = first.candidates.size();
    for (auto& candidate : second.candidates) {
        candidate.sequence += static_cast<std::uint32_t>(offset);
        first.candidates.push_back(std::move(candidate));
    }
    if (!second.selected)
        return first;
    second.selected->candidate += offset;
    if (first.selected)
        first.others.insert(first.others.begin(), *std::move(first.selected));
    first.selected = std::move(second.selected);
    first.error.reset();
    first.errorIsOfCandidate = false;
    return first;
}

} // namespace

void selectDebugObject(const Services& services,
                       std::shared_ptr<const LookupContext> context,
                       std::uint32_t module,
                       sources::ObjectLookup wanted,
                       std::move_only_function<void(ObjectSelection)> done)
{
    auto stores = symbfileSources(*context);
    if (stores.empty()) {
        selectObject(services, std::move(context), module, std::move(wanted),
                     sources::FilePurpose::Debug, std::move(done));
        return;
    }
    auto narrowed = std::make_shared<LookupContext>(*context);
    narrowed->sources = std::move(stores);
    narrowed->located.clear();
    narrowed->useRecordedPaths = false;
    const auto type = wanted.type;
    selectObject(
        services, std::move(context), module, std::move(wanted), sources::FilePurpose::Debug,
        [&services, narrowed = std::move(narrowed), module, type,
         done = std::move(done)](ObjectSelection first) mutable {
            if (hasDebugInfo(first) || first.fileId.empty() || narrowed->stop.stop_requested()) {
                done(std::move(first));
                return;
            }
            sources::ObjectLookup byContent;
            byContent.type = type;
            byContent.fileId = first.fileId;
            byContent.loadAddress = first.loadAddress;
            selectObject(
                services, std::move(narrowed), module, std::move(byContent),
                sources::FilePurpose::Debug,
                [first = std::move(first), done = std::move(done)](ObjectSelection second) mutable {
                    done(joined(std::move(first), std::move(second)));
                });
        });
}

} // namespace faultline::symbolicate
