// Linked into every Windows scenario: writes the minidump that FAULTLINE_DUMP names at the first fatal exception, before anyone
// unwinds, or at one that nobody handles, and from a thread of its own, as the crashed one may have no stack left.
#include "windows.h"

namespace {

using WriteDump = int(SAMPLE_STDCALL*)(void* process, unsigned long pid, void* file, int type, void* exception, void* user, void* callback);

#pragma pack(push, 4)
struct MinidumpException
{
    unsigned long threadId;
    ExceptionPointers* pointers;
    int clientPointers;
};
#pragma pack(pop)

MinidumpException crash;
void* crashed;
void* never;
WriteDump writeDump;

unsigned long SAMPLE_STDCALL dumpWhenCrashed(void*)
{
    static char name[512];
    WaitForSingleObject(crashed, ~0u);
    GetEnvironmentVariableA("FAULTLINE_DUMP", name, sizeof(name));
    void* file = CreateFileA(name, 0x40000000, 0, nullptr, 2, 0x80, nullptr);
    const int written = writeDump(GetCurrentProcess(), GetCurrentProcessId(), file, 0, &crash, nullptr, nullptr);
    CloseHandle(file);
    ExitProcess(written != 0 ? 3 : 4);
}

/// What the program does not survive: access violation, refused instruction, stack overflow.
bool isFatal(unsigned code)
{
    return code == 0xc0000005 || code == 0xc000001d || code == 0xc00000fd;
}

long SAMPLE_STDCALL onFatalException(ExceptionPointers* pointers)
{
    if (crash.threadId != 0)
        return 0;
    crash.threadId = GetCurrentThreadId();
    crash.pointers = pointers;
    SetEvent(crashed);
    WaitForSingleObject(never, ~0u);
    return 0;
}

long SAMPLE_STDCALL onException(ExceptionPointers* pointers)
{
    return isFatal(pointers->record->code) ? onFatalException(pointers) : 0;
}

} // namespace

extern "C" void installDumpWriter()
{
    crashed = CreateEventA(nullptr, 1, 0, nullptr);
    never = CreateEventA(nullptr, 1, 0, nullptr);
    writeDump = reinterpret_cast<WriteDump>(GetProcAddress(LoadLibraryA("dbghelp.dll"), "MiniDumpWriteDump"));
    CreateThread(nullptr, 0, dumpWhenCrashed, nullptr, 0, nullptr);
    AddVectoredExceptionHandler(1, onException);
    SetUnhandledExceptionFilter(onFatalException);
}

#if defined(__MINGW32__)
namespace {

[[gnu::constructor]] void installAtStart()
{
    installDumpWriter();
}

} // namespace
#endif
