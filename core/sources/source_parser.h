// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <string_view>
#include <vector>

namespace faultline::sources {

/// Reads one source object (docs/spec/sources-and-caches.md §2, plus our type `folder`). Unknown
/// keys are ignored. Errors: Malformed, with the path of the key ("sources[2].filters.filetypes[0]:
/// unknown file type \"x\"").
Result<SourceConfig> parseSource(std::string_view text);
/// Parses a list of sources with unique ids. Ignores keys that reach into this machine
/// (`file_ptr_roots`, `copy_to`) and refuses the machine's own AWS keys, because requests name
/// sources too.
Result<std::vector<SourceConfig>> parseSources(std::string_view text);
/// The same from a configuration file, whose author may use those keys.
Result<std::vector<SourceConfig>> parseOwnSources(std::string_view text);

/// Reads `[<layout>:]<path>` of the command line: a filesystem source, by default with layout
/// `unified`. If the text before the first ':' is no layout name, the whole text is the path.
/// "http://…" and "https://…" make an http source.
SourceConfig parseSourceArgument(std::string_view argument, std::string_view id);

} // namespace faultline::sources
