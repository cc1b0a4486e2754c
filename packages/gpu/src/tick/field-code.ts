import { depositPlane, type InnerWorld, isStill, scalarCells } from '@skein/core/internal';
import { arithmetic } from '../arithmetic.ts';
import { AXES, CAPITALS, wgslNumber } from '../wgsl.ts';
import { cellPlane, depositedOf, type ScalarPlan } from './fields.ts';
import type { Planes } from './planes.ts';
import { PROGRESS, ROW, WORKGROUP } from './progress.ts';
import { MIX, START } from './sort-code.ts';

/** Stages the amount that an agent deposits into each field, and the cell. The number of cells stands for no deposit. */
export function depositCode(world: InnerWorld, planes: Planes): readonly string[] {
  return depositedOf(world).map((field) => {
    const { name, cells, origin, inverse, count } = field;
    const along = CAPITALS.map((axis, k) => {
      const cell = `fMul(fSub(own${axis}, ${wgslNumber(origin[k])}), ${wgslNumber(inverse[k])})`;
      return `min(fWhole(${cell}), ${cells[k] - 1}u)`;
    });
    const plane = depositPlane(name);
    const at = `${along[0]} + ${cells[0]}u * (${along[1]} + ${cells[1]}u * ${along[2]})`;
    return `if ((${planes.next(plane)} << 1u) != 0u) { ${planes.next(cellPlane(name))} = ${at}; } else { ${planes.next(cellPlane(name))} = ${count}u; }`;
  });
}

/**
 * Spreads and decays all fields, adds the deposits in stored order, and adds the cells to the hash of the tick. The soft
 * layer does it: there are few operations, and the edge of what spreads is subnormal. Bindings: `progress`, `front`,
 * `back`, `staged`, and for each field with deposits the agents in the order of their cells.
 */
export function fieldCode(world: InnerWorld, planes: Planes): string {
  const { scalars } = world.plan;
  const orders = depositedOf(world).map(
    (_, k) => `@group(0) @binding(${4 + k}) var<storage, read> order${k}: array<u32>;`,
  );
  const steps = scalars.map((field) => {
    const { first, count } = field;
    return `if (at >= ${first}u && at < ${first + count}u) { isCell = true; value = ${stepName(field)}(at - ${first}u); }`;
  });
  return `${START}${arithmetic('soft')}${MIX}
@group(0) @binding(1) var<storage, read> front: array<u32>;
@group(0) @binding(2) var<storage, read_write> back: array<u32>;
@group(0) @binding(3) var<storage, read> staged: array<u32>;
${orders.join('\n')}
${scalars.map((field) => stepCode(world, planes, field)).join('\n')}
var<workgroup> sums: array<atomic<u32>, 2>;
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = id.x + ${WORKGROUP * ROW}u * id.y;
  var isCell = false;
  var value = 0u;
  if (at < ${scalarCells(scalars)}u && !isStopped()) {
    ${steps.join('\n    ')}
  }
  if (isCell) {
    back[at] = value;
    let a = mixA(mixA(0x9747b28cu, at), value);
    let b = mixB(mixB(0x3c6ef372u, at), value);
    atomicAdd(&sums[0], finish(a));
    atomicAdd(&sums[1], finish(b ^ (a * 0x27d4eb2fu)));
  }
  workgroupBarrier();
  if (thread != 0u) { return; }
  let place = ${PROGRESS.hashes}u + 2u * atomicLoad(&progress[${PROGRESS.done}]);
  atomicAdd(&progress[place], atomicLoad(&sums[0]));
  atomicAdd(&progress[place + 1u], atomicLoad(&sums[1]));
}`;
}

function stepName({ first }: ScalarPlan): string {
  return `step${first}`;
}

/** A function that steps a cell of a field, as `stepFields` does on the CPU. */
function stepCode(world: InnerWorld, planes: Planes, field: ScalarPlan): string {
  const { first, deposit } = field;
  const lines = isStill(field) ? [] : spreadCode(field);
  if (deposit >= 0) lines.push(addCode(world, planes, field));
  const limit = `
  let own = select(value, 0u, fLess(fAbs(value), ${wgslNumber(Math.fround(1e-30))}));
  return fMin(fMax(own, ${wgslNumber(field.min)}), ${wgslNumber(field.max)});`;
  return `
fn ${stepName(field)}(cell: u32) -> u32 {
  var value = front[${first}u + cell];
  ${lines.join('\n  ')}
  ${isStill(field) && deposit < 0 ? 'return value;' : limit}
}`;
}

function spreadCode({ first, cells, wraps, share, keep }: ScalarPlan): string[] {
  const [nx, ny, nz] = cells;
  const strides = [1, nx, nx * ny];
  const of = [`cell % ${nx}u`, `(cell / ${nx}u) % ${ny}u`, `cell / ${nx * ny}u`];
  const axes = nz > 1 ? 3 : 2;
  const lines = ['let old = value;', 'let twice = fAdd(old, old);'];
  for (let k = 0; k < axes; k++) {
    const [n, stride, axis] = [cells[k], strides[k], AXES[k]];
    const [low, high] = wraps ? [`${axis} + ${n - 1}u`, `${axis} + 1u - ${n}u`] : [axis, axis];
    lines.push(
      `let ${axis} = ${of[k]};`,
      `let low${axis} = front[${first}u + cell - ${stride}u * ${axis} + ${stride}u * select(${low}, ${axis} - 1u, ${axis} > 0u)];`,
      `let high${axis} = front[${first}u + cell - ${stride}u * ${axis} + ${stride}u * select(${high}, ${axis} + 1u, ${axis} < ${n - 1}u)];`,
      `value = fAdd(value, fMul(${wgslNumber(share[k])}, fSub(fAdd(low${axis}, high${axis}), twice)));`,
    );
  }
  return [...lines, `value = fMul(value, ${wgslNumber(keep)});`];
}

/** The deposits into a cell, found by halving among the sorted agents. */
function addCode(world: InnerWorld, planes: Planes, { name, deposit }: ScalarPlan): string {
  const { agents } = world.plan;
  const order = `order${deposit}`;
  const cell = (e: string): string => planes.staging(cellPlane(name), `${order}[${e}]`);
  return `
  var begin = 0u;
  var end = ${agents}u;
  while (begin < end) {
    let middle = (begin + end) >> 1u;
    if (${cell('middle')} < cell) { begin = middle + 1u; } else { end = middle; }
  }
  for (var e = begin; e < ${agents}u; e++) {
    if (${cell('e')} != cell) { break; }
    value = fAdd(value, ${planes.staging(depositPlane(name), `${order}[e]`)});
  }`;
}
