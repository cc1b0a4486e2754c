import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TurnLog } from '../server/turn-log.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turn-log-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function filled(): TurnLog {
  const log = new TurnLog(join(folder, 'keep'));
  log.open('1.2.3', 'abcdef0123456789');
  const one = log.join('one');
  for (let turn = 0; turn < 60; turn++)
    log.add(turn % 9 === 4 ? [[one.no, turn, { type: 'x' }]] : []);
  log.keep({ turn: 57, bytes: Uint8Array.of(5, 7) });
  log.join('two');
  log.add([[2, 1, { type: 'y' }]]);
  return log;
}

test('a reopened log has its session, peers, snapshot and turns', () => {
  const log = filled();
  const again = new TurnLog(join(folder, 'keep'));
  for (const key of ['session', 'version', 'scenario', 'first', 'end', 'sinceSnapshot'] as const) {
    expect(again[key], key).toBe(log[key]);
  }
  expect(again.first).toBe(7);
  expect(again.end).toBe(61);
  expect([...again.peers.values()]).toEqual([
    { id: 'one', no: 1, last: 58 },
    { id: 'two', no: 2, last: 1 },
  ]);
  expect(again.snapshot?.turn).toBe(57);
  expect([...(again.snapshot?.bytes ?? [])]).toEqual([5, 7]);
  expect(again.jsonFrom(56, 9, 999)).toBe('[[],[],[[1,58,{"type":"x"}]],[],[[2,1,{"type":"y"}]]]');
});

test('a line that was cut off is not a turn, and the next one follows', () => {
  filled();
  appendFileSync(join(folder, 'keep', 'turns.jsonl'), '[[1,70,{"type"');
  const again = new TurnLog(join(folder, 'keep'));
  expect(again.end).toBe(61);
  again.add([[1, 70, { type: 'z' }]]);
  expect(new TurnLog(join(folder, 'keep')).jsonFrom(61, 9, 999)).toBe('[[[1,70,{"type":"z"}]]]');
});

test('an older snapshot is not kept, nor one of turns not yet in the log', () => {
  const log = filled();
  log.keep({ turn: 50, bytes: Uint8Array.of(1) });
  log.keep({ turn: 62, bytes: Uint8Array.of(2) });
  expect(log.snapshot?.turn).toBe(57);
  log.keep({ turn: 60, bytes: Uint8Array.of(3) });
  expect(readdirSync(join(folder, 'keep')).sort()).toEqual(['turn-60.skein', 'turns.jsonl']);
});
