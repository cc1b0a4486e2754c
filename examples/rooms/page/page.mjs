import { stateHash, tick } from '@skein/core';
import { SIDES, sideOf, WINDOW } from '../battle.mjs';
import { Client } from '../client.mjs';
import { Chart } from './chart.mjs';
import { Field, insideField } from './field.mjs';

/** @import { World } from '@skein/core' */
/** @import { GuestEvent } from '@skein/rooms' */
/** @import { Order } from './field.mjs' */

const MAX_REPORTS = 30;
/** How often the world is stepped, in ms; also while the page is hidden, when nothing is drawn. */
const ADVANCE_MS = 8;
/** How far an arrow key moves the flag, in m. */
const STEP = 3;
/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const field = new Field(/** @type {HTMLCanvasElement} */ (find('field')));
const chart = new Chart(/** @type {HTMLCanvasElement} */ (find('chart')));
/** @type {Order} */
let order = { position: [60, 40], at: Number.NEGATIVE_INFINITY };
let isGiven = false;
let corrections = 0;
let isCheating = false;
let lastTraffic = { sent: 0, received: 0 };

const openLink =
  import.meta.env.MODE === 'colyseus'
    ? (await import('../colyseus-link.mjs')).openColyseusLink
    : (await import('../socket-link.mjs')).openSocketLink;
// The server that the page was loaded from.
const url = new URL('.', location.href);
if (import.meta.env.MODE !== 'colyseus') url.protocol = url.protocol.replace('http', 'ws');
const client = new Client({ openLink, url: url.href.replace(/\/$/, ''), onEvent: take, run });

/** @param {GuestEvent} event */
function take(event) {
  if (event.type === 'welcome') {
    const { name, color } = sideOf(event.guest);
    document.documentElement.style.setProperty('--side', color);
    find('side').textContent = `You lead ${name}. Click where it shall go.`;
    report(`The server knows you as guest ${event.guest}.`);
  } else if (event.type === 'corrected') corrections++;
  else if (event.type === 'loaded') {
    isCheating = false;
    report(`Tick ${event.tick}: took the state of the server.`);
  } else if (event.type === 'refused') report(`Refused: ${event.reason}`);
  else if (event.type === 'ended') report(`The server has ended this session. ${event.reason}`);
  else report(`A message was not used: ${event.reason}`);
}

function send() {
  const { guest } = client;
  if (guest.number === 0) return;
  order = { position: order.position, at: performance.now() };
  isGiven = true;
  try {
    guest.command({
      type: 'go',
      species: sideOf(guest.number).name,
      position: [...order.position],
    });
  } catch (error) {
    report(String(error));
  }
}

/** Measures when the own world has the order, and when the server's word on it is here. */
function follow() {
  if (!isGiven || order.confirmedMs !== undefined) return;
  const { log } = client.guest.world;
  const [x, y] = order.position;
  for (let at = log.length - 1; at >= 0; at--) {
    const entry = log[at];
    if (entry.type !== 'go' || entry.position === undefined) continue;
    const [goX, goY] = entry.position;
    if (Math.abs(goX - x) + Math.abs(goY - y) > 1e-3) continue;
    const ms = performance.now() - order.at;
    order.seenMs ??= ms;
    if (client.guest.confirmed > entry.tick) order.confirmedMs = ms;
    return;
  }
}

find('field').addEventListener('click', (event) => {
  order.position = field.placeOf(event);
  send();
});
find('field').addEventListener('keydown', (event) => {
  const arrow = ARROWS[event.key];
  const [x, y] = order.position;
  if (arrow !== undefined) order.position = insideField(x + arrow[0], y + arrow[1]);
  else if (event.key === 'Enter') send();
  else return;
  event.preventDefault();
});

slider('delay', 'ms', (value) => {
  client.network.delayMs = value;
});
slider('loss', '%', (value) => {
  client.network.loss = value / 100;
});
slider('jitter', 'ms', (value) => {
  client.network.jitterMs = value;
});
find('predict').addEventListener('change', (event) => {
  const { checked } = /** @type {HTMLInputElement} */ (event.target);
  client.restart(checked ? WINDOW : 0);
});
find('cut').addEventListener('click', () => {
  report('The connection is cut. It opens again by itself.');
  client.link.cut();
});
// The server finds it at the next hash, and sends its state.
find('cheat').addEventListener('click', () => {
  isCheating = true;
  report('Your units are faster, in this page alone.');
});

/** Steps the world, and moves the own units further than anyone else does. @param {World} world @param {number} ticks */
function run(world, ticks) {
  tick(world, ticks);
  if (!isCheating) return;
  const own = SIDES.indexOf(sideOf(client.guest.number));
  const { position, velocity, species } = world.views;
  for (let i = 0; i < world.count; i++) {
    if (species[i] !== own) continue;
    position.x[i] += 0.1 * velocity.x[i];
    position.y[i] += 0.1 * velocity.y[i];
  }
}

/** @param {string} id @param {string} unit @param {(value: number) => void} change */
function slider(id, unit, change) {
  const input = /** @type {HTMLInputElement} */ (find(id));
  const show = () => {
    find(`${id}-value`).textContent = `${input.value} ${unit}`;
    change(input.valueAsNumber);
  };
  input.addEventListener('input', show);
  // A browser may keep the sliders of a page that is loaded again.
  show();
}

/** @param {string} text */
function report(text) {
  const item = document.createElement('li');
  item.textContent = text;
  const reports = find('reports');
  reports.prepend(item);
  while (reports.children.length > MAX_REPORTS) reports.lastElementChild?.remove();
}

function showFigures() {
  const { guest } = client;
  const ms = (/** @type {number | undefined} */ value) =>
    value === undefined ? '…' : `${Math.round(value)} ms`;
  if (isGiven) {
    find('seen').textContent = ms(order.seenMs);
    find('confirmed').textContent = ms(order.confirmedMs);
  }
  find('latency').textContent = ms(guest.latencyMs);
  const ahead = Math.max(0, guest.world.tick - guest.confirmed);
  find('ahead').textContent = `${ahead} ticks`;
}

function showRates() {
  const { traffic } = client;
  const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
  const received = kilobytes(traffic.received - lastTraffic.received);
  const sent = kilobytes(traffic.sent - lastTraffic.sent);
  find('traffic').textContent = `${received}, ${sent} kB/s`;
  chart.add(corrections);
  find('corrections').textContent = `${chart.mean(10).toFixed(1)} a second`;
  corrections = 0;
  lastTraffic = { ...traffic };
}

/** @param {string} id */
function find(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`There is no element "${id}".`);
  return element;
}

function frame() {
  const { guest } = client;
  const own = guest.number === 0 ? -1 : SIDES.indexOf(sideOf(guest.number));
  field.draw(guest.world, own, order, performance.now());
  requestAnimationFrame(frame);
}

setInterval(async () => {
  await client.advance();
  follow();
}, ADVANCE_MS);
setInterval(showFigures, 200);
setInterval(showRates, 1000);
frame();
// For the console and for tests.
Object.assign(globalThis, { client, stateHash, orderOf: () => order });
