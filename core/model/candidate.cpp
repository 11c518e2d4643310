// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/candidate.h"

namespace faultline {

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
