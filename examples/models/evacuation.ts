import {
  defineLaw,
  exp,
  type FloatNode,
  float,
  select,
  type Vec3Node,
  vec3,
} from '@skein/core/laws';

const [ROOM, DOOR] = [15, 1];
const [LOW, HIGH] = [(ROOM - DOOR) / 2, (ROOM + DOOR) / 2];

/** What pushes and rubs a body from an offset away (m), overlapping by so much; `velocity`: of the other, seen from it. */
function press(offset: Vec3Node, overlap: FloatNode, velocity: Vec3Node): Vec3Node {
  const away = offset.normalize().negate();
  const touch = overlap.max(0);
  const push = exp(overlap.div(0.08)).mul(2000).add(touch.mul(1.2e5));
  const along = velocity.sub(away.mul(velocity.dot(away)));
  return away.mul(push).add(along.mul(touch.mul(2.4e5)));
}

/** Makes for the door at its speed, pressed by others and by the walls of the room, and is gone once it is through. */
export const leave = defineLaw({
  name: 'leave',
  description: 'Makes for the door, pressed by others and by the walls.',
  parameters: {
    speed: { unit: 'm/s', default: 1.5, min: 0, max: 20, description: 'At which it wants to go.' },
  },
  columns: { size: { type: 'f32', unit: 'm', description: 'Radius of its body.' } },
  force({ self, neighbors, parameters: { speed } }) {
    const { x, y } = self.position;
    const crowd = neighbors.within(1.2).sum((other) => {
      const overlap = self.size.add(other.size).sub(other.distance);
      return press(other.offset, overlap, other.velocity.sub(self.velocity));
    });
    const walls = [
      vec3(x.negate(), 0, 0),
      vec3(0, y.negate(), 0),
      vec3(0, float(ROOM).sub(y), 0),
      vec3(float(ROOM).sub(x), y.min(LOW).sub(y), 0),
      vec3(float(ROOM).sub(x), y.max(HIGH).sub(y), 0),
    ].map((to) => press(to, self.size.sub(to.length()), self.velocity.negate()));
    const aside = y.max(self.size.add(LOW)).min(float(HIGH).sub(self.size)).sub(y);
    const toDoor = vec3(float(ROOM + 0.3).sub(x), aside, 0);
    const wanted = select(x.lessThan(ROOM), toDoor, vec3(1, 0, 0)).withLength(speed);
    const drive = wanted.sub(self.velocity).mul(80 / 0.5);
    return walls.reduce((sum, one) => sum.add(one), drive.add(crowd));
  },
  ends: ({ self }) => self.position.x.greaterThan(ROOM + 2),
});

/**
 * A crowd that leaves a room of 15 m by a door of 1 m; those in more of a hurry take longer.
 *
 * source: Helbing, Farkas and Vicsek 2000, Nature 407, 487
 */
export function evacuation({ count = 200, speed = 1.5, seed = 1 } = {}) {
  return {
    name: 'evacuation',
    description: 'A crowd leaves a room by one door; those in more of a hurry take longer.',
    seed,
    dt: 0.002,
    dimensions: 2,
    laws: [leave],
    species: [
      {
        name: 'pedestrian',
        count,
        radius: 0.3,
        mass: 80,
        maxSpeed: 12,
        spawn: { type: 'box', min: [0.4, 0.4], max: [ROOM - 0.4, ROOM - 0.4] },
        columns: { size: { type: 'f32', initial: { min: 0.25, max: 0.35 } } },
        behaviors: [{ type: 'law:leave', speed }],
      },
    ],
  };
}
