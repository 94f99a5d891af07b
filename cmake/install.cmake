# SPDX-License-Identifier: Apache-2.0
# What `make install` leaves behind: headers, the library, the program, and the package that find_package(atoll) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(CMAKE_INSTALL_MESSAGE NEVER)  # a line per header says nothing; the last line below says what to do

install(TARGETS atoll EXPORT atollTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET atoll_cli)
  install(TARGETS atoll_cli)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/atoll DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp"
        PATTERN "*testing.hpp" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/atoll)

set(atoll_package ${CMAKE_INSTALL_LIBDIR}/cmake/atoll)
install(EXPORT atollTargets NAMESPACE atoll:: DESTINATION ${atoll_package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/atollConfig.cmake.in ${PROJECT_BINARY_DIR}/atollConfig.cmake
                              INSTALL_DESTINATION ${atoll_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/atollConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/atollConfig.cmake ${PROJECT_BINARY_DIR}/atollConfigVersion.cmake
        DESTINATION ${atoll_package})

install(CODE [[
  message(STATUS "Installed below ${CMAKE_INSTALL_PREFIX}")
  message(STATUS "For the program, PATH needs ${CMAKE_INSTALL_PREFIX}/bin; for find_package(atoll), CMAKE_PREFIX_PATH needs ${CMAKE_INSTALL_PREFIX}")
  message(STATUS "xargs rm < install_manifest.txt, in the build folder, removes it")
]])
