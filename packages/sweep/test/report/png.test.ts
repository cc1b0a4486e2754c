import { describe, expect, it } from 'vitest';
import { pngOf } from '../../src/report/png.ts';
import { makeReport } from '../../src/report/report.ts';
import { synthetic } from './synthetic.ts';

function sizeOf(png: Uint8Array): [number, number] {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

function drawn(content: string, attributes = ''): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="30" font-family="'Source Sans 3', sans-serif" font-size="20"><text x="4" y="22" ${attributes}>${content}</text></svg>`;
  return Buffer.from(pngOf(svg));
}

describe('figures as PNG', () => {
  it('have three pixels for each pixel of the figure', () => {
    const { figures } = makeReport(synthetic({ grid: { a: [1, 2] } }));
    const svg = figures[0].svg();
    const [, width, height] = /viewBox="-10 -10 (\d+) (\d+)"/.exec(svg)!;
    const png = pngOf(svg);
    expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(sizeOf(png)).toEqual([3 * Number(width), 3 * Number(height)]);
  });

  it('have letters of the bundled font, in both weights, including Greek and Cyrillic', () => {
    const empty = drawn('');
    const boxes = drawn('\u0500\u0500');
    for (const content of ['polarization', '−0.25 ± 1', 'ηλ', 'Жи', 'Łódź']) {
      expect(drawn(content).equals(empty), content).toBe(false);
      expect(drawn(content, 'font-weight="600"').equals(drawn(content)), content).toBe(false);
      // A letter that the font lacks is a box, and the same letter twice is two of them.
      expect(drawn(content).equals(boxes), content).toBe(false);
    }
    expect(drawn('ηλ').equals(drawn('λη'))).toBe(false);
    expect(drawn('Жи').equals(drawn('иЖ'))).toBe(false);
  });
});
