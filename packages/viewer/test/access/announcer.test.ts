import { describe, expect, it } from 'vitest';
import { Announcer } from '../../src/access/announcer.ts';
import { happeningsOf, Score, type Standing } from '../../src/access/happenings.ts';

const run = {};
const STANDING: Standing = {
  run,
  scene: 'beams',
  agents: 1064,
  paused: false,
  fired: 3,
  hits: 2,
  orbits: 0,
  selected: undefined,
};

describe('an announcer', () => {
  it('says the first text at once, then at most one every three seconds, the latest of each topic', () => {
    const said: Array<[ms: number, text: string]> = [];
    let now = 0;
    const announcer = new Announcer((text) => said.push([now, text]));
    announcer.add('scene', 'Opened.');
    for (now = 0; now <= 10_000; now += 500) {
      // Constant news on three topics.
      if (now > 0 && now < 6000) {
        announcer.add('fire', `Fired ${now}.`);
        announcer.add('pace', 'Paused.');
      }
      announcer.update(now);
    }
    expect(said).toEqual([
      [0, 'Opened.'],
      [3000, 'Fired 3000. Paused.'],
      [6000, 'Fired 5500. Paused.'],
    ]);
  });
});

describe('happeningsOf', () => {
  const texts = (now: Partial<Standing>, before: Partial<Standing> = {}) =>
    happeningsOf({ ...STANDING, ...before }, { ...STANDING, ...now }).map(({ text }) => text);

  it('is empty while the run only continues', () => {
    expect(texts({ agents: 900, hits: 9 })).toEqual([]);
    expect(texts({ run: undefined, paused: true })).toEqual([]);
  });

  it('reports another run, and nothing else about it', () => {
    const other = { run: {}, scene: 'maze', paused: true, fired: 0 };
    expect(texts(other)).toEqual(['Scene maze opened, 1,064 agents.']);
    expect(texts({}, { run: undefined })).toEqual(['Scene beams opened, 1,064 agents.']);
  });

  it('reports pausing, shots and the selected agent', () => {
    expect(texts({ paused: true, fired: 19, selected: 'kite 7' })).toEqual([
      'Paused.',
      'Fired 16.',
      'Selected kite 7.',
    ]);
    expect(texts({}, { paused: true, selected: 'kite 7' })).toEqual([
      'Running.',
      'No agent selected.',
    ]);
    // The run was taken back: nothing was fired.
    expect(texts({ fired: 1 })).toEqual([]);
  });
});

describe('the score', () => {
  it('is announced once, when it comes to rest', () => {
    const score = new Score(1500);
    score.begin({ hits: 2, orbits: 0 });
    const said: Array<[ms: number, text: string]> = [];
    for (let now = 0; now <= 9000; now += 500) {
      // Hits occur until 3 s.
      const hits = 2 + Math.min(6, now / 500);
      const text = score.update({ hits, orbits: now >= 7000 ? 1 : 0 }, now);
      if (text !== undefined) said.push([now, text]);
    }
    expect(said).toEqual([
      [4500, '8 hits.'],
      [8500, '8 hits, 1 in orbit.'],
    ]);
  });

  it('is not announced for a new run', () => {
    const score = new Score(1500);
    score.begin({ hits: 0, orbits: 0 });
    expect(score.update({ hits: 0, orbits: 0 }, 5000)).toBeUndefined();
    score.begin({ hits: 4, orbits: 0 });
    expect(score.update({ hits: 4, orbits: 0 }, 9000)).toBeUndefined();
  });
});
