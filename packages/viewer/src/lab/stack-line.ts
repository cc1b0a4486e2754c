/** The number of lines of a script before the visitor's code, and the number of lines of that code. */
export interface Lines {
  readonly before: number;
  readonly own: number;
}

/**
 * Returns the first line of the visitor's code that a stack trace names; undefined if there is none. Lines are counted
 * from 1. Engines write stack traces differently, but all engines end each entry with a line and a column.
 */
export function lineInStack(stack: string, { before, own }: Lines): number | undefined {
  for (const frame of stack.split('\n')) {
    const [, line] = /:(\d+):\d+\)?$/.exec(frame.trim()) ?? [];
    if (line === undefined) continue;
    const found = Number(line) - before;
    if (found >= 1 && found <= own) return found;
  }
  return undefined;
}
