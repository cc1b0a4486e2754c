import { canHoldOptions, type Problem, SkeinError, show } from '../errors.ts';
import { cosine, sine } from '../math/trigonometry.ts';
import { guessText } from '../scenario/known-keys.ts';

/** For what bodies a ground is made. All lengths are in m. */
export interface GroundOptions {
  /** Of a body. The ground ends this far from walls and drops. Default: 0.3. */
  readonly radius?: number;
  /** Of a body. There is no ground where less than this is free above it. Default: 1.8. */
  readonly height?: number;
  /** The highest step that a body climbs. Default: 0.4. */
  readonly climb?: number;
  /** The steepest slope that a body walks on, in degrees: 0 to 89. Default: 45. */
  readonly slope?: number;
  /**
   * Surfaces are sampled in cells of this edge. Smaller cells follow walls more closely, and take longer. Default: half
   * of `radius`, but small enough for the steepest slope, over which two cells rise by less than `climb`.
   */
  readonly cellSize?: number;
}

export type GroundErrorCode =
  /** An option is not valid. */
  | 'OPTION_INVALID'
  /** There is no triangle, or an index or a coordinate of one is not valid. */
  | 'LEVEL_INVALID'
  /** The level has too many cells, or its ground too many polygons. */
  | 'LEVEL_TOO_LARGE'
  /** There is no place where a body can walk. */
  | 'NOTHING_WALKABLE';

/** No ground could be made of a level. */
export class GroundError extends SkeinError {
  declare readonly code: GroundErrorCode;
}

export type CheckedOptions = Required<GroundOptions>;

const RANGES: Readonly<Record<keyof GroundOptions, readonly [least: number, most: number]>> = {
  radius: [0, 100],
  height: [0.01, 1000],
  climb: [0, 100],
  slope: [0, 89],
  cellSize: [0.001, 100],
};

/** @throws GroundError OPTION_INVALID, which names every problem */
export function checkOptions(options: unknown): CheckedOptions {
  const problems: Problem[] = [];
  if (!canHoldOptions(options))
    refuse([{ path: '$', found: show(options), expected: 'an object' }]);
  const known = Object.keys(RANGES);
  for (const [name, value] of Object.entries(options)) {
    const [least, most] = RANGES[name as keyof GroundOptions] ?? [];
    if (least === undefined) {
      const found = `an unknown option${guessText(name, known)}`;
      problems.push({ path: `$.${name}`, found, expected: `one of ${known.join(', ')}` });
    } else if (
      value !== undefined &&
      !(typeof value === 'number' && value >= least && value <= most!)
    ) {
      problems.push({ path: `$.${name}`, found: show(value), expected: `${least} to ${most}` });
    }
  }
  if (problems.length > 0) refuse(problems);
  const {
    radius = 0.3,
    height = 1.8,
    climb = 0.4,
    slope = 45,
    cellSize,
  } = options as GroundOptions;
  const body = { radius, height, climb, slope };
  return { ...body, cellSize: cellSize ?? cellSizeFor(body) };
}

function cellSizeFor({ radius, climb, slope }: Omit<CheckedOptions, 'cellSize'>): number {
  const half = radius > 0 ? radius / 2 : 0.15;
  // navcat takes a rise of more than a climb over two cells for a ledge, and rounds both by half a cell.
  const angle = (slope * Math.PI) / 180;
  const rise = sine(angle) / cosine(angle);
  return Math.min(half, Math.max(half / 4, climb / (2 * rise + 0.5)));
}

function refuse(problems: readonly Problem[]): never {
  const lines = problems.map(
    ({ path, found, expected }) => `${path}: found ${found}, expected ${expected}`,
  );
  throw new GroundError('OPTION_INVALID', lines.join('\n'));
}
