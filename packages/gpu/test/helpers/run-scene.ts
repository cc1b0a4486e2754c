import { declaredKindsOf, kindOf } from '../../../core/src/laws/node.ts';
import { arithmetic, type Layer, leavesSome, OPAQUE } from '../../src/arithmetic.ts';
import type { Device } from '../../src/device.ts';
import { AGENTS, type LawScene } from './law-scene.ts';

/** What running a scene on a device gave. */
export interface SceneReport {
  /** The first result that differs from the evaluator's; undefined if none does. */
  readonly difference: string | undefined;
  /** How many agents the layer has left to the soft layer. */
  readonly flagged: number;
}

/** Runs the law of a scene, and compares each result with the evaluator's. */
export async function runScene(
  device: Device,
  layer: Layer,
  scene: LawScene,
): Promise<SceneReport> {
  const { statements, results } = scene.code();
  const stored = [...results, leavesSome(layer) ? 'select(0u, 1u, fBad)' : '0u'];
  const code = `${arithmetic(layer)}
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;
@compute @workgroup_size(${AGENTS}) fn main(@builtin(local_invocation_index) i: u32) {
${statements}
${stored.map((result, n) => `results[${n * AGENTS}u + i] = ${result};`).join('\n')}
}`;
  const pipeline = await device.pipeline(code, ['uniform', 'read-only-storage', 'storage']);
  const buffers = [
    device.uniform(OPAQUE),
    device.storage(scene.words),
    device.storage(stored.length * AGENTS),
  ];
  device.run([{ pipeline, buffers, workgroups: [1] }]);
  const found = await device.read(buffers[2]);
  for (const buffer of buffers) buffer.destroy();
  const { law } = scene;
  const kinds = declaredKindsOf(law.columns);
  const flags = found.subarray(results.length * AGENTS);
  const problems = scene.evaluate().flatMap((wanted, n) => {
    const isNumber = kindOf(law.nodes[law.vector[n]], kinds) === 'f32';
    return [...wanted].flatMap((word, i) => {
      const got = found[n * AGENTS + i];
      if (flags[i] !== 0 || got === word || (isNumber && isNan(got) && isNan(word))) return [];
      const bits = [got, word].map((one) => one.toString(16));
      return [`agent ${i}, result ${n}: found ${bits[0]}, expected ${bits[1]}`];
    });
  });
  return {
    difference: problems.length > 0 ? `${problems[0]}; ${JSON.stringify(law)}` : undefined,
    flagged: flags.filter((flag) => flag !== 0).length,
  };
}

function isNan(bits: number): boolean {
  return (bits & 0x7fffffff) > 0x7f800000;
}
