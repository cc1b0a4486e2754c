// The laws of the scenes of this folder.
import { defineLaw, select, vec3 } from '@skein/core/laws';

const m = (/** @type {number} */ value, /** @type {string} */ description) => ({
  unit: 'm',
  default: value,
  min: -1e4,
  max: 1e4,
  description,
});

/** Walks along x at its own pace, which it reaches in a tick. */
export const walk = defineLaw({
  name: 'walk',
  description: 'Walks along x at the pace in its column.',
  parameters: {},
  columns: { pace: { type: 'f32', unit: 'm/s', default: 1.34, min: 0, max: 10 } },
  force: ({ self, dt }) => vec3(self.pace, 0, 0).sub(self.velocity).div(dt),
});

/** Ends who is out of a rectangle. */
export const leave = defineLaw({
  name: 'leave',
  description: 'Ends outside of a rectangle.',
  parameters: {
    left: m(-1e4, 'Least x.'),
    bottom: m(-1e4, 'Least y.'),
    right: m(1e4, 'Greatest x.'),
    top: m(1e4, 'Greatest y.'),
  },
  ends({ self: { position }, parameters: { left, bottom, right, top } }) {
    const aside = position.x.lessThan(left).or(position.x.greaterThan(right));
    return aside.or(position.y.lessThan(bottom)).or(position.y.greaterThan(top));
  },
});

/** Counts a delay down to 0. */
export const wait = defineLaw({
  name: 'wait',
  description: 'Counts the delay in its column down.',
  parameters: {},
  columns: { delay: { type: 'f32', unit: 's', default: 0, min: 0, max: 1e4 } },
  next: ({ self, dt }) => ({ delay: self.delay.sub(dt) }),
});

/** How deep a body is in the walls around the corner of the scene "corner", m; negative where it is clear of them. */
export const pierce = defineLaw({
  name: 'pierce',
  description: 'Depth of a body in the walls of the corner, along x.',
  parameters: {},
  force({ self: { position, radius } }) {
    const [x, y] = [position.x, position.y];
    const inner = vec3(x.sub(10).max(0), y.negate().add(2).max(0), 0).length();
    const outer = y.min(x.negate().add(12));
    return vec3(radius.sub(inner.min(outer)), 0, 0);
  },
});

/** Who stands, slower than 0.2 m/s, in the 2 m before the doors of the scene "rooms": before the first x, the second y. */
export const standing = defineLaw({
  name: 'standing',
  description: 'Along x 1 for who stands before the first door, along y before the second.',
  parameters: {},
  force({ self: { position, velocity } }) {
    const before = (/** @type {number} */ door) =>
      position.x.lessThan(door).and(position.x.greaterThan(door - 2));
    const stands = velocity.length().lessThan(0.2);
    const isOne = (/** @type {number} */ door) => select(stands.and(before(door)), 1, 0);
    return vec3(isOne(10), isOne(20.2), 0);
  },
});

/** Who is still in the room of the scene "door". */
export const inside = defineLaw({
  name: 'inside',
  description: 'Along x 1 for who has not passed the door.',
  parameters: {},
  force: ({ self: { position } }) => vec3(select(position.x.lessThan(8.2), 1, 0), 0, 0),
});
