#pragma once

// The few declarations of the Windows API that the samples need, so that no SDK is.

#define SAMPLE_API __declspec(dllimport)

#if defined(__i386__)
#define SAMPLE_STDCALL __stdcall
#else
#define SAMPLE_STDCALL
#endif

struct ExceptionRecord
{
    unsigned code; // The rest is not looked at.
};

struct ExceptionPointers
{
    ExceptionRecord* record;
    void* context;
};

using ExceptionHandler = long(SAMPLE_STDCALL*)(ExceptionPointers*);
using ThreadFunction = unsigned long(SAMPLE_STDCALL*)(void*);

extern "C" {
SAMPLE_API void* SAMPLE_STDCALL AddVectoredExceptionHandler(unsigned long first, ExceptionHandler handler);
SAMPLE_API void* SAMPLE_STDCALL CreateEventA(void* security, int isManual, int isSet, const char* name);
SAMPLE_API void* SAMPLE_STDCALL CreateFileA(const char* name, unsigned long access, unsigned long share, void* security, unsigned long how, unsigned long flags, void* like);
SAMPLE_API void* SAMPLE_STDCALL CreateThread(void* security, decltype(sizeof(0)) stackBytes, ThreadFunction function, void* argument, unsigned long flags, unsigned long* id);
SAMPLE_API int SAMPLE_STDCALL CloseHandle(void* handle);
[[noreturn]] SAMPLE_API void SAMPLE_STDCALL ExitProcess(unsigned code);
SAMPLE_API char* SAMPLE_STDCALL GetCommandLineA();
SAMPLE_API void* SAMPLE_STDCALL GetCurrentProcess();
SAMPLE_API unsigned long SAMPLE_STDCALL GetCurrentProcessId();
SAMPLE_API unsigned long SAMPLE_STDCALL GetCurrentThreadId();
SAMPLE_API unsigned long SAMPLE_STDCALL GetEnvironmentVariableA(const char* name, char* value, unsigned long sizeBytes);
SAMPLE_API void* SAMPLE_STDCALL GetProcAddress(void* library, const char* name);
SAMPLE_API void* SAMPLE_STDCALL LoadLibraryA(const char* name);
SAMPLE_API void SAMPLE_STDCALL RaiseException(unsigned long code, unsigned long flags, unsigned long count, const void* arguments);
SAMPLE_API int SAMPLE_STDCALL SetEvent(void* event);
SAMPLE_API ExceptionHandler SAMPLE_STDCALL SetUnhandledExceptionFilter(ExceptionHandler filter);
SAMPLE_API unsigned long SAMPLE_STDCALL WaitForSingleObject(void* handle, unsigned long milliseconds);
}
