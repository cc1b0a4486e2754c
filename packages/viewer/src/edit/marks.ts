import type { Point } from './sight.ts';

/** The marks that the editor draws over the picture. Points and lengths are in CSS pixels on the page. */
export interface Marks {
  /** The outline of what is selected. */
  readonly outline?: readonly Point[] | undefined;
  /** A preview of what the current press will create. */
  readonly ghost?: readonly Point[] | undefined;
  /** The circle that the brush covers. */
  readonly disc?: { readonly center: Point; readonly radius: number } | undefined;
  /** The handles, which the visitor can drag. */
  readonly handles?: readonly Point[] | undefined;
  /** The position of the crosshair that the keys move. */
  readonly cross?: Point | undefined;
}

const SVG = 'http://www.w3.org/2000/svg';
const KINDS = ['ghost', 'outline', 'disc', 'handles', 'cross'] as const;
const HANDLE = 7;
const ARM = 16;

/** The layer over the picture in which the marks are drawn. */
export class MarksLayer {
  readonly #svg = document.createElementNS(SVG, 'svg');
  readonly #paths = new Map<string, SVGPathElement>();

  constructor() {
    this.#svg.id = 'marks';
    this.#svg.setAttribute('aria-hidden', 'true');
    for (const kind of KINDS) {
      const path = document.createElementNS(SVG, 'path');
      path.setAttribute('class', kind);
      this.#paths.set(kind, path);
      this.#svg.append(path);
    }
    document.body.append(this.#svg);
  }

  show({ outline, ghost, disc, handles = [], cross }: Marks): void {
    this.#draw('outline', outline && around(outline));
    this.#draw('ghost', ghost && around(ghost));
    this.#draw('disc', disc && circle(disc.center, disc.radius));
    this.#draw('handles', handles.map((at) => circle(at, HANDLE)).join(''));
    this.#draw('cross', cross && crossAt(cross));
  }

  remove(): void {
    this.#svg.remove();
  }

  #draw(kind: (typeof KINDS)[number], d = ''): void {
    const path = this.#paths.get(kind)!;
    if (path.getAttribute('d') !== d) path.setAttribute('d', d);
  }
}

function around(points: readonly Point[]): string {
  if (points.length === 0) return '';
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

function circle([x, y]: Point, radius: number): string {
  const r = radius.toFixed(1);
  const to = (sign: number) => `${(x + sign * radius).toFixed(1)} ${y.toFixed(1)}`;
  return `M${to(-1)}A${r} ${r} 0 1 0 ${to(1)}A${r} ${r} 0 1 0 ${to(-1)}Z`;
}

function crossAt([x, y]: Point): string {
  const [left, top] = [x.toFixed(1), y.toFixed(1)];
  return `M${left} ${y - ARM}V${y + ARM}M${x - ARM} ${top}H${x + ARM}`;
}
