import type { Planes } from '../world/layout.ts';

export type Triple = readonly [x: number, y: number, z: number];

export function tripleOf({ x, y, z }: Planes<Float32Array>, at: number): Triple {
  return [x[at], y[at], z[at]];
}

export function lengthOf([x, y, z]: Triple): number {
  return Math.sqrt(x * x + y * y + z * z);
}
