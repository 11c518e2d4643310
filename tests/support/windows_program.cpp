// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/windows_program.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace faultline::test {

namespace {

namespace fs = std::filesystem;

/// Has inlined calls two levels deep, methods, an anonymous namespace, and function pointers and
/// arrays as arguments.
constexpr const char* kSource = R"(
namespace shapes {
struct Point { int x; int y; };
class Box {
public:
    explicit Box(int size);
    int area(const Point& p) const;
    static int count(unsigned char flags);
private:
    int m_size;
};
Box::Box(int size) : m_size(size) {}
volatile int sink;
static inline __attribute__((always_inline)) int innermost(int v)
{
    sink = v;
    return v * 3;
}
static inline __attribute__((always_inline)) int middle(int v)
{
    int r = innermost(v + 1);
    sink = r;
    return r + 2;
}
__attribute__((noinline)) int Box::area(const Point& p) const
{
    int a = middle(p.x);
    sink = a;
    return a * m_size;
}
__attribute__((noinline)) int Box::count(unsigned char flags) { sink = 1; return flags; }
namespace {
__attribute__((noinline)) int hidden(const char* text, ...) { sink = text[0]; return text[1]; }
}
int useHidden() { return hidden("ab", 1, 2); }
}
using Callback = int (*)(int, const char* const*);
__attribute__((noinline)) int call(Callback cb, const int value, double (&grid)[3][4])
{
    grid[0][0] = 1;
    return cb(value, nullptr);
}
extern "C" int helper(int a, const char* const* b) { return a; }
extern "C" int _fltused = 0;
extern "C" __attribute__((dllexport)) int exported(int a) { return a + 1; }
extern "C" int entry()
{
    shapes::Box box(4);
    shapes::Point p{1, 2};
    double grid[3][4];
    return box.area(p) + shapes::Box::count(3) + shapes::useHidden() + call(helper, 5, grid);
}
)";

std::string quoted(const fs::path& path)
{
    return "'" + path.string() + "'";
}

bool isInstalled(const std::string& tool)
{
    return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
}

/// Runs a command and returns its output. A tool that is not installed is a separate kind of
/// failure.
ToolResult<std::string> run(const std::string& tool, const std::string& arguments)
{
    if (!isInstalled(tool))
        return std::unexpected(ToolFailure{true, tool + " is not installed"});
    std::FILE* pipe = ::popen((tool + " " + arguments + " 2>&1").c_str(), "r"); // Closed below.
    std::string output;
    std::array<char, 4096> buffer{};
    while (pipe != nullptr &&
           std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr)
        output += buffer.data();
    if (pipe == nullptr || ::pclose(pipe) != 0)
        return std::unexpected(ToolFailure{false, tool + " " + arguments + ": " + output});
    return output;
}

ToolResult<fs::path>
compile(const fs::path& folder, const std::string& triple, const std::string& debugFlags)
{
    const auto source = folder / "prog.cpp";
    std::ofstream(source) << kSource;
    const auto object = folder / (triple + ".obj");
    const auto result =
        run("clang-19", "--target=" + triple +
                            " -O1 -fno-inline-functions -ffreestanding -fno-stack-protector " +
                            debugFlags + " -c " + quoted(source) + " -o " + quoted(object));
    if (!result)
        return std::unexpected(result.error());
    return object;
}

} // namespace

ToolResult<WindowsProgram> buildMsvcProgram(const fs::path& folder, const std::string& triple)
{
    const auto object = compile(folder, triple, "-g -gcodeview");
    if (!object)
        return std::unexpected(object.error());
    WindowsProgram program{folder / (triple + ".exe"), folder / (triple + ".pdb")};
    const auto result = run(
        "lld-link-19", "/debug /entry:entry /subsystem:console /nodefaultlib /safeseh:no /out:" +
                           quoted(program.executable) + " /pdb:" + quoted(program.pdb) + " " +
                           quoted(*object));
    if (!result)
        return std::unexpected(result.error());
    return program;
}

ToolResult<WindowsProgram> buildMingwProgram(const fs::path& folder, const std::string& triple)
{
    const auto object = compile(folder, triple, "-gdwarf");
    if (!object)
        return std::unexpected(object.error());
    const bool is64 = triple.starts_with("x86_64");
    WindowsProgram program{folder / (triple + ".exe"), {}};
    const auto result =
        run("ld.lld-19", std::string(is64 ? "-m i386pep -e entry" : "-m i386pe -e _entry") +
                             " -o " + quoted(program.executable) + " " + quoted(*object));
    if (!result)
        return std::unexpected(result.error());
    return program;
}

ToolResult<std::vector<unsigned>> symbolizerLines(const fs::path& executable, std::uint32_t rva)
{
    const auto output =
        run("llvm-symbolizer-19", "--relative-address --inlines --functions=none --obj=" +
                                      quoted(executable) + " " + std::to_string(rva));
    if (!output)
        return std::unexpected(output.error());
    std::vector<unsigned> lines;
    std::size_t start = 0;
    for (auto end = output->find('\n'); end != std::string::npos;
         start = end + 1, end = output->find('\n', start)) {
        const auto text = output->substr(start, end - start); // path:line:column
        const auto column = text.rfind(':');
        const auto line = column == std::string::npos ? column : text.rfind(':', column - 1);
        if (line != std::string::npos)
            lines.push_back(
                static_cast<unsigned>(std::strtoul(text.c_str() + line + 1, nullptr, 10)));
    }
    return lines;
}

} // namespace faultline::test
