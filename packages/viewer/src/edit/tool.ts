import type { PagePlace } from '../controls/picture-ray.ts';
import type { Triple } from './edit.ts';
import type { Marks } from './marks.ts';

/** The spot of the pointer, or of the crosshair that keys move. */
export interface Spot {
  /** The position in the scene, in m. */
  readonly at: Triple;
  /** The place on the page. */
  readonly place: PagePlace;
  readonly timeMs: number;
  readonly byKey: boolean;
}

/** A tool of the editor: the meaning of pointer and keys in the picture while the tool is chosen. */
export interface Tool {
  /** Controls of the tool, for the palette. */
  readonly options: readonly HTMLElement[];
  /** A short instruction for the visitor. */
  readonly hint: string;
  /** With keys, the first press of Enter takes hold and the second lets go; otherwise one press does both. */
  readonly holds?: boolean;
  /** Starts a press. Returns false if the press belongs to the camera. */
  press(spot: Spot): boolean;
  drag(spot: Spot): void;
  release(spot: Spot): void;
  /** Cancels the current press without an edit. */
  cancel(): void;
  /** Called in each frame. */
  frame?(): void;
  /** The marks to draw over the picture; `spot` is the last spot of the pointer. */
  marks(spot: Spot | undefined): Marks;
  /** Handles a key in the picture. Returns whether the tool used the key. */
  key?(event: KeyboardEvent): boolean;
  /** Called when another run is opened or another tool is chosen. */
  leave?(): void;
}
