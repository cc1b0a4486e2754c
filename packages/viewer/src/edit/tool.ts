import type { PagePlace } from '../controls/picture-ray.ts';
import type { Triple } from './edit.ts';
import type { Marks } from './marks.ts';

/** The spot of the pointer. If the visitor uses the keys instead, the spot of the crosshair, which the keys move. */
export interface Spot {
  /** The position in the scene, in m. */
  readonly at: Triple;
  /** The place on the page, in CSS pixels. */
  readonly place: PagePlace;
  readonly timeMs: number;
  readonly byKey: boolean;
}

/** A tool of the editor. It decides what pointer and keys do in the picture while the tool is chosen. */
export interface Tool {
  /** The controls for the options of the tool, shown in the palette. */
  readonly options: readonly HTMLElement[];
  /** A short instruction for the visitor. */
  readonly hint: string;
  /**
   * Whether the tool holds something between two key presses. If true, the first press of Enter takes hold, and the
   * second lets go. If false or absent, one press of Enter does both.
   */
  readonly holds?: boolean;
  /** Begins a press of the pointer or of a key. Returns false if the press belongs to the camera. */
  press(spot: Spot): boolean;
  drag(spot: Spot): void;
  release(spot: Spot): void;
  /** Cancels the current press without an edit. */
  cancel(): void;
  /** Lets the tool do what it must do in each frame, such as giving commands. */
  frame?(): void;
  /** The marks to draw over the picture. `spot` is the latest spot of the pointer. */
  marks(spot: Spot | undefined): Marks;
  /** Handles a key that is pressed in the picture. Returns whether the tool has used the key. */
  key?(event: KeyboardEvent): boolean;
  /** Called when another run is opened, or when another tool is chosen. */
  leave?(): void;
}
