import type { InnerWorld } from '@skein/core/internal';
import { AXES, wgslNumber } from '../wgsl.ts';
import { LIMIT, type NumberPlaces } from './numbers.ts';
import type { Planes } from './planes.ts';

/** Functions with which bodies turn. If the CPU must decide, they set `isUnsure`. */
export function bodyFunctions(dimensions: 2 | 3): string {
  return `
fn dot3(a: array<F, 3>, b: array<F, 3>) -> F {
  return fAdd(fAdd(fMul(a[0], b[0]), fMul(a[1], b[1])), fMul(a[2], b[2]));
}

fn normalized(a: array<F, 3>) -> array<F, 3> {
  let squared = dot3(a, a);
  if (!fLess(fConst(0u), squared)) { return array<F, 3>(${wgslNumber(1)}, fConst(0u), fConst(0u)); }
  let inverse = fDiv(${wgslNumber(1)}, fSqrt(squared));
  return array<F, 3>(fMul(a[0], inverse), fMul(a[1], inverse), fMul(a[2], inverse));
}

fn cross(a: array<F, 3>, b: array<F, 3>) -> array<F, 3> {
  return array<F, 3>(
    fSub(fMul(a[1], b[2]), fMul(a[2], b[1])),
    fSub(fMul(a[2], b[0]), fMul(a[0], b[2])),
    fSub(fMul(a[0], b[1]), fMul(a[1], b[0])),
  );
}

// The unit vector perpendicular to the heading h, on the side of v; the side of the body if v is parallel to h.
fn acrossOf(h: array<F, 3>, v: array<F, 3>, up: array<F, 3>) -> array<F, 3> {
  let along = dot3(v, h);
  var off = v;
  for (var k = 0; k < 3; k++) { off[k] = fSub(v[k], fMul(h[k], along)); }
  // The CPU compares in f64. Close to the limit, it decides.
  let limit = fMul(${wgslNumber(1e-10)}, fMul(along, along));
  let squared = dot3(off, off);
  if (fLess(fMul(limit, ${wgslNumber(0.999)}), squared) && fLess(squared, fMul(limit, ${wgslNumber(1.001)}))) { isUnsure = true; }
  if (!fLess(limit, squared)) { return normalized(cross(up, h)); }
  ${dimensions === 2 ? 'off[2] = fConst(0u);' : ''}
  return normalized(off);
}

// The up vector, turned from the heading h to n without rolling.
fn upOf(n: array<F, 3>, h: array<F, 3>, up: array<F, 3>) -> array<F, 3> {
  let sum = fAdd(${wgslNumber(1)}, dot3(h, n));
  var share = fConst(0u);
  if (fLess(${wgslNumber(1e-6)}, sum)) { share = fDiv(dot3(up, n), sum); }
  var turned = up;
  for (var k = 0; k < 3; k++) { turned[k] = fSub(up[k], fMul(share, fAdd(h[k], n[k]))); }
  let rest = dot3(turned, n);
  for (var k = 0; k < 3; k++) { turned[k] = fSub(turned[k], fMul(rest, n[k])); }
  return normalized(turned);
}`;
}

/** The acceleration, the heading and the up vector of an agent that has moved, as on the CPU. */
export function bodyCode({ plan }: InnerWorld, planes: Planes, places: NumberPlaces): string {
  const { extras, dt, dimensions } = plan;
  const lines: string[] = [];
  if (extras.acceleration) {
    const [half, most] = [wgslNumber(0.5), 1e38];
    for (const axis of AXES.slice(0, dimensions)) {
      const name = `acceleration.${axis}`;
      const change = `fSub(velocity${axis.toUpperCase()}, fOf(${planes.front(`velocity.${axis}`)}))`;
      const now = `fAdd(fMul(${half}, fOf(${planes.front(name)})), fMul(${wgslNumber(0.5 / dt)}, ${change}))`;
      const limited = `fMax(${wgslNumber(-most)}, fMin(${now}, ${wgslNumber(most)}))`;
      lines.push(`${planes.next(name)} = fBits(${limited});`);
    }
  }
  if (!extras.heading) return lines.join('\n');
  const vector = (name: string): string =>
    `array<F, 3>(${AXES.map((axis) => `fOf(${planes.front(`${name}.${axis}`)})`).join(', ')})`;
  lines.push(`
  let v = array<F, 3>(velocityX, velocityY, velocityZ);
  let squaredV = dot3(v, v);
  if (fLess(${wgslNumber(1e-10)}, squaredV) && fLess(squaredV, fConst(0x7f800000u))) {
    let h = ${vector('heading')};
    let u = ${vector('up')};
    let cosine = ${places.ofSpecies(LIMIT.cosine)};
    let sine = ${places.ofSpecies(LIMIT.sine)};
    var n = v;
    if (!fLessEqual(fMul(fSqrt(squaredV), cosine), dot3(v, h))) {
      let across = acrossOf(h, v, u);
      for (var k = 0; k < 3; k++) { n[k] = fAdd(fMul(h[k], cosine), fMul(across[k], sine)); }
    }
    n = normalized(n);
    let upright = upOf(n, h, u);
    ${AXES.map((axis, k) => `${planes.next(`heading.${axis}`)} = fBits(n[${k}]);`).join('\n    ')}
    ${AXES.map((axis, k) => `${planes.next(`up.${axis}`)} = fBits(upright[${k}]);`).join('\n    ')}
  }`);
  return lines.join('\n');
}
