# SPDX-License-Identifier: GPL-3.0-or-later
# The parts of each program as SPDX documents, made at installation from what the linker and the compiler took (sbom/make_sbom.py).
# Needs Ninja, which knows that, and dpkg, which knows where it comes from.
find_program(DPKG_QUERY dpkg-query)
if(CMAKE_GENERATOR STREQUAL "Ninja" AND DPKG_QUERY)
    foreach(component cli workbench)
        if(NOT component IN_LIST components)
            continue()
        endif()
        set(package ${package_of_${component}})
        install(CODE "
            execute_process(COMMAND python3 \"${CMAKE_CURRENT_SOURCE_DIR}/sbom/make_sbom.py\" --build \"${CMAKE_BINARY_DIR}\" --source \"${PROJECT_SOURCE_DIR}\"
                --grammars \"${FAULTLINE_GRAMMARS}\" --program ${package} --version ${package_version} --out \"${documents}/${package}.spdx.json\" COMMAND_ERROR_IS_FATAL ANY)"
            COMPONENT ${component})
        install(FILES "${documents}/${package}.spdx.json" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}" COMPONENT ${component})
    endforeach()
endif()
