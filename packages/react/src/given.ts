type Given<Options> = { [Key in keyof Options]?: Exclude<Options[Key], undefined> };

/** Options without those that are undefined, which leave a default as it is. */
export function given<Options extends object>(options: Options): Given<Options> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<Options>;
}
