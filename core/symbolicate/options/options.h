// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_config.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline::symbolicate {

/// `{"from": regex, "to": replacement}` for the debug file of the module with the lowest address
/// (docs/spec/http-api.md §5.5).
struct RewriteRule
{
    std::string from;
    std::string to;
};

class RewriteRules;

struct ScrapingConfig
{
    bool enabled = true;
    bool verifySsl = true;
    std::vector<std::string> allowedOrigins{"*"};
    std::vector<std::pair<std::string, std::string>> headers;
};

/// Hosts that may be asked for source files linked in debug files. The module's builder chose these
/// hosts, so the desktop asks the user first.
struct LinkedSourcePolicy
{
    bool anyHost = true;
    std::vector<std::string> hosts; ///< Otherwise only these hosts, in lower case.
};

/// A file that the user chose for the modules with a name; see isCalled().
struct ModuleFile
{
    std::string module;
    std::string path; ///< Absolute.
};

/// A file that the user chose for a module, regardless of its ids.
struct LocatedFile
{
    std::uint32_t module = 0; ///< Index into Event::modules.
    std::string path;         ///< Absolute.
};

/// Which values a symbolication reads out of the process's memory.
struct VariableOptions
{
    std::uint32_t frames = 0; ///< So many rows of the leading thread's stack; 0: no values.
    std::optional<std::uint32_t> thread;  ///< Another thread: index into Event::threads.
    std::optional<std::uint32_t> onlyRow; ///< This row alone.
    std::string expression;   ///< Instead of the variables, the value of this expression.
    std::uint32_t depth = 2;  ///< Levels of parts below a variable.
    std::uint32_t items = 64; ///< Parts of each value.
};

/// What an answer is to be like.
enum class AnswerStyle : std::uint8_t {
    Best,      ///< As good as possible, and alternatives kept apart.
    Compatible ///< For scripts and the JVM: the frames and names that Symbolicator would return.
};

/// Options of one symbolication, whatever kind of event it is.
struct SymbolicateOptions
{
    AnswerStyle answer = AnswerStyle::Best;
    std::optional<std::vector<sources::SourceConfig>>
        sources;       ///< Absent: the engine's configured sources.
    std::string scope; ///< Empty means global.
    bool applySourceContext = true;
    bool extractVariables = false; ///< Native frames get the names and types of their variables.
    bool retryFailed = false;      ///< Bypass negative cache entries.
    bool fetchAllModules = false;  ///< Prefetch: search for the files of every module and for every
                                   ///< purpose, whether a frame needs them now or not.
    bool useLocalSources = false;  ///< Read source files from the paths that debug info records
                                   ///< (desktop and command line only).
    std::vector<std::pair<std::string, std::string>>
        pathMappings; ///< Maps recorded path prefixes to local ones; longest first.
    ScrapingConfig scraping;
    LinkedSourcePolicy linkedSources;
    std::shared_ptr<const RewriteRules> rewriteFirstModule; ///< Null: nothing is rewritten.
    std::vector<LocatedFile> locatedFiles;                  ///< Tried before any source.
    std::vector<ModuleFile> moduleFiles;                    ///< Tried after `locatedFiles`.
    /// Desktop and command line: also searches where developers have files: beside the crash file,
    /// at each module's recorded path (used only when its ids match), in /usr/lib/debug.
    bool useLocalFiles = false;
    bool framePointerFirst = false; ///< UnwindPreference::FramePointerFirst.
    bool requireMatchingIds =
        false; ///< Files of another build are refused. Otherwise they are a last resort.
    std::string crashFileFolder;      ///< For useLocalFiles; empty means unknown.
    bool wantsSignature = false;      ///< Makes Report::signature, by the engine's rules.
    bool connectToReservedIps = true; ///< When false, scraping does not ask this machine itself.
    VariableOptions variables;
};

} // namespace faultline::symbolicate
