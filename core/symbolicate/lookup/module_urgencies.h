// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/urgency.h"
#include "core/sources/file_type.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace faultline::net {
class Downloader;
}

namespace faultline::symbolicate {

/// How urgent the files of an event's modules are when somebody watches one thread. That thread's
/// modules come before all others, and files that stacks are walked with before files with names.
/// Downloads keep what they need of it alive. Thread-safe.
class ModuleUrgencies
{
public:
    /// At first no module belongs to the watched thread. The downloader must outlive it.
    ModuleUrgencies(std::size_t modules, net::Downloader& downloader);

    net::SharedUrgency of(std::uint32_t module, sources::FileType type) const;

    /// The watched thread needs the module, also if its downloads already wait.
    void raise(std::uint32_t module) const;

private:
    struct Module
    {
        std::atomic<net::Urgency> walk{net::Urgency::Later};
        std::atomic<net::Urgency> names{net::Urgency::Last};
    };

    const std::shared_ptr<std::vector<Module>> m_modules;
    net::Downloader& m_downloader;
};

} // namespace faultline::symbolicate
