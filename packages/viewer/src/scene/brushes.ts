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
import type { Team } from '@skein/worker';
import type { Camera, Color, DataTexture, Material, Object3D } from 'three';
import type { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/**
 * The colors of the sky at the horizon (`level`), below it (`deep`) and above it (`surface`), as sRGB values from 0 to
 * 1.
 */
export interface Air {
  readonly level: readonly number[];
  readonly deep: readonly number[];
  readonly surface: readonly number[];
}

/** The appearance of the grid on the ground. */
export interface GridLook {
  /** The distance between two lines, in m. */
  readonly cell: number;
  /**
   * The distance from the center of the grid, in m, at which its lines have faded to about a tenth of their brightness.
   */
  readonly reach: number;
  readonly bright: number;
}

/**
 * The appearance of uneven ground: its lowest height, the range of its heights, and the distance between two contours,
 * all in m.
 */
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

/** An object that draws all its agents in the same style, such as points or bodies. */
export interface AgentObject extends Object3D {
  /**
   * Draws the agents at the moment `lag` seconds before the state. If a camera is given, agents outside its view may be
   * left out.
   */
  update(state: DrawnState, lag: number, camera?: Camera): void;
  dispose(): void;
}

export interface RibbonObject extends Object3D {
  update(seconds: number, fastest: number): void;
  dispose(): void;
}

export interface ParticleObject extends Object3D {
  update(births: Births, view: SpritesView): void;
  /** Called after the frame has been drawn. */
  drawn?(): void;
  dispose(): void;
}

/** What steps a world on the graphics card: `card` of a team. */
export type CardToDraw = NonNullable<Team['card']>;

/** A copy of the agents on the graphics card. It stays as it is while the next run changes the state there. */
export interface CardCopy {
  /** Copies the present state. Call it only while no tick is being computed. */
  update(): void;
  dispose(): void;
}

/** Creates the objects that draw the agents of a state. Each object has one look: points, heads or bodies. */
export interface AgentBrush {
  points(look: PointsLook): AgentObject;
  heads(look: SpeciesLook): AgentObject;
  bodies(shape: Shape, look: BodyLook): AgentObject;
}

export interface ParticleBrushOptions extends Omit<SpritesOptions, 'threads' | 'onDraw'> {
  readonly threads: Omit<NonNullable<SpritesOptions['threads']>, 'renderer'>;
}

/** Creates an object that draws lines in front of everything else. `width` is in CSS pixels. */
export type LineBrush = (
  geometry: LineSegmentsGeometry,
  width: number,
  opacity: number,
) => Object3D;

/**
 * Brushes create everything that needs its own shaders. Each graphics interface has its own brushes, and all of them
 * draw the same picture. Other objects use materials of three.js, which work with all graphics interfaces.
 */
export interface Brushes {
  air(air: Air): Material;
  /** Creates the stars. `brightness` contains the brightness of each star, 0 to 1. */
  stars(places: Float32Array, brightness: Float32Array): Object3D;
  grid(look: GridLook): Material;
  /**
   * Creates a material that draws an arrow in each cell of a plane. `moves` has one texel per cell. A texel from 0 to 7
   * is the direction of the arrow. A higher number stands for no arrow.
   */
  arrows(moves: DataTexture, cells: readonly [number, number], color: Color): Material;
  relief(look: ReliefLook): Promise<Material>;
  halo(color: Color, radius: number): Halo;
  /** Loads the code that draws thick lines. */
  loadLines(): Promise<LineBrush>;
  /** @param card the copy from which agents are drawn; undefined if `state` has them */
  agents(state: DrawnState, card?: CardCopy): AgentBrush;
  ribbons(ring: TrailRing, look: RibbonsLook): RibbonObject;
  particles(options: ParticleBrushOptions): ParticleObject;
}
