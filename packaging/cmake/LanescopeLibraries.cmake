# Outside libraries that more than one folder links; included at the root so that all folders see the targets.
find_package(fmt REQUIRED)
find_package(simdjson REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
find_package(ZLIB REQUIRED)
pkg_check_modules(ISAL IMPORTED_TARGET libisal)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED) # header only
