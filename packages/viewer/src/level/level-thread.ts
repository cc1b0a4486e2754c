/** A thread that makes a ground, which takes seconds for a large level. */
import { groundFromTriangles, levelScenario, type Triangles } from '@skein/core/ground';
import { expose } from 'comlink';

const api = {
  /** @throws GroundError if no ground can be made */
  scenarioOf: (file: string, parts: readonly Triangles[]) =>
    levelScenario(file, groundFromTriangles(parts)),
};

export type LevelThreadApi = typeof api;

expose(api);
