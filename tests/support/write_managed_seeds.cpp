// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seed files of fuzz_ppdb, fuzz_ppdb_cache and fuzz_wasm, and one of fuzz_pdb, into
// folders below the one named: tests/corpora/fuzz.
#include "core/symcache/managed/ppdb_cache_writer.h"
#include "tests/support/dwarf_builder.h"
#include "tests/support/pdb_builder.h"
#include "tests/support/ppdb_builder.h"
#include "tests/support/wasm_builder.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace faultline;
using namespace faultline::test;

namespace {

void write(const std::filesystem::path& path, Bytes bytes)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << asText(bytes);
}

PpdbBuilder samplePdb(bool hasWideHeaps)
{
    PpdbBuilder pdb;
    pdb.hasWideHeaps = hasWideHeaps;
    pdb.documents = {
        {.name = "/src/Program.cs", .sha256 = std::string(32, 'h'), .source = "a\nb\n"},
        {.name = "C:\\src\\Other.vb",
         .language = PpdbBuilder::Language::VisualBasic,
         .source = std::string(100, 'x'),
         .isPacked = true}};
    pdb.methods = {{.document = 1, .points = {{0, 10, 5}, {6, 0}, {9, 12, 1}, {400, 8, 9}}},
                   {.document = 1, .points = {}},
                   {.document = 0, .points = {{0, 3, 1, 1}, {2, 100, 2, 2}}}};
    pdb.stateMachines = {{3, 1}};
    pdb.sourceLink = R"({"documents": {"/src/*": "https://host/*"}})";
    return pdb;
}

void writeCache(const std::filesystem::path& path)
{
    const auto pdb = ppdb::PortablePdb::open(ByteView::fromVector(samplePdb(false).build()), {});
    auto file = TempFile::create(path.parent_path());
    if (!pdb || !file || !symcache::writePpdbCache(**pdb, *file, {}))
        return;
    if (const auto bytes = file->map())
        write(path, bytes->span());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    write(folder / "ppdb/narrow.pdb", samplePdb(false).build());
    write(folder / "ppdb/wide.pdb", samplePdb(true).build());
    write(folder / "ppdb/empty.pdb", PpdbBuilder().build());
    PdbBuilder pdb;
    pdb.sourceServer = "SRCSRV: ini\nVERSION=2\nSRCSRV: variables\nBASE=https://host\n"
                       "SRCSRVTRG=%base%/%var2%/%fnfile%(%var1%)\nSRCSRV: source files\n"
                       "c:\\src\\main.cpp*r1\nSRCSRV: end\n";
    pdb.sourceLink = R"({"documents": {"/src/*": "https://host/*"}})";
    write(folder / "pdb/source_server.pdb", pdb.build());
    writeCache(folder / "ppdb_cache/sample.ppdbcache");
    WasmBuilder wasm;
    for (int kind = 0; kind < 5; ++kind)
        wasm.addImport(kind);
    wasm.addFunction({.name = "first"});
    wasm.addFunction({.name = ""});
    wasm.addFunction({.name = "third"});
    wasm.addCustom("build_id", "0123456789abcdef");
    wasm.addCustom("external_debug_info", WasmBuilder::sized("app.debug.wasm"));
    write(folder / "wasm/small.wasm", wasm.build());
    for (const unsigned version : {4u, 5u}) {
        DwarfBuilder::Shape shape;
        shape.version = version;
        shape.addressBytes = 4;
        WasmBuilder debug;
        debug.addFunction({.name = "outer"});
        for (const auto& [name, bytes] : DwarfBuilder(shape).build())
            debug.addCustom("." + name, std::string(asText(bytes)));
        write(folder / concat("wasm/dwarf", version, ".wasm"), debug.build());
    }
    return 0;
}
