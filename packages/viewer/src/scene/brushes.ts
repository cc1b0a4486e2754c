import type {
  Births,
  BodyLook,
  DrawnState,
  PointsLook,
  RibbonsLook,
  Shape,
  SpeciesLook,
  SpritesOptions,
  SpritesView,
  TrailRing,
} from '@skein/three/parts';
import type { Camera, Color, DataTexture, Material, Object3D } from 'three';
import type { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/** Colors of the sky at the level of the eye, below and above it; as the screen shows them, 0 to 1. */
export interface Air {
  readonly level: readonly number[];
  readonly deep: readonly number[];
  readonly surface: readonly number[];
}

/** A grid of lines, all as the screen shows it. */
export interface GridLook {
  /** From a line to the next, m. */
  readonly cell: number;
  /** Lines fade out toward this distance from the middle, m. */
  readonly reach: number;
  readonly bright: number;
}

/** Uneven ground: its lowest point, its range of heights, and from a contour to the next, m. */
export interface ReliefLook {
  readonly least: number;
  readonly range: number;
  readonly interval: number;
}

/** A soft light about a point. */
export interface Halo {
  readonly object: Object3D;
  update(strength: number): void;
}

/** Agents of one look. */
export interface AgentObject extends Object3D {
  /** Shows the state, `lag` s before it; with a camera only what it may see. */
  update(state: DrawnState, lag: number, camera?: Camera): void;
  dispose(): void;
}

export interface RibbonObject extends Object3D {
  update(seconds: number, fastest: number): void;
  dispose(): void;
}

export interface ParticleObject extends Object3D {
  update(births: Births, view: SpritesView): void;
  /** The picture is drawn. */
  drawn?(): void;
  dispose(): void;
}

/** Draws the agents of a state, in one look or several. */
export interface AgentBrush {
  points(look: PointsLook): AgentObject;
  heads(look: SpeciesLook): AgentObject;
  bodies(shape: Shape, look: BodyLook): AgentObject;
}

export interface ParticleBrushOptions extends Omit<SpritesOptions, 'threads' | 'onDraw'> {
  readonly threads: Omit<NonNullable<SpritesOptions['threads']>, 'renderer'>;
}

/** Lines of so many CSS pixels, in front of everything. */
export type LineBrush = (
  geometry: LineSegmentsGeometry,
  width: number,
  opacity: number,
) => Object3D;

/**
 * What has shaders of its own: one set for each kind of graphics, with the same picture. All else in a scene is of
 * materials that three.js has for both.
 */
export interface Brushes {
  air(air: Air): Material;
  /** `brightness`: of each, 0 to 1. */
  stars(places: Float32Array, brightness: Float32Array): Object3D;
  grid(look: GridLook): Material;
  /** An arrow in each cell of a plane; `moves` has a texel for each. */
  arrows(moves: DataTexture, cells: readonly [number, number], color: Color): Material;
  relief(look: ReliefLook): Promise<Material>;
  halo(color: Color, radius: number): Halo;
  /** Loads what draws thick lines. */
  loadLines(): Promise<LineBrush>;
  agents(state: DrawnState): AgentBrush;
  ribbons(ring: TrailRing, look: RibbonsLook): RibbonObject;
  particles(options: ParticleBrushOptions): ParticleObject;
}
