#pragma once

#include "core/sources/file_type.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::sources {

enum class LayoutType : std::uint8_t {
    Native,
    Symstore,
    SymstoreIndex2,
    Ssqp,
    Debuginfod,
    Unified,
    SlashSymbols
};
enum class PathCasing : std::uint8_t { Default, Lowercase, Uppercase };

std::string_view layoutTypeName(LayoutType type);
std::optional<LayoutType> parseLayoutType(std::string_view name);

struct SourceLayout
{
    LayoutType type = LayoutType::Native;
    PathCasing casing = PathCasing::Default;
};

struct SourceFilters
{
    std::vector<FileType> fileTypes;       ///< Empty: all.
    std::vector<std::string> pathPatterns; ///< Globs; empty: all.
    bool requiresChecksum = false;
};

/// Look-ups beyond the reference's, each made only where the source asks for it (`probe`).
struct SourceProbes
{
    bool filePtr = false;       ///< symstore: `file.ptr`, which says where the file is.
    bool index2 = false;        ///< symstore: paths of a two-tier store too.
    bool paddedBuildId = false; ///< symstore, ssqp: short build ids also padded to 20 bytes.
    bool codeId = false;        ///< native: Breakpad symbols by code id, as Tecken redirects them.
    bool breakpadName = false;  ///< native: names without ".exe", ".dll" and ".PDB" too.
};

struct FilesystemSource
{
    std::string path;
};

/// Ours: a folder of debug files in any arrangement (what a build leaves), indexed by id.
struct FolderSource
{
    std::string path;
    bool recursive = true; ///< False: only the files that lie in the folder itself.
};

struct HttpSource
{
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    bool acceptInvalidCerts = false;
};

/// Where the keys of an S3 source come from.
enum class AwsCredentialsProvider : std::uint8_t {
    Static,    ///< The source itself.
    Container, ///< The end point of the container that we run in (ECS, EKS).
    Instance,  ///< Ours: the metadata service of the machine.
    Anonymous  ///< Ours: requests are not signed; for public buckets.
};

struct S3Source
{
    std::string bucket;
    std::string prefix;
    std::string region;
    std::string endpoint; ///< Empty: AWS.
    std::string accessKey;
    std::string secretKey;
    AwsCredentialsProvider provider = AwsCredentialsProvider::Static;
    std::string sessionToken; ///< Ours: of temporary keys; may be empty.
};

struct GcsSource
{
    std::string bucket;
    std::string prefix;
    std::string privateKey;
    std::string clientEmail;
    std::string bearerToken;
    bool isAnonymous = false; ///< Ours: public URLs, without a token.
    std::string endpoint;     ///< Ours: instead of Google's; empty: https://storage.googleapis.com.
    std::string tokenUrl;     ///< Ours: where signed assertions become tokens; empty: Google's.
};

struct SentrySource
{
    std::string url;
    std::string token; ///< Exactly one of token and cookies.
    std::string cookies;
};

/// Why a source is looked at. Whoever makes a source sets it; no field of a configuration or a
/// request does, and the source's id, which anybody may choose, says nothing about it.
enum class SourceOrigin : std::uint8_t {
    Configured,   ///< A configuration or a request lists it, or a developer's machine has it.
    BuiltIn,      ///< An operator's service adds it (docs/spec/sources-and-caches.md §8.6).
    ChosenFile,   ///< The user chose one file for a module.
    RecordedPath, ///< The crash file or debug info records the path of one file.
};

/// One place where debug files may be. Order in a list is priority. Parsing from JSON and YAML:
/// source_parser.h.
struct SourceConfig
{
    std::string id; ///< For people and cache keys.
    SourceOrigin origin = SourceOrigin::Configured;
    SourceFilters filters;
    SourceLayout layout;
    bool isPublic = false;
    bool hasIndex = false;
    SourceProbes probes;
    std::vector<std::string> filePtrRoots; ///< Folders that `file.ptr` may lead into, beside the
                                           ///< source's own.
    std::vector<std::string> copyTo;       ///< Symbol stores on disk that keep a copy of what was
                                           ///< downloaded, as in `srv*store*url`.
    std::variant<FilesystemSource, FolderSource, HttpSource, S3Source, GcsSource, SentrySource>
        where;
};

} // namespace faultline::sources
