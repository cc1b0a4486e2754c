/** What the gallery says of a scene. */
export interface SceneText {
  /** What is seen, in words; undefined if the scenario does not say it. */
  readonly title?: string;
  /** A question, or a sentence. */
  readonly question: string;
  readonly group?: 'fly' | 'crowd' | 'chase' | 'grow' | 'think';
  readonly tags: readonly string[];
  readonly credit?: string;
}

/** The texts of all scenes, by the path of the scene's file. They are loaded when the gallery opens. */
export const SCENE_TEXTS: Readonly<Record<string, SceneText>> = import.meta.glob<SceneText>(
  [
    '../../../scenarios/*.json',
    '../../../scenarios/models/*.json',
    '!../../../scenarios/*.schema.json',
  ],
  { eager: true, query: '?card', import: 'default' },
);
