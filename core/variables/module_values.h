// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/object.h"
#include "core/formats/debug/object/value_info.h"

#include <memory>
#include <span>
#include <vector>

namespace faultline::variables {

/// One module's debug info, opened for its values. Keeps the files alive. Used by one thread at a
/// time.
class ModuleValues
{
public:
    /// `companions` are the files that the debug info needs. Null when the file describes no
    /// values.
    static std::shared_ptr<ModuleValues> open(object::ObjectPtr debugFile,
                                              std::vector<object::ObjectPtr> companions,
                                              std::uint64_t moduleAddress);

    object::ValueInfoReader& info() const { return *m_info; }

    /// Added to linked addresses.
    std::uint64_t imageBias() const { return m_moduleAddress - m_debugFile->loadAddress(); }

    std::uint64_t linked(std::uint64_t address) const { return address - imageBias(); }

    /// Is `long double` IEEE 754's format of 128 bits also where the CPU has an own one? So it is
    /// on Android (source.android.com, "Android ABIs": x86_64).
    bool hasQuadLongDouble() const { return m_hasQuadLongDouble; }

    bool isOfWindows() const
    {
        const auto format = m_debugFile->format();
        return format == object::FileFormat::Pe || format == object::FileFormat::Pdb;
    }

    /// Has `long` 32 bits where addresses have 64, as on Windows?
    bool hasShortLong() const { return isOfWindows(); }

    CpuFamily family() const { return cpuFamily(m_debugFile->arch()); }

private:
    ModuleValues() = default;

    object::ObjectPtr m_debugFile;
    std::vector<object::ObjectPtr> m_companions;
    std::uint64_t m_moduleAddress = 0;
    bool m_hasQuadLongDouble = false;
    std::unique_ptr<object::ValueInfoReader> m_info; // Last: it uses the files.
};

} // namespace faultline::variables
