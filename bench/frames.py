"""Measure how smoothly pieces move: a board of 1,200 hexes with 60 counters that all move at once.

    ./play bench frames [--theme THEME] [--seconds N] [--size WIDTHxHEIGHT]

Run it on an idle machine. The page has only the client's board (client/harness); every 350 ms all counters start
moving to another hex. It prints the times between the page's animation frames and, from a second run that is traced,
the number of frames the browser has drawn, because animations run outside the page's own thread. The exit code is 1 if
the mean is above 20 ms.
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

MAX_MEAN_MS = 20.0
"""Goal: the mean time between two animation frames."""

MOVE_INTERVAL_MS = 350

MEASURE_SCRIPT = """
async ({scenes, intervalMs, lengthMs}) => {
  const frame = () => new Promise(requestAnimationFrame);
  let step = 0;
  const {shown} = harness;
  const moveAll = () => harness.show({scene: {...shown, layers: [shown.layers[0], scenes[++step % scenes.length]]}});
  const times = [];
  moveAll();
  const clock = setInterval(moveAll, intervalMs);
  let last = await frame();
  const start = last;
  performance.mark("begin");
  while (last - start < lengthMs) {
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  performance.mark("end");
  clearInterval(clock);
  return times;
}
"""


def open_board(browser: Browser, folder: Path, theme: str, size: tuple[int, int]) -> Page:
    """Return a page with the board, after a first movement, so that everything is loaded."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    board_page.serve(page, folder)
    scene = board_page.scene(board_page.hex_pieces(0), ground=board_page.hex_ground(), box=board_page.HEX_BOX)
    page.evaluate("scene => { harness.shown = scene }", board_page.to_json(scene))
    page.evaluate("more => harness.show({...more, scene: harness.shown})", {
        "symbols": board_page.SYMBOLS, "theme": theme, "moveMs": MOVE_INTERVAL_MS,
    })  # fmt: skip
    page.locator(".board:not(.unstyled)").wait_for()
    measure_frame_times(page, 1000)
    return page


def measure_frame_times(page: Page, length_ms: int) -> list[float]:
    """Move the counters for `length_ms` and return the times between animation frames, in milliseconds."""
    layers = [
        {"name": "pieces", "static": False, "nodes": board_page.to_json(board_page.hex_pieces(step))}
        for step in range(8)
    ]
    times: list[float] = page.evaluate(
        MEASURE_SCRIPT, {"scenes": layers, "intervalMs": MOVE_INTERVAL_MS, "lengthMs": length_ms}
    )
    return times


def drawn_frames_per_second(browser: Browser, page: Page, length_ms: int) -> float:
    """Return how many frames per second the browser draws while the counters move."""
    browser.start_tracing(page=page, categories=["viz", "blink.user_timing"])
    measure_frame_times(page, length_ms)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    start, end = [next(int(event["ts"]) for event in events if event["name"] == name) for name in ("begin", "end")]
    swaps = [event for event in events if event["name"] == "Display::DrawAndSwap" and event["ph"] in "XB"]
    return len([event for event in swaps if start <= event["ts"] <= end]) * 1e6 / (end - start)


def main() -> int:
    """Measure and print the results; return the exit code."""
    parser = argparse.ArgumentParser(description="Measure how smoothly pieces move on a board.")
    parser.add_argument("--theme", default="light", choices=["light", "dark", "contrast"])
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--size", default="1200x800")
    args = parser.parse_args()
    width, height = [int(side) for side in args.size.split("x")]
    length_ms = args.seconds * 1000
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        built = board_page.build(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = open_board(browser, built, args.theme, (width, height))
        times = sorted(measure_frame_times(page, length_ms))
        frames = drawn_frames_per_second(browser, page, length_ms)
        browser.close()
    average, slow = mean(times), times[int(len(times) * 0.95)]
    hexes, pieces = board_page.HEX_COLUMNS * board_page.HEX_ROWS, board_page.HEX_PIECES
    print(f"{hexes:,} hexes, {pieces} counters of 4 parts moving at once, {args.theme}, {width} x {height}")
    print(f"time between animation frames: mean {average:.1f} ms, p95 {slow:.1f} ms, longest {times[-1]:.1f} ms")
    print(f"drawn by the browser, while traced: {frames:.0f} frames per second")
    if average > MAX_MEAN_MS:
        print(f"Too slow: the mean should be at most {MAX_MEAN_MS:.0f} ms.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
