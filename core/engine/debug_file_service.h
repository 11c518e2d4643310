// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/worker_pool.h"
#include "core/engine/debug_file_desk.h"
#include "core/engine/debug_file_index.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace faultline::engine {

/// Reads one debug file of this machine for people who want to know what it is good for, on a
/// thread of its own. Commands come from one thread.
class DebugFileService final : public DebugFileDesk
{
public:
    /// Called on the service's thread.
    using Callback = std::function<void(DebugFileNotice)>;

    DebugFileService(ParseLimits limits, Callback callback);
    /// Ends what is being done. No callback is called afterwards.
    ~DebugFileService() override;
    DebugFileService(const DebugFileService&) = delete;
    DebugFileService& operator=(const DebugFileService&) = delete;

    std::uint64_t open(std::string path) override;
    void close() override;
    void findFunctions(std::string pattern) override;
    void findFiles(std::string pattern) override;
    void readLines(std::uint32_t function) override;
    void lookUp(std::uint64_t address) override;

private:
    template <class Work>
    void post(Work work);
    template <class Ask>
    void ask(std::stop_token search, Ask question);
    void read(const std::string& path, std::uint64_t number, const std::stop_token& stop);

    const ParseLimits m_limits;
    const Callback m_callback;
    std::uint64_t m_number = 0;   ///< Like the next member, used by the commands' thread.
    std::stop_source m_stop;      ///< Of the present file.
    std::stop_source m_functions; ///< Of the latest search.
    std::stop_source m_files;
    std::unique_ptr<DebugFileLookup> m_lookup; ///< Only the service's thread uses it.

    WorkerPool m_thread{1}; // Last, because its tasks use the other members.
};

} // namespace faultline::engine
