import type { Insight, Scenario } from '@skein/core';
import type { Relief, SeenState } from '@skein/three/parts';
import { type PerspectiveCamera, Vector3 } from 'three';
import type { LineBrush } from '../scene/brushes.ts';
import type { FrameView } from '../scene/layer.ts';
import { behaviorInk, INKS } from './colors.ts';
import { drawHalfPlanes, drawWeights } from './draw-choice.ts';
import { Pen } from './pen.ts';

type Triple = Insight['position'];

const RING_PX = 15;
/** The length of the arrow for the largest recent force, in CSS pixels. */
const FORCE_PX = 96;

const from = new Vector3();
const to = new Vector3();

/** Draws the marks around the selected agent in the picture. */
export class Gizmo {
  readonly #pen: Pen;
  readonly #scenario: Scenario;

  constructor(lines: LineBrush, scenario: Scenario) {
    this.#pen = new Pen(lines);
    this.#scenario = scenario;
    this.object.visible = false;
  }

  get object() {
    return this.#pen.object;
  }

  hide(): void {
    this.object.visible = false;
  }

  /**
   * Draws the marks for a frame. `insight` and `state` belong to the same tick. `longestForce` is the force that an
   * arrow of full length stands for, in N.
   */
  update(
    insight: Insight,
    state: SeenState,
    view: FrameView,
    longestForce: number,
    camera: PerspectiveCamera,
    pixelRatio: number,
  ): void {
    const pen = this.#pen;
    this.object.visible = true;
    drawnInto(pen.origin, insight.position, insight.velocity, view.lag);
    pen.origin.z += insight.height ?? 0;
    pen.begin(camera, view.pixelsPerMeter / pixelRatio);
    pen.circle(pen.origin, RING_PX * pen.pixel, pen.right, pen.up, INKS.ring, true);
    this.#drawNeighbors(insight, state, view.lag);
    this.#drawWays(insight, state.relief);
    if (insight.context !== undefined) drawWeights(pen, insight.context);
    if (insight.orca !== undefined) {
      const { dimensions, ground, species: all } = this.#scenario;
      const species = all.find(({ name }) => name === insight.species);
      const walks = ground !== undefined && species?.moves !== 'fly';
      const flat = dimensions === 2 || walks;
      drawHalfPlanes(pen, insight.orca, species?.maxSpeed ?? 0, flat);
    } else {
      this.#drawForces(insight, longestForce);
    }
    pen.end();
  }

  dispose(): void {
    this.#pen.dispose();
  }

  #drawNeighbors({ neighbors, velocity }: Insight, state: SeenState, lag: number): void {
    const { origin } = this.#pen;
    for (const { offset, place } of neighbors) {
      // Neighbors are drawn at an earlier time than the state, too. On a torus the line takes the short way.
      const { x, y, z } = state.agents.velocityInto(from, place);
      to.set(
        origin.x + offset[0] - lag * (x - velocity[0]),
        origin.y + offset[1] - lag * (y - velocity[1]),
        origin.z + offset[2] - lag * (z - velocity[2]),
      );
      if (state.relief !== undefined) to.z = state.agents.positionInto(from, place).z;
      this.#pen.thin(origin, to, INKS.neighbor);
    }
  }

  #drawForces({ forces, total }: Insight, longest: number): void {
    const pen = this.#pen;
    const perNewton = (FORCE_PX * pen.pixel) / longest;
    for (const [index, { force, length }] of forces.entries()) {
      if (length * perNewton < 2 * pen.pixel) continue;
      to.fromArray(force).multiplyScalar(perNewton).add(pen.origin);
      pen.arrow(pen.origin, to, behaviorInk(index));
    }
    if (forces.length < 2) return;
    to.fromArray(total).multiplyScalar(perNewton).add(pen.origin);
    pen.thin(pen.origin, to, INKS.total);
    pen.circle(to, 3 * pen.pixel, pen.right, pen.up, INKS.total);
  }

  #drawWays({ ways }: Insight, relief: Relief | undefined): void {
    const pen = this.#pen;
    for (const { points, next, closed } of ways) {
      if (points.length === 0) continue;
      const legs = closed ? points.length : points.length - 1;
      for (let leg = 0; leg < legs; leg++) {
        const end = points[(leg + 1) % points.length];
        this.#drawLeg(points[leg], end, relief);
      }
      if (next >= points.length) continue;
      to.fromArray(points[next]);
      if (relief !== undefined) to.z = relief.heightAt(to.x, to.y);
      pen.thin(pen.origin, to, INKS.way);
      pen.circle(to, 6 * pen.pixel, pen.right, pen.up, INKS.way);
    }
  }

  /** Draws one straight part of a path. In a scene with a height map, the line follows the ground. */
  #drawLeg(begin: Triple, end: Triple, relief: Relief | undefined): void {
    from.fromArray(begin);
    if (relief !== undefined) from.z = relief.heightAt(begin[0], begin[1]);
    for (const point of relief?.along(begin, end) ?? [end]) {
      to.fromArray(point);
      this.#pen.thick(from, to, INKS.way);
      from.copy(to);
    }
  }
}

function drawnInto(
  out: Vector3,
  [x, y, z]: Insight['position'],
  [vx, vy, vz]: Insight['velocity'],
  lag: number,
): void {
  out.set(x - lag * vx, y - lag * vy, z - lag * vz);
}
