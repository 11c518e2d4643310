#include "core/formats/pdb/pdb_source_server.h"

#include "core/base/text.h"

namespace faultline {

std::optional<std::string_view> sourceServerVariable(std::string_view stream, std::string_view name)
{
    bool inSettings = false;
    for (const auto line : splitLines(stream)) {
        if (line.starts_with("SRCSRV: ")) {
            inSettings = line.starts_with("SRCSRV: ini") || line.starts_with("SRCSRV: variables");
            continue;
        }
        const auto equals = line.find('=');
        if (inSettings && equals != std::string_view::npos &&
            equalsIgnoreCase(trimAscii(line.substr(0, equals)), name))
            return trimAscii(line.substr(equals + 1));
    }
    return std::nullopt;
}

std::optional<SourceServer> sourceServerOf(std::string_view stream)
{
    auto name = sourceServerVariable(stream, "VERCTRL");
    if (!name)
        name = sourceServerVariable(stream, "SRCSRVVERCTRL");
    if (!name)
        return std::nullopt;
    const auto lower = toLowerAscii(*name);
    if (lower.find("perforce") != std::string::npos)
        return SourceServer::Perforce;
    return lower.find("git") != std::string::npos ? SourceServer::Git : SourceServer::Other;
}

} // namespace faultline
