import { afterEach, describe, expect, it, vi } from 'vitest';
import { SpareThreads } from '../src/spare-threads.ts';

let started: EventTarget[] = [];
vi.mock('@skein/worker', () => ({
  startThread: () => {
    started.push(new EventTarget());
    return started.at(-1);
  },
}));
afterEach(() => {
  started = [];
});

describe('spare threads', () => {
  it('are taken in the order in which they were started, followed by new threads', () => {
    const spares = new SpareThreads();
    spares.keep(2);
    expect(started).toHaveLength(2);
    const taken = [spares.take(), spares.take(), spares.take()];
    expect(taken).toEqual(started);
    expect(new Set(taken).size).toBe(3);
  });

  it('are started up to the requested number, and at most four', () => {
    const spares = new SpareThreads();
    spares.keep(3);
    spares.take();
    spares.keep(3);
    expect(started).toHaveLength(4);
    spares.keep(1);
    expect(started).toHaveLength(4);
    spares.keep(100);
    expect(started).toHaveLength(5);
  });

  it('are not used if their script could not be loaded', () => {
    const spares = new SpareThreads();
    spares.keep(2);
    started[0].dispatchEvent(new Event('error'));
    expect(spares.take()).toBe(started[1]);
  });
});
