// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/help/version_text.h"

namespace faultline::app {

std::string versionDetails()
{
    return "faultline " FL_VERSION "\n"
           "compiler: " FL_COMPILER "\n"
           "libraries: " FL_LIBRARIES "\n"
           "names of minified scripts: " FL_GRAMMARS "\n"
           "configuration: $XDG_CONFIG_HOME/faultline/config.yml, or "
           "~/.config/faultline/config.yml\n"
           "caches: cache_dir of the configuration, else $XDG_CACHE_HOME/faultline, or "
           "~/.cache/faultline\n";
}

} // namespace faultline::app
