"""Measures how smoothly a board moves: 1,200 hexes and 60 counters that all glide at once, for 2 seconds.

    ./play bench frames [--theme THEME] [--seconds N] [--size WIDTHxHEIGHT]

It needs a quiet machine. The page is the client's board alone (client/harness); every 350 ms all counters set off for
another place. Printed are the times between the page's frames; and, from a second run that is recorded, how many
frames the browser has drawn, since it moves the counters beside the page's own work. Fails if the mean is above 20 ms.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import mean

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.components import board_page
from tests.browser.conftest import FLAGS, chromium

LIMIT = 20.0
"""The longest mean time between two frames, in milliseconds."""
PACE = 350
RUN = """
async ({scenes, pace, length}) => {
  const frame = () => new Promise(requestAnimationFrame);
  let step = 0;
  const {shown} = harness;
  const go = () => harness.show({scene: {...shown, layers: [shown.layers[0], scenes[++step % scenes.length]]}});
  const times = [];
  go();
  const clock = setInterval(go, pace);
  let last = await frame();
  const start = last;
  performance.mark("begin");
  while (last - start < length) {
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  performance.mark("end");
  clearInterval(clock);
  return times;
}
"""


def prepared(browser: Browser, folder: Path, theme: str, size: tuple[int, int]) -> Page:
    """A page with the board on it, and the first glide done: everything is loaded."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    board_page.serve(page, folder)
    scene = board_page.scene(board_page.hex_pieces(0), ground=board_page.hex_ground(), box=board_page.HEX_BOX)
    page.evaluate("scene => { harness.shown = scene }", board_page.to_json(scene))
    page.evaluate("more => harness.show({...more, scene: harness.shown})", {
        "symbols": board_page.SYMBOLS, "theme": theme, "moveMs": PACE,
    })  # fmt: skip
    page.locator(".board:not(.unstyled)").wait_for()
    run(page, 1000)
    return page


def run(page: Page, length: int) -> list[float]:
    """Let everything move for so many milliseconds; the times between frames."""
    layers = [
        {"name": "pieces", "static": False, "nodes": board_page.to_json(board_page.hex_pieces(step))}
        for step in range(8)
    ]
    found: list[float] = page.evaluate(RUN, {"scenes": layers, "pace": PACE, "length": length})
    return found


def drawn(browser: Browser, page: Page, length: int) -> float:
    """How many frames a second the browser draws meanwhile."""
    browser.start_tracing(page=page, categories=["viz", "blink.user_timing"])
    run(page, length)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    start, end = [next(int(event["ts"]) for event in events if event["name"] == name) for name in ("begin", "end")]
    swaps = [event for event in events if event["name"] == "Display::DrawAndSwap" and event["ph"] in "XB"]
    return len([event for event in swaps if start <= event["ts"] <= end]) * 1e6 / (end - start)


def main() -> int:
    """Measure and print; 1 if it is too slow."""
    parser = argparse.ArgumentParser(description="Measures how smoothly a board moves.")
    parser.add_argument("--theme", default="light", choices=["light", "dark", "contrast"])
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--size", default="1200x800")
    args = parser.parse_args()
    width, height = [int(side) for side in args.size.split("x")]
    length = args.seconds * 1000
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        built = board_page.build(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = prepared(browser, built, args.theme, (width, height))
        times = sorted(run(page, length))
        frames = drawn(browser, page, length)
        browser.close()
    average, slow = mean(times), times[int(len(times) * 0.95)]
    hexes, pieces = board_page.HEX_COLUMNS * board_page.HEX_ROWS, board_page.HEX_PIECES
    print(f"{hexes:,} hexes, {pieces} counters of 4 parts moving at once, {args.theme}, {width} x {height}")
    print(f"time between frames: mean {average:.1f} ms, p95 {slow:.1f} ms, longest {times[-1]:.1f} ms")
    print(f"drawn by the browser, while recorded: {frames:.0f} frames a second")
    if average > LIMIT:
        print(f"Too slow: the mean is to be at most {LIMIT:.0f} ms.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
