#include "core/symbolicate/report.h"

namespace faultline {

std::string_view frameStatusName(FrameStatus status)
{
    switch (status) {
    case FrameStatus::Symbolicated: return "symbolicated";
    case FrameStatus::MissingSymbol: return "missing_symbol";
    case FrameStatus::UnknownImage: return "unknown_image";
    case FrameStatus::Missing: return "missing";
    case FrameStatus::Malformed: return "malformed";
    }
    return "missing";
}

std::string_view objectFileStatusName(ObjectFileStatus status)
{
    switch (status) {
    case ObjectFileStatus::Unused: return "unused";
    case ObjectFileStatus::Found: return "found";
    case ObjectFileStatus::Missing: return "missing";
    case ObjectFileStatus::Malformed: return "malformed";
    case ObjectFileStatus::FetchingFailed: return "fetching_failed";
    case ObjectFileStatus::Timeout: return "timeout";
    case ObjectFileStatus::Unsupported: return "unsupported";
    case ObjectFileStatus::Other: return "other";
    }
    return "other";
}

std::string_view downloadStatusName(DownloadStatus status)
{
    switch (status) {
    case DownloadStatus::Ok: return "ok";
    case DownloadStatus::Malformed: return "malformed";
    case DownloadStatus::NoPermission: return "noperm";
    case DownloadStatus::NotFound: return "notfound";
    case DownloadStatus::Error: return "error";
    }
    return "error";
}

std::string_view useStatusName(UseStatus status)
{
    switch (status) {
    case UseStatus::Ok: return "ok";
    case UseStatus::Malformed: return "malformed";
    case UseStatus::Error: return "error";
    }
    return "error";
}

std::string_view answerLayerName(AnswerLayer layer)
{
    switch (layer) {
    case AnswerLayer::None: return "none";
    case AnswerLayer::Memory: return "memory";
    case AnswerLayer::Disk: return "disk cache";
    case AnswerLayer::NegativeCache: return "negative cache";
    case AnswerLayer::Shared: return "shared cache";
    case AnswerLayer::Network: return "network";
    case AnswerLayer::FileSystem: return "file system";
    case AnswerLayer::Skipped: return "skipped";
    }
    return "none";
}

} // namespace faultline
