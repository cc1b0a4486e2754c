/**
 * Calls `turn` every `turnMs`, on average too: a timer that is late does not make the next one late. What is missed
 * while the machine sleeps is not made up for.
 *
 * @param {number} turnMs
 * @param {() => void} turn
 * @returns {() => void} ends it
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
