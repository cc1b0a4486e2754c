import { describe, it } from 'vitest';
import { expectSameTicks } from '../helpers/compare.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

/** Ticks both kernels, which must not differ. */
function compare(input: Record<string, unknown>, ticks: number): void {
  const [ts, simd] = (['ts', 'simd'] as const).map((kernel) => worldOf(input, { kernel }));
  expectSameTicks(simd, ts, ticks);
}

describe('beyond the farthest cells of an open grid', () => {
  it('agents in one row beyond both ends keep apart', () => {
    const side = (k: number): number => (k % 2 ? 1 : -1);
    const flock = pointsOf(
      Array.from({ length: 64 }, (_, k) => [side(k) * (1e5 - 30 * k), 0, 0]),
      Array.from({ length: 64 }, (_, k) => [side(k) * 1e5, 0, 0]),
    );
    // Cells of half a millimeter end 537 km from the origin, which all have passed by tick 5.
    const behaviors = [{ type: 'separation', radius: 1e-3 }];
    const commands = [
      { tick: 7, type: 'set', species: 'a', behavior: 0, parameter: 'radius', value: 1e4 },
    ];
    compare({ dt: 1, commands, species: [{ name: 'a', ...flock, behaviors }] }, 10);
  });
});

// Cells per meter, or their square, are beyond f32, but a search must still end.
describe.each([1e-25, 1e-40])('in bounds of %d m', (edge) => {
  const bounds = { type: 'contain', min: [0, 0, 0], max: [edge, edge, edge] };
  const spread = [0, 1, 0.5, 0, 1].map((share, k) => [share * edge, (k % 2) * edge, 0]);

  it('separation', () => {
    const behaviors = [{ type: 'separation', radius: 1 }];
    compare({ bounds, species: [{ name: 'a', ...pointsOf(spread), behaviors }] }, 3);
  });

  it('orca', () => {
    const one = { name: 'a', ...pointsOf(spread), maxSpeed: 1, radius: 0.1 };
    const behaviors = [{ type: 'orca', radius: 2 }];
    compare({ dimensions: 2, bounds, species: [{ ...one, behaviors }] }, 3);
  });

  it('the nearest', () => {
    const behaviors = [{ type: 'evade', quarry: 'a' }];
    compare({ bounds, species: [{ name: 'a', ...pointsOf(spread), maxSpeed: 1, behaviors }] }, 3);
  });
});
