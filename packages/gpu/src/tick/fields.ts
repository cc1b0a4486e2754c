import type { InnerWorld } from '@skein/core/internal';

/** A scalar field of a world. */
export type ScalarPlan = InnerWorld['plan']['scalars'][number];

/** The fields into which agents deposit, in the order of their planes. */
export function depositedOf({ plan }: InnerWorld): readonly ScalarPlan[] {
  return plan.scalars.filter(({ deposit }) => deposit >= 0);
}

/** The name of the plane of the cells into which agents deposit. */
export function cellPlane(field: string): string {
  return `cell:${field}`;
}
