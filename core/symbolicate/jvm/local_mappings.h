#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::jvm {

/// A file or a folder of this machine in which to look for mappings.
struct MappingPlace
{
    std::string path;
    std::string source; ///< Id of the source to which the place belongs.
    bool isRecursive = true;
    /// The place was not chosen for this input. Then several mappings that no id tells apart are
    /// all left out, because most of them must be wrong.
    bool isIncidental = false;
};

/// A mapping on this machine, and whether it is the one that is wanted.
struct LocalMapping
{
    enum class Verdict : std::uint8_t {
        Used,
        OtherBuild, ///< Its ids are not those of the input.
        Ambiguous,  ///< There are several in an incidental place, and no id tells which.
        Superseded  ///< The user chose another file.
    };

    std::string path;      ///< Absolute.
    std::size_t place = 0; ///< Index of the place in which it lies.
    std::string mapId;     ///< R8's id of it; empty when it has none.
    Verdict verdict = Verdict::Used;
    /// Index of the wanted id that it has.
    std::optional<std::size_t> wantedId;
};

/// Looks for mappings in all places, in their order. `mapIds` are R8's ids of the wanted ones;
/// empty when the input names none. A place that is a file counts regardless of its ids, and files
/// of other kinds are ignored. Reads the head of each file; ends early when `stop` is requested.
std::vector<LocalMapping> findLocalMappings(std::span<const MappingPlace> places,
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

/// Reads the head of a file; absent when the file is no mapping or cannot be read.
std::optional<MappingHead> readMappingHead(const std::string& path,
                                           std::span<const std::string> mapIds);

/// The evidence that a file is not the mapping with the wanted id; empty when there is none.
std::string wrongBuildOf(const std::string& path, const std::string& wantedId);

} // namespace faultline::jvm
