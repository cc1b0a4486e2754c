/** Formats a number for people, with a limited number of significant digits and a real minus sign. */
export function readable(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞';
  return minus(String(Number(value.toPrecision(digits))).replace('e+', 'e'));
}

/** Formats a count for people, with a separator between thousands, as in 12,000. */
export function grouped(count: number): string {
  return minus(String(count).replace(/\B(?=(\d{3})+$)/g, ','));
}

/** Returns a count and its noun: "1 run", "2 runs". */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Returns the name of a parameter or a measure with its unit. */
export function withUnit(one: {
  readonly name: string;
  readonly unit?: string | undefined;
}): string {
  return one.unit === undefined || one.unit === '1' ? one.name : `${one.name} (${one.unit})`;
}

/** Joins items in words: "a, b and c". */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

/**
 * Returns a formatter that aligns the numbers of a column. All numbers get as many decimals as the largest number needs
 * to show four digits.
 */
export function columnFormat(values: Iterable<number>): (value: number) => string {
  let most = 0;
  let isWhole = true;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    most = Math.max(most, Math.abs(value));
    isWhole &&= Number.isInteger(value);
  }
  const fit = (text: string): string => minus(/^-0\.?0*$/.test(text) ? text.slice(1) : text);
  if (isWhole && most < 1e15) return (value) => (Number.isFinite(value) ? fit(`${value}`) : '–');
  const size = Math.floor(Math.log10(most));
  if (size < -3 || size > 9) {
    return (value) =>
      Number.isFinite(value) ? fit(value.toExponential(3).replace('e+', 'e')) : '–';
  }
  const decimals = Math.max(0, 3 - size);
  return (value) => (Number.isFinite(value) ? fit(value.toFixed(decimals)) : '–');
}

function minus(text: string): string {
  return text.replace(/-/g, '−');
}
