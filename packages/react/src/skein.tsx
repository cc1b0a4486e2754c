import { useFrame, useThree } from '@react-three/fiber';
import { type Problem, TeamError } from '@skein/core';
import { show } from '@skein/core/internal';
import {
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SkeinContext } from './context.ts';
import { HeldTeam, type RunningWorld } from './held-team.ts';
import { nameProblems } from './prop-names.ts';
import { PropsError } from './props-error.ts';
import { type Source, useSource } from './source.ts';
import { useLatest } from './use-latest.ts';

/**
 * The priority of the callback that updates the world in each frame. This callback runs first, so that the callbacks of
 * other components see the moment that is drawn.
 */
const FIRST = -1;

export interface SkeinProps {
  /**
   * The scenario to step, parsed or not, or a world. A world stays usable after the component is unmounted. A different
   * scenario creates a new team. An equal scenario does not.
   */
  readonly scenario: Source;
  /** The number of threads, or `'auto'` for one per core. May change while the team runs. Default: `'auto'`. */
  readonly workers?: number | 'auto';
  /** How much simulated time passes per unit of real time, from 0 to 1000. Default: 1. */
  readonly speed?: number;
  /** Whether the simulation is paused. Default: false. */
  readonly paused?: boolean;
  /** Whether objects move smoothly between two ticks. Default: true. */
  readonly interpolate?: boolean;
  /**
   * Called with a message when the team cannot do what was requested, for example on a page without threads. Default:
   * console.warn.
   */
  readonly onNotice?: (text: string) => void;
  /** A ref to the world, its team and its driver. The ref is set when the team runs. */
  readonly ref?: Ref<RunningWorld>;
  readonly children?: ReactNode;
}

const PROPS = [
  'scenario',
  'workers',
  'speed',
  'paused',
  'interpolate',
  'onNotice',
  'ref',
  'children',
];

/**
 * Steps a world in a `<Canvas>` as time passes. The threads end when the component is unmounted. The component suspends
 * until the threads run. Components inside it find the world with `useSkein`.
 *
 * Throws to the nearest error boundary: PropsError PROPS_INVALID; errors of `parseScenario`, `createWorld` and
 * `createTeam`; the error of a team that fails.
 */
export function Skein(props: SkeinProps): ReactNode {
  const { workers = 'auto', speed = 1, interpolate = true, onNotice = warn } = props;
  check(props);
  const source = useSource(props.scenario);
  const held = useMemo(() => new HeldTeam(source), [source]);
  const notice = useLatest(onNotice);
  const start = useLatest({
    workers,
    speed,
    interpolate,
    onNotice: (text: string) => notice.current(text),
  });
  const [started, setStarted] = useState<{ held: HeldTeam; ready: Promise<RunningWorld> }>();
  // The team starts in an effect: a render that React discards starts nothing, and the promise outlives the components
  // that wait for it.
  useEffect(() => {
    const options = start.current;
    setStarted({ held, ready: held.hold(options) });
    return () => held.release();
  }, [held, start]);
  if (started?.held !== held) return null;
  return <Paced {...props} ready={started.ready} />;
}

/** Suspends until a team is ready, and applies the current props to it. */
function Paced({ ready, ref, children, ...props }: SkeinProps & { ready: Promise<RunningWorld> }) {
  const { workers = 'auto', speed = 1, paused = false, interpolate = true } = props;
  const running = use(ready);
  const { world, team, driver } = running;
  const invalidate = useThree((state) => state.invalidate);
  const [failure, setFailure] = useState<{ error: unknown }>();
  if (failure !== undefined) throw failure.error;

  const asked = useRef<{ team: typeof team; workers: number | 'auto' }>(undefined);
  useEffect(() => {
    const before = asked.current;
    asked.current = { team, workers };
    // The team has just been started with these workers.
    if (before?.team !== team || before.workers === workers) return;
    const count = workers === 'auto' ? Math.min(cores(), world.maxWorkers) : workers;
    team.resize(count).catch((error: unknown) => {
      if (!isDisposed(error)) setFailure({ error });
    });
  }, [team, world, workers]);

  useEffect(() => {
    driver.speed = speed;
    driver.interpolate = interpolate;
    if (paused && !driver.paused) driver.pause();
    // A component that is shown again may briefly have its earlier, disposed driver.
    if (!paused && driver.paused && !driver.disposed) driver.resume();
    invalidate();
  }, [driver, speed, interpolate, paused, invalidate]);

  // Steps only after the effects of all inner components have run, so that they receive events from the first tick on.
  const begun = useRef<typeof driver>(undefined);
  useEffect(() => {
    begun.current = driver;
    // With frames on demand, a new state requests a frame.
    const unlisten = driver.listen({ onState: () => invalidate() });
    invalidate();
    return () => {
      begun.current = undefined;
      unlisten();
    };
  }, [driver, invalidate]);

  useFrame((_, delta) => {
    if (begun.current !== driver) return;
    try {
      // With `frameloop="never"`, the caller sets the time of frames, which may go back.
      driver.update(Math.max(0, delta));
      if (!driver.paused) invalidate();
    } catch (error) {
      begun.current = undefined;
      if (!isDisposed(error)) setFailure({ error });
    }
  }, FIRST);

  useImperativeHandle(ref, () => running, [running]);
  return <SkeinContext value={running}>{children}</SkeinContext>;
}

function warn(text: string): void {
  console.warn(text);
}

function cores(): number {
  return Math.max(1, navigator.hardwareConcurrency || 1);
}

function isDisposed(error: unknown): boolean {
  return error instanceof TeamError && error.code === 'TEAM_DISPOSED';
}

/** @throws PropsError */
function check(props: SkeinProps): void {
  const { scenario, workers, speed = 1, paused, interpolate, onNotice } = props;
  const problems: Problem[] = nameProblems(props, PROPS);
  if (typeof scenario !== 'object' || scenario === null) {
    problems.push({
      path: 'scenario',
      found: show(scenario),
      expected: 'a scenario, or a world',
    });
  }
  if (workers !== undefined && workers !== 'auto' && !(Number.isInteger(workers) && workers > 0)) {
    const expected = 'an integer above 0, or "auto"';
    problems.push({ path: 'workers', found: show(workers), expected });
  }
  if (!(speed >= 0 && speed <= 1000)) {
    problems.push({ path: 'speed', found: show(speed), expected: 'a number from 0 to 1000' });
  }
  for (const [path, value] of Object.entries({ paused, interpolate })) {
    if (value === undefined || typeof value === 'boolean') continue;
    problems.push({ path, found: show(value), expected: 'true or false' });
  }
  if (onNotice !== undefined && typeof onNotice !== 'function') {
    problems.push({ path: 'onNotice', found: show(onNotice), expected: 'a function' });
  }
  if (problems.length > 0) throw new PropsError('Skein', problems);
}
