import { Vector3 } from 'three';

export const CAMERA_MODES = ['framing', 'orbit', 'follow', 'fly'] as const;
/**
 * The mode of the camera. In `framing`, the camera keeps gun and target in the picture. In `orbit`, the camera is moved
 * by hand. In `follow`, the camera follows an agent. In `fly`, the camera is flown by keys.
 */
export type CameraMode = (typeof CAMERA_MODES)[number];

/** The mode and the position of the camera, as a link contains them. */
export interface CameraPlace {
  readonly mode: CameraMode;
  /** The position of the camera and the point it looks at, in m; absent in the modes that set both by themselves. */
  readonly view?: { readonly eye: Vector3; readonly look: Vector3 };
}

/** The form that `readPlace` accepts, in words. */
export const PLACE_FORM = `${CAMERA_MODES.join(', ')}. With orbit or fly, you can add the position of the camera and the point it looks at, as in orbit,1,2,3,0,0,0`;

/** Writes a camera place as text for the address, such as `follow` or `orbit,1,2,3,0,0,0`. */
export function writePlace({ mode, view }: CameraPlace): string {
  if (view === undefined) return mode;
  const numbers = [...view.eye.toArray(), ...view.look.toArray()];
  return [mode, ...numbers.map((value) => Number(value.toPrecision(5)))].join(',');
}

/** Reads a camera place from the text in the address; undefined when the text is not valid. */
export function readPlace(text: string): CameraPlace | undefined {
  const [name, ...rest] = text.split(',');
  const mode = CAMERA_MODES.find((each) => each === name);
  if (mode === undefined) return undefined;
  if (rest.length === 0) return { mode };
  const numbers = rest.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const held = mode === 'orbit' || mode === 'fly';
  if (!held || numbers.length !== 6) return undefined;
  if (!numbers.every((value) => Math.abs(value) <= 1e6)) return undefined;
  const [eye, look] = [new Vector3().fromArray(numbers), new Vector3().fromArray(numbers, 3)];
  return eye.distanceTo(look) < 1e-6 ? undefined : { mode, view: { eye, look } };
}
