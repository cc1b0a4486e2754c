import { SIDES } from '../battle.mjs';

/** @import { World } from '@skein/core' */

const WIDTH = 120;
const HEIGHT = 80;
/** How long a drawn unit takes to come near its place, in ms. What is corrected does not jump. */
const EASE_MS = 60;
const FLAG_MS = 500;

/**
 * An order that the player has given.
 *
 * @typedef {object} Order
 * @property {[number, number]} position
 * @property {number} at the time of the click, in ms
 * @property {number} [seenMs] how long it took until the own units went there
 * @property {number} [confirmedMs] how long it took until the server's word was here
 */

/** Draws the battle on a canvas. */
export class Field {
  #canvas;
  #context;
  /** The drawn positions, x and y of each agent. */
  #drawn = new Float32Array(0);
  #drawnAt = 0;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  }

  /** The position of a pointer in the world, in m. @param {MouseEvent} event @returns {[number, number]} */
  placeOf({ clientX, clientY }) {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const [x, y] = [((clientX - left) / width) * WIDTH, ((clientY - top) / height) * HEIGHT];
    return insideField(x, y);
  }

  /** @param {World} world @param {number} own the index of the own side; -1 if there is none @param {Order} order @param {number} now */
  draw(world, own, order, now) {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = globalThis.devicePixelRatio;
    const [width, height] = [clientWidth, clientHeight].map((size) => Math.round(size * ratio));
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      Object.assign(this.#canvas, { width, height });
    }
    const context = this.#context;
    context.setTransform(width / WIDTH, 0, 0, height / HEIGHT, 0, 0);
    context.clearRect(0, 0, WIDTH, HEIGHT);
    this.#drawGround(world);
    this.#ease(world, now);
    for (const [side, { color }] of SIDES.entries()) {
      this.#drawSide(world, side, color, side === own);
    }
    if (own >= 0) this.#drawFlag(order, SIDES[own].color, now);
  }

  /** @param {World} world */
  #drawGround({ scenario }) {
    const context = this.#context;
    context.strokeStyle = '#1f2732';
    context.lineWidth = 0.12;
    context.beginPath();
    for (let x = 10; x < WIDTH; x += 10) line(context, x, 0, x, HEIGHT);
    for (let y = 10; y < HEIGHT; y += 10) line(context, 0, y, WIDTH, y);
    context.stroke();
    context.fillStyle = '#24384a';
    context.strokeStyle = '#37536b';
    context.lineWidth = 0.3;
    for (const obstacle of scenario.obstacles ?? []) {
      if (obstacle.type !== 'sphere') continue;
      context.beginPath();
      context.arc(obstacle.center[0], obstacle.center[1], obstacle.radius, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  /** Moves what is drawn nearer to where it is. @param {World} world @param {number} now */
  #ease(world, now) {
    const { x, y } = world.views.position;
    const share = 1 - Math.exp(-(now - this.#drawnAt) / EASE_MS);
    this.#drawnAt = now;
    if (this.#drawn.length !== 2 * world.count) {
      this.#drawn = new Float32Array(2 * world.count).map((_, i) => (i % 2 ? y : x)[i >> 1]);
    }
    const drawn = this.#drawn;
    for (let i = 0; i < world.count; i++) {
      drawn[2 * i] += share * (x[i] - drawn[2 * i]);
      drawn[2 * i + 1] += share * (y[i] - drawn[2 * i + 1]);
    }
  }

  /** @param {World} world @param {number} side @param {string} color @param {boolean} isOwn */
  #drawSide(world, side, color, isOwn) {
    const context = this.#context;
    const { species, velocity } = world.views;
    const drawn = this.#drawn;
    const { radius } = world.scenario.species[side];
    context.fillStyle = color;
    context.globalAlpha = isOwn ? 1 : 0.75;
    context.beginPath();
    for (let i = 0; i < world.count; i++) {
      if (species[i] !== side) continue;
      const [x, y] = [drawn[2 * i], drawn[2 * i + 1]];
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fill();
    context.globalAlpha = 1;
    // A line shows where each goes.
    context.strokeStyle = isOwn ? '#ffffff' : '#10141a';
    context.lineWidth = 0.18;
    context.beginPath();
    for (let i = 0; i < world.count; i++) {
      if (species[i] !== side) continue;
      const [x, y] = [drawn[2 * i], drawn[2 * i + 1]];
      line(context, x, y, x + 0.12 * velocity.x[i], y + 0.12 * velocity.y[i]);
    }
    context.stroke();
  }

  /** A flag, in a ring that is closed when the server has confirmed the order. @param {Order} order @param {string} color @param {number} now */
  #drawFlag({ position: [x, y], at, confirmedMs }, color, now) {
    const context = this.#context;
    const grown = Math.min(1, (now - at) / FLAG_MS);
    context.strokeStyle = color;
    context.lineWidth = 0.3;
    context.setLineDash(confirmedMs === undefined ? [0.8, 0.8] : []);
    context.beginPath();
    context.arc(x, y, 2 + 3 * (1 - grown), 0, 2 * Math.PI);
    context.stroke();
    context.setLineDash([]);
    context.strokeStyle = '#ffffff';
    context.fillStyle = color;
    context.beginPath();
    line(context, x, y, x, y - 4);
    context.stroke();
    context.beginPath();
    context.moveTo(x, y - 4);
    context.lineTo(x + 2.6, y - 3.1);
    context.lineTo(x, y - 2.2);
    context.fill();
  }
}

/** @param {number} x @param {number} y @returns {[number, number]} */
export function insideField(x, y) {
  return [Math.min(Math.max(x, 1), WIDTH - 1), Math.min(Math.max(y, 1), HEIGHT - 1)];
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} toX @param {number} toY */
function line(context, x, y, toX, toY) {
  context.moveTo(x, y);
  context.lineTo(toX, toY);
}
