import { useFrame, useThree } from '@react-three/fiber';
import { type Problem, TeamError } from '@skein/core';
import { show } from '@skein/core/supervise';
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

/** Before all else in a frame: what others look at in theirs is where it is drawn. */
const FIRST = -1;

export interface SkeinProps {
  /**
   * What is stepped: a scenario, parsed or not, or a world, which stays the caller's. Another scenario, not the same one
   * written out again, makes another team.
   */
  readonly scenario: Source;
  /** Threads: a number, or as many as the machine has cores. May change while the team runs. Default: `'auto'`. */
  readonly workers?: number | 'auto';
  /** Simulated time per time of the clock, 0 to 1000. Default: 1. */
  readonly speed?: number;
  /** Whether time stands still. Default: false. */
  readonly paused?: boolean;
  /** Whether objects move on evenly between two ticks. Default: true. */
  readonly interpolate?: boolean;
  /** Told in plain words when the team does less than was asked for, as on a page without threads. Default: console.warn. */
  readonly onNotice?: (text: string) => void;
  /** The world, its team and its driver, once they run. */
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
 * Steps a world by the time that passes in a `<Canvas>`, on threads that end when it is unmounted. Until they run it
 * suspends. What is inside of it finds the world by `useSkein`.
 *
 * Throws to the nearest error boundary: PropsError PROPS_INVALID; what `parseScenario`, `createWorld` and `createTeam`
 * throw; what the team fails with.
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
  // It starts behind the render: one that is thrown away starts nothing, and the promise outlives what waits for it.
  useEffect(() => {
    const options = start.current;
    setStarted({ held, ready: held.hold(options) });
    return () => held.release();
  }, [held, start]);
  if (started?.held !== held) return null;
  return <Paced {...props} ready={started.ready} />;
}

/** Waits for a team, and keeps it as the properties say. */
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
    // It has just been started with them.
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
    // What was hidden may be shown again with an earlier driver, for one moment.
    if (!paused && driver.paused && !driver.disposed) driver.resume();
    invalidate();
  }, [driver, speed, interpolate, paused, invalidate]);

  // Steps only once the effects of all that is inside have run: they hear of the first tick.
  const begun = useRef<typeof driver>(undefined);
  useEffect(() => {
    begun.current = driver;
    // Where frames are drawn on demand, a state is one.
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
      // Where frames are asked for by their time (`frameloop="never"`), it may go back.
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
