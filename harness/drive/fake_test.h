// For tests: a folder with fake_cases as its two cases executables, and what they are told.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/drive/driver.h"

namespace allocstat::drive {

class Fake {
 public:
  Fake() {
    std::string pattern = testing::TempDir() + "fake_cases_XXXXXX";
    dir = ::mkdtemp(pattern.data());
    const std::filesystem::path program = ALLOCSTAT_BINARY_DIR "/fake_cases";
    std::filesystem::create_symlink(program, dir / "cases");
    std::filesystem::create_symlink(program, dir / "cases-count");
  }
  ~Fake() { std::filesystem::remove_all(dir); }
  Fake(const Fake&) = delete;
  Fake& operator=(const Fake&) = delete;

  // Lines "key value" of the answer to "list"; the families compare "impl" to "fresh".
  void list(const std::vector<std::string>& cases) {
    std::string text =
        "fact compiler=gcc\nfact build type=RelWithDebInfo\nfact counting definition=2\n"
        "fact allocator=jemalloc 5.3.0\n";
    std::map<std::string, bool> families;
    for (const std::string& name : cases) families[name.substr(0, name.find('/'))] = true;
    for (const auto& [family, unused] : families) {
      text += "family " + family + "\ncompared impl\nbase fresh\n";
    }
    for (const std::string& name : cases) {
      text += "case " + name + "\ntier standard\nthreads 1\n";
    }
    write("list", text);
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(dir / file) << text;
  }
  std::vector<std::string> environment() const {
    return {"FAKE_LIST=" + (dir / "list").string(), "FAKE_LOG=" + (dir / "log").string()};
  }
  // Requests so far that begin so: "time A/impl=fresh".
  std::vector<std::string> requests(std::string_view begin) const {
    std::vector<std::string> out;
    const std::string text = read_file(dir / "log").value_or("");
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty() && line.starts_with(begin)) out.emplace_back(line);
    }
    return out;
  }
  Settings settings() const {
    Settings settings;
    settings.timing = {(dir / "cases").string(), Link::plain, environment()};
    settings.counting = {(dir / "cases-count").string(), Link::counting, environment()};
    settings.rounds = 2;
    settings.min_time = 0.001;
    return settings;
  }

  std::filesystem::path dir;
};

}  // namespace allocstat::drive
