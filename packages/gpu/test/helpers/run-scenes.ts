import { declaredKindsOf, kindOf } from '../../../core/src/laws/node.ts';
import { arithmetic, type Layer, OPAQUE } from '../../src/arithmetic.ts';
import type { Device } from '../../src/device.ts';
import { AGENTS, type LawScene } from './law-scene.ts';

/** What running scenes on a device gave. */
export interface SceneReport {
  /** The first result that differs from the evaluator's; undefined if none does. */
  readonly difference: string | undefined;
  /** How many agents of each scene the layer has left to the soft layer. */
  readonly flagged: readonly number[];
}

/** Runs the laws of some scenes in one pipeline, and compares each result with the evaluator's. */
export async function runScenes(
  device: Device,
  layer: Layer,
  scenes: readonly LawScene[],
): Promise<SceneReport> {
  let [base, to] = [0, 0];
  const starts: number[] = [];
  const cases = scenes.map((scene, k) => {
    const { statements, results } = scene.code(base);
    base += scene.words.length;
    starts.push(to);
    const own = [...results, layer === 'flag' ? 'select(0u, 1u, fBad)' : '0u'];
    const stores = own.map((result, n) => `results[${to + n * AGENTS}u + i] = ${result};`);
    to += own.length * AGENTS;
    return [
      `fn scene${k}(i: u32) {\n${statements}\n${stores.join('\n')}\n}`,
      `case ${k}: { scene${k}(i); }`,
    ];
  });
  const code = `${arithmetic(layer)}
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;
${cases.map(([body]) => body).join('\n')}
@compute @workgroup_size(${AGENTS}) fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  switch (group.x) { ${cases.map(([, call]) => call).join('\n')} default: {} }
}`;
  const pipeline = await device.pipeline(code, ['uniform', 'read-only-storage', 'storage']);
  const state = new Uint32Array(base);
  scenes.reduce((at, { words }) => {
    state.set(words, at);
    return at + words.length;
  }, 0);
  const buffers = [device.uniform(OPAQUE), device.storage(state), device.storage(to)];
  device.run([{ pipeline, buffers, workgroups: [scenes.length] }]);
  const found = await device.read(buffers[2]);
  for (const buffer of buffers) buffer.destroy();
  let difference: string | undefined;
  const flagged = scenes.map(() => 0);
  scenes.forEach((scene, k) => {
    const { law } = scene;
    const wanted = scene.evaluate();
    const kinds = declaredKindsOf(law.columns);
    const flags = starts[k] + wanted.length * AGENTS;
    for (let i = 0; i < AGENTS; i++) {
      if (found[flags + i] !== 0) {
        flagged[k]++;
        continue;
      }
      wanted.forEach((words, n) => {
        const got = found[starts[k] + n * AGENTS + i];
        const isNumber = kindOf(law.nodes[law.vector[n]], kinds) === 'f32';
        if (got === words[i] || (isNumber && isNan(got) && isNan(words[i]))) return;
        difference ??= `scene ${k}, agent ${i}, result ${n}: found ${got.toString(16)}, expected ${words[i].toString(16)}; ${JSON.stringify(law)}`;
      });
    }
  });
  return { difference, flagged };
}

function isNan(bits: number): boolean {
  return (bits & 0x7fffffff) > 0x7f800000;
}
