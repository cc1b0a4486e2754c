import { cos, defineLaw, select } from '@skein/core/laws';

/**
 * Three zones around an agent. While there are neighbors in the zone of repulsion, it flies away from them and ignores
 * all others. Otherwise it aligns with neighbors in the zone of orientation, and flies toward those in the zone of
 * attraction. Each zone begins where the previous one ends. It does not see behind itself, except for repulsion.
 *
 * source: Couzin, Krause, James, Ruxton and Franks 2002, "Collective Memory and Spatial Sorting in Animal Groups".
 * Their limit of the turning rate corresponds to maxForce of the species.
 */
export const couzin = defineLaw({
  name: 'couzin',
  description: 'Repulsion, orientation and attraction by zones.',
  parameters: {
    weight: {
      unit: 'kg/s',
      default: 4,
      min: 0,
      max: 1e6,
      description: 'Pull toward the wanted velocity.',
    },
    repulsion: {
      unit: 'm',
      default: 1,
      min: 1e-3,
      max: 1e5,
      description: 'End of the first zone.',
    },
    orientation: {
      unit: 'm',
      default: 4,
      min: 0,
      max: 1e5,
      description: 'End of the second zone.',
    },
    attraction: {
      unit: 'm',
      default: 10,
      min: 1e-3,
      max: 1e5,
      description: 'End of the third zone.',
    },
    view: {
      unit: 'rad',
      default: 4.71,
      min: 0,
      max: 6.2831855,
      description: 'Angle that it sees, about its velocity.',
    },
  },
  force({ self, neighbors, parameters }) {
    const { weight, repulsion, orientation, attraction, view } = parameters;
    const tooNear = neighbors.within(repulsion);
    const away = tooNear.sum((other) => other.offset.normalize()).negate();

    // The range and the angle of view depend only on parameters and numbers, so they are the same for all agents.
    const seen = neighbors.within(attraction, { cosine: cos(view.div(2)) });
    const turn = seen.sum((other) => {
      const aligns = other.distance.lessThanEqual(orientation);
      return select(aligns, other.velocity.normalize(), other.offset.normalize());
    });

    const crowded = tooNear.count().greaterThan(0);
    const wanted = select(crowded, away, turn);
    // Without a wanted direction, it keeps its course.
    const lost = wanted.lengthSquared().equal(0);
    const ahead = select(lost, self.velocity, wanted).withLength(self.maxSpeed);
    return ahead.sub(self.velocity).mul(weight);
  },
});
