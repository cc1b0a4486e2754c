import type { ParameterValue } from '../jobs/job.ts';

/**
 * Formats a table as CSV. The values NaN and null become empty fields. source: RFC 4180. Here, lines end with a single
 * line feed
 */
export function csvOf(
  header: readonly string[],
  rows: Iterable<readonly (ParameterValue | null)[]>,
): string {
  const lines = [header.map(cellOf).join(',')];
  for (const row of rows) lines.push(row.map(cellOf).join(','));
  return `${lines.join('\n')}\n`;
}

function cellOf(value: ParameterValue | null): string {
  if (value === null || Number.isNaN(value)) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
