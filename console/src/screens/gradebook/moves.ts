/** Where a key leads in a grid of so many rows and columns; undefined: it is no key of the grid. Row and column 0 are the headers. */
export function moved(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  row: number,
  column: number,
  { lastRow, lastColumn }: { lastRow: number; lastColumn: number },
): [row: number, column: number] | undefined {
  const isFar = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowUp':
      return [Math.max(row - 1, 0), column];
    case 'ArrowDown':
      return [Math.min(row + 1, lastRow), column];
    case 'ArrowLeft':
      return [row, Math.max(column - 1, 0)];
    case 'ArrowRight':
      return [row, Math.min(column + 1, lastColumn)];
    case 'PageUp':
      return [Math.max(row - PAGE, 1), column];
    case 'PageDown':
      return [Math.min(row + PAGE, lastRow), column];
    case 'Home':
      return [isFar ? 1 : row, 0];
    case 'End':
      return [isFar ? lastRow : row, lastColumn];
    default:
      return undefined;
  }
}

const PAGE = 10;
