/** Returns a number and the noun that it counts: "1 hash", "2 hashes". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
