type Given<Options> = { [Key in keyof Options]?: Exclude<Options[Key], undefined> };

/** Removes the options whose value is undefined, so that their defaults apply. */
export function given<Options extends object>(options: Options): Given<Options> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<Options>;
}
