"""Every benchmark that needs nothing but this checkout, at a small size, one after another.

    python -m benchmarks

Each is a command of its own with larger sizes and peers beside it; ``benchmarks/harvest.py`` needs a web of sites and
``benchmarks/library.py`` folders of pages.
"""

import subprocess
import sys

SMALL = (
    ("ranking",),
    ("text", "--pages", "40"),
    ("frontier", "--addresses", "50000"),
    ("near_duplicates", "--fingerprints", "20000"),
    ("crawl_cost", "--pages", "100"),
)


def main() -> int:
    """Runs them all; answers 1 when one of them failed."""
    failed = []
    for name, *options in SMALL:
        print(f"\n== benchmarks.{name} {' '.join(options)}", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], check=False).returncode:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
