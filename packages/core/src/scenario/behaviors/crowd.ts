/** Behaviors of crowds: they choose a velocity that is safe among others. */
export const crowdSchemas = {} as const;
