import { STATUS } from '@skein/core';

/** @import { Scenario, World } from '@skein/core' */

/** Draws the field on a canvas: agents, ponds, and a flag at the destination of a company. */
export class Field {
  #canvas;
  #context;
  #scenario;
  /** Canvas pixels per meter. */
  #scale;
  /** The position of the flag, in m. @type {[number, number]} */
  flag;

  /** @param {HTMLCanvasElement} canvas @param {Scenario} scenario in two dimensions, with bounds that start at 0 */
  constructor(canvas, scenario) {
    const { bounds } = scenario;
    if (bounds.type === 'open') throw new Error('Expected a scenario with bounds.');
    this.#canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.#scenario = scenario;
    this.#scale = canvas.width / bounds.max[0];
    this.flag = [bounds.max[0] / 2, bounds.max[1] / 2];
  }

  /** The position of a pointer in the world, in m. @param {{ offsetX: number, offsetY: number }} pointer */
  placeOf({ offsetX, offsetY }) {
    const meters = this.#canvas.width / this.#canvas.clientWidth / this.#scale;
    return this.#inside([offsetX * meters, offsetY * meters]);
  }

  /** Moves the flag by x and y, in m. @param {number} x @param {number} y */
  moveFlag(x, y) {
    this.flag = this.#inside([this.flag[0] + x, this.flag[1] + y]);
  }

  /** @param {World} world */
  draw(world) {
    const context = this.#context;
    const scale = this.#scale;
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.fillStyle = '#1d3a4f';
    for (const obstacle of this.#scenario.obstacles ?? []) {
      if (obstacle.type === 'sphere') this.#disc(obstacle.center, obstacle.radius);
    }
    const { position, species, status } = world.views;
    this.#scenario.species.forEach(({ color, radius }, which) => {
      context.fillStyle = color ?? '#fff';
      const size = 2 * radius * scale;
      for (let i = 0; i < world.count; i++) {
        if (species[i] !== which || status[i] === STATUS.dead) continue;
        const x = position.x[i] - radius;
        const y = position.y[i] - radius;
        context.fillRect(x * scale, y * scale, size, size);
      }
    });
    const [x, y] = this.flag;
    context.strokeStyle = '#fff';
    context.lineWidth = 2;
    context.strokeRect(x * scale - 8, y * scale - 8, 16, 16);
  }

  /** @param {readonly number[]} center @param {number} radius */
  #disc([x, y], radius) {
    this.#context.beginPath();
    this.#context.arc(x * this.#scale, y * this.#scale, radius * this.#scale, 0, 2 * Math.PI);
    this.#context.fill();
  }

  /** @param {[number, number]} place @returns {[number, number]} */
  #inside([x, y]) {
    const width = this.#canvas.width / this.#scale;
    const height = this.#canvas.height / this.#scale;
    return [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
  }
}
