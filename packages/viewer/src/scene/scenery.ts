import type { Scenario, Species, WorldEvent } from '@skein/core';
import { type DrawnState, isLight, isZUp } from '@skein/three/parts';
import type { Color } from 'three';
import { POINTER } from '../changes.ts';
import { AgentsLayer } from './agents/agents-layer.ts';
import { formOf } from './agents/form-of.ts';
import { BeamLayer } from './beam-layer.ts';
import { BoundsLayer } from './bounds-layer.ts';
import type { AgentBrush, Brushes, CardCopy } from './brushes.ts';
import { type Extent, extentOf } from './extent.ts';
import { FieldLayer } from './field-layer.ts';
import { FlatObstacleLayer } from './flat-obstacle-layer.ts';
import { Ground } from './ground.ts';
import { LauncherLayer } from './launcher-layer.ts';
import type { FrameView, Layer } from './layer.ts';
import { LinkLayer } from './link-layer.ts';
import { MapLayer } from './map-layer.ts';
import { MeshLayer } from './mesh-layer.ts';
import { ObstacleLayer } from './obstacle-layer.ts';
import { PathLayer } from './path-layer.ts';
import { ReliefLayer } from './relief-layer.ts';
import { ScalarFieldLayer } from './scalar-field-layer.ts';
import type { SceneHost } from './scene-host.ts';
import { Sky } from './sky.ts';
import { speciesColor } from './species-color.ts';
import type { Stage } from './stage.ts';
import { TargetLayer } from './target-layer.ts';
import { VolumeLayer } from './volume-layer.ts';

/** Everything in the picture of a scenario, as layers. */
export class Scenery {
  readonly extent: Extent;
  readonly #stage: Stage;
  readonly #layers: Layer[] = [];
  readonly #targets = new Map<string, TargetLayer>();
  readonly #launchers = new Map<string, LauncherLayer>();

  /** @param card the copy from which agents are drawn; undefined if `state` has them */
  constructor(
    stage: Stage,
    scenario: Scenario,
    state: DrawnState,
    host: SceneHost,
    card?: CardCopy,
  ) {
    this.#stage = stage;
    const { brushes } = stage.graphics;
    this.extent = extentOf(scenario);
    const flat = isZUp(scenario);
    const sea = scenario.species.some((species) => formOf(species, scenario) === 'fish');
    if (!flat) this.#layers.push(new Sky(brushes, sea ? 'sea' : 'night'));
    const { relief } = state;
    if (relief === undefined) this.#layers.push(new Ground(brushes, this.extent, flat));
    else this.#layers.push(new ReliefLayer(brushes, scenario.heights!, relief));
    if (this.extent.bounded) this.#layers.push(new BoundsLayer(this.extent));
    const mesh = scenario.ground ?? scenario.mesh;
    if (mesh) this.#layers.push(new MeshLayer(mesh));
    const links = scenario.ground?.links ?? [];
    if (links.length > 0) this.#layers.push(new LinkLayer(brushes, links, this.extent.radius));
    if (scenario.map) this.#layers.push(new MapLayer(scenario.map, state));
    for (const field of scenario.map ? state.fields : []) {
      const color = fieldColor(scenario, field.target);
      this.#layers.push(new FieldLayer(brushes, scenario.map!, field, color, relief));
    }
    state.scalars.forEach((field, order) => {
      const { bounds } = scenario;
      if (bounds.type === 'open') return;
      const Field = scenario.dimensions === 2 ? ScalarFieldLayer : VolumeLayer;
      this.#layers.push(new Field(field, order, bounds.min, bounds.max));
    });
    if (scenario.paths.length > 0) this.#layers.push(new PathLayer(scenario, relief));
    if (scenario.obstacles.length + (scenario.obstacleCapacity ?? 0) > 0) {
      const Obstacles = scenario.dimensions === 2 ? FlatObstacleLayer : ObstacleLayer;
      this.#layers.push(new Obstacles(scenario, state));
    }
    scenario.targets.forEach((target, index) => {
      if (target.name === POINTER) return;
      const layer = new TargetLayer(brushes, target, index);
      this.#targets.set(target.name, layer);
      this.#layers.push(layer);
    });
    for (const launcher of scenario.launchers) {
      const species = scenario.species.findIndex(({ name }) => name === launcher.species);
      const color = speciesColor(scenario, species);
      const layer = new LauncherLayer(brushes, launcher, scenario, color);
      this.#launchers.set(launcher.name, layer);
      this.#layers.push(layer);
    }
    this.#layers.push(
      ...agentLayers(brushes.agents(state, card), brushes, scenario, state, this.extent, host),
    );
    stage.add(...this.#layers.map((layer) => layer.object));
  }

  /** Lights up the target of a hit, or the launcher of a shot. */
  show(event: WorldEvent): void {
    if (event.type === 'hit') this.#targets.get(event.target)?.hit();
    if (event.type === 'fired') this.#launchers.get(event.launcher)?.fired();
  }

  update(state: DrawnState, view: FrameView): void {
    for (const layer of this.#layers) layer.update?.(state, view);
  }

  dispose(): void {
    for (const layer of this.#layers) {
      this.#stage.scene.remove(layer.object);
      layer.dispose();
    }
  }
}

function agentLayers(
  brush: AgentBrush,
  brushes: Brushes,
  scenario: Scenario,
  state: DrawnState,
  extent: Extent,
  host: SceneHost,
): Layer[] {
  const colors = scenario.species.map((_, index) => speciesColor(scenario, index));
  const agents = new AgentsLayer(brush, scenario, extent, colors, host);
  const light = [...colors.keys()].filter((k) => isLight(scenario, scenario.species[k]));
  if (light.length === 0) return [agents];
  return [new BeamLayer(brushes, brush, state, light, colors), agents];
}

/**
 * The color of the arrows of a flow field. It is the color of the first species that follows the field to its target.
 */
function fieldColor(scenario: Scenario, target: number): Color {
  const { name } = scenario.targets[target];
  const follows = ({ behaviors }: Species) =>
    behaviors.some((behavior) => behavior.type === 'flowField' && behavior.target === name);
  return speciesColor(scenario, Math.max(0, scenario.species.findIndex(follows)));
}
