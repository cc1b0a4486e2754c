/** The first sentence of the description of each file of scenarios/, by path; loaded with the gallery. */
export const SCENE_LINES: Readonly<Record<string, string>> = import.meta.glob<string>(
  [
    '../../../scenarios/*.json',
    '../../../scenarios/models/*.json',
    '!../../../scenarios/*.schema.json',
  ],
  { eager: true, query: '?line', import: 'default' },
);
