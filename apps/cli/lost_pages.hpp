// SPDX-License-Identifier: Apache-2.0
// Text is read through a mapping of its file. Where the file becomes shorter meanwhile, the pages behind its new end are
// gone, and the system sends SIGBUS to who reads them: told here as the error of the input that it is.
#pragma once

namespace Atoll::cli {

// From now on it ends the program with exit_input and one line, its unfinished files removed. Other causes of a SIGBUS,
// as memory that fails, end it as before.
void expect_lost_pages();

}  // namespace Atoll::cli
