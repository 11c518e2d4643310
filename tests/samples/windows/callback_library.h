#pragma once

// The library that library_callback.cpp calls through.

using Visitor = int (*)(int item, void* context);

#if defined(CALLBACK_LIBRARY)
extern "C" __declspec(dllexport) int eachItem(int count, Visitor visitor, void* context);
#else
extern "C" __declspec(dllimport) int eachItem(int count, Visitor visitor, void* context);
#endif
