/** Layout of board, column and standings on a wide screen. Lengths are in pixels. */

export interface Layout {
  /** The width of the column beside the board. */
  column: number;
  /** The height of the strip below the board for the standings; 0 if they belong into the column. */
  strip: number;
}

const MIN_COLUMN_REM = 27;
const MAX_COLUMN_REM = 38;
/** The largest part of the width that the column may take. */
const MAX_COLUMN_PART = 0.42;
/** The height of the replay bar. */
const BAR_REM = 2.6;
/** A lower strip would not hold the standings. */
const MIN_STRIP_REM = 9.5;
const LINE_PX = 25;
const MIN_LINES = 3;
const MAX_LINES = 16;

/** Return the layout for a board of this shape (width / height): a narrow board leaves its room to the column, and below a
 * wide one there is room for the standings. */
export function layoutOf(width: number, height: number, shape: number, rem: number): Layout {
  const boardHeight = Math.max(0, height - BAR_REM * rem);
  const least = MIN_COLUMN_REM * rem;
  const most = Math.max(least, Math.min(MAX_COLUMN_REM * rem, MAX_COLUMN_PART * width));
  const column = Math.round(Math.min(Math.max(width - boardHeight * shape, least), most));
  const strip = Math.round(boardHeight - (width - column) / shape);
  return { column, strip: strip >= MIN_STRIP_REM * rem ? strip : 0 };
}

/** Return how many lines of the log to show in the height that is left in the column. */
export function latestCount(free: number): number {
  return Math.min(Math.max(Math.floor(free / LINE_PX) - 2, MIN_LINES), MAX_LINES);
}
