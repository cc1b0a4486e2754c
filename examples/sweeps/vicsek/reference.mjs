// An independent, simple implementation of the model of Vicsek 1995, in doubles and with its own random generator, to
// compare Skein's law with. `node reference.mjs > reference.csv` takes about a minute.
//
// source: Vicsek, Czirok, Ben-Jacob, Cohen and Shochet 1995, "Novel Type of Phase Transition in a System of
// Self-Driven Particles", equations 1 and 2

const COUNT = 1000;
const EDGE = Math.sqrt(COUNT / 4);
const SPEED = 0.03;
const [TICKS, WARMUP] = [6000, 3000];
const CELLS = Math.floor(EDGE);

/** Random numbers from 0 to 1, by mulberry32. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The mean order after the warmup. */
function orderOf(noise, seed) {
  const random = randomOf(seed);
  const x = Float64Array.from({ length: COUNT }, () => random() * EDGE);
  const y = Float64Array.from({ length: COUNT }, () => random() * EDGE);
  let angle = Float64Array.from({ length: COUNT }, () => random() * 2 * Math.PI);
  let sum = 0;
  for (let tick = 1; tick <= TICKS; tick++) {
    const cells = Array.from({ length: CELLS * CELLS }, () => []);
    const columnOf = (value) => Math.min(CELLS - 1, Math.floor((value / EDGE) * CELLS));
    for (let i = 0; i < COUNT; i++) cells[columnOf(y[i]) * CELLS + columnOf(x[i])].push(i);
    const next = new Float64Array(COUNT);
    for (let i = 0; i < COUNT; i++) {
      const [cx, cy] = [columnOf(x[i]), columnOf(y[i])];
      let [sine, cosine] = [0, 0];
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          for (const j of cells[
            ((cy + dy + CELLS) % CELLS) * CELLS + ((cx + dx + CELLS) % CELLS)
          ]) {
            const [ox, oy] = [x[j] - x[i], y[j] - y[i]];
            const [rx, ry] = [ox - EDGE * Math.round(ox / EDGE), oy - EDGE * Math.round(oy / EDGE)];
            if (rx * rx + ry * ry > 1) continue;
            sine += Math.sin(angle[j]);
            cosine += Math.cos(angle[j]);
          }
        }
      }
      next[i] = Math.atan2(sine, cosine) + (random() - 0.5) * noise;
    }
    angle = next;
    let [vx, vy] = [0, 0];
    for (let i = 0; i < COUNT; i++) {
      const [stepX, stepY] = [Math.cos(angle[i]), Math.sin(angle[i])];
      vx += stepX;
      vy += stepY;
      x[i] = (x[i] + SPEED * stepX + EDGE) % EDGE;
      y[i] = (y[i] + SPEED * stepY + EDGE) % EDGE;
    }
    if (tick >= WARMUP) sum += Math.hypot(vx, vy) / COUNT;
  }
  return sum / (TICKS - WARMUP + 1);
}

console.log('x,y,label');
for (let noise = 0; noise <= 6; noise += 0.5) {
  console.log(`${noise},${orderOf(noise, 7 + noise).toFixed(4)},reference in doubles`);
}
