"""Reads a library that Winnow exported: lists its documents, prints a passage, reads a vector.

    python3 read_library.py library.zip                # checks every hash and lists the documents
    python3 read_library.py library.zip 1 0            # passage 0 of document 1: its text, and the length of its vector

Python 3.11, standard library only. The format is described in library-format.md.
"""

import array
import hashlib
import json
import math
import sys
import zipfile


class Library:
    """An exported library, opened. Documents are in order, oldest first."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        marker = json.loads(self.archive.read("winnow-library.json"))
        if marker != {"format": "winnow-library", "version": 1}:
            raise ValueError(f"{path} is of another format: {marker}")
        self.manifest = json.loads(self.archive.read("manifest.json"))
        self.paths = {member["path"] for member in self.manifest["members"]}
        ids = (path.split("/")[1] for path in self.archive.namelist() if path.endswith("/document.json"))
        self.documents = [json.loads(self.archive.read(f"documents/{id}/document.json")) for id in ids]

    def check(self):
        """Raises ValueError naming the first member that is not what was exported."""
        for member in self.manifest["members"]:
            content = self.archive.read(member["path"])
            if len(content) != member["bytes"] or hashlib.sha256(content).hexdigest() != member["sha256"]:
                raise ValueError(f"{member['path']} is damaged")

    def text(self, document):
        return json.loads(self.archive.read(member_of(document, "text.json")))["text"]

    def passages(self, document):
        lines = self.archive.read(member_of(document, "passages.jsonl")).decode("utf-8").split("\n")
        return [json.loads(line) for line in lines if line]

    def vector(self, document, ordinal):
        """Numbers of one passage, or None while it has no vector."""
        vectors = document["vectors"]
        if vectors is None or ordinal >= vectors["count"]:
            return None
        width = 4 * vectors["dimension"]
        content = self.archive.read(member_of(document, "vectors.f32"))
        numbers = array.array("f", content[ordinal * width : (ordinal + 1) * width])
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers.tolist()

    def questions(self):
        lines = self.archive.read("questions.jsonl").decode("utf-8").split("\n")
        return [json.loads(line) for line in lines if line]


def member_of(document, name):
    return f"documents/{document['document']['id']}/{name}"


def text_of_span(text, span):
    """Offsets count UTF-16 code units, as in JavaScript."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * span["start"] : 2 * span["end"]].decode("utf-16-le", "surrogatepass")


def main(path, document_number=None, ordinal="0"):
    library = Library(path)
    if document_number is None:
        library.check()
        for number, document in enumerate(library.documents, start=1):
            facts = document["document"]
            tags = "".join(f" #{tag}" for tag in facts.get("tags", []))
            print(f"{number}. {facts['name']}: {facts['byteLength']} bytes, {document['passageCount']} passages{tags}")
        print(f"{len(library.questions())} questions. Every hash fits.")
        return
    document = library.documents[int(document_number) - 1]
    passage = library.passages(document)[int(ordinal)]
    print(text_of_span(library.text(document), passage["span"]))
    vector = library.vector(document, int(ordinal))
    if vector is not None:
        print(f"{len(vector)} numbers, length {math.sqrt(math.fsum(x * x for x in vector)):.6f}: {vector[:3]} …")


if __name__ == "__main__":
    main(*sys.argv[1:])
