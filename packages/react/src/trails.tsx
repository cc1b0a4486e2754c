import type { ThreeElements } from '@react-three/fiber';
import { createTrails, type Trails as TrailsObject, type TrailsOptions } from '@skein/three';
import type { ReactNode, Ref } from 'react';
import { useRunning } from './context.ts';
import { given } from './given.ts';
import { checkNames } from './prop-names.ts';
import { useSceneObject } from './use-scene-object.ts';

export interface TrailsProps
  extends Omit<ThreeElements['group'], 'args' | 'attach' | 'children' | 'object' | 'ref'>,
    TrailsOptions {
  /** A ref to the object in the scene. */
  readonly ref?: Ref<TrailsObject>;
}

const OPTIONS = ['species', 'length', 'width', 'color', 'fade', 'maxSegments'];

/**
 * Shows the paths of the agents of the surrounding `<Skein>` as lines that glow and fade. It accepts the options of
 * `createTrails` and the properties of a group. If an option changes, new trails start.
 *
 * Throws PropsError PROPS_INVALID and ThreeError OPTION_INVALID to the nearest error boundary.
 */
export function Trails({ ref, ...props }: TrailsProps): ReactNode {
  const { species, length, width, color, fade, maxSegments, ...rest } = props;
  checkNames('Trails', props, OPTIONS, 'group');
  const { driver } = useRunning('<Trails>');
  const options = given({ species, length, width, color, fade, maxSegments });
  const make = () => (driver.disposed ? undefined : createTrails(driver, options));
  const trails = useSceneObject(make, [driver, JSON.stringify(options)]);
  return trails && <primitive key={trails.id} {...rest} ref={ref} object={trails} />;
}
