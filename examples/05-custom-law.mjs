// A law of your own: cars on a ring road, each with a speed that follows from the gap ahead of it. One car
// starts too close to the next. Nothing ever blocks the road, and yet jams form and travel backward.
// Model: Bando et al. 1995, "Dynamical model of traffic congestion and numerical simulation".
//
//   node examples/05-custom-law.mjs
import { createWorld, measure, parseScenario, tick } from '@skein/core';
import { defineLaw, exp, float, select, vec3 } from '@skein/core/laws';

const follow = defineLaw({
  name: 'follow',
  description: 'Takes up the speed that suits the gap to the car ahead, along x.',
  parameters: {
    gap: {
      unit: 'm',
      default: 2,
      min: 0,
      max: 9,
      description: 'Gap at which the speed changes most.',
    },
    sight: { unit: 'm', default: 10, min: 1, max: 100, description: 'How far a driver looks.' },
  },
  force({ self, neighbors, parameters: { gap, sight } }) {
    const ahead = neighbors
      .within(sight)
      .min((other) => select(other.offset.x.greaterThan(0), other.offset.x, sight))
      .min(sight);
    const wanted = tanh(ahead.sub(gap)).add(tanh(gap));
    return vec3(wanted.sub(self.velocity.x), 0, 0);
  },
});

/** @param {import('@skein/core/laws').FloatNode} x */
function tanh(x) {
  return float(1).sub(float(2).div(exp(x.mul(2)).add(1)));
}

const [cars, length] = [40, 80];
const positions = Array.from({ length: cars }, (_, car) => [(car * length) / cars, 20]);
positions[20][0] += 0.5;
const car = {
  name: 'car',
  count: cars,
  spawn: { type: 'points', positions },
  behaviors: [{ type: 'law:follow' }],
};
const bounds = { type: 'wrap', min: [0, 0], max: [length, 40] };
const road = { name: 'road', dimensions: 2, dt: 0.1, bounds, species: [car] };
const world = createWorld(parseScenario(road, { laws: [follow] }));

console.log('Every line is 5 s later. # is a car in a jam, - one that moves.\n');
for (let line = 0; line <= 36; line++) {
  if (line > 0) tick(world, 50);
  const { position, velocity } = world.views;
  const row = Array(length).fill(' ');
  for (let i = 0; i < cars; i++) row[Math.floor(position.x[i])] = velocity.x[i] < 0.5 ? '#' : '-';
  console.log(row.join('').trimEnd());
}
const [slowest, fastest] = measure(world, ['min(speed)', 'max(speed)']);
console.log(`\nslowest car ${slowest.toFixed(2)} m/s, fastest ${fastest.toFixed(2)} m/s`);
