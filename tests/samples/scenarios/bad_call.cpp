// Calls where no code is: argument "data" into writable data, "unmapped" to nowhere, none to null.
#include "scenario.h"

#include <cstdint>
#include <cstring>

namespace sample {

int table[64] = {1, 2, 3};

using Hook = int (*)(int);

SAMPLE_FRAME int callHook(Hook hook, int value)
{
    const int result = hook(value); // @call
    return result + opaque(1);
}

Hook chooseHook(int argc, char** argv)
{
    if (argc < 2)
        return opaque<Hook>(nullptr);
    if (std::strcmp(argv[1], "data") == 0)
        return opaque(reinterpret_cast<Hook>(reinterpret_cast<std::uintptr_t>(table) + 16));
    return opaque(reinterpret_cast<Hook>(std::uintptr_t{0x6b6b6b60}));
}

} // namespace sample

int main(int argc, char** argv)
{
    return sample::opaque(sample::callHook(sample::chooseHook(argc, argv), argc)); // @main
}
