// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/formats/debug/object/object.h"
#include "core/model/event.h"
#include "core/model/source_text.h"
#include "core/symbolicate/run/symbolication.h"
#include "core/symcache/symcache.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::engine {

/// A module's instructions and the names of its functions.
struct ModuleCode
{
    object::ObjectPtr file;                            ///< Never null.
    std::shared_ptr<const symcache::SymCache> symbols; ///< Null when no debug file was found.
};

/// Questions about one module, without an event. Its functions wait, so they are for job threads
/// only. Files of another build are no answer.
class ModuleQuestions
{
public:
    /// The services must outlive it.
    ModuleQuestions(EngineServices& services,
                    std::vector<sources::SourceConfig> sources,
                    symbolicate::SymbolicateOptions options);

    /// The text of a source file, also from this machine. Only a file that the module's debug info
    /// names `offset` bytes from its start. Errors: PermissionDenied (it names others, or a file
    /// of this machine that is no source by name or place), NotFound
    /// (no debug info, or no text), DownloadFailed, Malformed, Cancelled.
    Result<SourceText> readSource(EventModule module,
                                  std::uint64_t offset,
                                  std::string path,
                                  const std::stop_token& stop) const;
    /// Errors: NotFound, DownloadFailed, Malformed, Cancelled.
    Result<ModuleCode> findCode(EventModule module, const std::stop_token& stop) const;

private:
    Result<symbolicate::SymbolicationResult> ask(EventPtr event,
                                                 const symbolicate::SymbolicateOptions& options,
                                                 const std::stop_token& stop) const;

    EngineServices& m_services;
    std::vector<sources::SourceConfig> m_sources;
    symbolicate::SymbolicateOptions m_options;
};

} // namespace faultline::engine
