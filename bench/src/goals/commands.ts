import { command, createWorld, parseScenario, type Scenario, stateHash, tick } from '@skein/core';
import { median } from '../statistics.ts';
import { inTurns, timeOf } from '../turns.ts';
import { edgeOf } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: 'extra time of a tick with 10,000 commands for one agent each, one worker',
  unit: 'ms',
  reach: 5,
  aim: 2,
  better: 'less',
};

const AGENTS = 100_000;
const COMMANDS = 10_000;

/** Creates a scenario with agents that each walk to a goal of their own. */
function walkers(): Scenario {
  const half = edgeOf({ agents: AGENTS, neighbors: 30 }) / 2;
  const [min, max] = [
    [-half, -half, -half],
    [half, half, half],
  ];
  const walker = {
    name: 'walker',
    count: AGENTS,
    spawn: { type: 'box', min, max },
    goals: { type: 'mirror', center: [0, 0, 0] },
    maxSpeed: 2,
    behaviors: [{ type: 'goal' }],
  };
  const bounds = { type: 'wrap', min, max };
  return parseScenario({ name: 'walkers', seed: 1, bounds, species: [walker] });
}

/** Compares ticks that have thousands of commands to ticks without commands. Each command concerns one agent. */
export const commandGoal: Measurement = async ({ quick, signal }) => {
  const scenario = walkers();
  const [sent, left] = [createWorld(scenario), createWorld(scenario)];
  const givenMs: number[] = [];
  const commanded = () => {
    const give = () => {
      for (let k = 0; k < COMMANDS; k++) {
        command(sent, { type: 'go', ids: [(k * 7919) % AGENTS], position: [k % 20, 2, 3] });
      }
    };
    givenMs.push(timeOf(give));
    return timeOf(() => tick(sent));
  };
  const contenders = [{ sample: commanded }, { sample: () => timeOf(() => tick(left)) }];
  const turns = { turns: quick ? 7 : 21, warmUp: 5, signal };
  const [withThem, without] = await inTurns(contenders, turns);
  const ms = [withThem, without, givenMs].map((samples) => median(samples).toFixed(1));
  const samples = withThem.map((own, turn) => own - without[turn]);
  const note = `${ms[0]} ms with commands, ${ms[1]} ms without; ${ms[2]} ms to check and log the commands`;
  return [{ goal: GOAL, samples, hash: stateHash(sent), note }];
};
