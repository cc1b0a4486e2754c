/**
 * The first sentence of each scene's description, by the path of the scene's file. The sentences are loaded when the
 * gallery opens.
 */
export const SCENE_LINES: Readonly<Record<string, string>> = import.meta.glob<string>(
  [
    '../../../scenarios/*.json',
    '../../../scenarios/models/*.json',
    '!../../../scenarios/*.schema.json',
  ],
  { eager: true, query: '?line', import: 'default' },
);
