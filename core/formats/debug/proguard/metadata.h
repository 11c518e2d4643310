#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace faultline::proguard {

/// What R8 adds to a mapping in comments. Source: R8 doc/retrace.md, "Additional information
/// appended as comments to the file".

struct SourceFileRecord
{
    std::string fileName;
};

struct SynthesizedRecord
{
};

/// The method before is an outline: a shared piece of code.
struct OutlineRecord
{
};

/// Where the positions of an outline lie in the method before.
struct OutlineCallsiteRecord
{
    struct Position
    {
        std::uint32_t outlineLine = 0;
        std::uint32_t callsiteLine = 0;
    };

    std::vector<Position> positions;
    std::string outline; ///< The outline's descriptor after optimisation; empty before format 2.2.
};

/// One condition or action of a RewriteFrameRecord.
struct RewriteComponent
{
    enum class Kind : std::uint32_t { Throws = 0, RemoveInnerFrames = 1, Unknown = 0xffffffff };

    Kind kind = Kind::Unknown;
    std::string text;        ///< Descriptor of the thrown class, or what is unknown as written.
    std::uint32_t count = 0; ///< Of removeInnerFrames.
};

struct RewriteFrameRecord
{
    std::vector<RewriteComponent> conditions; ///< All must hold.
    std::vector<RewriteComponent> actions;
};

/// The format's version from here on.
struct FormatVersionRecord
{
    std::string version;
};

/// The descriptor of the member before, after optimisation.
struct ResidualSignatureRecord
{
    std::string signature;
};

/// A record of a kind that is not known; "readers must ignore it".
struct UnknownRecord
{
};

using MetadataRecord = std::variant<UnknownRecord,
                                    SourceFileRecord,
                                    SynthesizedRecord,
                                    OutlineRecord,
                                    OutlineCallsiteRecord,
                                    RewriteFrameRecord,
                                    FormatVersionRecord,
                                    ResidualSignatureRecord>;

/// Reads the JSON of one record. Absent when it is no JSON object with a string `id`. A known
/// record whose members cannot be used (a rewriteFrame without conditions, a malformed action)
/// counts as unknown.
std::optional<MetadataRecord> parseMetadata(std::string_view json);

} // namespace faultline::proguard
