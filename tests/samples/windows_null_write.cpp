// The null_write crash on Windows. Built without any SDK, by mingw-w64 (DWARF) or by clang and lld (PDB); writes its own minidump,
// whose name is the first argument, from an unhandled-exception filter.
#include "sample.h"

extern "C" {
struct ExceptionPointers;
using ExceptionFilter = long(__stdcall*)(ExceptionPointers*);
using WriteDump = int(__stdcall*)(void* process, unsigned long pid, void* file, int type, void* exception, void* user, void* callback);
__declspec(dllimport) ExceptionFilter __stdcall SetUnhandledExceptionFilter(ExceptionFilter filter);
__declspec(dllimport) void* __stdcall CreateFileA(const char* name, unsigned long access, unsigned long share, void* security, unsigned long how, unsigned long flags, void* like);
__declspec(dllimport) int __stdcall CloseHandle(void* handle);
__declspec(dllimport) void* __stdcall GetCurrentProcess();
__declspec(dllimport) unsigned long __stdcall GetCurrentProcessId();
__declspec(dllimport) unsigned long __stdcall GetCurrentThreadId();
__declspec(dllimport) void* __stdcall LoadLibraryA(const char* name);
__declspec(dllimport) void* __stdcall GetProcAddress(void* library, const char* name);
__declspec(dllimport) char* __stdcall GetCommandLineA();
[[noreturn]] __declspec(dllimport) void __stdcall ExitProcess(unsigned code);
}

namespace sample {

struct Node
{
    int value;
    int padding[5];
    int weight;
    Node* next;
};

SAMPLE_INLINED void setWeight(Node* node, int weight)
{
    node->weight = weight; // @store
}

SAMPLE_INLINED void reset(Node* node)
{
    setWeight(node, opaque(7)); // @reset
}

SAMPLE_FRAME int process(Node* list)
{
    reset(list->next); // @process
    return list->value;
}

SAMPLE_FRAME int importAll(Node* list, double scale)
{
    const int result = process(list); // @import
    return opaque(result) + static_cast<int>(scale);
}

const char* dumpName()
{
    const char* text = GetCommandLineA();
    const char* last = text;
    for (; *text != 0; ++text) {
        if (*text == ' ')
            last = text + 1;
    }
    return last;
}

#pragma pack(push, 4)
struct MinidumpException
{
    unsigned long threadId;
    ExceptionPointers* pointers;
    int clientPointers;
};
#pragma pack(pop)

long __stdcall writeDump(ExceptionPointers* pointers)
{
    void* file = CreateFileA(dumpName(), 0x40000000, 0, nullptr, 2, 0x80, nullptr);
    void* const dbghelp = LoadLibraryA("dbghelp.dll");
    const auto write = reinterpret_cast<WriteDump>(GetProcAddress(dbghelp, "MiniDumpWriteDump"));
    MinidumpException exception{GetCurrentThreadId(), pointers, 0};
    const int written = write(GetCurrentProcess(), GetCurrentProcessId(), file, 0, &exception, nullptr, nullptr);
    CloseHandle(file);
    ExitProcess(written != 0 ? 3 : 4);
}

} // namespace sample

#if defined(_MSC_VER)
extern "C" int _fltused = 0; // The compiler asks for it when floating point is used; the C runtime would have it.
#endif

extern "C" int sampleMain()
{
    SetUnhandledExceptionFilter(sample::writeDump);
    static sample::Node list{};
    const int result = sample::importAll(&list, 2.0); // @main
    ExitProcess(static_cast<unsigned>(sample::opaque(result)));
}
