import { createWorld, parseScenario } from '@skein/core';
import { createTeam } from '@skein/worker';
import flock from './flock.json';

const SIZE = 100; // m, as the bounds in flock.json
const MAX_CATCH_UP = 4; // ticks per frame; a slow page skips the rest

const canvas = document.querySelector('#view');
const status = document.querySelector('#status');
const context = canvas.getContext('2d');

start().catch((error) => {
  console.error(error);
  status.textContent = error.message;
});

async function start() {
  const scenario = parseScenario(flock);
  const world = createWorld(scenario);
  const team = await createTeam(world);

  // The flock flees from the pointer.
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    const x = (offsetX / canvas.clientWidth) * SIZE;
    const y = (offsetY / canvas.clientHeight) * SIZE;
    team.command({ type: 'move', target: 'pointer', position: [x, y, 0] });
  });

  // Steps as many ticks as time has passed: displays show 30 to 240 frames per second, but a tick is always `dt` long.
  let last = performance.now();
  let due = 0;
  async function frame(now) {
    due = Math.min(due + Math.max(0, now - last) / 1000 / scenario.dt, MAX_CATCH_UP);
    last = now;
    const ticks = Math.floor(due);
    if (ticks > 0) {
      due -= ticks;
      await team.run(ticks);
      draw(world);
      const threads = team.notice ?? `${team.workers} threads`;
      status.textContent = `tick ${world.tick}, ${world.count} boids, ${threads}`;
    }
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
}

function draw(world) {
  // Views are read after each run, because the arrays may change between runs.
  const { position, velocity } = world.views;
  const scale = canvas.width / SIZE;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.strokeStyle = '#ffb454';
  context.lineWidth = 3;
  context.beginPath();
  for (let i = 0; i < world.count; i++) {
    const x = position.x[i] * scale;
    const y = position.y[i] * scale;
    const length = 10 / Math.hypot(velocity.x[i], velocity.y[i]);
    context.moveTo(x, y);
    context.lineTo(x - velocity.x[i] * length, y - velocity.y[i] * length);
  }
  context.stroke();
}
