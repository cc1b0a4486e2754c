import { expect, test } from 'vitest';
import { Agreement } from '../server/agreement.mjs';

type Difference = { peer: number; tick: number; found: string; expected: string };

function setUp(...peers: number[]) {
  const differences: Difference[] = [];
  const agreement = new Agreement(({ peer, tick, found, expected }) => {
    differences.push({ peer, tick, found, expected });
  });
  for (const peer of peers) agreement.setPresent(peer, true);
  return { agreement, differences };
}

/** Hashes of ticks from `first` on, one for each letter of the text. */
function hashes(first: number, letters: string, life = 1, since = 0) {
  return { life, since, first, hashes: letters.split('') };
}

test('nothing is decided before all peers have reported', () => {
  const { agreement, differences } = setUp(1, 2, 3);
  agreement.take(1, hashes(1, 'xbc'));
  agreement.take(2, hashes(1, 'abc'));
  expect(differences).toEqual([]);
  agreement.take(3, hashes(1, 'ab'));
  expect(differences).toEqual([{ peer: 1, tick: 1, found: 'x', expected: 'a' }]);
  agreement.take(3, hashes(3, 'c'));
  expect(differences).toHaveLength(1);
});

test('the first tick that differs is found even after lost hashes', () => {
  const { agreement, differences } = setUp(1, 2, 3);
  agreement.take(1, hashes(1, 'abcdef'));
  agreement.take(2, hashes(1, 'abcdef'));
  expect(agreement.take(3, hashes(5, 'yz'))).toBe(1);
  expect(differences).toEqual([]);
  expect(agreement.take(3, hashes(1, 'abxxyz'))).toBeUndefined();
  expect(differences).toEqual([{ peer: 3, tick: 3, found: 'x', expected: 'c' }]);
});

test('doubled and overlapping hashes count once', () => {
  const { agreement, differences } = setUp(1, 2);
  agreement.take(1, hashes(1, 'abc'));
  agreement.take(1, hashes(1, 'abc'));
  agreement.take(1, hashes(2, 'bcd'));
  agreement.take(2, hashes(1, 'abcd'));
  expect(differences).toEqual([]);
  expect(agreement.hashAt(4)).toBe('d');
  expect(agreement.hashAt(5)).toBeUndefined();
});

test('of two peers, the one that joined first is right', () => {
  const { agreement, differences } = setUp(7, 2);
  agreement.take(2, hashes(1, 'b'));
  agreement.take(7, hashes(1, 'a'));
  expect(differences).toEqual([{ peer: 2, tick: 1, found: 'b', expected: 'a' }]);
  expect([agreement.differs(7), agreement.differs(2)]).toEqual([false, true]);
});

test('a peer that is gone or too late is not waited for, but its later hashes are compared', () => {
  const { agreement, differences } = setUp(1, 2, 3);
  agreement.setPresent(3, false);
  agreement.take(1, hashes(1, 'ab'));
  agreement.take(2, hashes(1, 'ab'));
  expect(agreement.hashAt(2)).toBe('b');
  agreement.setPresent(3, true);
  agreement.take(1, hashes(3, 'c'.repeat(310)));
  agreement.take(2, hashes(3, 'c'.repeat(310)));
  expect(agreement.hashAt(12)).toBe('c');
  expect(agreement.hashAt(13)).toBeUndefined();
  agreement.take(3, hashes(1, 'abcx'));
  expect(differences).toEqual([{ peer: 3, tick: 4, found: 'x', expected: 'c' }]);
});

test('a peer that has started over is compared again, but not the late hashes of its earlier life', () => {
  const { agreement, differences } = setUp(1, 2, 3);
  for (const peer of [1, 2]) agreement.take(peer, hashes(1, 'abcd'));
  agreement.take(3, hashes(1, 'axcd'));
  expect(differences).toHaveLength(1);
  agreement.take(3, hashes(3, 'cd', 2, 2));
  expect(agreement.differs(3)).toBe(false);
  agreement.take(3, hashes(5, 'q'));
  for (const peer of [1, 2]) agreement.take(peer, hashes(5, 'e'));
  expect(differences).toHaveLength(1);
  agreement.take(3, hashes(5, 'f', 2, 2));
  expect(differences[1]).toEqual({ peer: 3, tick: 5, found: 'f', expected: 'e' });
});
