// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace faultline {

/// A library that the running program opens on demand. Use it when most runs do not need the
/// library and loading it would cost more than such a run. It stays loaded until the process ends,
/// so pointers into it stay valid.
class SharedLibrary
{
public:
    /// `name` is the soname ("libcurl.so.4"); the loader searches its usual folders. Errors:
    /// Internal with the loader's text, also when a library that it needs is missing.
    static Result<SharedLibrary> open(const char* name);

    /// Opens a shared object of our own, by the name of its file in `../lib/faultline` beside the
    /// folder of the running program, and nowhere else. For another's program, which has this code
    /// from a library, the folder `faultline` is beside the library or its folder. Errors: as
    /// open().
    static Result<SharedLibrary> openPrivate(const char* file);

    /// Sets `function` to the exported function `name`, which must have that type. Errors:
    /// Internal.
    template <class Function>
    Result<void> bind(const char* name, Function*& function) const
    {
        FL_TRY(void* const address, addressOf(name));
        function = reinterpret_cast<Function*>(address);
        return {};
    }

private:
    explicit SharedLibrary(void* handle) : m_handle(handle) {}

    Result<void*> addressOf(const char* name) const;

    void* m_handle;
};

} // namespace faultline
