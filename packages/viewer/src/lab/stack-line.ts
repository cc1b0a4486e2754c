/** Lines of a script: those before the code of the visitor, and its own. */
export interface Lines {
  readonly before: number;
  readonly own: number;
}

/**
 * The line of the visitor's code that a stack leads to first, from 1; undefined where it leads to none. Engines write
 * stacks in different ways, but all of them end a place with its line and column.
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
