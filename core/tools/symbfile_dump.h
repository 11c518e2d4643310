// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"
#include "core/formats/debug/symbfile/records.h"
#include "core/symbolfiles/symbol_files.h"
#include "core/tools/code_map.h"

#include <functional>

namespace faultline::app {

using SymbfileSink = std::function<Result<void>(const symbfile::Record&)>;

/// Passes the ranges of all code, in pre-order, with addresses as linked (docs/spec/symbfile.md
/// §6).
Result<void>
writeRanges(const symcache::SymCache& symbols, std::uint64_t loadAddress, const SymbfileSink& sink);

/// Tells whether the calls in code of this architecture are known.
bool hasReturnPads(Arch arch);

/// Passes a return pad for every call in the code. `image` is the deployed file, which has the
/// instructions. Errors: Unsupported (a CPU whose calls are unknown), those of the sink.
Result<void> writeReturnPads(const symcache::SymCache& symbols,
                             const object::Object& image,
                             const SymbfileSink& sink);

/// Cuts records into symbfiles of about `partBytes` each; at least one.
class SymbfileParts
{
public:
    /// Parts go to unnamed files in `folder`.
    SymbfileParts(std::filesystem::path folder, std::uint64_t partBytes);
    ~SymbfileParts();
    SymbfileParts(const SymbfileParts&) = delete;
    SymbfileParts& operator=(const SymbfileParts&) = delete;

    /// Errors: those of writing, and those of SymbfileWriter.
    Result<void> add(const symbfile::Record& record);
    /// The parts in order. Add nothing afterwards. Same errors.
    Result<std::vector<ByteView>> finish();

    std::uint64_t recordCount() const { return m_records; }

private:
    struct Open;

    Result<void> begin();
    Result<void> close();

    std::filesystem::path m_folder;
    std::uint64_t m_partBytes;
    std::uint64_t m_records = 0;
    std::unique_ptr<Open> m_open;
    std::vector<ByteView> m_parts;
};

} // namespace faultline::app
