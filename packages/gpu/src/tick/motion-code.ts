import type { InnerWorld } from '@skein/core/internal';
import { AXES, CAPITALS, wgslNumber, wgslSquared } from '../wgsl.ts';
import { LIMIT, type NumberPlaces } from './numbers.ts';
import type { Planes } from './planes.ts';

const fround = Math.fround;
/**
 * Moves an agent by a step of semi-implicit Euler, with its limits and the bounds of the world, as on the CPU. The results
 * are in `velocityX` to `velocityZ` and in `newX` to `newZ`.
 */
export function motionCode({ plan }: InnerWorld, planes: Planes, places: NumberPlaces): string {
  const { dimensions } = plan;
  const dt = wgslNumber(plan.dt);
  const olds = AXES.map((axis, k) => {
    const isFlat = dimensions === 2 && k === 2;
    const old = isFlat ? 'fConst(0u)' : `fOf(${planes.front(`velocity.${axis}`)})`;
    return `let old${CAPITALS[k]} = ${old};`;
  });
  const steps = CAPITALS.map((axis) => {
    const change = `fSub(fMul(force${axis}, push), fMul(damping, old${axis}))`;
    return `var velocity${axis} = fAdd(old${axis}, fMul(${change}, ${dt}));`;
  });
  const scaled = (limit: number): string => `{
    let scale = fDiv(${places.ofSpecies(limit)}, fSqrt(squaredSpeed));
    ${CAPITALS.map((axis) => `velocity${axis} = fMul(velocity${axis}, scale);`).join(' ')}
  }`;
  const moves = CAPITALS.map(
    (axis) => `var new${axis} = fAdd(own${axis}, fMul(velocity${axis}, ${dt}));`,
  );
  return `
  ${dimensions === 2 ? 'forceZ = fConst(0u);' : ''}
  ${olds.join('\n  ')}
  let squaredForce = ${wgslSquared('forceX', 'forceY', 'forceZ')};
  var push = ${places.ofSpecies(LIMIT.inverseMass)};
  if (fLess(${places.ofSpecies(LIMIT.squaredMaxForce)}, squaredForce)) {
    push = fMul(push, fDiv(${places.ofSpecies(LIMIT.maxForce)}, fSqrt(squaredForce)));
  }
  let damping = ${places.ofSpecies(LIMIT.damping)};
  ${steps.join('\n  ')}
  let squaredSpeed = ${wgslSquared('velocityX', 'velocityY', 'velocityZ')};
  if (fLess(${places.ofSpecies(LIMIT.squaredMaxSpeed)}, squaredSpeed)) ${scaled(LIMIT.maxSpeed)}
  else if (fLess(squaredSpeed, ${places.ofSpecies(LIMIT.squaredMinSpeed)}) && fLess(${wgslNumber(1e-30)}, squaredSpeed)) ${scaled(LIMIT.minSpeed)}
  ${moves.join('\n  ')}
  ${boundsCode(plan)}`;
}

function boundsCode({ bounds, dimensions }: InnerWorld['plan']): string {
  if (bounds.type === 'open') return '';
  const confine = bounds.type === 'wrap' ? wrapCode : containCode;
  return CAPITALS.slice(0, dimensions)
    .map((axis, k) => confine(axis, fround(bounds.min[k]), fround(bounds.max[k])))
    .join('\n');
}

function wrapCode(axis: string, low: number, high: number): string {
  const [p, min, max] = [`new${axis}`, wgslNumber(low), wgslNumber(high)];
  const edge = wgslNumber(fround(high - low));
  return `
  if (!(fLessEqual(${min}, ${p}) && fLess(${p}, ${max}))) {
    let turns = fFloor(fDiv(fSub(${p}, ${min}), ${edge}));
    ${p} = fSub(${p}, fMul(turns, ${edge}));
    if (fLess(${p}, ${min}) || fLessEqual(${max}, ${p})) { ${p} = ${min}; }
  }`;
}

function containCode(axis: string, low: number, high: number): string {
  const [p, v, min, max] = [`new${axis}`, `velocity${axis}`, wgslNumber(low), wgslNumber(high)];
  return `
  if (fLess(${p}, ${min})) {
    ${p} = ${min};
    if (fLess(${v}, fConst(0u))) { ${v} = fConst(0u); }
  } else if (fLess(${max}, ${p})) {
    ${p} = ${max};
    if (fLess(fConst(0u), ${v})) { ${v} = fConst(0u); }
  }`;
}
