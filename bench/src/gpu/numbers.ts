import { arithmetic, type Device, hardOperands, LAYERS, OPAQUE, tryShapes } from '@skein/gpu';
import type { PartContext } from './parts.ts';

/** The number of operand triples of one batch, as many as the self-test of the package has. */
const TRIPLES = 13 * 1024;

/** What the layers compute for many operands, beside JavaScript. */
export async function numbersPart(
  device: Device,
  print: (text: string) => void,
  { isLate, save }: PartContext,
): Promise<void> {
  for (const [n, layer] of LAYERS.entries()) {
    const shapes = new Map<string, { differences: number; flagged: number; first?: string }>();
    const begin = performance.now();
    let triples = 0;
    for (let seed = 1; seed === 1 || !isLate((LAYERS.length - n - 1) / LAYERS.length); seed++) {
      const operands = hardOperands(TRIPLES, seed);
      for (const one of await tryShapes(device, arithmetic(layer), operands)) {
        const { name } = one.shape;
        const sum = shapes.get(name) ?? { differences: 0, flagged: 0 };
        sum.differences += one.differences;
        sum.flagged += one.flagged;
        if (one.difference !== undefined) sum.first ??= one.difference;
        shapes.set(name, sum);
      }
      triples += TRIPLES;
    }
    const seconds = (performance.now() - begin) / 1000;
    save(layer, { triples, seconds, shapes: Object.fromEntries(shapes) });
    const wrong = [...shapes].filter(([, { differences }]) => differences > 0);
    print(
      `${layer}: ${wrong.length} of ${shapes.size} shapes differ, for ${triples} triples of operands each`,
    );
    for (const [name, { differences, first }] of wrong) {
      print(`  ${name.padEnd(30)} ${differences} differ: ${first}`);
    }
  }
}

/** The least normal number, and twice it, as bits. */
const [LEAST, TWICE] = [0x00800000, 0x01000000];

/**
 * What plain code makes of subnormal numbers. `one` is 1 and `half` is 0.5, which no compiler may know. Each result is
 * compared with what it is if subnormal numbers are kept.
 */
const SUBNORMAL = [
  { name: 'copies one', code: 'x', x: 1, kept: 1 },
  { name: 'multiplies one by 1', code: 'x * one', x: 0x12345, kept: 0x12345 },
  { name: 'adds two', code: 'x + x', x: 0x12345, kept: 0x2468a },
  { name: 'subtracts to one', code: 'y - x', x: LEAST, y: LEAST + 1, kept: 1 },
  { name: 'multiplies to one', code: 'x * half', x: LEAST, kept: 0x400000 },
  { name: 'fuses to one', code: 'fma(x, half, z)', x: LEAST, kept: 0x400000 },
  { name: 'divides to one', code: 'x / two', x: LEAST, kept: 0x400000 },
  { name: 'doubles one to a normal one', code: 'x / half', x: 0x400000, kept: LEAST },
  { name: 'takes the root of one', code: 'sqrt(x)', x: 0x00000200, kept: 0x1b000000 },
  { name: 'compares two', code: 'select(z, one, x < y)', x: 1, y: 2, kept: 0x3f800000 },
  { name: 'takes the greater of two', code: 'max(x, y)', x: 1, y: 2, kept: 2 },
  { name: 'subtracts normal ones', code: 'y - x', x: LEAST, y: TWICE, kept: LEAST },
] as const;

/** Whether the adapter keeps subnormal numbers in plain code. */
export async function subnormalsPart(
  device: Device,
  print: (text: string) => void,
  { save }: PartContext,
): Promise<void> {
  const tries = SUBNORMAL.map(
    ({ code }, k) =>
      `{ let x = operands[${2 * k}]; let y = operands[${2 * k + 1}]; results[${k}] = ${code}; }`,
  );
  const pipeline = await device.pipeline(
    `@group(0) @binding(0) var<uniform> opaque: vec4u;
@group(0) @binding(1) var<storage, read> operands: array<f32>;
@group(0) @binding(2) var<storage, read_write> results: array<f32>;
@compute @workgroup_size(1) fn main() {
  let one = bitcast<f32>(opaque.x);
  let two = one + one;
  let half = one / two;
  let z = bitcast<f32>(opaque.z);
  ${tries.join('\n  ')}
}`,
    ['uniform', 'read-only-storage', 'storage'],
    'subnormals',
  );
  const operands = SUBNORMAL.flatMap((one) => [one.x, 'y' in one ? one.y : 0]);
  const results = device.storage(SUBNORMAL.length);
  const buffers = [device.uniform(OPAQUE), device.storage(Uint32Array.from(operands)), results];
  device.run([{ pipeline, buffers, workgroups: [1] }]);
  const found = await device.read(results);
  for (const buffer of buffers) buffer.destroy();
  for (const [k, { name, kept }] of SUBNORMAL.entries()) {
    const hex = found[k].toString(16).padStart(8, '0');
    const isKept = found[k] === kept;
    save(name, { kept: isKept, found: hex });
    print(`  ${name.padEnd(30)} ${isKept ? 'kept' : `NOT KEPT: ${hex}`}`);
  }
}
