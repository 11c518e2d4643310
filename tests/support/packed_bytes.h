// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace faultline::test {

/// Content compressed as symbol servers send it. Written independently of the code that unpacks it.

std::string gzip(const std::string& text);
std::string zlibOf(const std::string& text);
std::string zstd(const std::string& text);
/// One compressed file, as made by the program with the function's name.
std::string xz(const std::string& text);
std::string bzip2(const std::string& text);
std::string lz4(const std::string& text);
std::string zip(const std::vector<std::string>& members);
/// A cabinet without compression ([MS-CAB] §2).
std::string cabinet(const std::vector<std::string>& members);

} // namespace faultline::test
