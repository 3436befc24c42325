"""Files as a model's memory tool knows them (`view`, `create`, `str_replace`, `insert`, `delete`, `rename`): what a command does.

Nothing is sent here: a command is given what files there are, and says what to answer, what to write and what to remove. The answers
are those of the tool's own file store, word for word, so that a model which was taught them feels at home.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from ._models import Log

ROOT = "/memories"
SOURCE = "memory-tool"
MAX_LINES = 999_999
LINE_NUMBER_WIDTH = 6
LISTED_LEVELS = 2
CONTEXT_LINES = 2

Files = Mapping[str, str]


class FileError(Exception):
    """A command that cannot be carried out, in words that a model can go on with."""


@dataclass(frozen=True)
class Outcome:
    """What a command comes to."""

    answer: str
    write: Mapping[str, str] = field(default_factory=dict)
    remove: Sequence[str] = ()


@dataclass(frozen=True)
class Shelf:
    """The files that there are, and the logs of each, the newest first: those of earlier versions, too."""

    files: Files
    logs: Mapping[str, Sequence[str]]
    replaced: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, logs: Sequence[Log], space_id: str) -> Shelf:
        """From the texts of the memory, the newest first."""
        files: dict[str, str] = {}
        ids: dict[str, list[str]] = {}
        replaced: dict[str, list[str]] = {}
        for log in logs:
            path = log.raw.get("sessionId") or ""
            if log.space_id != space_id or not path.startswith(f"{ROOT}/"):
                continue
            ids.setdefault(path, []).append(log.id)
            if log.text:
                files.setdefault(path, log.text)
            else:
                replaced.setdefault(path, []).append(log.id)
        return cls(files, ids, replaced)


def only_path(name: str, command: Any) -> str | None:
    """The one file that a command needs to see; `None` where it needs all."""
    return checked(command.path) if name in ("view", "str_replace", "insert") else None


def checked(path: str) -> str:
    """The path in its one form; what leads out of `/memories` is refused."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise FileError(f"Path must start with {ROOT}, got: {path}")
    parts = [part for part in path.split("/")[2:] if part]
    for part in parts:
        plain = unquote(unquote(part))
        if plain in (".", "..") or any(letter in "/\\" or ord(letter) < 32 for letter in plain):
            raise FileError(f"Path {path} would escape {ROOT} directory")
    return "/".join([ROOT, *parts])


def outcome(name: str, command: Any, files: Files) -> Outcome:
    """What a command does, of the six that there are."""
    match name:
        case "view":
            return _view(command.path, command.view_range, files)
        case "create":
            return _create(command.path, command.file_text, files)
        case "str_replace":
            return _replace(command.path, command.old_str, command.new_str, files)
        case "insert":
            return _insert(command.path, command.insert_line, command.insert_text, files)
        case "delete":
            return _delete(command.path, files)
        case "rename":
            return _rename(command.old_path, command.new_path, files)
    raise FileError(f"Unknown command: {name}")


def _view(named: str, view_range: Sequence[int] | None, files: Files) -> Outcome:
    path = checked(named)
    if path not in files:
        return _listing(named, path, files)
    lines = files[path].split("\n")
    if len(lines) > MAX_LINES:
        raise FileError(f"File {named} exceeds maximum line limit of {MAX_LINES:,} lines.")
    first, last = 1, len(lines)
    if view_range and len(view_range) == 2:
        first = max(1, view_range[0])
        last = len(lines) if view_range[1] == -1 else view_range[1]
    shown = "\n".join(_numbered(lines, first, last))
    return Outcome(f"Here's the content of {named} with line numbers:\n{shown}")


def _numbered(lines: Sequence[str], first: int, last: int) -> list[str]:
    shown = enumerate(lines[first - 1 : last], first)
    return [f"{str(number).rjust(LINE_NUMBER_WIDTH)}\t{line}" for number, line in shown]


def _listing(named: str, path: str, files: Files) -> Outcome:
    inside = _inside(path, files)
    if not inside and path != ROOT:
        raise FileError(f"The path {named} does not exist. Please provide a valid path.")
    sizes: dict[tuple[str, ...], int] = {}
    folders: set[tuple[str, ...]] = set()
    for one in inside:
        parts = tuple(one[len(path) + 1 :].split("/"))
        size = len(files[one].encode())
        for depth in range(1, min(len(parts), LISTED_LEVELS) + 1):
            if any(part.startswith(".") for part in parts[:depth]):
                break
            sizes[parts[:depth]] = sizes.get(parts[:depth], 0) + size
            if depth < len(parts):
                folders.add(parts[:depth])
    whole = sum(size for parts, size in sizes.items() if len(parts) == 1)
    lines = [f"Here're the files and directories up to 2 levels deep in {named}, excluding hidden items:"]
    lines.append(f"{_size(whole)}\t{named}")
    for parts in sorted(sizes):
        end = "/" if parts in folders else ""
        lines.append(f"{_size(sizes[parts])}\t{named}/{'/'.join(parts)}{end}")
    return Outcome("\n".join(lines))


def _inside(path: str, files: Files) -> list[str]:
    return [one for one in files if one.startswith(f"{path}/")]


def _size(bytes_: int) -> str:
    units = ["B", "K", "M", "G"]
    step = min(max(bytes_.bit_length() - 1, 0) // 10, len(units) - 1)
    size = bytes_ / 1024**step
    return f"{int(size)}{units[step]}" if size == int(size) else f"{size:.1f}{units[step]}"


def _create(named: str, text: str, files: Files) -> Outcome:
    path = checked(named)
    if path in files or path == ROOT or _inside(path, files):
        raise FileError(f"File {named} already exists")
    _no_file_above(path, files)
    return Outcome(f"File created successfully at: {named}", {path: _said(named, text)})


def _no_file_above(path: str, files: Files) -> None:
    parts = path.split("/")
    for depth in range(3, len(parts)):
        above = "/".join(parts[:depth])
        if above in files:
            raise FileError(f"{above} is a file, so nothing can be below it")


def _said(named: str, text: str) -> str:
    # A memory keeps what was said; there is no text without words.
    if not text.strip():
        raise FileError(f"File {named} must not be empty: write something in it, or delete it")
    return text


def _file(named: str, files: Files) -> tuple[str, str]:
    path = checked(named)
    if path in files:
        return path, files[path]
    if path == ROOT or _inside(path, files):
        raise FileError(f"The path {named} is not a file.")
    raise FileError(f"The path {named} does not exist. Please provide a valid path.")


def _replace(named: str, old: str, new: str | None, files: Files) -> Outcome:
    path, text = _file(named, files)
    places = _places(text, old)
    if not places:
        raise FileError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {named}.")
    if len(places) > 1:
        lines = ", ".join(str(text.count("\n", 0, place) + 1) for place in places)
        raise FileError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    edited = _said(named, text.replace(old, new or ""))
    line = text.count("\n", 0, places[0]) + 1
    first = max(1, line - CONTEXT_LINES)
    snippet = "\n".join(_numbered(edited.split("\n"), first, line + CONTEXT_LINES))
    answer = f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}"
    return Outcome(answer, {path: edited})


def _places(text: str, old: str) -> list[int]:
    """Where a text has these words; words that overlap themselves count once, as a replacement takes them."""
    places: list[int] = []
    start = text.find(old) if old else -1
    while start >= 0:
        places.append(start)
        start = text.find(old, start + len(old))
    return places


def _insert(named: str, line: int, added: str, files: Files) -> Outcome:
    path, text = _file(named, files)
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not 0 <= line <= len(lines):
        raise FileError(f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}].")
    lines.insert(line, added.rstrip("\n"))
    edited = "\n".join(lines)
    edited = edited if edited.endswith("\n") else f"{edited}\n"
    return Outcome(f"The file {named} has been edited.", {path: edited})


def _delete(named: str, files: Files) -> Outcome:
    path = checked(named)
    if path == ROOT:
        raise FileError(f"Cannot delete the {ROOT} directory itself")
    gone = [path] if path in files else _inside(path, files)
    if not gone:
        raise FileError(f"The path {named} does not exist")
    return Outcome(f"Successfully deleted {named}", remove=gone)


def _rename(old: str, new: str, files: Files) -> Outcome:
    source, target = checked(old), checked(new)
    if source == ROOT:
        raise FileError(f"Cannot rename the {ROOT} directory itself")
    if target == ROOT or target in files or _inside(target, files):
        raise FileError(f"The destination {new} already exists")
    moved = [source] if source in files else _inside(source, files)
    if not moved:
        raise FileError(f"The path {old} does not exist")
    if target.startswith(f"{source}/"):
        raise FileError(f"{old} cannot be moved into itself")
    _no_file_above(target, files)
    written = {target + one[len(source) :]: files[one] for one in moved}
    return Outcome(f"Successfully renamed {old} to {new}", written, moved)
