/** Formats a number with a few digits. */
export function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Returns the lines of a table whose columns are aligned. The first row is the header. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at])).join('  ')}`.trimEnd(),
  );
}
