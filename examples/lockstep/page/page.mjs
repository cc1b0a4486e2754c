import { parseScenarioText, stateHash } from '@skein/core';
import core from '@skein/core/package.json' with { type: 'json' };
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
const peer = await joinSession({ url, scenario, version: core.version, workers: 2 });
const names = scenario.species.map(({ name }) => name);
let connected = 0;
let isWaiting = true;
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
find('resync').addEventListener('click', () => peer.resync());

on('welcome', ({ you }) => {
  find('company').textContent =
    `You are peer ${you}, and lead the company ${company()}. Click the field to send it there.`;
});
on('peers', ({ peers }) => {
  connected = peers.length;
});
on('waiting', () => {
  isWaiting = true;
});
on('continued', () => {
  isWaiting = false;
});
on('lost', () => report('The connection is lost; reconnecting.'));
on('refused', ({ where, found, expected, tick, peer: sender }) => {
  const from =
    tick === undefined ? 'Refused' : `Tick ${tick}: a command of peer ${sender} was refused`;
  report(`${from}. ${where}: found ${found}, expected ${expected}.`);
});
on('differs', ({ peer: who, tick, found, expected }) => {
  report(`Tick ${tick}: peer ${who} has the hash ${found}, the others have ${expected}.`);
});

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
  const { tick } = peer.world;
  const { sent, received } = peer.traffic;
  const wait = isWaiting ? 'waiting for the next turn' : `${peer.behind} turns behind the server`;
  find('state').textContent =
    `Tick ${tick}; ${connected} ${connected === 1 ? 'peer' : 'peers'}; ${wait}; ${sent} bytes sent, ${received} received.`;
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
