import { Color } from 'three';
import { afterEach, expect, it, vi } from 'vitest';
import { isColorText } from '../src/color-text.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ...[
    'red',
    'RebeccaPurple',
    '#f00',
    '#FF8800',
    'rgb(1, 2, 3)',
    'rgba(1,2,3,0.5)',
    'rgb(10%, 20%,30%)',
  ],
  ...['hsl(120, 50%, 25%)', 'hsla(12.5, 5%, 2.5%, 0.5)', 'HSL(1, 2%, 3%)'],
  ...['rde', '', '#', '#ff', '#12345', '#1234567', '#12345678', '#ggg', '#f00 ', 'rgb(1, 2)'],
  ...['rgb(1 2 3)', 'rgb(1, 2%, 3)', 'rgb(1, 2, 3', 'hsl(120, 50, 25)', 'hsv(1, 2%, 3%)', 'speed'],
])('accepts the same colors as three.js: %j', (text) => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const colors = [0, 1].map((shade) => new Color(shade, shade, shade).setStyle(text));
  // three.js warns about alpha and ignores it; a text that it cannot read leaves the color unchanged.
  const isRead = colors[0]!.equals(colors[1]!);
  told.mockRestore();
  expect(isColorText(text)).toBe(isRead);
});
