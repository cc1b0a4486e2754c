import type { ThreeElements } from '@react-three/fiber';
import {
  createParticles,
  type Particles as ParticlesObject,
  type ParticlesOptions,
} from '@skein/three';
import type { ReactNode, Ref } from 'react';
import { useRunning } from './context.ts';
import { given } from './given.ts';
import { checkNames } from './prop-names.ts';
import { useSceneObject } from './use-scene-object.ts';

export interface ParticlesProps
  extends Omit<ThreeElements['group'], 'args' | 'attach' | 'children' | 'object' | 'ref'>,
    ParticlesOptions {
  /** A ref to the object in the scene. */
  readonly ref?: Ref<ParticlesObject>;
}

const OPTIONS = ['species', 'kinds', 'color'];

/**
 * Shows the particles of the world of the surrounding `<Skein>`. It accepts the options of `createParticles` and the
 * properties of a group.
 *
 * Throws PropsError PROPS_INVALID and ThreeError OPTION_INVALID to the nearest error boundary.
 */
export function Particles({ ref, ...props }: ParticlesProps): ReactNode {
  const { species, kinds, color, ...rest } = props;
  checkNames('Particles', props, OPTIONS, 'group');
  const { driver } = useRunning('<Particles>');
  const options = given({ species, kinds, color });
  const make = () => (driver.disposed ? undefined : createParticles(driver, options));
  const particles = useSceneObject(make, [driver, JSON.stringify(options)]);
  return particles && <primitive key={particles.id} {...rest} ref={ref} object={particles} />;
}
