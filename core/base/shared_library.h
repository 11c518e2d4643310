#pragma once

#include "core/base/result.h"

namespace faultline {

/// A library opened by the running program, for what most runs do without and whose loading would
/// cost more than such a run. It stays loaded until the process ends, so that pointers into it are
/// always good.
class SharedLibrary
{
public:
    /// `name` is its soname ("libcurl.so.4"), looked for as the loader looks for any. Errors:
    /// Internal with the loader's words, also where a library that it needs is missing.
    static Result<SharedLibrary> open(const char* name);

    /// Points `function` at the function called `name`, whose type it has to have. Errors:
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
