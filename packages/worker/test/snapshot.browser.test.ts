/// <reference types="vite/client" />
import { kernels, restore, snapshot } from '@skein/core';
import { beforeAll, describe, expect, it } from 'vitest';
import fixture from '../../core/test/snapshot/fixtures/2.0.skein?url';
import inNode from './fixtures/snapshot.json' with { type: 'json' };
import { goOn, goOnAsTeam } from './snapshot-case.ts';

/** A snapshot that Node has written. */
let bytes: Uint8Array;

beforeAll(async () => {
  bytes = new Uint8Array(await (await fetch(fixture)).arrayBuffer());
});

describe.each([true, false])('a snapshot of Node, in shared memory: %s', (shared) => {
  it('has the same bytes when it is restored and taken again', () => {
    const again = snapshot(restore(bytes, { shared }));
    expect(again.length).toBe(bytes.length);
    expect(again.findIndex((byte, at) => byte !== bytes[at])).toBe(-1);
  });

  it.each(kernels())('goes on to the snapshot that Node would take: kernel %s', async (kernel) => {
    expect(await goOn(bytes, { shared, kernel })).toEqual(inNode);
  });
});

it.each(kernels())('and with three workers: kernel %s', async (kernel) => {
  expect(await goOnAsTeam(bytes, kernel)).toEqual(inNode);
});
