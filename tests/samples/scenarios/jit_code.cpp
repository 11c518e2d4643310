// Code made at run time, without unwind data, calls back into the program. Argument: "plain" keeps no frame pointer.
#include "scenario.h"

#include <cstdint>
#include <cstring>
#include <sys/mman.h>

namespace sample {

SAMPLE_FRAME int callBack()
{
    faultHere(); // @back
    return opaque(1);
}

using Generated = int (*)(int (*)());

#if defined(__x86_64__)
constexpr unsigned char kFramed[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x20, 0xff, 0xd7, 0xc9, 0xc3};
constexpr unsigned char kPlain[] = {0x48, 0x83, 0xec, 0x18, 0xff, 0xd7, 0x48, 0x83, 0xc4, 0x18, 0xc3};
#elif defined(__i386__)
constexpr unsigned char kFramed[] = {0x55, 0x89, 0xe5, 0x83, 0xec, 0x18, 0x8b, 0x45, 0x08, 0xff, 0xd0, 0xc9, 0xc3};
constexpr unsigned char kPlain[] = {0x83, 0xec, 0x1c, 0x8b, 0x44, 0x24, 0x20, 0xff, 0xd0, 0x83, 0xc4, 0x1c, 0xc3};
#elif defined(__aarch64__)
constexpr std::uint32_t kFramed[] = {0xa9be7bfd, 0x910003fd, 0xd63f0000, 0xa8c27bfd, 0xd65f03c0};
constexpr std::uint32_t kPlain[] = {0xf81e0ffe, 0xd63f0000, 0xf84207fe, 0xd65f03c0};
#elif defined(__arm__)
constexpr std::uint32_t kFramed[] = {0xe92d4800, 0xe28db004, 0xe24dd010, 0xe12fff30, 0xe24bd004, 0xe8bd8800};
constexpr std::uint32_t kPlain[] = {0xe52de004, 0xe24dd014, 0xe12fff30, 0xe28dd014, 0xe49df004};
#endif

template <class Code>
Generated generate(const Code& code)
{
    void* room = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(room, code, sizeof(code));
    __builtin___clear_cache(static_cast<char*>(room), static_cast<char*>(room) + sizeof(code));
    return reinterpret_cast<Generated>(room);
}

SAMPLE_FRAME int runGenerated(Generated generated, int value)
{
    const int result = generated(callBack); // @run
    return result + opaque(value);
}

} // namespace sample

int main(int argc, char**)
{
    const auto generated = argc > 1 ? sample::generate(sample::kPlain) : sample::generate(sample::kFramed);
    return sample::opaque(sample::runGenerated(generated, argc)); // @main
}
