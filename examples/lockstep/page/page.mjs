import { parseScenarioText, stateHash } from '@skein/core';
import { joinSession } from '../peer/peer.mjs';
import { Field } from './field.mjs';

/** @import { CommandInput } from '@skein/core' */

const MAX_REPORTS = 20;
const STATE_EVERY_MS = 500;
/** How far an arrow key moves the flag, in m. */
const STEP = 4;
/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const scenario = parseScenarioText(await (await fetch('scenario.json')).text());
const canvas = /** @type {HTMLCanvasElement} */ (find('field'));
const field = new Field(canvas, scenario);
// The server that the page was loaded from.
const url = new URL('.', location.href.replace(/^http/, 'ws')).href;
const peer = await joinSession({ url, scenario, workers: 2 });
const names = scenario.species.map(({ name }) => name);
let connected = 0;
/** The tick that is displayed; -1 when something other than the world must be redrawn. */
let drawn = -1;

function company() {
  return names[(Math.max(1, peer.you) - 1) % names.length];
}

/** @param {CommandInput} command */
function give(command) {
  try {
    peer.command(command);
  } catch (error) {
    report(String(error));
  }
}

function send() {
  give({ type: 'go', species: company(), position: field.flag });
}

canvas.addEventListener('click', (event) => {
  field.flag = field.placeOf(event);
  send();
});
canvas.addEventListener('keydown', (event) => {
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) {
    field.moveFlag(...arrow);
    drawn = -1;
  } else if (event.key === 'Enter') send();
  else return;
  event.preventDefault();
});
find('recruit').addEventListener('click', () => {
  give({ type: 'spawn', species: company(), count: 10, position: field.flag, goal: field.flag });
});
// Applies a command to this world only, as a mistake or a cheat would.
find('cheat').addEventListener('click', () => {
  const command = /** @type {const} */ ({ type: 'place', ids: [0], position: field.flag });
  peer.team.command(command).catch((error) => report(String(error)));
});

on('welcome', ({ guest }) => {
  find('company').textContent =
    `You are peer ${guest}, and lead the company ${company()}. Click the field to send it there.`;
});
on('note', (note) => {
  if (note.type === 'peers') connected = note.peers.length;
  if (note.type === 'split')
    report(`Tick ${note.tick}: the peers disagree, and no state is that of most.`);
  if (note.type !== 'differs') return;
  const { guest, tick, found, expected } = note;
  report(`Tick ${tick}: peer ${guest} has the hash ${found}, the others have ${expected}.`);
});
on('loaded', ({ tick }) =>
  report(`This page has got the state of tick ${tick} from another peer.`),
);
on('lost', () => report('The connection is lost; reconnecting.'));
on('refused', ({ input, reason }) => report(`Command ${input} has no effect. ${reason}`));

/** @param {string} type @param {(detail: any) => void} listener */
function on(type, listener) {
  peer.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

/** @param {string} text */
function report(text) {
  const item = document.createElement('li');
  item.textContent = text;
  const reports = find('reports');
  reports.prepend(item);
  while (reports.children.length > MAX_REPORTS) reports.lastElementChild?.remove();
}

function showState() {
  const { sent, received } = peer.traffic;
  const traffic = `${sent} bytes sent, ${received} received`;
  find('state').textContent =
    `Tick ${peer.world.tick}; ${connected} ${connected === 1 ? 'peer' : 'peers'}; ${peer.behind} ticks behind the server; ${traffic}.`;
}

/** @param {string} id */
function find(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`There is no element "${id}".`);
  return element;
}

function frame() {
  if (peer.world.tick !== drawn) field.draw(peer.world);
  drawn = peer.world.tick;
  requestAnimationFrame(frame);
}

setInterval(showState, STATE_EVERY_MS);
frame();
peer.ended.then(
  () => report('This page has left the session.'),
  (error) => report(`This page cannot continue. ${error}`),
);
// For the console and for tests.
Object.assign(globalThis, { peer, stateHash });
