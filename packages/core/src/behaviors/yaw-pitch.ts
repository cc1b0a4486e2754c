import { defineBehavior } from './define-behavior.ts';
import { aimed, rate, speed } from './keys.ts';

export const yawPitch = defineBehavior('yawPitch', {
  family: 'guidance',
  label: 'Yaw and pitch',
  description:
    'Turns its velocity toward the target by yaw and pitch, each at a rate of its own: weak in pitch it is dodged by a jump.',
  keys: {
    speed,
    yawRate: rate('How fast it turns about +y at most; in the plane its only turn.'),
    pitchRate: rate('How fast it rises and sinks at most.'),
    ...aimed,
  },
  hits: true,
});
