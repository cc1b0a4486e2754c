import { Vector3 } from 'three';

export const CAMERA_MODES = ['framing', 'orbit', 'follow', 'fly'] as const;
/** What holds the camera: gun and target, the hand, an agent, or the keys. */
export type CameraMode = (typeof CAMERA_MODES)[number];

/** How the camera stands, as a link carries it. */
export interface CameraPlace {
  readonly mode: CameraMode;
  /** Where it stands and what it looks at, m; absent where the mode says it. */
  readonly view?: { readonly eye: Vector3; readonly look: Vector3 };
}

/** What `readPlace` takes, in words. */
export const PLACE_FORM = `${CAMERA_MODES.join(', ')}, or orbit or fly and six numbers (eye x,y,z and what it looks at), all with commas between`;

/** As the address writes it: `follow`, or `orbit,1,2,3,0,0,0`. */
export function writePlace({ mode, view }: CameraPlace): string {
  if (view === undefined) return mode;
  const numbers = [...view.eye.toArray(), ...view.look.toArray()];
  return [mode, ...numbers.map((value) => Number(value.toPrecision(5)))].join(',');
}

/** The place that a text of the address stands for; undefined for a text that is none. */
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
