import { nextPlaces } from '../phases/deposits.ts';
import type { Kernel } from '../phases/kernel.ts';
import { eachFieldIn, isStill } from '../phases/step-fields.ts';
import { depositColumns } from '../world/scalar-fields.ts';
import { bucketStride } from '../world/scalar-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';

/** Returns the phases of scalar fields in SIMD. */
export function fieldTwins(
  wasm: Exports,
  world: SharedWorld,
): Readonly<Record<'listDeposits' | 'sortDeposits' | 'stepFields', Kernel>> {
  const { plan } = world;
  const written = plan.scalars.filter(({ deposit }) => deposit >= 0);
  return {
    listDeposits: (_world, begin, end, worker) => {
      const { scratch, front } = world;
      const { x, y, z } = front.position;
      for (const field of written) {
        const { amount, cell } = depositColumns(world)[field.deposit];
        const first = worker * bucketStride(plan.scalars) + field.firstBucket;
        scratch.depositCount.fill(0, first, first + field.buckets);
        wasm.listDeposits(
          x.byteOffset,
          y.byteOffset,
          z.byteOffset,
          scratch.stagedStatus.byteOffset,
          amount.byteOffset,
          cell.byteOffset,
          scratch.depositCount.byteOffset + 4 * first,
          begin,
          end,
          ...field.cells,
          ...field.origin,
          ...field.inverse,
          field.bucketBits,
        );
      }
    },
    sortDeposits: (_world, begin, end, worker) => {
      for (const field of written) {
        const { cell, place } = depositColumns(world)[field.deposit];
        const first = worker * bucketStride(plan.scalars) + field.firstBucket;
        nextPlaces(world, field, worker);
        wasm.sortDeposits(
          cell.byteOffset,
          place.byteOffset,
          world.scratch.depositNext.byteOffset + 4 * first,
          begin,
          end,
          field.bucketBits,
        );
      }
    },
    stepFields: (_world, begin, end) => {
      eachFieldIn(
        world,
        begin,
        end,
        (field, front, back, from, to) => {
          if (isStill(field)) {
            back.set(front.subarray(from, to), from);
            return;
          }
          const { cells, wraps, share, keep } = field;
          const planes = [front.byteOffset, back.byteOffset] as const;
          wasm.spreadCells(...planes, from, to, ...cells, wraps ? 1 : 0, ...share, keep);
        },
        ({ deposit, min, max }, back, from, to, [first, last]) => {
          if (first < last) {
            const { amount, cell, place } = depositColumns(world)[deposit];
            const columns = [place.byteOffset, cell.byteOffset, amount.byteOffset] as const;
            wasm.addDeposits(back.byteOffset, ...columns, first, last);
          }
          wasm.limitCells(back.byteOffset, from, to, min, max);
        },
      );
    },
  };
}
