import type { Scenario } from '@skein/core';
import type { SeenState } from '@skein/three/parts';
import { Color, Vector3 } from 'three';
import { LineBatch } from '../insight/line-batch.ts';
import type { LineBrush } from './brushes.ts';

export type GroundLink = NonNullable<NonNullable<Scenario['ground']>['links']>[number];

const OPEN = new Color(0xff8ac4);
const CLOSED = new Color(0x6b3a53);
/** The number of corners of the ring around an end of a link. */
const CORNERS = 12;
/** The number of dashes of a closed link, and of arrow heads of one that leads one way. */
const DASHES = 6;
const HEADS = 3;
/** The most lines of a link. */
const LINES = 2 * CORNERS + DASHES + 2 * HEADS;
/** The size of rings and arrow heads: a share of the scene's radius, between two lengths in m, and at most a share of the link. */
const SIZE = { share: 0.015, least: 0.3, most: 1.5, ofLink: 0.25 };
const UP = new Vector3(0, 0, 1);

/**
 * Draws each link of a ground as a line, along which agents move, with a ring around each end at which agents enter it.
 * Arrow heads tell where a link leads that does not lead back. Closed links are dim and dashed.
 */
export class LinkLines {
  readonly #links: readonly GroundLink[];
  readonly #batch: LineBatch;
  readonly #size: number;
  #drawn = 0;

  /** @param radius of the scene, in m */
  constructor(lines: LineBrush, links: readonly GroundLink[], radius: number) {
    this.#links = links;
    this.#size = Math.min(SIZE.most, Math.max(SIZE.least, SIZE.share * radius));
    this.#batch = new LineBatch(lines, LINES * links.length, 2.5, 0.9);
  }

  get object() {
    return this.#batch.object;
  }

  update({ linkOpen, mapVersion }: Pick<SeenState, 'linkOpen' | 'mapVersion'>): void {
    if (mapVersion === this.#drawn) return;
    this.#drawn = mapVersion;
    this.#batch.begin();
    this.#links.forEach((link, index) => {
      for (const [from, to] of linesOf(link, linkOpen[index] === 1, this.#size)) {
        this.#batch.add(from, to, linkOpen[index] === 1 ? OPEN : CLOSED);
      }
    });
    this.#batch.end();
  }

  dispose(): void {
    this.#batch.dispose();
  }
}

type Line = readonly [from: Vector3, to: Vector3];

/** The lines that stand for a link. `size` is that of rings and arrow heads, in m. */
export function linesOf(link: GroundLink, isOpen: boolean, size: number): Line[] {
  const from = new Vector3(...link.from);
  const to = new Vector3(...link.to);
  const at = (share: number) => from.clone().lerp(to, share);
  const way = to.clone().sub(from).normalize();
  const length = from.distanceTo(to);
  const head = Math.min(size, SIZE.ofLink * length);
  const lines = [...ringAround(from, size), ...(link.both ? ringAround(to, size) : [])];
  const dashes = isOpen ? 1 : DASHES;
  for (let k = 0; k < dashes; k++) {
    lines.push([at(k / dashes), at((isOpen ? k + 1 : k + 0.5) / dashes)]);
  }
  if (link.both) return lines;
  const side = new Vector3().crossVectors(way, UP);
  // Beside an upright link, any side will do.
  if (side.length() < 0.1) side.set(1, 0, 0);
  side.setLength(0.6 * head);
  for (let k = 1; k <= HEADS; k++) {
    const tip = at(k / HEADS);
    const back = tip.clone().addScaledVector(way, -head);
    lines.push([tip, back.clone().add(side)], [tip, back.clone().sub(side)]);
  }
  return lines;
}

function ringAround({ x, y, z }: Vector3, radius: number): Line[] {
  const corner = (k: number): Vector3 => {
    const angle = (2 * Math.PI * k) / CORNERS;
    return new Vector3(x + radius * Math.cos(angle), y + radius * Math.sin(angle), z);
  };
  return Array.from({ length: CORNERS }, (_, k) => [corner(k), corner(k + 1)]);
}
