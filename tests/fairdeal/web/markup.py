"""What every page owes its reader, checked on its HTML."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNLABELLED = {"hidden", "submit", "button", "reset", "image"}


class Page(HTMLParser):
    """Collects the faults of a page while it is parsed."""

    def __init__(self, text: str, *, is_fragment: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.labels: set[str] = set()
        self.fields: list[tuple[str, str]] = []
        self.headings = self.tables = self.captions = 0
        self.language, self.title = "", ""
        self.feed(text)
        self.close()
        self._end(is_fragment)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self._check_inline(tag, given)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "html":
            self.language = given.get("lang", "")
        if tag == "label" and "for" in given:
            self.labels.add(given["for"])
        is_field = tag in {"select", "textarea", "progress"} or (
            tag == "input" and given.get("type", "text") not in UNLABELLED
        )
        if is_field and "aria-label" not in given:
            self.fields.append((given.get("id", ""), given.get("name", tag)))
        self.headings += tag == "h1"
        self.tables += tag == "table"
        self.captions += tag == "caption"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._check_inline(tag, {name: value or "" for name, value in attributes})

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing, at line {self.getpos()[0]}")

    def handle_data(self, data: str) -> None:
        if "title" in self.open[-1:]:
            self.title += data

    def _check_inline(self, tag: str, given: dict[str, str]) -> None:
        if tag == "style" or "style" in given:
            self.faults.append(f"inline style in <{tag}>")
        if tag == "script" and "src" not in given:
            self.faults.append("inline script")
        self.faults += [f"inline script in {name}" for name in given if name.startswith(("on", "hx-on"))]
        for name in ("src", "href"):
            if given.get(name, "").startswith(("http:", "https:", "//", "javascript:")):
                self.faults.append(f"{name} leads away: {given[name]}")

    def _end(self, is_fragment: bool) -> None:
        if self.open:
            self.faults.append(f"left open: {self.open}")
        self.faults += [f"id {name} comes twice" for name in set(self.ids) if self.ids.count(name) > 1]
        self.faults += [f"{name} has no label" for pk, name in self.fields if pk not in self.labels]
        if self.tables != self.captions:
            self.faults.append(f"{self.tables} tables have {self.captions} captions")
        if is_fragment:
            return
        if not self.language:
            self.faults.append("no language")
        if not self.title.split("·")[0].strip():
            self.faults.append("no title")
        if self.headings != 1:
            self.faults.append(f"{self.headings} main headings")


def faults_of(text: str, *, is_fragment: bool = False) -> list[str]:
    """Give what is wrong with a page; nothing when all is well."""
    return Page(text, is_fragment=is_fragment).faults
