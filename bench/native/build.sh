#!/bin/sh
# Builds dist/w3d next to this script. CXX selects another compiler (g++ 11 or clang++ 14 and newer).
set -eu

cd "$(dirname "$0")"
CXX=${CXX:-g++}
case "$(uname -m)" in
x86_64 | amd64) ;;
*)
  echo "build.sh: the native reference is written for x86-64 with AVX2, this is $(uname -m)" >&2
  exit 3
  ;;
esac
if ! command -v "$CXX" >/dev/null 2>&1; then
  echo "build.sh: no compiler named $CXX; set CXX" >&2
  exit 2
fi

common="-std=c++20 -O3 -Wall -Wextra -Werror"
# Not -march=native, so that a figure names its flags. What runs before the processor is checked gets none. The narrow
# limit has what WebAssembly has: four lanes and no fused operations.
wide="-mavx2 -mfma"
narrow="-mavx -mpopcnt -ffp-contract=off"
version=$("$CXX" --version | head -n 1 | tr -d '"\\')

mkdir -p dist
# shellcheck disable=SC2086
{
  "$CXX" $common -DW3D_WIDE="\"$version, -O3 $wide\"" -DW3D_NARROW="\"$version, -O3 $narrow\"" -c src/main.cpp -o dist/main.o
  "$CXX" $common -c src/verify.cpp -o dist/verify.o
  "$CXX" $common -c src/start.cpp -o dist/start.o
  "$CXX" $common $wide -c src/textbook.cpp -o dist/textbook.o
  "$CXX" $common $wide -DW3D_LANES=8 -c src/limit.cpp -o dist/limit.o
  "$CXX" $common $narrow -DW3D_LANES=4 -c src/limit.cpp -o dist/narrow.o
  # main.o first: of inline functions that several files hold, the linker keeps the first copy.
  "$CXX" dist/main.o dist/verify.o dist/start.o dist/textbook.o dist/limit.o dist/narrow.o -pthread -o dist/w3d
}
