import type { WorldDifference } from '@skein/core';
import type { DifferentCommand, DifferentState, KnownTicks } from '@skein/core/describe';
import type { TraceComparison } from './compare-traces.ts';
import { counted } from './counted.ts';

/** Returns a text that tells people where two worlds or replays, A and B, differ. */
export function differenceText(difference: WorldDifference): string {
  return `${linesOf(difference).join('\n')}\n`;
}

function linesOf(difference: WorldDifference): string[] {
  switch (difference.part) {
    case 'scenario':
      return ['the scenarios differ', `  ${difference.path}: ${both(difference)}`];
    case 'ticks': {
      const { agreed, a, b } = difference;
      const until = agreed === undefined ? 'no tick is in both' : `they agree up to tick ${agreed}`;
      return [`the ticks differ: A has ${ticks(a)}, B has ${ticks(b)}; ${until}`];
    }
    case 'state':
      return [`differs at tick ${difference.tick}${upTo(difference)}`, ...stateLines(difference)];
    case 'hash': {
      const { tick, a, b, repeated, state } = difference;
      return [
        `differs at tick ${tick}${upTo(difference)}`,
        `  hash: ${both(difference)}`,
        `  repeated here, both runs give ${repeated}${rightOne(a, b, repeated)}`,
        ...(state === undefined ? [] : stateLines(state)),
      ];
    }
    case 'command':
      return ['the states agree, but not the commands', `  ${commandText(difference)}`];
    case 'particle': {
      const { tick, column, index } = difference;
      const where = `  tick ${tick}, column ${column}, element ${index}: ${both(difference)}`;
      return ['the states agree, but not the particles', where];
    }
    case 'event': {
      const { tick, index } = difference;
      const where = `  tick ${tick}, event ${index}: ${both(difference)}`;
      return ['the states agree, but not the events that were not taken', where];
    }
  }
}

function stateLines(state: DifferentState): string[] {
  const { tick, column, agent, id, element, phase, isRepeated, agreed, command } = state;
  const who = [
    ...(agent === undefined ? [] : [`agent ${agent}${id === agent ? '' : ` (id ${id})`}`]),
    ...(element === undefined ? [] : [`element ${element}`]),
  ];
  const lines = [`  tick ${tick}, column ${column}, ${who.join(', ')}: ${both(state)}`];
  if (isRepeated) lines.push(`  phase ${phase} is the first with other results`);
  else if (phase !== undefined) lines.push(`  phase ${phase} is the last that writes this column`);
  if (!isRepeated && agreed !== undefined) {
    lines.push('  the step alone does not explain it: done again, it gives other values');
  }
  if (command !== undefined) lines.push(`  ${commandText(command)}`);
  return lines;
}

function commandText(command: DifferentCommand): string {
  const list = command.list === 'log' ? 'of the log' : 'of those to be executed';
  return `command ${command.index} ${list}: ${both(command)}`;
}

function rightOne(a: string, b: string, repeated: string): string {
  if (repeated === a) return ', as A says';
  return repeated === b ? ', as B says' : '';
}

function upTo({ agreed }: { readonly agreed: number | undefined }): string {
  return agreed === undefined ? '' : `; agreed up to tick ${agreed}`;
}

function ticks({ fromTick, toTick }: KnownTicks): string {
  return fromTick === toTick ? `tick ${toTick}` : `ticks ${fromTick} to ${toTick}`;
}

function both({ a, b }: { readonly a?: unknown; readonly b?: unknown }): string {
  return `A has ${shown(a)}, B has ${shown(b)}`;
}

/** The maximum length of a value in a message, in characters. */
const MAX_SHOWN = 200;

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}

/** Returns a text that tells people where two traces, A and B, differ, or that they are equal. */
export function tracesText({
  ticks,
  rows,
  onlyA,
  onlyB,
  units,
  difference,
}: TraceComparison): string {
  const lines = [
    ...(onlyA.length === 0 ? [] : [`only A has ${columnsText(onlyA)}`]),
    ...(onlyB.length === 0 ? [] : [`only B has ${columnsText(onlyB)}`]),
  ];
  if (difference === undefined) {
    const counts = `${counted(rows, 'row')} in ${counted(ticks, 'tick')}`;
    lines.push(lines.length === 0 ? `equal: ${counts}` : `equal in all other columns: ${counts}`);
    return `${lines.join('\n')}\n`;
  }
  const { tick, id, column, lineA, lineB } = difference;
  lines.push(`differs at tick ${tick}${upTo(difference)}`);
  const agent = id === undefined ? '' : `, agent ${id}`;
  const [inA, inB] = [`${units[0]} ${lineA}`, `${units[1]} ${lineB}`];
  if (column === undefined) {
    const where = lineA === undefined ? `only B has it, in ${inB}` : `only A has it, in ${inA}`;
    lines.push(`  tick ${tick}${agent}: ${where}`);
  } else {
    const { a, b } = difference;
    lines.push(
      `  tick ${tick}${agent}, column ${column}: A has ${cellText(a)} in ${inA}, B has ${cellText(b)} in ${inB}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function columnsText(names: readonly string[]): string {
  return names.length === 1 ? `the column ${names[0]}` : `the columns ${names.join(', ')}`;
}

/** Texts of numbers need no quotes. */
function cellText(cell: unknown): string {
  if (cell === null) return 'nothing';
  return typeof cell === 'string' && /^[\w.+-]+$/.test(cell) ? cell : shown(cell);
}
