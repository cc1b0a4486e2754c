import { defineLaw, exp, type FloatNode, select, type Vec3Node, vec3 } from '@skein/core/laws';

const [ROOM, DOOR] = [15, 1];
const [LOW, HIGH] = [(ROOM - DOOR) / 2, (ROOM + DOOR) / 2];

/** The force of a body at an offset (m) with an overlap (m); `velocity` is its velocity relative to the agent. */
function press(offset: Vec3Node, overlap: FloatNode, velocity: Vec3Node): Vec3Node {
  const away = offset.normalize().negate();
  const touch = overlap.max(0);
  const push = exp(overlap.div(0.08)).mul(2000).add(touch.mul(1.2e5));
  const along = velocity.sub(away.mul(velocity.dot(away)));
  return away.mul(push).add(along.mul(touch.mul(2.4e5)));
}

/** Runs to the door, is pressed by others and by the walls of the room, and disappears behind the door. */
export const leave = defineLaw({
  name: 'leave',
  description: 'Makes for the door, pressed by others and by the walls.',
  parameters: {
    speed: { unit: 'm/s', default: 1.5, min: 0, max: 20, description: 'Desired speed.' },
  },
  columns: { size: { type: 'f32', unit: 'm', description: 'Radius of its body.' } },
  force({ self, neighbors, parameters: { speed } }) {
    const { x, y } = self.position;
    const crowd = neighbors.within(1.2).sum(({ offset, distance, size, velocity }) => {
      return press(offset, self.size.add(size).sub(distance), velocity.sub(self.velocity));
    });
    const [left, right] = [x.negate(), x.negate().add(ROOM)];
    const [bottom, top] = [y.negate(), y.negate().add(ROOM)];
    const posts = [y.min(LOW), y.max(HIGH)].map((post) => vec3(right, post.sub(y), 0));
    const walls = [vec3(left, 0, 0), vec3(0, bottom, 0), vec3(0, top, 0), ...posts];
    const pressed = walls.map((to) =>
      press(to, self.size.sub(to.length()), self.velocity.negate()),
    );
    const aside = y.clamp(self.size.add(LOW), self.size.negate().add(HIGH)).sub(y);
    const toDoor = vec3(x.negate().add(ROOM + 0.3), aside, 0);
    const wanted = select(x.lessThan(ROOM), toDoor, vec3(1, 0, 0)).withLength(speed);
    const drive = wanted.sub(self.velocity).mul(80 / 0.5);
    return pressed.reduce((sum, one) => sum.add(one), drive.add(crowd));
  },
  ends: ({ self }) => self.position.x.greaterThan(ROOM + 2),
});

/** source: Helbing, Farkas and Vicsek 2000, Nature 407, 487 */
export function evacuation({ count = 200, speed = 1.5, seed = 1 } = {}) {
  const spawn = { type: 'box', min: [0.4, 0.4], max: [ROOM - 0.4, ROOM - 0.4] };
  const columns = { size: { type: 'f32', initial: { min: 0.25, max: 0.35 } } };
  const body = { radius: 0.3, mass: 80, maxSpeed: 12, spawn, columns };
  return {
    name: 'evacuation',
    description: 'A crowd leaves a room by one door; those in more of a hurry take longer.',
    seed,
    dt: 0.002,
    dimensions: 2,
    laws: [leave],
    species: [{ name: 'pedestrian', count, ...body, behaviors: [{ type: 'law:leave', speed }] }],
  };
}
