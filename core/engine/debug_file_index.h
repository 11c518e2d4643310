// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/debug_file_desk.h"
#include "core/symcache/symcache.h"

#include <stop_token>
#include <string>

namespace faultline::engine {

/// Answers questions about a debug file from its look-up file. Addresses are linked ones.
class DebugFileLookup
{
public:
    DebugFileLookup(symcache::SymCache symbols, std::uint64_t loadAddress)
        : m_symbols(std::move(symbols)), m_loadAddress(loadAddress)
    {
    }

    /// Linear in the rows of the look-up file.
    DebugFileIndex index(const std::stop_token& stop) const;

    /// Linear in the functions.
    DebugFunctions findFunctions(std::string pattern, const std::stop_token& stop) const;
    DebugSourceFiles findFiles(std::string pattern, const std::stop_token& stop) const;
    DebugLines lines(std::uint32_t function) const;
    DebugPlace at(std::uint64_t address) const;

private:
    DebugFunction rowOf(const symcache::SymFunction& function, std::string name) const;
    std::string pathOf(std::uint32_t file) const;

    symcache::SymCache m_symbols;
    std::uint64_t m_loadAddress;
};

} // namespace faultline::engine
