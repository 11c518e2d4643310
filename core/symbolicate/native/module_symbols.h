// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/model/module_report.h"

#include <memory>

namespace faultline::symcache {

class PpdbCache;
class SymCache;

} // namespace faultline::symcache

namespace faultline::symbolicate {

/// What is known about one module when its frames are resolved.
struct ModuleSymbols
{
    ObjectFileStatus status = ObjectFileStatus::Missing; ///< Only Found gives names.
    std::shared_ptr<const symcache::SymCache> cache;     ///< One of the next two is set when Found.
    std::shared_ptr<const symcache::PpdbCache> managed;
    CpuFamily family = CpuFamily::Unknown; ///< CPU of the debug file; it decides the address
                                           ///< adjustment of given frames.
    bool areOfWrongBuild = false; ///< Names and lines are guesses, and every frame is marked so.
};

} // namespace faultline::symbolicate
