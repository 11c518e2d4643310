// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shared_library.h"

#include <dlfcn.h>
#include <filesystem>

namespace faultline {

namespace {

std::unexpected<Error> loaderError()
{
    const char* text = ::dlerror();
    return fail(ErrorKind::Internal, text == nullptr ? "no such library or function" : text);
}

} // namespace

Result<SharedLibrary> SharedLibrary::open(const char* name)
{
    void* const handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
        return loaderError();
    return SharedLibrary(handle);
}

Result<SharedLibrary> SharedLibrary::openPrivate(const char* file)
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        return fail(ErrorKind::Internal, "cannot tell where the program is: ", error.message());
    const auto path = program.parent_path().parent_path() / "lib/faultline" / file;
    return open(path.c_str());
}

Result<void*> SharedLibrary::addressOf(const char* name) const
{
    void* const address = ::dlsym(m_handle, name);
    if (address == nullptr)
        return loaderError();
    return address;
}

} // namespace faultline
