// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event.h"

namespace faultline {

std::string_view handleObjectKindName(HandleObjectKind kind)
{
    switch (kind) {
    case HandleObjectKind::Other: return "other";
    case HandleObjectKind::Mutex: return "mutex";
    case HandleObjectKind::Thread: return "thread";
    case HandleObjectKind::Process: return "process";
    case HandleObjectKind::Event: return "event";
    case HandleObjectKind::Semaphore: return "semaphore";
    }
    return {};
}

std::string_view eventKindName(EventKind kind)
{
    switch (kind) {
    case EventKind::Minidump: return "minidump";
    case EventKind::CoreFile: return "core";
    case EventKind::AppleText: return "apple_text";
    case EventKind::AppleIps: return "apple_ips";
    case EventKind::NativeJson: return "native_json";
    case EventKind::JavaScript: return "javascript";
    case EventKind::Jvm: return "jvm";
    case EventKind::NativeText: return "native_text";
    }
    return {};
}

} // namespace faultline
