import { cos, defineLaw, sin } from '@skein/core/laws';

/**
 * Takes the mean direction of its neighbors and itself, with an error: an angle from 0 to half of the noise, to a
 * random side. All agents fly at maxSpeed, and change direction within one tick.
 *
 * source: Vicsek, Czirok, Ben-Jacob, Cohen and Shochet 1995, "Novel Type of Phase Transition in a System of Self-Driven
 * Particles"
 */
export const vicsek = defineLaw({
  name: 'vicsek',
  description: 'Takes the mean direction of its neighbors, with noise.',
  parameters: {
    radius: { unit: 'm', default: 1, min: 1e-3, max: 1e5, description: 'How far it looks.' },
    noise: {
      unit: 'rad',
      default: 1,
      min: 0,
      max: 6.2831855,
      description: 'Width of the range of angles of the error.',
    },
  },
  force({ self, neighbors, parameters: { radius, noise }, random, dt }) {
    const others = neighbors.within(radius).sum((other) => other.velocity.normalize());
    const mean = others.add(self.velocity.normalize()).normalize();
    // The same stream always gives the same numbers, so two independent draws need two streams.
    const angle = random.uniform(0).mul(noise).div(2);
    const anyway = random.direction(1);
    const sideways = anyway.sub(mean.mul(anyway.dot(mean))).normalize();
    const course = mean.mul(cos(angle)).add(sideways.mul(sin(angle)));
    // mass / dt times a change of velocity is the force that makes this change in one tick.
    const wanted = course.withLength(self.maxSpeed);
    return wanted.sub(self.velocity).mul(self.mass.div(dt));
  },
});
