"""Every setting of a workspace in one table; read at the door (``cli``, ``crawl/session.py``,
``workspace.py``) and nowhere else.

A value comes from the environment (``LOREHOUND_STORE_PAGES``), else from ``lorehound.toml`` (``[store] pages``), else
from the table.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lorehound.errors import BadSetting

FILE = "lorehound.toml"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: dotted name, default (its type is the setting's type), what it does, and the values it may take."""

    name: str
    default: str | int | float | bool
    help: str
    choices: tuple[str, ...] = ()

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "LOREHOUND_" + self.name.replace(".", "_").upper()

    def read(self, value: object, where: str) -> str | int | float | bool:
        """``value`` as this setting's type (BadSetting names the value, the place and the remedy)."""
        kind = type(self.default)
        try:
            if kind is bool:
                if isinstance(value, bool):
                    return value
                return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[
                    str(value).lower()
                ]
            if isinstance(value, bool) or not isinstance(value, str | int | float):
                raise ValueError
            read = kind(value)
        except (ValueError, KeyError):
            wanted = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}[kind]
            raise BadSetting(f"{where}: {self.name} is {value!r}; it takes {wanted}") from None
        if self.choices and read not in self.choices:
            raise BadSetting(f"{where}: {self.name} is {value!r}; it takes one of {', '.join(self.choices)}")
        if isinstance(read, int | float) and read < 0:
            raise BadSetting(f"{where}: {self.name} is {value!r}; it takes 0 or more")
        return read


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "contact", "", "address (mail or web) that Lorehound's user agent names, so that site owners can reach you"
    ),
    Setting("language", "", "language of messages: en or zh; empty: from the environment", ("", "en", "zh")),
    Setting("store.pages", "warc", "where fetched pages are kept", ("warc", "files", "database")),
    Setting("store.keep", "all", "which pages are kept", ("all", "on-topic")),
    Setting("store.max_mb", 0, "cap of the page store in MB; 0: no cap"),
    Setting("crawl.proxy", "", "HTTP proxy for all requests, such as http://127.0.0.1:8080"),
    Setting("crawl.allow_private", False, "whether private and loopback addresses may be fetched"),
    Setting("crawl.max_page_mb", 20, "greatest size of one page, unpacked, in MB"),
    Setting("crawl.timeout", 30.0, "longest time for one request, in seconds"),
    Setting("crawl.concurrency", 16, "requests under way at once"),
    Setting("crawl.tries", 3, "how often a page that fails for a passing reason is tried"),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in force; ``settings["store.pages"]``."""

    values: Mapping[str, str | int | float | bool] = field(
        default_factory=lambda: {setting.name: setting.default for setting in SETTINGS}
    )

    def __getitem__(self, name: str) -> str | int | float | bool:
        return self.values[name]

    def text(self, name: str) -> str:
        """A text setting."""
        return str(self.values[name])

    def number(self, name: str) -> float:
        """A number setting."""
        return float(self.values[name])

    def flag(self, name: str) -> bool:
        """A true/false setting."""
        return bool(self.values[name])

    def changed(self, **values: str | int | float | bool | None) -> "Settings":
        """A copy with other values (``store_pages="files"``); None leaves a value as it is."""
        names = {setting.name.replace(".", "_"): setting for setting in SETTINGS}
        new = dict(self.values)
        for name, value in values.items():
            if value is not None:
                new[names[name].name] = names[name].read(value, "option")
        return Settings(new)


def load(folder: Path, environ: Mapping[str, str]) -> Settings:
    """The settings of the workspace in ``folder`` (BadSetting for unknown names and wrong values)."""
    file = folder / FILE
    found: dict[str, object] = {}
    if file.exists():
        try:
            found = _flat(tomllib.loads(file.read_text("utf-8")))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadSetting(f"{file} is no TOML: {error}") from None
    known = {setting.name: setting for setting in SETTINGS}
    for name in found:
        if name not in known:
            raise BadSetting(f"{file}: unknown setting {name!r}; known are {', '.join(known)}")
    values = {}
    for setting in SETTINGS:
        value, where = found.get(setting.name, setting.default), str(file)
        if setting.variable in environ:
            value, where = environ[setting.variable], setting.variable
        values[setting.name] = setting.read(value, where)
    return Settings(values)


def template() -> str:
    """A ``lorehound.toml`` with every setting, commented out at its default."""
    lines: list[str] = ["# Settings of this workspace; every line is optional and shows the default."]
    table = ""
    for setting in SETTINGS:
        head, _, name = setting.name.rpartition(".")
        if head != table:
            table = head
            lines += ["", f"[{head}]"]
        choices = f" ({', '.join(filter(None, setting.choices))})" if setting.choices else ""
        default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        default = f'"{default}"' if isinstance(default, str) and isinstance(setting.default, str) else default
        lines += [f"# {setting.help}{choices}", f"# {name} = {default}"]
    return "\n".join(lines) + "\n"


def _flat(table: Mapping[str, object], head: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{head}{name}.")
        else:
            flat[head + name] = value
    return flat
