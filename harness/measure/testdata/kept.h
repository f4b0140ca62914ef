// What the compiler may remove, and the same passed through keep(): compiled at -O2 whatever the
// build is.
#pragma once

namespace allocstat::testdata {

void new_int();
void malloc_64();

void kept_new_int();
void kept_malloc_64();
void kept_vector();
void kept_array();
void kept_twice();

}  // namespace allocstat::testdata
