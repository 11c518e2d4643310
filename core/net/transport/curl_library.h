// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <curl/curl.h>

namespace faultline::net {

/// The functions of libcurl that we use. It is loaded when the first exchange starts. Loading it
/// and the thirty libraries that it needs takes as long as a report on a small dump whose files are
/// all on disk.
struct CurlLibrary
{
    decltype(&::curl_global_init) globalInit = nullptr;
    decltype(&::curl_easy_cleanup) easyCleanup = nullptr;
    decltype(&::curl_easy_getinfo) easyGetInfo = nullptr;
    decltype(&::curl_easy_init) easyInit = nullptr;
    decltype(&::curl_easy_pause) easyPause = nullptr;
    decltype(&::curl_easy_reset) easyReset = nullptr;
    decltype(&::curl_easy_setopt) easySetOpt = nullptr;
    decltype(&::curl_easy_strerror) easyStrError = nullptr;
    decltype(&::curl_multi_add_handle) multiAddHandle = nullptr;
    decltype(&::curl_multi_cleanup) multiCleanup = nullptr;
    decltype(&::curl_multi_info_read) multiInfoRead = nullptr;
    decltype(&::curl_multi_init) multiInit = nullptr;
    decltype(&::curl_multi_perform) multiPerform = nullptr;
    decltype(&::curl_multi_poll) multiPoll = nullptr;
    decltype(&::curl_multi_remove_handle) multiRemoveHandle = nullptr;
    decltype(&::curl_multi_setopt) multiSetOpt = nullptr;
    decltype(&::curl_multi_wakeup) multiWakeup = nullptr;
    decltype(&::curl_slist_append) slistAppend = nullptr;
    decltype(&::curl_slist_free_all) slistFreeAll = nullptr;
};

/// Loads libcurl at the first call; later calls return the same result. Thread-safe. Errors:
/// Internal if it is not installed.
const Result<CurlLibrary>& loadCurl();

/// The result of loadCurl(), which must have succeeded.
inline const CurlLibrary& curl()
{
    return *loadCurl();
}

} // namespace faultline::net
