// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/path.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Atoll {
namespace {

namespace fs = std::filesystem;

class PathTest : public ::testing::Test {
 protected:
  PathTest() : folder_(fs::path(::testing::TempDir()) / ("atoll_path_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "sub");
    std::ofstream(path("file")) << "x";
  }
  ~PathTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::optional<FileIdentity> of(const std::string& name) const { return identity_of(path(name), FileAccess::write); }

  fs::path folder_;
};

TEST_F(PathTest, leads_to_one_file_however_it_is_spelt) {
  fs::create_symlink("sub/../file", path("link"));
  fs::create_symlink(path("link"), path("far"));
  for (const char* name : {"./file", "sub/../file", "link", "far", "sub/..//file"})
    EXPECT_EQ(of(name), of("file")) << name;
  EXPECT_TRUE(of("file"));
  std::ofstream(path("other")) << "x";
  EXPECT_NE(of("other"), of("file"));
}

TEST_F(PathTest, leads_to_one_file_that_is_not_there_yet) {
  fs::create_symlink("sub/new", path("link"));
  fs::create_symlink("sub", path("folder"));
  for (const char* name : {"sub/./new", "link", "folder/new", "./sub/../sub/new"})
    EXPECT_EQ(of(name), of("sub/new")) << name;
  EXPECT_TRUE(of("sub/new"));
  EXPECT_NE(of("new"), of("sub/new"));
  EXPECT_NE(of("sub/newer"), of("sub/new"));
  EXPECT_FALSE(of("missing/new"));
}

TEST_F(PathTest, is_a_descriptor_by_its_number) {
  EXPECT_EQ(descriptor_of("-"), 1);
  EXPECT_EQ(descriptor_of("/dev/stdout"), 1);
  EXPECT_EQ(descriptor_of("/proc/self/fd/12"), 12);
  EXPECT_EQ(descriptor_of("/dev/fd/x"), std::nullopt);
  EXPECT_EQ(descriptor_of("file"), std::nullopt);
  EXPECT_EQ(identity_of("-", FileAccess::write), identity_of("/dev/fd/1", FileAccess::write));
  EXPECT_NE(identity_of("/dev/fd/77", FileAccess::write), identity_of("/dev/fd/78", FileAccess::write));
}

TEST_F(PathTest, is_no_file_where_nothing_is_kept) {
  EXPECT_FALSE(identity_of("/dev/null", FileAccess::write));
  const std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(of("pipe"));
}

TEST_F(PathTest, has_a_folder) {
  EXPECT_EQ(folder_of("file"), ".");
  EXPECT_EQ(folder_of("a/b/file"), "a/b/");
  EXPECT_EQ(folder_of("/file"), "/");
}

}  // namespace
}  // namespace Atoll
