/** Names below this length resemble too many others: `HOST` is no misspelled `PORT`. */
const MIN_LENGTH = 8;
/** From this length on, two slips are still recognizable. */
const LONG = 12;

/** The known names for which an unknown one was probably meant, such as RATE_LIMIT_PER_MINUT; by unknown name. */
export function misspelledNames(names: readonly string[], known: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of names.filter((one) => !known.includes(one))) {
    const meant = known.find((one) => one.length >= MIN_LENGTH && areClose(name.toUpperCase(), one));
    if (meant !== undefined) found.set(name, meant);
  }
  return found;
}

function areClose(name: string, known: string): boolean {
  const slips = known.length >= LONG ? 2 : 1;
  return Math.abs(name.length - known.length) <= slips && distance(name, known) <= slips;
}

/** How many characters must be inserted, removed, replaced, or swapped with the next one. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = rows[row - 1][column - 1] + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const choices = [rows[row - 1][column] + 1, rows[row][column - 1] + 1, replaced];
      rows[row].push(Math.min(...choices, ...(swapped ? [rows[row - 2][column - 2] + 1] : [])));
    }
  }
  return rows[a.length][b.length];
}
