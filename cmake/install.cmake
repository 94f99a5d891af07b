# SPDX-License-Identifier: Apache-2.0
# What `make install` leaves behind: headers, the library, the program, and the package that find_package(atoll) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS atoll EXPORT atollTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET atoll_cli)
  install(TARGETS atoll_cli)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/atoll DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp"
        PATTERN "*testing.hpp" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(atoll_package ${CMAKE_INSTALL_LIBDIR}/cmake/atoll)
install(EXPORT atollTargets NAMESPACE atoll:: DESTINATION ${atoll_package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/atollConfig.cmake.in ${PROJECT_BINARY_DIR}/atollConfig.cmake
                              INSTALL_DESTINATION ${atoll_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/atollConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/atollConfig.cmake ${PROJECT_BINARY_DIR}/atollConfigVersion.cmake
        DESTINATION ${atoll_package})
