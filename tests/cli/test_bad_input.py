# SPDX-License-Identifier: Apache-2.0
"""Files that are no graphs: exit code 3, one line with the file, the line and the way out, and no output file."""

import bz2
import gzip
import io
import lzma
import random
import resource
import tarfile

import pytest

HEAD = "%%MatrixMarket matrix coordinate pattern general\n"

CASES = {
    "an empty file": ("graph.txt", "", ["graph.txt", "empty"]),
    "only comments": ("graph.txt", "# nothing\n", ["graph.txt"]),
    "one field": ("graph.txt", "0 1\n1 2\n3\n", ["graph.txt:3"]),
    "a negative id": ("graph.txt", "0 1\n1 -2\n", ["graph.txt:2", "-2"]),
    "an id over 2^63": ("graph.txt", "0 1\n9223372036854775808 2\n", ["graph.txt:2", "9223372036854775808"]),
    "a word among integers": ("graph.txt", "0 1\nbash 2\n", ["graph.txt:2", "bash", "--ids string"]),
    "a word in a matrix": (
        "m.mtx",
        "%%MatrixMarket matrix coordinate pattern general\n3 3 1\na 2\n",
        ["m.mtx:3", "'a'", "numbers the vertices from 1"],
    ),
    "a large integer in a matrix": (
        "m.mtx",
        "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 2 3000000000\n",
        ["m.mtx:3", "3000000000", "say real in the header"],
    ),
    "lines of old Macs": ("c.csv", "source,target\r0,1\r1,2\r", ["c.csv", "carriage return", "tr "]),
    "words over integers": ("graph.txt", "a b\n1 2\n", ["graph.txt:1", "'a b'", "--ids string", "put #"]),
    "a weight that is NaN": ("graph.txt", "0 1 2.5\n1 2 nan\n", ["graph.txt:2", "NaN"]),
    "weights missing on some lines": ("graph.txt", "0 1 2\n1 2\n", ["graph.txt:2", "weight"]),
    "weights on some lines only": ("graph.txt", "0 1\n1 2 3\n", ["graph.txt:2", "weight"]),
    "more edges than the header says": ("graph.mtx", HEAD + "3 3 1\n1 2\n2 3\n", ["graph.mtx:2", "1 edges"]),
    "fewer edges than the header says": ("graph.mtx", HEAD + "3 3 9\n1 2\n2 3\n", ["graph.mtx:2", "9 edges"]),
    "an id beyond the header": ("graph.mtx", HEAD + "3 3 2\n1 2\n2 4\n", ["graph.mtx:4", "4"]),
    "a DIMACS header that lies": ("graph.gr", "p sp 3 5\na 1 2 1\n", ["graph.gr", "5"]),
    "a METIS header that lies": ("graph.graph", "3 5\n2\n1 3\n2\n", ["graph.graph", "5"]),
    "an unknown archive content": ("graph.txt.gz", b"this is no gzip at all\n\x00\x01", ["graph.txt.gz"]),
    "binary garbage": ("graph.bin", random.Random(7).randbytes(5000), ["graph.bin"]),
    "garbage as .atoll": ("graph.atoll", random.Random(8).randbytes(5000), ["graph.atoll"]),
    "garbage as .sg": ("graph.sg", random.Random(9).randbytes(5000), ["graph.sg"]),
}


def tar(name: str, content: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()


CASES |= {
    "a tar archive": ("graph.tar.gz", tar("graph/graph.mtx", b"1 2\n"), ["graph.tar.gz", "tar -xf"]),
    "text behind a quote": ("graph.csv", 'from,to\n"a"b,c\n', ["graph.csv:2", "quote"]),
    "more fields than the header": ("graph.csv", "from,to\na,b\na,b,c\n", ["graph.csv:3", "3 fields"]),
    "fewer fields than the header": ("graph.csv", "from,to,name\na,b\n", ["graph.csv:2", "2 fields"]),
    "two columns for the source": ("graph.csv", "from,src,to\na,b,c\n", ["graph.csv:1", "source"]),
    "an id beyond our banner": ("graph.txt", "# Atoll edge list: 2 vertices from 0, 1 arcs\n0 2\n", ["graph.txt:2"]),
    "bzip2": ("graph.txt.bz2", bz2.compress(b"0 1\n1 2\n"), ["graph.txt.bz2", "bzip2 -d"]),
    "something behind gz": ("graph.txt.gz", gzip.compress(b"0 1\n") + b"garbage", ["graph.txt.gz", "archive"]),
    "something behind xz": ("graph.txt.xz", lzma.compress(b"0 1\n") + b"garbage", ["graph.txt.xz", "archive"]),
    "zeros on and on": ("graph.txt.gz", gzip.compress(bytes(1 << 26)), ["graph.txt.gz"]),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_content_is_refused(atoll, write, tmp_path, case):
    name, content, said = CASES[case]
    write(name, content)
    for words in (["components", name, "--output", "out.tsv"], ["convert", name, "out.atoll"], ["info", name]):
        atoll(*words).refused(3, *said)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_missing_file(atoll):
    atoll("bfs", "missing.txt").refused(3, "missing.txt", "no such file")


def test_a_directory(atoll, tmp_path):
    (tmp_path / "folder").mkdir()
    atoll("bfs", "folder").refused(3, "folder", "director")


def test_a_device_without_an_end(atoll):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))

    for words in (["/dev/zero"], ["/dev/zero", "--format", "sg"], ["/dev/urandom"]):
        atoll("bfs", *words, preexec_fn=limit).refused(3, words[0], "device")
    with open("/dev/zero") as zeros:
        atoll("bfs", "-", stdin=zeros, preexec_fn=limit).refused(3, "device")
    atoll("bfs", "/dev/null").refused(3, "empty")


def test_a_truncated_archive(atoll, write):
    whole = gzip.compress("".join(f"{i} {i * 7 % 5000}\n" for i in range(5000)).encode())
    for length in (len(whole) // 2, len(whole) - 4, 12):
        write("cut.txt.gz", whole[:length])
        atoll("bfs", "cut.txt.gz", "--output", "out.tsv").refused(3, "cut.txt.gz")


def test_a_source_that_is_not_there(atoll, write, tmp_path):
    write("graph.txt", "0 1\n1 2\n")
    atoll("bfs", "graph.txt", "--source", 3, "--output", "out.tsv").refused(3, "--source", "'3'")
    atoll("sssp", "graph.txt", "--source", "bash").refused(3, "--source", "'bash'")
    assert not (tmp_path / "out.tsv").exists()


def test_negative_weights_have_no_shortest_paths(atoll, write):
    write("graph.txt", "0 1 5\n1 2 -5\n")
    said = ["graph.txt", "the arc 1 -> 2 has the negative weight -5", "at least 0"]
    atoll("sssp", "graph.txt", "--output", "out.tsv").refused(3, *said)
    write("names.csv", "from,to,weight\nBern,Thun,1.5\nBern,Brig,-0.25\n")
    atoll("sssp", "names.csv", "--parts", 3).refused(3, "Bern -> Brig has the negative weight -0.25")
    assert atoll("bfs", "names.csv").code == 0


def test_a_part_file_that_does_not_fit(atoll, write):
    write("graph.txt", "0 1\n1 2\n")
    write("short.part", "0\n1\n")
    write("wild.part", "0\n1\n7\n")
    how = ["--parts", 2, "--output", "out.tsv"]
    atoll("bfs", "graph.txt", "--partition", "file:short.part", *how).refused(3, "short.part")
    atoll("bfs", "graph.txt", "--partition", "file:wild.part", *how).refused(3, "wild.part:3")
    atoll("bfs", "graph.txt", "--partition", "file:missing.part", *how).refused(3, "missing.part")


@pytest.fixture
def binary(atoll, tmp_path) -> bytes:
    """A small graph as .atoll."""
    assert atoll("generate", "kronecker", "graph.atoll", "--scale", 8, "--weights", "byte").code == 0
    return (tmp_path / "graph.atoll").read_bytes()


def test_an_atoll_file_cut_short(atoll, write, binary):
    for length in (0, 1, 7, 100, len(binary) // 2, len(binary) - 1):
        write("cut.atoll", binary[:length])
        atoll("bfs", "cut.atoll", "--format", "atoll", "-o", "out.tsv").refused(3, "cut.atoll")


def test_an_atoll_file_with_a_flipped_byte(atoll, write, binary):
    draw = random.Random(1)
    for at in [0, 8, 12, 16, 40, *(draw.randrange(len(binary)) for _ in range(40))]:
        flipped = bytearray(binary)
        flipped[at] ^= 1 << draw.randrange(8)
        write("flipped.atoll", bytes(flipped))
        atoll("bfs", "flipped.atoll", "--format", "atoll", "-o", "out.tsv").refused(3, "flipped.atoll")


def test_an_atoll_file_of_the_future(atoll, write, binary):
    version = binary.index((1).to_bytes(4, "little"), 4)
    write("future.atoll", binary[:version] + (2).to_bytes(4, "little") + binary[version + 4 :])
    atoll("bfs", "future.atoll").refused(3, "future.atoll", "newer")


ENDLESS = {
    "el": "0 {}\n",
    "wel": "0 {} 3\n",
    "gr": "p sp {} 1\na 1 2 3\n",
    "mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n{0} {0} 1\n1 2\n",
}


@pytest.mark.parametrize("suffix", ENDLESS)
@pytest.mark.parametrize("vertices", [2**61 - 1, 2**61, 2**62, 2**63 - 1])
def test_more_vertices_than_64_bits_have_bytes_for(atoll, write, suffix, vertices):
    done = atoll("info", write(f"graph.{suffix}", ENDLESS[suffix].format(vertices)))
    assert done.code in (1, 3) and done.err.count("\n") == 1 and done.out == "", done
