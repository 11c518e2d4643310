// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shared_library.h"

#include <dlfcn.h>
#include <filesystem>
#include <link.h>

namespace faultline {

namespace {

std::unexpected<Error> loaderError()
{
    const char* text = ::dlerror();
    return fail(ErrorKind::Internal, text == nullptr ? "no such library or function" : text);
}

/// The path of the shared object that has this code; empty in a program that has it itself.
std::filesystem::path libraryOfThisCode()
{
    static const char kHere = 0;
    Dl_info info{};
    void* map = nullptr;
    if (::dladdr1(&kHere, &info, &map, RTLD_DL_LINKMAP) == 0 || map == nullptr)
        return {};
    return static_cast<const link_map*>(map)->l_name;
}

/// Beside the folder of programs, in the folder of libraries, or beside the system's folder for
/// those of one CPU.
Result<std::filesystem::path> privateFolder()
{
    std::error_code error;
    const auto library = libraryOfThisCode();
    const auto self = library.empty() ? std::filesystem::read_symlink("/proc/self/exe", error)
                                      : std::filesystem::canonical(library, error);
    if (error)
        return fail(ErrorKind::Internal, "cannot tell where the program is: ", error.message());
    const auto folder = self.parent_path();
    if (library.empty())
        return folder.parent_path() / "lib/faultline";
    const auto beside = folder / "faultline";
    return std::filesystem::is_directory(beside, error) ? beside
                                                        : folder.parent_path() / "faultline";
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
    FL_TRY(const auto folder, privateFolder());
    const auto path = folder / file;
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
