/**
 * Calls `turn` every `turnMs`, also on average: a late timer does not delay the next one. Turns missed while the
 * machine sleeps are skipped.
 *
 * @param {number} turnMs
 * @param {() => void} turn
 * @returns {() => void} stops the clock
 */
export function startTurns(turnMs, turn) {
  let dueMs = performance.now() + turnMs;
  const next = () => {
    turn();
    dueMs = Math.max(dueMs + turnMs, performance.now());
    timer = setTimeout(next, dueMs - performance.now());
  };
  let timer = setTimeout(next, turnMs);
  return () => clearTimeout(timer);
}
