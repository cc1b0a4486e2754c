/** Behaviors that find their way on a map. */
export const pathsSchemas = {} as const;
