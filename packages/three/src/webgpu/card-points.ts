import { POINT_SPREAD } from '@skein/core/read';
import { float, uint } from 'three/tsl';
import type { Node, WebGPURenderer } from 'three/webgpu';
import type { DrawnState } from '../sync/drawn-state.ts';
import type { CardColumns } from './card-columns.ts';
import { type NodePoint, PointBuffers } from './point-buffers.ts';

/** Larger than the rank of any agent that is drawn. */
const NEVER = 1e9;

/** The points of agents whose state is on the graphics card. Only their colors come from the CPU. */
export class CardPoints extends PointBuffers {
  override readonly hasBlocks = false;
  readonly #columns: CardColumns;
  readonly #renderer: WebGPURenderer;

  /** @param columns have position, velocity and id */
  constructor(state: DrawnState, columns: CardColumns, renderer: WebGPURenderer) {
    super(state);
    this.#columns = columns;
    this.#renderer = renderer;
  }

  override at(row: Node<'uint'>): NodePoint {
    const { vector, word, species, isAlive } = this.#columns.at(this.#renderer, row);
    const rank = float(word('id').mul(uint(POINT_SPREAD)).shiftRight(uint(24)));
    return {
      place: vector('position'),
      velocity: vector('velocity'),
      species,
      rank: isAlive.select(rank, float(NEVER)),
    };
  }
}
