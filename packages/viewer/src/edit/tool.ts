import type { PagePlace } from '../controls/picture-ray.ts';
import type { Triple } from './edit.ts';
import type { Marks } from './marks.ts';

/** Where the pointer, or the cross-hair of the keys, is. */
export interface Spot {
  /** In the scene, m. */
  readonly at: Triple;
  /** On the page. */
  readonly place: PagePlace;
  readonly timeMs: number;
  readonly byKey: boolean;
}

/** What the pointer and the keys do in the picture while a tool is chosen. */
export interface Tool {
  /** Controls of the tool, for the palette. */
  readonly options: readonly HTMLElement[];
  /** What it does here, in words. */
  readonly hint: string;
  /** By keys, one press takes hold and the next lets go; else a press is all of it. */
  readonly holds?: boolean;
  /** Whether the press is the tool's; else it is the camera's. */
  press(spot: Spot): boolean;
  drag(spot: Spot): void;
  release(spot: Spot): void;
  /** What is held is dropped, and nothing done. */
  cancel(): void;
  /** Called each frame. */
  frame?(): void;
  /** What to draw over the picture; `spot` where the pointer last was. */
  marks(spot: Spot | undefined): Marks;
  /** Whether a key of the picture is the tool's. */
  key?(event: KeyboardEvent): boolean;
  /** Another run is open, or another tool chosen. */
  leave?(): void;
}
