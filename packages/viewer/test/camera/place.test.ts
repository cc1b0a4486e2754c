import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { readPlace, writePlace } from '../../src/camera/place.ts';

describe('the place of the camera in the address', () => {
  it('is read back unchanged', () => {
    const view = { eye: new Vector3(1, -2.5, 0.03), look: new Vector3(4, 5, -600) };
    for (const place of [
      { mode: 'follow' },
      { mode: 'framing' },
      { mode: 'fly' },
      { mode: 'orbit', view },
      { mode: 'fly', view },
    ] as const) {
      expect(readPlace(writePlace(place))).toEqual(place);
    }
    expect(writePlace({ mode: 'orbit', view })).toBe('orbit,1,-2.5,0.03,4,5,-600');
  });

  for (const text of [
    '',
    'walk',
    'orbit,1,2,3',
    'follow,1,2,3,4,5,6',
    'fly,1,2,3,4,5,',
    'orbit,1,2,3,4,5,x',
    'orbit,1,2,3,1,2,3',
    'fly,1,2,3,4,5,1e9',
    'orbit,1,2,3,4,5,NaN',
  ]) {
    it(`refuses "${text}"`, () => {
      expect(readPlace(text)).toBeUndefined();
    });
  }
});
