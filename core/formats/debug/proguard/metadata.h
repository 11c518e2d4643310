// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace faultline::proguard {

/// The records that R8 adds to a mapping in comments. Source: R8 doc/retrace.md, "Additional
/// information appended as comments to the file".

struct SourceFileRecord
{
    std::string fileName;
};

struct SynthesizedRecord
{
};

/// The previous method is an outline: a shared piece of code.
struct OutlineRecord
{
};

/// Original positions in the previous method, for the lines of an outline that it calls.
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
    /// Descriptor of the thrown class, or the original text of an unknown component.
    std::string text;
    std::uint32_t count = 0; ///< Only for removeInnerFrames.
};

struct RewriteFrameRecord
{
    std::vector<RewriteComponent> conditions; ///< All conditions must hold.
    std::vector<RewriteComponent> actions;
};

/// The version of the format from this line on.
struct FormatVersionRecord
{
    std::string version;
};

/// The descriptor of the previous member after optimisation.
struct ResidualSignatureRecord
{
    std::string signature;
};

/// A record of an unknown kind, which "readers must ignore".
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

/// Reads the JSON of one record. Absent when it is not a JSON object with a string `id`. A known
/// record with unusable members (a rewriteFrame without conditions, a malformed action) counts as
/// unknown.
std::optional<MetadataRecord> parseMetadata(std::string_view json);

} // namespace faultline::proguard
