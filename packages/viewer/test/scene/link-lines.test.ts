import { Vector3 } from 'three';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import type { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { describe, expect, it } from 'vitest';
import { type GroundLink, LinkLines, linesOf } from '../../src/scene/link-lines.ts';

const SIZE = 0.5;
const ladder: GroundLink = {
  ...{ name: 'ladder', from: [1, 2, 0], to: [1, 2, 4], both: true },
  ...{ duration: 1, open: true },
};
const slide: GroundLink = { ...ladder, name: 'slide', to: [7, 2, 4], both: false };

/** The lines of a link that are in no ring, each as its two ends. */
function straight(link: GroundLink, isOpen: boolean): number[][][] {
  const ends = [link.from, link.to].map((end) => new Vector3(...end));
  const isRing = (place: Vector3) =>
    ends.some((end) => place.z === end.z && Math.abs(place.distanceTo(end) - SIZE) < 1e-9);
  return linesOf(link, isOpen, SIZE)
    .filter(([from, to]) => !(isRing(from) && isRing(to)))
    .map(([from, to]) => [from.toArray(), to.toArray()]);
}

describe('linesOf', () => {
  it('draws an open link from its beginning to its end', () => {
    expect(straight(ladder, true)).toEqual([
      [
        [1, 2, 0],
        [1, 2, 4],
      ],
    ]);
  });

  it('draws gaps in a closed link', () => {
    const dashes = straight(ladder, false);
    expect(dashes.length).toBeGreaterThan(3);
    const drawn = dashes.reduce((sum, [from, to]) => sum + to[2] - from[2], 0);
    expect(drawn).toBeCloseTo(2, 9);
  });

  it('draws arrow heads, the last at the end, if a link does not lead back', () => {
    const heads = straight(slide, true).slice(1);
    expect(heads.length).toBe(6);
    for (const [tip, back] of heads) expect(back[0]).toBeLessThan(tip[0]);
    expect(heads.at(-1)![0]).toEqual([7, 2, 4]);
    // Only where it begins there is a ring.
    expect(linesOf(slide, true, SIZE).length - heads.length - 1).toBe(12);
  });
});

describe('LinkLines', () => {
  it('follows the links that are opened and closed', () => {
    let geometry: LineSegmentsGeometry | undefined;
    const lines = new LinkLines(
      (one) => {
        geometry = one;
        return new LineSegments2(one);
      },
      [ladder, slide],
      10,
    );
    const colors = () => {
      const { array } = geometry!.attributes.instanceColorStart!;
      const count = geometry!.instanceCount;
      return new Set(Array.from({ length: count }, (_, k) => array[6 * k]));
    };
    lines.update({ linkOpen: Uint8Array.of(1, 1), mapVersion: 1 });
    const open = geometry!.instanceCount;
    expect(colors().size).toBe(1);
    lines.update({ linkOpen: Uint8Array.of(1, 0), mapVersion: 2 });
    expect(geometry!.instanceCount).toBeGreaterThan(open);
    expect(colors().size).toBe(2);
    lines.update({ linkOpen: Uint8Array.of(1, 1), mapVersion: 3 });
    expect(geometry!.instanceCount).toBe(open);
    lines.dispose();
  });
});
