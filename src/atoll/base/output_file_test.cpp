// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/output_file.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include "atoll/base/error.hpp"

namespace Atoll {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<ErrorKind> kind_of(auto&& act) {
  try {
    act();
    return std::nullopt;
  } catch (const Error& error) {
    return error.kind();
  }
}

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() : folder_(fs::path(::testing::TempDir()) / ("atoll_output_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  long files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_;
};

TEST_F(OutputFileTest, has_its_name_only_after_commit) {
  OutputFile file(path("ranks.tsv"));
  file.append("one\n");
  EXPECT_FALSE(fs::exists(path("ranks.tsv")));
  file.commit();
  EXPECT_EQ(content(path("ranks.tsv")), "one\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, leaves_nothing_without_commit) {
  {
    OutputFile(path("ranks.tsv")).append(std::string(3 << 20, 'x'));
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(OutputFileTest, replaces_a_file_at_once_or_not_at_all) {
  std::ofstream(path("old")) << "old";
  {
    OutputFile(path("old")).append("half of the new");
  }
  EXPECT_EQ(content(path("old")), "old");
  OutputFile file(path("old"));
  file.append("new");
  file.commit();
  EXPECT_EQ(content(path("old")), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, keeps_permissions_and_links_of_what_it_replaces) {
  std::ofstream(path("secret")) << "old";
  fs::permissions(path("secret"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("secret", path("link"));
  OutputFile file(path("link"));
  file.append("new");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("secret")), "new");
  EXPECT_EQ(fs::status(path("secret")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, makes_what_a_link_leads_to) {
  fs::create_symlink("second", path("first"));
  fs::create_symlink(path("target"), path("second"));
  OutputFile file(path("first"));
  file.append("new");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(path("first")) && fs::is_symlink(path("second")));
  EXPECT_EQ(content(path("target")), "new");
  EXPECT_EQ(files(), 3);
}

TEST_F(OutputFileTest, says_where_a_link_leads_that_cannot_be_followed) {
  fs::create_symlink(path("missing/target"), path("link"));
  try {
    OutputFile file(path("link"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_EQ(error.where(), path("missing/target"));
  }
  fs::create_symlink("loop", path("loop"));
  EXPECT_EQ(kind_of([&] { OutputFile file(path("loop")); }), ErrorKind::resource);
  EXPECT_TRUE(fs::is_symlink(path("link")) && fs::is_symlink(path("loop")));
}

TEST_F(OutputFileTest, keeps_every_byte_of_small_and_large_writes) {
  std::string expected;
  OutputFile file(path("mixed"));
  for (std::size_t bytes = 1; bytes < (5u << 20); bytes = bytes * 3 + 1) {
    const std::string piece(bytes, static_cast<char>('a' + bytes % 26));
    file.append(piece);
    expected += piece;
    EXPECT_EQ(file.bytes(), expected.size());
  }
  file.commit();
  EXPECT_TRUE(content(path("mixed")) == expected);
}

TEST_F(OutputFileTest, takes_a_long_name) {
  OutputFile file(path(std::string(255, 'n')));
  file.append("x");
  file.commit();
  EXPECT_EQ(content(path(std::string(255, 'n'))), "x");
}

TEST_F(OutputFileTest, says_what_is_wrong_with_a_path) {
  EXPECT_EQ(kind_of([&] { OutputFile file(path("missing/ranks.tsv")); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { OutputFile file(path("missing/")); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { OutputFile file(folder_.string()); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { OutputFile file(""); }), ErrorKind::usage);
  EXPECT_EQ(kind_of([&] { OutputFile file(path(std::string(300, 'n'))); }), ErrorKind::usage);
}

TEST_F(OutputFileTest, is_judged_without_being_touched) {
  EXPECT_EQ(kind_of([&] { OutputFile::check(path("new")); }), std::nullopt);
  EXPECT_EQ(kind_of([&] { OutputFile::check("-"); }), std::nullopt);
  EXPECT_EQ(kind_of([&] { OutputFile::check("/dev/null"); }), std::nullopt);
  EXPECT_EQ(files(), 0);
  std::ofstream(path("old")) << "old";
  const auto changed = fs::last_write_time(path("old"));
  EXPECT_EQ(kind_of([&] { OutputFile::check(path("old")); }), std::nullopt);
  EXPECT_EQ(fs::last_write_time(path("old")), changed);
  EXPECT_EQ(content(path("old")), "old");
  fs::create_symlink(path("missing/target"), path("link"));
  for (const std::string& bad : {path("missing/new"), path("missing/"), path("link"), path("old/new"), folder_.string(),
                                 std::string(), path(std::string(300, 'n')), std::string("/dev/fd/99")})
    EXPECT_EQ(kind_of([&] { OutputFile::check(bad); }), ErrorKind::usage) << bad;
  EXPECT_EQ(files(), 2);
}

TEST_F(OutputFileTest, is_refused_before_where_there_is_no_permission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(kind_of([&] { OutputFile::check(path("ranks.tsv")); }), ErrorKind::usage);
  fs::permissions(folder_, fs::perms::owner_all);
}

TEST_F(OutputFileTest, needs_permission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(kind_of([&] { OutputFile file(path("ranks.tsv")); }), ErrorKind::resource);
  fs::permissions(folder_, fs::perms::owner_all);
  std::ofstream(path("readonly")) << "old";
  fs::permissions(path("readonly"), fs::perms::owner_read);
  EXPECT_EQ(kind_of([&] { OutputFile file(path("readonly")); }), ErrorKind::resource);
}

TEST_F(OutputFileTest, reports_a_full_disk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto write = [](std::size_t bytes) {
    OutputFile file("/dev/full");
    file.append(std::string(bytes, 'x'));
    file.commit();
  };
  EXPECT_EQ(kind_of([&] { write(1); }), ErrorKind::resource);
  EXPECT_EQ(kind_of([&] { write(3 << 20); }), ErrorKind::resource);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(OutputFileTest, writes_pipes_directly) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::fstream keep_open(pipe);  // both ends, so that neither side waits
  OutputFile file(pipe);
  file.append("through\n");
  file.commit();
  std::string line;
  std::getline(keep_open, line);
  EXPECT_EQ(line, "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(OutputFileTest, writes_an_open_descriptor_where_it_stands) {
  std::ofstream(path("log")) << "before ";
  FILE* log = std::fopen(path("log").c_str(), "ae");
  ASSERT_NE(log, nullptr);
  OutputFile file("/dev/fd/" + std::to_string(fileno(log)));
  file.append("after");
  file.commit();
  std::fclose(log);
  EXPECT_EQ(content(path("log")), "before after");
}

}  // namespace
}  // namespace Atoll
