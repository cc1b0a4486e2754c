/** States that had to be equal are not: whatever was fast, it was wrong. */
export class DisagreementError extends Error {
  override readonly name = 'DisagreementError';
}

/**
 * Returns the one hash that all have.
 *
 * @throws DisagreementError
 */
export function agreed(hashes: Readonly<Record<string, string>>): string {
  const [[first, expected], ...others] = Object.entries(hashes) as [
    [string, string],
    ...[string, string][],
  ];
  for (const [name, hash] of others) {
    if (hash === expected) continue;
    throw new DisagreementError(`${name} has hash ${hash}, but ${first} has ${expected}`);
  }
  return expected;
}
