import { arithmetic, LAYERS, type Layer, OPAQUE } from './arithmetic.ts';
import type { Device } from './device.ts';
import { GpuError } from './gpu-error.ts';
import { hardOperands } from './operands.ts';
import { SHAPES, type Shape } from './shapes.ts';
import { hex } from './wgsl.ts';

/** Number of operand triples for which the self-test computes each shape. */
const TRIPLES = 13 * 1024;
const WORKGROUP = 64;
const NOT_A_NUMBER = 0x7fc00000;

/** What an adapter computes of a shape. */
export interface ShapeReport {
  readonly shape: Shape;
  /** The first result that differs; undefined if none does. */
  readonly difference: string | undefined;
  readonly differences: number;
  /** How many results the layer has left to the soft layer. */
  readonly flagged: number;
}

/**
 * Computes all shapes for hard operands on a device, and compares the results with those of JavaScript.
 *
 * @param text the code of a layer, as `arithmetic` returns it
 */
export async function tryShapes(
  device: Device,
  text: string,
  operands: Uint32Array,
): Promise<readonly ShapeReport[]> {
  const count = operands.length / 3;
  const flags = text.includes('fBad');
  const pipeline = await device.pipeline(codeOf(text, count, flags), [
    'uniform',
    'read-only-storage',
    'storage',
  ]);
  const results = device.storage(2 * SHAPES.length * count);
  const buffers = [device.uniform(OPAQUE), device.storage(operands), results];
  device.run([{ pipeline, buffers, workgroups: [Math.ceil(count / WORKGROUP)] }]);
  const found = await device.read(results);
  for (const buffer of buffers) buffer.destroy();
  return SHAPES.map((shape, k) => {
    const own = found.subarray(2 * k * count);
    return reportOf(
      shape,
      operands,
      (n) => own[2 * n],
      (n) => flags && own[2 * n + 1] !== 0,
    );
  });
}

function codeOf(text: string, count: number, flags: boolean): string {
  // Reading an operand may set `fBad` too.
  const steps = SHAPES.map(
    ({ code }, k) => `
  {
    ${flags ? 'fBad = false;' : ''}
    let x = fOf(bits);
    let y = fOf(operands[3u * k + 1u]);
    let z = fOf(operands[3u * k + 2u]);
    results[${2 * k * count}u + 2u * k] = ${code};
    ${flags ? `results[${2 * k * count + 1}u + 2u * k] = select(0u, 1u, fBad);` : ''}
  }`,
  );
  return `${text}
@group(0) @binding(1) var<storage, read> operands: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u) {
  let k = id.x;
  if (k >= ${count}u) { return; }
  let bits = operands[3u * k];
${steps.join('')}
}`;
}

function reportOf(
  shape: Shape,
  operands: Uint32Array,
  found: (k: number) => number,
  isFlagged: (k: number) => boolean,
): ShapeReport {
  const numbers = new Float32Array(operands.buffer, operands.byteOffset, operands.length);
  const number = new Float32Array(1);
  const word = new Uint32Array(number.buffer);
  const wordOf = (value: number | boolean): number => {
    if (shape.kind !== 'f32') return Number(value);
    if (Number.isNaN(value)) return NOT_A_NUMBER;
    number[0] = value as number;
    return word[0];
  };
  let difference: string | undefined;
  let [differences, flagged] = [0, 0];
  for (let k = 0; k < operands.length / 3; k++) {
    if (isFlagged(k)) {
      flagged++;
      continue;
    }
    const wanted = wordOf(
      shape.value(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2], operands[3 * k]),
    );
    const got = found(k);
    const isNan = shape.kind === 'f32' && (got & 0x7fffffff) > 0x7f800000;
    if ((isNan ? NOT_A_NUMBER : got) === wanted) continue;
    differences++;
    difference ??= `${shape.name} of ${[...operands.subarray(3 * k, 3 * k + 3)].map(hex)}: found ${hex(got)}, expected ${hex(wanted)}`;
  }
  return { shape, difference, differences, flagged };
}

/**
 * Finds the fastest layer of arithmetic that an adapter computes exactly.
 *
 * @throws GpuError GPU_INEXACT with the name of the adapter and the first result that differs, if even the soft layer is
 * not exact
 */
export async function chooseLayer(device: Device): Promise<Layer> {
  const operands = hardOperands(TRIPLES, 1);
  const differenceOf = async (layer: Layer): Promise<string | undefined> => {
    const reports = await tryShapes(device, arithmetic(layer), operands);
    return reports.find(({ difference }) => difference !== undefined)?.difference;
  };
  // The flag layer needs it too.
  const soft = await differenceOf('soft');
  if (soft !== undefined) {
    const message = `The adapter ${device.adapter} does not compute exactly. ${soft}.`;
    throw new GpuError('GPU_INEXACT', message);
  }
  for (const layer of LAYERS) {
    if (layer === 'soft' || (await differenceOf(layer)) === undefined) return layer;
  }
  return 'soft';
}
