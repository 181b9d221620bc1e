# Outside libraries that more than one folder links; included at the root so that all folders see the targets.
find_package(fmt REQUIRED)
find_package(simdjson REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
find_package(ZLIB REQUIRED)
pkg_check_modules(ISAL IMPORTED_TARGET libisal)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED) # header only
