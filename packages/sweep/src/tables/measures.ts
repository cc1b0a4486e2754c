import type { World } from '@skein/core';
import { MEASURES, type Measure } from '@skein/core/describe';
import type { TableSchema } from './table.ts';
import { worldMetadata } from './world-metadata.ts';

/**
 * Returns the columns for measures of a world over time: tick, time, and each measure. A row is `[tick, tick * dt,
 * ...values]`, where `dt` is the length of a tick in s. The metadata is that of `agentColumns`.
 */
export function measureColumns(world: World, measures: readonly Measure[]): TableSchema {
  return {
    columns: [
      { name: 'tick', type: 'u32', description: 'tick of the sample' },
      { name: 'time', type: 'f64', unit: 's', description: 'time of the sample' },
      ...measures.map(({ name, unit, kind }) => ({
        name,
        type: 'f64' as const,
        ...(unit !== '1' && { unit }),
        description: MEASURES[kind].description,
      })),
    ],
    metadata: worldMetadata(world),
  };
}
