/** Formats rows of cells as indented lines with aligned columns. All rows have as many cells as the first. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at])).join('  ')}`.trimEnd(),
  );
}
