// impl_header_seeds VECTORS.tsv DIR: each vector's block as a file, the seeds of decoder_fuzz.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "impl/header/vectors.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s VECTORS.tsv DIR\n", argv[0]);
    return 2;
  }
  std::ifstream file(argv[1]);
  std::ostringstream text;
  text << file.rdbuf();
  const auto vectors = allocstat::header::parse_vectors(text.str());
  if (vectors.empty()) {
    std::fprintf(stderr, "%s: no header vectors; give testdata/header_vectors.tsv\n", argv[1]);
    return 2;
  }
  for (size_t i = 0; i < vectors.size(); ++i) {
    std::ofstream seed(std::string(argv[2]) + "/" + std::to_string(i), std::ios::binary);
    seed.write(reinterpret_cast<const char*>(vectors[i].block.data()),
               static_cast<std::streamsize>(vectors[i].block.size()));
    if (!seed.flush()) {
      std::fprintf(stderr, "%s: cannot write into it; make the folder first\n", argv[2]);
      return 2;
    }
  }
}
