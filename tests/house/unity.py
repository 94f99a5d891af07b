# SPDX-License-Identifier: Apache-2.0
"""Files that may be compiled as one (CMakeLists.txt unites some at a time) share no name of their own.

Which of them come together changes with every new file, so a name that two of them have breaks a build some day.
"""

import re
from collections import defaultdict
from pathlib import Path

ALONE = re.compile(r"^src/atoll/algorithms/(?!kernels/|certify/)")  # never united
OWN = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
NAMESPACE = re.compile(r"^namespace (\w[\w:]*) \{", re.MULTILINE)
CONSTANT = re.compile(r"^(?:inline |static )?(?:constexpr|const) [\w:<>,\s*&]*?\b(\w+)(?: =|\[|\{|;)", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum(?: class)?) (?:alignas\([^)]*\) )?(\w+)", re.MULTILINE)
FUNCTION = re.compile(
    r"^(?!(?:struct|class|enum|using|namespace|return)\b)\w[\w:<>,*& ]*?[ *&](\w+)\(((?:[^()]|\([^()]*\))*)\)[^;={]*\{",
    re.MULTILINE,
)
PARAMETER_NAME = re.compile(r"\s*\b\w+\s*(?=,|$)")  # the last word of each, which tells no two functions apart


def own_names(text: str) -> set[str]:
    """What `text` declares at the top of its unnamed namespaces; functions with their parameters' types.

    Not aliases: a second one of the same type is allowed.
    """
    found = set()
    for body in OWN.findall(text):
        found |= {match[1] for match in CONSTANT.finditer(body)}
        found |= {match[1] for match in TYPE.finditer(body)}
        for match in FUNCTION.finditer(body):
            types = " ".join(PARAMETER_NAME.sub("", match[2]).split())
            found.add(f"{match[1]}({types})")
    return found


def constants_of(text: str) -> set[str]:
    """What a header declares in the namespace: a file's own constant beside it is another for whoever comes later."""
    return {match[1] for match in CONSTANT.finditer(OWN.sub("", text))}


def program_of(shown: str) -> str:
    return "tests" if shown.endswith("_test.cpp") else shown.split("/")[0]


def clashes(root: Path) -> list[str]:
    """`name: file, file`, for each name that two files of one program and namespace have."""
    users = defaultdict(list)
    for folder in ("src/atoll", "apps"):
        for path in sorted((root / folder).rglob("*.?pp")):
            shown = str(path.relative_to(root))
            if path.stem == "testing" or (ALONE.match(shown) and path.suffix == ".cpp"):
                continue
            text = path.read_text()
            space = NAMESPACE.search(text)
            for name in own_names(text) if path.suffix == ".cpp" else constants_of(text):
                users[program_of(shown), space[1] if space else "", name].append(shown)
    return [f"{name}: {', '.join(files)}" for (_, _, name), files in sorted(users.items()) if len(files) > 1]
