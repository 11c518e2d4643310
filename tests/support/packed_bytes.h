#pragma once

#include <string>
#include <vector>

namespace faultline::test {

/// Contents packed the way symbol servers send them, written independently of the code that unpacks
/// them.

std::string gzip(const std::string& text);
std::string zlibOf(const std::string& text);
std::string zstd(const std::string& text);
/// One compressed file, as the programs of those names make it.
std::string xz(const std::string& text);
std::string bzip2(const std::string& text);
std::string lz4(const std::string& text);
std::string zip(const std::vector<std::string>& members);
/// A cabinet without compression ([MS-CAB] §2).
std::string cabinet(const std::vector<std::string>& members);

} // namespace faultline::test
