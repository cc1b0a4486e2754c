import { defineLaw, exp, float, select, vec3 } from '@skein/core/laws';

/**
 * Drifts with a vortex whose eye is the aim: the flow turns like a rigid body inside the core and falls off as
 * 1 / distance outside.
 *
 * source: Lamb 1932, Hydrodynamics, 6th edition, article 334a; Oseen 1912
 */
export const vortex = defineLaw({
  name: 'vortex',
  description: 'Drifts with a vortex about its aim.',
  parameters: {
    weight: { unit: 'kg/s', default: 2, min: 0, max: 1e6, description: 'Drag in the flow.' },
    circulation: {
      unit: 'm^2/s',
      default: 60,
      min: -1e6,
      max: 1e6,
      description: 'Flow around the eye: 2 pi x distance x speed, far outside of the core.',
    },
    core: { unit: 'm', default: 3, min: 1e-3, max: 1e5, description: 'Radius of the core.' },
  },
  aim: 'one',
  force({ self, aim, parameters: { weight, circulation, core }, dimensions }) {
    const up = select(dimensions.equal(2), vec3(0, 0, 1), vec3(0, 1, 0));
    const arm = aim.offset.sub(up.mul(aim.offset.dot(up))).negate();
    const q = arm.lengthSquared().div(core.mul(core));
    // In the eye, (1 - e^-q) / q is 0 / 0, and near it the result is inaccurate, so a series replaces it there. select
    // computes both sides for every agent and then chooses one.
    const one = float(1);
    const series = one.sub(q.div(2).mul(one.sub(q.div(3).mul(one.sub(q.div(4))))));
    const share = one.sub(exp(q.negate())).div(q);
    const turn = circulation.div(core.mul(core).mul(2 * Math.PI));
    const flow = up.cross(arm).mul(turn.mul(select(q.lessThan(0.1), series, share)));
    return flow.sub(self.velocity).mul(weight);
  },
});
