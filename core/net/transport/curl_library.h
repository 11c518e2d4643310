#pragma once

#include "core/base/result.h"

#include <curl/curl.h>

namespace faultline::net {

/// The functions of libcurl that we use. It is loaded when the first exchange starts: with the
/// thirty libraries it brings, that takes as long as the report of a small dump whose files are all
/// at hand.
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
    decltype(&::curl_multi_wakeup) multiWakeup = nullptr;
    decltype(&::curl_slist_append) slistAppend = nullptr;
    decltype(&::curl_slist_free_all) slistFreeAll = nullptr;
};

/// Loads libcurl at the first call; every later one gives the same. Thread-safe. Errors: Internal,
/// where it is not installed.
const Result<CurlLibrary>& loadCurl();

/// What loadCurl() gave, which must have succeeded.
inline const CurlLibrary& curl()
{
    return *loadCurl();
}

} // namespace faultline::net
