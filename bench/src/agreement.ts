/** Thrown if the hashes of two contenders differ. At least one contender then computed a wrong result. */
export class DisagreementError extends Error {
  override readonly name = 'DisagreementError';
}

/**
 * Checks that all contenders have the same hash, and returns it. `hashes` contains the hash of each contender, by name.
 *
 * @throws DisagreementError when the hashes differ
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
