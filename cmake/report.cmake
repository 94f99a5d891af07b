# SPDX-License-Identifier: Apache-2.0
# The page of --report, in the program itself: what is in apps/report/page, and the modules of Vega, become the string
# literals of one source. Modules stand in the order in which they require each other.
set(atoll_vega_modules util event-selector expression time format loader dataflow statistics scale canvas scenegraph
  transforms view-transforms encode selection functions runtime interpreter parser view)
set(atoll_page_modules text dom vega charts run reasons supersteps places result page)

set(atoll_page ${PROJECT_SOURCE_DIR}/apps/report/page)
set(atoll_assets page=${atoll_page}/template.html style=${atoll_page}/style.css notice=${PROJECT_SOURCE_DIR}/NOTICE
  script=${atoll_page}/modules.js)
foreach(module IN LISTS atoll_vega_modules)
  list(APPEND atoll_assets vega-${module}=${ATOLL_VEGA}/vega-${module}.min.js)
endforeach()
foreach(module IN LISTS atoll_page_modules)
  list(APPEND atoll_assets ./${module}.js=${atoll_page}/${module}.js)
endforeach()
list(TRANSFORM atoll_assets REPLACE "^[^=]*=" "" OUTPUT_VARIABLE atoll_asset_files)

set(atoll_assets_source ${PROJECT_BINARY_DIR}/report_assets.cpp)
add_custom_command(OUTPUT ${atoll_assets_source}
  COMMAND ${CMAKE_COMMAND} "-DASSETS=${atoll_assets}" -DOUTPUT=${atoll_assets_source}
          -P ${CMAKE_CURRENT_LIST_DIR}/embed.cmake
  DEPENDS ${atoll_asset_files} ${CMAKE_CURRENT_LIST_DIR}/embed.cmake ${CMAKE_CURRENT_LIST_FILE}
  COMMENT "Embedding the page of --report" VERBATIM)
add_custom_target(report_assets DEPENDS ${atoll_assets_source})  # or the program's sources would wait for the library
