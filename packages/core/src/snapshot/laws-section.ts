import { SnapshotError } from '../errors.ts';
import type { WorkedLaw } from '../laws/law.ts';
import { hashText } from '../phases/hash.ts';
import type { Plan } from '../world/plan.ts';
import { hashBytes } from './checksum.ts';
import type { Container, Section } from './container.ts';

const ID = 'LAWS';

/**
 * Matches a line of the laws section. There is one line for each law, in the order of the plan. A line has the hash of
 * the law's computation, and the law's name.
 */
const LINE = /^([0-9a-f]{16}) ([A-Za-z][A-Za-z0-9_-]{0,63})$/;

/**
 * Behaviors that had handwritten kernels in earlier versions, whose files do not name them. Their laws yield the same
 * numbers.
 */
const SINCE_LAWS: readonly string[] = ['cohesion', 'alignment', 'separation'];

/**
 * Creates the section with the hashes of all laws of a world, including the laws of built-in behaviors. With other
 * laws, a run would continue differently. So `checkLaws` refuses a file with different hashes.
 */
export function lawsSection(plan: Plan): Section {
  const text = linesOf(plan).map((line) => `${line}\n`);
  return { id: ID, critical: false, body: new TextEncoder().encode(text.join('')) };
}

function linesOf({ laws }: Plan): string[] {
  return laws.map(({ law }) => {
    const [low, high] = hashBytes(new TextEncoder().encode(JSON.stringify(withoutWords(law))));
    return `${hashText(low, high)} ${law.name}`;
  });
}

/**
 * A law without its descriptions. When descriptions are improved, the hash of the law stays the same, so files remain
 * readable.
 */
function withoutWords({ description: _, parameters, ...law }: WorkedLaw): object {
  const numbers = Object.entries(parameters).map(([name, { default: usual, min, max }]) => [
    name,
    usual,
    min,
    max,
  ]);
  return { ...law, parameters: numbers };
}

/**
 * Checks the laws section of a file. The section must match the laws that the scenario uses, as this version of the
 * code defines them. Files of earlier versions may have no such section.
 *
 * @throws SnapshotError SNAPSHOT_LAWS
 */
export function checkLaws({ sections }: Container, plan: Plan): void {
  const found = sections.filter(({ id }) => id === ID);
  if (found.length === 0) return;
  const [{ body, offset }] = found;
  const refusal = (what: string, expected: string): SnapshotError =>
    new SnapshotError('SNAPSHOT_LAWS', { offset, section: ID }, what, expected);
  if (found.length > 1) throw refusal(`${found.length} sections`, 'one');
  const all = linesOf(plan);
  // The lines are ASCII. Any other byte makes a line that matches no law.
  const isShort = body.length <= 100 * all.length;
  const text = isShort ? Array.from(body, (byte) => String.fromCharCode(byte)).join('') : '';
  const lines = text.split('\n');
  const older = all.filter((line) => !SINCE_LAWS.includes(line.slice(17)));
  const own = lines.length - 1 === older.length ? older : all;
  if (lines.pop() !== '' || lines.length !== own.length) {
    throw refusal(`${body.length} bytes`, `a line for each of ${own.length} laws`);
  }
  lines.forEach((line, k) => {
    if (line === own[k]) return;
    const known = LINE.exec(line);
    if (known === null) throw refusal('a line that names no law', `"${own[k]}"`);
    const [, hash, name] = known;
    throw refusal(`law "${name}" with hash ${hash}`, `"${own[k]}", as in this version`);
  });
}
