import type { PointColumns } from './pack-points.ts';
import { BLOCK_NUMBERS, POINT_BLOCK, POINT_WORDS, type PointRecords } from './point-records.ts';

/** A vector of an agent: its position (m) or its velocity (m/s). */
export interface Xyz {
  x: number;
  y: number;
  z: number;
}

/** Reads the position (m) of agent `i` from its record. */
export function pointPositionInto(out: Xyz, { records, blocks }: PointRecords, i: number): void {
  const at = Math.floor(i / POINT_BLOCK) * BLOCK_NUMBERS;
  const xy = records[i * POINT_WORDS];
  const z = records[i * POINT_WORDS + 1];
  out.x = blocks[at] + ((xy & 0xffff) / 65_535) * blocks[at + 4];
  out.y = blocks[at + 1] + ((xy >>> 16) / 65_535) * blocks[at + 5];
  out.z = blocks[at + 2] + ((z & 0xffff) / 65_535) * blocks[at + 6];
}

/** Reads the velocity (m/s) of agent `i` from its record. */
export function pointVelocityInto(out: Xyz, { records, blocks }: PointRecords, i: number): void {
  const fastest = blocks[Math.floor(i / POINT_BLOCK) * BLOCK_NUMBERS + 3];
  const word = records[i * POINT_WORDS + 2];
  out.x = (((word & 1023) - 511) / 511) * fastest;
  out.y = ((((word >>> 10) & 1023) - 511) / 511) * fastest;
  out.z = ((((word >>> 20) & 1023) - 511) / 511) * fastest;
}

/** Reads the species of agent `i` from its record. */
export function pointSpecies({ records }: PointRecords, i: number): number {
  return (records[i * POINT_WORDS + 1] >>> 16) & 255;
}

/** Unpacks the records of the first `living` agents into columns. The values have the precision of the records. */
export function readPointsInto(out: PointColumns, from: PointRecords, living: number): void {
  const place = { x: 0, y: 0, z: 0 };
  for (let i = 0; i < living; i++) {
    pointPositionInto(place, from, i);
    out.x[i] = place.x;
    out.y[i] = place.y;
    out.z[i] = place.z;
    pointVelocityInto(place, from, i);
    out.vx[i] = place.x;
    out.vy[i] = place.y;
    out.vz[i] = place.z;
    out.species[i] = pointSpecies(from, i);
  }
  out.id.set(from.ids.subarray(0, living));
}
