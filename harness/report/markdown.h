// Text inside GitHub's markdown (GitHub Flavored Markdown Spec; GitLab's reads it too). Whatever
// the text, it splits no cell, opens no tag and no link, and calls nobody.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace allocstat {

// As text that means nothing to markdown or HTML: what could is written by its number. Made
// harmless (printable). A link or a person that is named in it may still be found by GitHub.
std::string markdown_literal(std::string_view text);

// The same among other text, where a blank of no width behind '@' keeps anybody from being called.
std::string markdown_escaped(std::string_view text);

// In one width, and nothing in it is looked at for links and people. A code span where all of the
// text is plain in one; else <code> with what is not written by its number, since a pipe or a
// backtick in a code span is read in several ways. Nothing for no text.
std::string markdown_code(std::string_view text);

// A sentence: words of letters and numbers as they are, and everything else, which is a name, a
// unit, a path or worse, as code.
std::string markdown_prose(std::string_view text);

// "| a | b |" and a newline.
std::string markdown_row(const std::vector<std::string>& cells);

}  // namespace allocstat
