// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contained.h"

#include "core/base/resource_limits.h"

#include <exception>
#include <new>
#include <system_error>

namespace faultline {

Error errorOfException()
{
    try {
        throw;
    } catch (const std::bad_alloc&) {
        refillMemoryReserve(); // What the task had is free again.
        return {
            .kind = ErrorKind::Internal, .detail = std::string(kOutOfMemory), .momentary = true};
    } catch (const std::system_error& error) {
        return {.kind = ErrorKind::Internal, .detail = error.what(), .momentary = true};
    } catch (const std::exception& error) {
        return {.kind = ErrorKind::Internal, .detail = error.what()};
    } catch (...) {
        return {.kind = ErrorKind::Internal, .detail = "unknown exception"};
    }
}

} // namespace faultline
