// Entry of the scenarios that are built without a C runtime.
#include "windows.h"

extern "C" {
void installDumpWriter();
int _fltused = 0; // The compiler asks for it where floating point is used.
}

int main(int argc, char** argv);

namespace {

/// The word behind the program's name, if any; it has no blanks.
char* firstArgument(char* text)
{
    for (char* at = text; *at != 0; ++at) {
        if (*at == ' ' && at[1] != ' ' && at[1] != 0)
            return at + 1;
    }
    return nullptr;
}

} // namespace

extern "C" int sampleStart()
{
    installDumpWriter();
    char program[] = "sample";
    char* arguments[] = {program, firstArgument(GetCommandLineA()), nullptr};
    const int result = main(arguments[1] != nullptr ? 2 : 1, arguments); // @start
    ExitProcess(static_cast<unsigned>(result));
}
