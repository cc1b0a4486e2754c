import { KdTreeSet } from '@thi.ng/geom-accel/kd-tree-set';
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import createKDTree from 'static-kdtree';
import type { QueryTask } from './task.ts';

/** The position of each agent: x, y and z, in m. The other packages take positions in this form. */
export type Agents = readonly (readonly number[])[];

/** Returns the indices of the agents that a query at the position (x, y, z) finds. */
export type Find = (x: number, y: number, z: number) => readonly number[];

/** Another package that finds the points near a position, on one thread. */
export interface Peer {
  readonly name: string;
  /** Whether the package supports the task. */
  readonly fits: (task: QueryTask) => boolean;
  /** Builds the package's index of the agents. The duration of this call is not measured. */
  readonly open: (agents: Agents, task: QueryTask) => Find;
}

const flatbush: Peer = {
  name: 'flatbush',
  fits: ({ kind, dimensions }) => kind === 'nearest' && dimensions === 2,
  open(agents, { of }) {
    const index = new Flatbush(agents.length);
    for (const [x, y] of agents) index.add(x, y);
    index.finish();
    return (x, y) => index.neighbors(x, y, of);
  },
};

const kdbush: Peer = {
  name: 'kdbush',
  fits: ({ kind, dimensions }) => kind === 'radius' && dimensions === 2,
  open(agents, { of }) {
    const index = new KDBush(agents.length);
    for (const [x, y] of agents) index.add(x, y);
    index.finish();
    return (x, y) => index.within(x, y, of);
  },
};

const staticKdTree: Peer = {
  name: 'static-kdtree',
  fits: () => true,
  open(agents, { kind, dimensions, of }) {
    const tree = createKDTree(agents.map((point) => point.slice(0, dimensions)));
    const point = [0, 0, 0].slice(0, dimensions);
    const at = (x: number, y: number, z: number): readonly number[] => {
      point[0] = x;
      point[1] = y;
      if (dimensions === 3) point[2] = z;
      return point;
    };
    if (kind === 'nearest') return (x, y, z) => tree.knn(at(x, y, z), of);
    return (x, y, z) => {
      const found: number[] = [];
      tree.rnn(at(x, y, z), of, (index) => {
        found.push(index);
      });
      return found;
    };
  },
};

const geomAccel: Peer = {
  name: '@thi.ng/geom-accel',
  // In the plane it does not find the nearest of 100,000 agents (4.1.91), and the results vary.
  fits: ({ kind, dimensions }) => kind === 'nearest' && dimensions === 3,
  open(agents, { dimensions, of }) {
    const numbered = agents.map((point, index) =>
      Object.assign(point.slice(0, dimensions), { index }),
    );
    const tree = new KdTreeSet<number[] & { index: number }>(dimensions, numbered);
    return (x, y, z) => {
      const point = Object.assign([x, y, z].slice(0, dimensions), { index: -1 });
      return tree.queryKeys(point, Number.MAX_VALUE, of).map(({ index }) => index);
    };
  },
};

export const PEERS: readonly Peer[] = [flatbush, kdbush, staticKdTree, geomAccel];
