// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_assembler.h"

#include <array>
#include <string>
#include <vector>

namespace faultline::test {

/// Writes an MSF container. Every stream has its own run of blocks, which `scatter` reverses.
std::vector<std::byte> buildMsf(const std::vector<std::string>& streams,
                                std::uint32_t blockBytes = 512,
                                bool scatter = false);

/// Writes a PDB with one module. The test supplies symbol records and C13 subsections as bytes.
class PdbBuilder
{
public:
    std::array<std::uint8_t, 16> guid{};
    std::uint32_t infoAge = 1;
    std::uint32_t dbiAge = 1;
    std::uint16_t machine = 0x8664;
    std::string moduleName = "main.obj";
    std::string symbols; ///< Records without the signature.
    std::string c13;
    std::string publics;       ///< Records of the shared symbol stream.
    std::string contributions; ///< Section contributions, with their version.
    std::string types;         ///< Records of the type stream, from index 0x1000.
    std::string ids;           ///< Records of the id stream, from index 0x1000.
    std::string names;         ///< Characters of the string table; starts with a NUL.
    std::string frameData;
    std::string fpo;
    std::string omapFromSource;
    bool hasOriginalSections =
        true; ///< With omapFromSource: the original image's headers are separate.
    std::string sourceServer;
    std::string sourceLink;  ///< The stream "sourcelink".
    bool isFastLink = false; ///< The form of a PDB linked with /DEBUG:FASTLINK.

    /// `.text` at RVA 0x1000 and `.data` at RVA 0x5000, each of 0x2000 bytes.
    std::vector<std::byte> build(bool scatter = false) const;

private:
    std::string infoStream() const;
    std::string dbiStream() const;
};

/// A CodeView record around its content, padded to four bytes.
std::string codeViewRecord(std::uint16_t kind, std::string content);
/// A C13 subsection around its content.
std::string c13Subsection(std::uint32_t kind, const std::string& content);
/// Characters of finished bytes.
std::string asString(std::vector<std::byte> bytes);

} // namespace faultline::test
