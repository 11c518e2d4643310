// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace faultline::app {

enum class OutputFormat : std::uint8_t { Text, Json };

/// The form of a report. The caller chooses it, never the input.
enum class ReportFormat : std::uint8_t {
    Text,
    Json, ///< Faultline's own (docs/report.schema.json).
    Markdown,
    Html,
    Bundle,       ///< A file to be opened elsewhere (docs/report-bundle.md).
    Sarif,        ///< For code scanners of forges and editors.
    Symbolicator, ///< The answer of Symbolicator's API to such an input.
    Restored      ///< A trace of the JVM as it is, but with its names restored.
};

/// Who may see a report; see core/redact/redact.h.
enum class ShareWith : std::uint8_t { Everything, Team, Outside };

struct ServeArguments
{
    std::optional<std::filesystem::path> config;
};

struct HealthcheckArguments
{
    std::optional<std::filesystem::path> config;
    std::string address; ///< HOST:PORT; empty: where the configured server listens.
    std::uint32_t timeoutSeconds = 30;
};

struct SymbolicateArguments
{
    std::vector<std::filesystem::path> files;
    std::vector<std::string> symbols;
    std::vector<std::string> modules;   ///< "NAME=FILE".
    std::optional<std::string> program; ///< "FILE" or "FILE@ADDRESS".
    std::optional<std::filesystem::path> config;
    std::optional<std::filesystem::path> output;
    std::optional<std::string> server;
    std::optional<std::filesystem::path> tokenFile; ///< Bearer token for `server`.
    std::optional<std::string> part; ///< A crash file in a container, by name; "all" for every one.
    ReportFormat format = ReportFormat::Text;
    bool exitByCause = false;       ///< The exit status tells the cause.
    std::optional<ShareWith> share; ///< Absent: what is usual for the form.
    bool offline = false;
    bool environment = false;            ///< Also the environment of the crashed process.
    std::optional<std::uint32_t> locals; ///< The variables of so many frames.
};

struct InspectArguments
{
    std::filesystem::path file;
    std::string expression;
    std::uint32_t frame = 0;             ///< Row of the stack, as reports number them.
    std::optional<std::uint32_t> thread; ///< By index; absent: the one that crashed.
    std::vector<std::string> symbols;
    std::vector<std::string> modules;   ///< "NAME=FILE".
    std::optional<std::string> program; ///< "FILE" or "FILE@ADDRESS".
    std::optional<std::filesystem::path> config;
    std::optional<std::string> part; ///< A crash file in a container, by name.
    OutputFormat format = OutputFormat::Text;
    std::uint32_t depth = 3;
    std::uint32_t items = 64;
    bool offline = false;
};

struct QueryArguments
{
    std::filesystem::path file;
    std::string expression;
    std::uint64_t first = 0;
    std::uint64_t most = 100;
    std::uint64_t maxBytes = 1u << 20;
    std::optional<std::uint32_t> depth;
    std::uint32_t valueDepth = 3;
    std::vector<std::string> symbols;
    std::vector<std::string> modules;   ///< "NAME=FILE".
    std::optional<std::string> program; ///< "FILE" or "FILE@ADDRESS".
    std::optional<std::filesystem::path> config;
    std::optional<std::filesystem::path> reportsFile; ///< Absent: the user's own.
    std::optional<std::string> part;                  ///< A crash file in a container, by name.
    OutputFormat format = OutputFormat::Text;
    ShareWith share = ShareWith::Everything;
    bool offline = false;
    bool exitByCause = false; ///< The exit status of an answer tells the crash's cause.
};

struct McpArguments
{
    std::vector<std::filesystem::path> folders;
    std::optional<std::string> http; ///< "ADDRESS:PORT"; absent: standard input and output.
    std::optional<std::filesystem::path> tokenFile;
    std::vector<std::string> origins;
    std::vector<std::string> symbols;
    std::vector<std::string> modules;
    std::optional<std::string> program;
    std::optional<std::filesystem::path> config;
    std::optional<std::filesystem::path> reportsFile;
    ShareWith share = ShareWith::Team;
    bool offline = false;
};

/// What the threads of a report are grouped by.
enum class GroupBy : std::uint8_t { Nothing, State, Stack, Name };

struct ThreadsArguments
{
    std::vector<std::filesystem::path> files;
    std::vector<std::string> symbols;
    std::vector<std::string> modules;   ///< "NAME=FILE".
    std::optional<std::string> program; ///< "FILE" or "FILE@ADDRESS".
    std::optional<std::filesystem::path> config;
    std::optional<std::filesystem::path> output;
    std::optional<std::string> part; ///< A crash file in a container, by name; "all" for every one.
    std::string find;                ///< Only threads with a frame that contains this.
    OutputFormat format = OutputFormat::Text;
    GroupBy group = GroupBy::Nothing;
    bool waits = false;
    bool offline = false;
};

enum class StackwalkFormat : std::uint8_t { Human, Json, Machine, Dump };

/// Options have minidump-stackwalk's names where that program has the same option.
struct StackwalkArguments
{
    std::vector<std::filesystem::path> files;
    /// The values of every option that names a source of debug files.
    std::vector<std::string> symbols;
    std::vector<std::string> modules;   ///< "NAME=FILE".
    std::optional<std::string> program; ///< "FILE" or "FILE@ADDRESS".
    std::optional<std::filesystem::path> config;
    std::optional<std::filesystem::path> output;
    std::optional<std::filesystem::path> cyborg; ///< JSON goes to this file and text to the output.
    std::optional<std::filesystem::path> evidence;
    std::optional<std::filesystem::path> logFile;
    std::optional<std::filesystem::path> symbolsCache;
    std::optional<std::uint32_t> downloadTimeoutSeconds;
    std::optional<std::string> part; ///< A crash file in a container, by name; "all" for every one.
    std::optional<std::size_t> thread; ///< Shows only the thread with this index.
    std::string verbose = "error";
    StackwalkFormat format = StackwalkFormat::Human;
    bool brief = false;
    bool pretty = false;
    bool offline = false;
    bool useLocalFiles = false;
    bool recoverArguments = false;
    bool explainWalk = false;
    bool color = true;       ///< Colours log lines on a terminal.
    bool interactive = true; ///< Shows running downloads on a terminal.
};

struct SymbolsInfoArguments
{
    std::vector<std::filesystem::path> files;
    OutputFormat format = OutputFormat::Text;
};

struct SymbolsSymcacheArguments
{
    std::filesystem::path file;
    std::filesystem::path output;
};

struct SymbolsLookupArguments
{
    std::filesystem::path file;
    std::vector<std::string> addresses;
    std::optional<std::filesystem::path> addressList;
    OutputFormat format = OutputFormat::Text;
};

struct SymbolsTypesArguments
{
    std::filesystem::path file;
    std::string name;
    OutputFormat format = OutputFormat::Text;
};

struct ConfigPresetsArguments
{
    std::vector<std::string> names; ///< When empty, the command prints a table of all presets.
};

enum class DumpFormat : std::uint8_t { Breakpad, Symbfile, Gsym, Text };

struct SymbolsDumpArguments
{
    std::filesystem::path file;
    DumpFormat format = DumpFormat::Breakpad;
    bool returnPads = false; ///< For symbfiles: return pads instead of ranges.
    std::optional<std::filesystem::path> output;
};

struct SymbolsPushArguments
{
    std::vector<std::filesystem::path> files;
    std::string server;
    std::optional<std::filesystem::path> keyFile;
    std::optional<std::filesystem::path> config;
};

struct SymbolsBundleArguments
{
    std::filesystem::path file;
    std::filesystem::path output;
    std::vector<std::string> pathMappings; ///< "FROM=TO".
    bool anyFile = false;                  ///< Also what is no source by name or place.
};

struct SymbolsSortArguments
{
    std::vector<std::filesystem::path> inputs;
    std::filesystem::path output;
    std::string prefix; ///< Folder below the output folder.
    int compress = 0;   ///< Number of -z options.
    std::optional<std::string> bundle;
    bool multipleBundles = false; ///< Makes one bundle for each input and names it after the input.
    bool withSources = false;
    bool ignoreErrors = false;
    bool quiet = false;
};

struct SymbolsWasmSplitArguments
{
    std::filesystem::path file;
    /// When absent, the command replaces the input file.
    std::optional<std::filesystem::path> output;
    std::optional<std::filesystem::path> debugOutput;
    bool strip = false;
    bool stripNames = false;
    std::optional<std::string> externalDwarfUrl;
    std::optional<std::string> buildId;
    bool quiet = false;
};

/// Arguments that all `cache` commands accept.
struct CacheArguments
{
    std::optional<std::filesystem::path> config;
    OutputFormat format = OutputFormat::Text;
};

struct CacheListArguments : CacheArguments
{
    std::vector<std::string> kinds;
};

struct CacheShowArguments : CacheArguments
{
    std::vector<std::string> entries;
};

struct CacheCleanupArguments : CacheArguments
{
    bool dryRun = false;
    std::optional<std::string> repeat; ///< A duration; empty means the configured interval.
};

struct CacheClearArguments : CacheArguments
{
    std::vector<std::string> what; ///< "failures", "derived", "everything".
    std::vector<std::string> sources;
    std::vector<std::string> modules;
    bool dryRun = false;
};

struct CacheVerifyArguments : CacheArguments
{
    bool remove = false;
};

struct CacheImportArguments : CacheArguments
{
    std::filesystem::path from;
};

struct SymbolsFetchArguments
{
    std::vector<std::filesystem::path> files;
    std::vector<std::string> symbols;
    std::optional<std::filesystem::path> config;
    OutputFormat format = OutputFormat::Text;
};

/// Arguments that all `library` commands accept.
struct LibraryArguments
{
    std::optional<std::filesystem::path> reportsFile; ///< Absent: the user's own.
    OutputFormat format = OutputFormat::Text;
};

struct LibraryImportArguments : LibraryArguments
{
    std::vector<std::filesystem::path> paths;
    std::vector<std::string> symbols;
    std::optional<std::filesystem::path> config;
    std::optional<std::filesystem::path> rules;
    std::optional<std::string> mode; ///< "faultline", "socorro".
    std::string customer;
    ShareWith share = ShareWith::Everything;
    bool offline = false;
    bool environment = false;
    bool dryRun = false;
};

/// `library list` and `library search`.
struct LibraryListArguments : LibraryArguments
{
    std::vector<std::string> query;
    std::string sort = "date";
    bool ascending = false;
    std::uint64_t limit = 50;
    std::uint64_t offset = 0;
};

struct LibraryGroupArguments : LibraryArguments
{
    std::optional<std::int64_t> group; ///< Absent: a list of groups.
    std::vector<std::string> query;
    std::uint64_t limit = 50;
    std::uint64_t offset = 0;
};

struct LibraryShowArguments : LibraryArguments
{
    std::int64_t report = 0;
    bool whole = false; ///< The stored report as `symbolicate` prints it.
};

struct LibraryTagArguments : LibraryArguments
{
    std::vector<std::int64_t> reports;
    std::vector<std::int64_t> groups;
    std::vector<std::string> add;
    std::vector<std::string> remove;
    std::optional<std::string> status;
    std::optional<std::string> fixedIn;
    std::optional<std::int64_t> duplicateOf;
    std::optional<std::string> assignee;
    std::optional<std::string> ticket;
    std::optional<std::string> note;
    std::optional<std::string> customer;
    std::optional<std::int64_t> undo; ///< An action.
};

struct LibraryRemoveArguments : LibraryArguments
{
    std::vector<std::int64_t> reports;
};

enum class ExportFormat : std::uint8_t { Csv, Json };

struct LibraryExportArguments
{
    std::optional<std::filesystem::path> reportsFile;
    std::vector<std::string> query;
    ExportFormat format = ExportFormat::Csv;
    ShareWith share = ShareWith::Outside;
    std::optional<std::filesystem::path> output;
};

struct LibrarySignArguments : LibraryArguments
{
    std::optional<std::filesystem::path> rules;
    std::optional<std::string> mode;
    bool dryRun = false;
};

struct LibraryStatsArguments : LibraryArguments
{
    std::vector<std::string> fields;
    std::vector<std::string> query;
    std::uint64_t limit = 10;
};

struct LibraryMigrateArguments : LibraryArguments
{
};

struct CorpusArguments
{
    std::vector<std::string> paths; ///< "-": a list of paths on standard input.
    std::filesystem::path output;
    std::vector<std::string> symbols;
    std::optional<std::filesystem::path> config;
    std::uint32_t jobs = 0; ///< 0: one per core.
    std::uint32_t frames = 8;
    bool resume = false;
    bool offline = false;
};

struct DiffArguments
{
    std::filesystem::path first;
    std::filesystem::path second;
    std::vector<std::string> symbols;
    std::optional<std::filesystem::path> config;
    OutputFormat format = OutputFormat::Text;
    bool offline = false;
};

struct OpenArguments
{
    std::vector<std::filesystem::path> files;
    std::optional<std::uint32_t> frame; ///< Row of the stack.
    std::optional<std::uint32_t> thread;
};

/// A help text, the version or a usage error, to be printed before the program ends.
struct DocumentationArguments
{
    std::filesystem::path folder;
};

/// For tests: ends the program in a way that a user may meet.
struct CrashArguments
{
    std::string way;
};

struct PrintAndExit
{
    std::string text;
    int exitCode = 0;
};

using CommandLine = std::variant<PrintAndExit,
                                 ServeArguments,
                                 HealthcheckArguments,
                                 SymbolicateArguments,
                                 InspectArguments,
                                 QueryArguments,
                                 McpArguments,
                                 ThreadsArguments,
                                 StackwalkArguments,
                                 SymbolsInfoArguments,
                                 SymbolsSymcacheArguments,
                                 SymbolsLookupArguments,
                                 SymbolsTypesArguments,
                                 SymbolsDumpArguments,
                                 SymbolsPushArguments,
                                 SymbolsBundleArguments,
                                 SymbolsSortArguments,
                                 SymbolsWasmSplitArguments,
                                 SymbolsFetchArguments,
                                 CacheListArguments,
                                 CacheShowArguments,
                                 CacheCleanupArguments,
                                 CacheClearArguments,
                                 CacheVerifyArguments,
                                 CacheImportArguments,
                                 ConfigPresetsArguments,
                                 LibraryImportArguments,
                                 LibraryListArguments,
                                 LibraryGroupArguments,
                                 LibraryShowArguments,
                                 LibraryTagArguments,
                                 LibraryRemoveArguments,
                                 LibraryExportArguments,
                                 LibrarySignArguments,
                                 LibraryStatsArguments,
                                 LibraryMigrateArguments,
                                 CorpusArguments,
                                 DiffArguments,
                                 OpenArguments,
                                 DocumentationArguments,
                                 CrashArguments>;

/// Expects the program's arguments without the program's name.
CommandLine parseCommandLine(const std::vector<std::string>& arguments);

} // namespace faultline::app
