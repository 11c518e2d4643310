#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// MINIDUMP_HANDLE_DESCRIPTOR or …_2, with the kinds of the object information attached ("Mutant1",
/// "Event1").
struct HandleRecord
{
    Handle handle;
    std::vector<std::string> objectInfo;
};

/// HandleData. The list of object information that a descriptor heads is followed at most
/// kMaxObjectInfo steps and never twice through the same place. A name that cannot be read is left
/// empty with a diagnostic.
Result<std::vector<HandleRecord>> readHandleData(const StreamScope& scope);

} // namespace faultline::minidump
