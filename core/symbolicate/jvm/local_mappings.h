// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/candidate.h"
#include "core/symbolicate/options/local_place.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::jvm {

/// A mapping on this machine, and whether it is the one that is wanted.
struct LocalMapping
{
    enum class Verdict : std::uint8_t {
        Used,
        OtherBuild, ///< Its ids are not those of the input.
        Ambiguous,  ///< A folder has several, and no id tells which.
        Duplicate,  ///< An earlier one has the same content.
        Superseded  ///< The user chose another file, or an earlier place has one.
    };

    std::string path;      ///< Absolute.
    std::size_t place = 0; ///< Index of the place in which it lies.
    std::string mapId;     ///< R8's id of it; empty when it has none.
    Verdict verdict = Verdict::Used;
    /// Index of the wanted id that it has.
    std::optional<std::size_t> wantedId;
};

/// Says why a mapping is not used. None for one that is, or that is of another build.
std::optional<SkipReason> skipReasonOf(LocalMapping::Verdict verdict);

/// Looks for mappings in all places, in their order. `mapIds` are R8's ids of the wanted ones;
/// empty when the input names none. A place that is a file counts regardless of its ids, and files
/// of other kinds are ignored. If the input names no id, a folder counts only if it has one mapping
/// and no earlier place has any: classes of other mappings have the same short names, so these
/// would invent frames. Files may be packed (gzip, zip, zstd). Reads the head of each file, and all
/// of a packed one; ends early when `stop` is requested.
std::vector<LocalMapping> findLocalMappings(std::span<const symbolicate::LocalPlace> places,
                                            std::span<const std::string> mapIds,
                                            const std::stop_token& stop);

/// Returns the paths of the mappings to use.
std::vector<std::string> usedPaths(std::span<const LocalMapping> mappings);

/// What the head of a mapping says about itself.
struct MappingHead
{
    std::string compiler; ///< "R8 8.5.35"; empty when unknown.
    std::string mapId;    ///< R8's id, or else its hash; empty when the mapping has neither.
    /// Which of the wanted ids the mapping has.
    std::optional<std::size_t> wantedId;
};

/// Reads the head of a file, which may be packed; absent when the file is no mapping or cannot be
/// read.
std::optional<MappingHead> readMappingHead(const std::string& path,
                                           std::span<const std::string> mapIds);

/// Returns how a file shows that it is not the mapping with the wanted id; absent when it does not.
std::optional<BuildIdentity> wrongBuildOf(const std::string& path, const std::string& wantedId);

} // namespace faultline::jvm
