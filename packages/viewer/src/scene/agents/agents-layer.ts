import type { Scenario } from '@skein/core';
import {
  type DrawnState,
  isZUp,
  MANY,
  SHAPES,
  type Shape,
  type ShapeName,
} from '@skein/three/parts';
import { Color, Group, Vector3 } from 'three';
import type { AgentBrush, AgentObject } from '../brushes.ts';
import type { Extent } from '../extent.ts';
import type { FrameView, Layer, Look } from '../layer.ts';
import type { SceneHost } from '../scene-host.ts';
import { AgentModels } from './agent-models.ts';
import { type Form, formOf } from './form-of.ts';

/** The color into which distant points fade: that of the night sky, slightly lit by the points. */
const HAZE = new Color(0x1d4a78);
const WHITE = new Color(0xffffff);

/** Draws the bodies of all agents. Each body has the shape of its species, or the shape that the visitor has chosen. */
export class AgentsLayer implements Layer {
  readonly object = new Group();
  readonly #scenario: Scenario;
  readonly #extent: Extent;
  readonly #colors: readonly Color[];
  readonly #brush: AgentBrush;
  readonly #drawn: AgentObject[] = [];
  readonly #models: AgentModels;
  #mesh: Look['mesh'] | undefined;

  /** `colors` contains the color of each species. */
  constructor(
    brush: AgentBrush,
    scenario: Scenario,
    extent: Extent,
    colors: readonly Color[],
    host: SceneHost,
  ) {
    this.#scenario = scenario;
    this.#extent = extent;
    this.#colors = colors;
    this.#brush = brush;
    this.#models = new AgentModels(scenario, host, () => {
      this.#mesh = undefined;
    });
  }

  update(state: DrawnState, view: FrameView): void {
    if (view.look.mesh !== this.#mesh) {
      this.#mesh = view.look.mesh;
      this.#build(this.#mesh);
    }
    for (const object of this.#drawn) object.update(state, view.lag, view.camera);
  }

  dispose(): void {
    this.#models.dispose();
    this.#clear();
  }

  #clear(): void {
    for (const object of this.#drawn.splice(0)) {
      this.object.remove(object);
      object.dispose();
    }
  }

  #build(mesh: Look['mesh']): void {
    this.#clear();
    const { species, display } = this.#scenario;
    const radii = species.map(({ radius }) => Math.max(radius, display?.radius ?? 0));
    const { radius: reach } = this.#extent;
    const flat = isZUp(this.#scenario);
    const forms = species.map((one): Form | undefined => {
      const own = formOf(one, this.#scenario);
      if (own === undefined) return undefined;
      if (mesh === 'point') return 'point';
      if (mesh === 'dart') return 'dart';
      return one.count > MANY ? 'point' : own;
    });
    const models = species.map((species, index) =>
      mesh === 'species' && forms[index] !== 'point' ? this.#models.of(species) : undefined,
    );
    for (const name of Object.keys(SHAPES) as ShapeName[]) {
      const shape = SHAPES[name];
      const sizes = species.map(({ count }, index) => {
        if (forms[index] !== name || models[index] !== undefined) return 0;
        // Agents of a large species are drawn smaller, so they do not fill the picture, and those of a small species
        // larger.
        const crowd = Math.min(1.25, (1000 / count) ** (1 / 3));
        const least = shape.least * reach * crowd * (flat ? 1.25 : 1);
        return Math.max(radii[index] * shape.scale, least, 1e-3);
      });
      this.#addBodies(shape, sizes, this.#colors);
    }
    for (const model of new Set(models)) {
      if (model === undefined) continue;
      const sizes = species.map(({ body }, index) =>
        models[index] === model && typeof body === 'object' ? body.scale * model.length : 0,
      );
      // A model has its own colors; the color of the species, if it has one, tints them.
      const colors = species.map(({ color }, index) => (color ? this.#colors[index] : WHITE));
      this.#addBodies(model.shape, sizes, colors);
    }
    if (!forms.includes('point')) return;
    const sizes = species.map((_, index) =>
      forms[index] === 'point' ? Math.max(radii[index] * 2, reach / 400) : 0,
    );
    const look = { colors: this.#colors, sizes, extent: this.#extent, flat, haze: HAZE };
    this.#add(this.#brush.points(look));
  }

  /** Adds an object that draws all bodies of one shape, if any species has that shape. */
  #addBodies(shape: Shape, sizes: readonly number[], colors: readonly Color[]): void {
    if (sizes.every((size) => size === 0)) return;
    const flat = isZUp(this.#scenario);
    this.#add(
      this.#brush.bodies(shape, {
        colors,
        sizes,
        reach: this.#extent.radius,
        dt: this.#scenario.dt,
        upright: flat ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0),
        sun: (flat ? new Vector3(-0.45, 0.6, 0.66) : new Vector3(0.4, 0.85, 0.35)).normalize(),
      }),
    );
  }

  #add(object: AgentObject): void {
    this.#drawn.push(object);
    this.object.add(object);
  }
}
