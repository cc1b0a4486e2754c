import { cos, defineLaw, type FloatNode, select, sin, vec3 } from '@skein/core/laws';

const speed = (axis: string, value: number) => ({
  unit: 'm/s',
  default: value,
  min: -1e3,
  max: 1e3,
  description: `Mean wind along ${axis}.`,
});

/**
 * Is blown by a wind with gusts: swirls that the mean wind carries along. The swirls are sums of sines without sources
 * or sinks, so drifting agents do not collect anywhere.
 *
 * source: the flow of Arnold 1965 and Childress 1970, carried along as in Taylor 1938, "The Spectrum of Turbulence"
 */
export const wind = defineLaw({
  name: 'wind',
  description: 'Is blown by a wind with gusts.',
  parameters: {
    weight: { unit: 'kg/s', default: 1, min: 0, max: 1e6, description: 'Drag in the wind.' },
    x: speed('x', 3),
    y: speed('y', 0),
    z: speed('z', 0),
    gust: { unit: 'm/s', default: 2, min: 0, max: 1e3, description: 'Speed of a swirl.' },
    length: {
      unit: 'm',
      default: 20,
      min: 0.1,
      max: 1e5,
      description: 'Wavelength of the swirls.',
    },
  },
  force({ self, parameters: { weight, x, y, z, gust, length }, tick, dt, dimensions }) {
    const mean = vec3(x, y, z);
    const time = tick.toFloat().mul(dt);
    const at = self.position.sub(mean.mul(time));
    // sin and cos are accurate for a few thousand turns. A wave repeats itself, so the phase is reduced to one turn.
    const phase = (place: FloatNode) =>
      place
        .mod(length)
        .div(length)
        .mul(2 * Math.PI);
    const [px, py, pz] = [phase(at.x), phase(at.y), phase(at.z)];
    const swirl = select(
      dimensions.equal(2),
      vec3(cos(py), sin(px), 0),
      vec3(sin(pz).add(cos(py)), sin(px).add(cos(pz)), sin(py).add(cos(px))),
    );
    return mean.add(swirl.mul(gust)).sub(self.velocity).mul(weight);
  },
});
