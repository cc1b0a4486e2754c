import { describe, expect, it } from 'vitest';
import { suitingParticles } from '../src/suiting-particles.ts';

describe('the default number of particles', () => {
  it.each([
    ['a desktop', 8, 8, false, 1080, 100_000],
    ['a desktop whose browser does not tell its memory', 4, undefined, false, 900, 100_000],
    ['a large screen with touch', 8, 8, true, 2160, 100_000],
    ['a narrow window beside a mouse', 8, 8, false, 360, 100_000],
    ['a phone', 8, 8, true, 390, 20_000],
    ['a tablet', 8, undefined, true, 1024, 20_000],
    ['two cores', 2, 8, false, 1080, 20_000],
    ['little memory', 4, 2, false, 768, 20_000],
  ] as const)('of %s', (_, cores, memory, isTouched, side, most) => {
    expect(suitingParticles({ cores, memory, isTouched, side })).toBe(most);
  });
});
