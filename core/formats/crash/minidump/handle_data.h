// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// MINIDUMP_HANDLE_DESCRIPTOR or …_2, with the kinds of attached object information ("Mutant1",
/// "Event1"). `handle` has their facts.
struct HandleRecord
{
    Handle handle;
    std::vector<std::string> objectInfo;
};

/// Reads HandleData. A descriptor's list of object information is followed for at most
/// kMaxObjectInfo steps, and never twice through the same place. A name that cannot be read stays
/// empty, with a diagnostic.
Result<std::vector<HandleRecord>> readHandleData(const StreamScope& scope);

} // namespace faultline::minidump
