import type { WorldEvent } from '@skein/core';
import type { TeamEvents } from '@skein/worker';
import { useEffect } from 'react';
import { useRunning } from './context.ts';
import { useLatest } from './use-latest.ts';

/**
 * Calls `handler` once for each event of a type, in order, without rendering the component again. The type can be an
 * event of the world, such as `arrived`, or `event` for all events of the world. It can also be an event of the team:
 * `resize`, `fault`, `moved` or `warning`. Each render may pass a different handler.
 */
export function useSkeinEvent<Type extends keyof TeamEvents>(
  type: Type,
  handler: (event: TeamEvents[Type]) => void,
): void;
/** Calls `handler` for each event of the world for which `filter` returns true. */
export function useSkeinEvent<Event extends WorldEvent>(
  filter: (event: WorldEvent) => event is Event,
  handler: (event: Event) => void,
): void;
export function useSkeinEvent(
  filter: (event: WorldEvent) => boolean,
  handler: (event: WorldEvent) => void,
): void;
export function useSkeinEvent(
  which: keyof TeamEvents | ((event: WorldEvent) => boolean),
  handler: (event: never) => void,
): void {
  const { team } = useRunning('useSkeinEvent');
  const latest = useLatest({ which, handler: handler as (event: unknown) => void });
  const type = typeof which === 'function' ? 'event' : which;
  // Not a layout effect, so that a component that is hidden during loading still receives all events.
  useEffect(
    () =>
      team.on(type, (event) => {
        const { which, handler } = latest.current;
        if (typeof which !== 'function' || which(event as WorldEvent)) handler(event);
      }),
    [team, type, latest],
  );
}
