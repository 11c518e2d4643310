# SPDX-License-Identifier: GPL-3.0-or-later
# The programs for other distributions: the same objects, linked once more to look for their libraries beside themselves. make_tarball.py and
# make_workbench_tarball.py collect these.
function(portable_program name program)
    add_executable(${name} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${program}>)
    get_target_property(libraries ${program} LINK_LIBRARIES)
    target_link_libraries(${name} PRIVATE ${libraries})
    # DT_RPATH also serves what the libraries need themselves, and what is loaded later: libcurl, libsecret, Qt's plugins. DT_RUNPATH would not.
    # A variable of the environment would also reach the programs that ours start.
    target_link_options(${name} PRIVATE -Wl,--disable-new-dtags)
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/../lib/faultline"
        RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/portable" OUTPUT_NAME ${program})
    # Installed with the other files, and then replaced.
    add_dependencies(${name} ${program})
endfunction()

portable_program(faultline_portable faultline)
if(FAULTLINE_GUI)
    portable_program(faultline_workbench_portable faultline-workbench)
    get_property(private_modules GLOBAL PROPERTY FAULTLINE_PRIVATE_MODULES)
    add_dependencies(faultline_workbench_portable faultline ${private_modules})
    if(TARGET installer_icons)
        add_dependencies(faultline_workbench_portable installer_icons)
    endif()
endif()
