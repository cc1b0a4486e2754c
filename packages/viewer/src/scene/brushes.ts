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

/** Colors of the sky at the horizon, below and above it, in display (sRGB) values from 0 to 1. */
export interface Air {
  readonly level: readonly number[];
  readonly deep: readonly number[];
  readonly surface: readonly number[];
}

/** The look of the grid of lines. */
export interface GridLook {
  /** The distance between lines, in m. */
  readonly cell: number;
  /** Lines fade out toward this distance from the center, in m. */
  readonly reach: number;
  readonly bright: number;
}

/** The look of uneven ground: its lowest point, its range of heights, and the distance between contours, in m. */
export interface ReliefLook {
  readonly least: number;
  readonly range: number;
  readonly interval: number;
}

/** A soft light around a point. */
export interface Halo {
  readonly object: Object3D;
  update(strength: number): void;
}

/** An object that draws agents in one look. */
export interface AgentObject extends Object3D {
  /** Shows the state, `lag` seconds before it. With a camera, agents outside its view may be left out. */
  update(state: DrawnState, lag: number, camera?: Camera): void;
  dispose(): void;
}

export interface RibbonObject extends Object3D {
  update(seconds: number, fastest: number): void;
  dispose(): void;
}

export interface ParticleObject extends Object3D {
  update(births: Births, view: SpritesView): void;
  /** Called when the frame has been drawn. */
  drawn?(): void;
  dispose(): void;
}

/** Creates the objects that draw the agents of a state, in one or several looks. */
export interface AgentBrush {
  points(look: PointsLook): AgentObject;
  heads(look: SpeciesLook): AgentObject;
  bodies(shape: Shape, look: BodyLook): AgentObject;
}

export interface ParticleBrushOptions extends Omit<SpritesOptions, 'threads' | 'onDraw'> {
  readonly threads: Omit<NonNullable<SpritesOptions['threads']>, 'renderer'>;
}

/** Creates lines of `width` CSS pixels, drawn in front of everything. */
export type LineBrush = (
  geometry: LineSegmentsGeometry,
  width: number,
  opacity: number,
) => Object3D;

/**
 * Everything with its own shaders: one set for each graphics interface, with the same picture. All other objects use
 * materials that three.js provides for both.
 */
export interface Brushes {
  air(air: Air): Material;
  /** `brightness`: of each star, 0 to 1. */
  stars(places: Float32Array, brightness: Float32Array): Object3D;
  grid(look: GridLook): Material;
  /** An arrow in each cell of a plane; `moves` has one texel per cell. */
  arrows(moves: DataTexture, cells: readonly [number, number], color: Color): Material;
  relief(look: ReliefLook): Promise<Material>;
  halo(color: Color, radius: number): Halo;
  /** Loads the code that draws thick lines. */
  loadLines(): Promise<LineBrush>;
  agents(state: DrawnState): AgentBrush;
  ribbons(ring: TrailRing, look: RibbonsLook): RibbonObject;
  particles(options: ParticleBrushOptions): ParticleObject;
}
