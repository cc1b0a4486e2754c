import type { Scenario } from '@skein/core';
import type { BehaviorDescription } from '@skein/core/describe';
import { make } from '../controls/elements.ts';
import { behaviorWords } from '../panel/wording.ts';
import { possibleBehaviors, takesAim } from './species.ts';

/** The behaviors that suit most scenes. They come first. */
const USUAL = [
  ...['separation', 'alignment', 'cohesion', 'wander', 'seek', 'flee', 'pursue', 'evade'],
  ...['avoidance', 'containment'],
];

/** The names of the families of behaviors. */
const FAMILIES: Readonly<Record<string, string>> = {
  flocking: 'Flocking',
  steering: 'Steering',
  following: 'Following',
  avoidance: 'Avoiding',
  guidance: 'Guiding missiles',
  crowd: 'Crowds',
  paths: 'Finding a path',
  fields: 'Fields and trails',
  laws: 'Laws of this scene',
};

/** A list of behaviors to choose from: the usual ones first, then the others in a section for each family. */
export class BehaviorChoice {
  readonly element = make('div', { className: 'behaviors' });
  readonly #onChange: (needsAim: boolean) => void;
  #behaviors: readonly BehaviorDescription[] = [];

  /** `onChange` is called with whether a chosen behavior goes after something. */
  constructor(onChange: (needsAim: boolean) => void) {
    this.#onChange = onChange;
    this.element.addEventListener('change', () => this.#tell());
  }

  /** Offers the behaviors that a new species of the scenario can have. None is chosen. */
  offer(scenario: Scenario): void {
    this.#behaviors = possibleBehaviors(scenario);
    const usual = USUAL.flatMap((type) =>
      this.#behaviors.filter((behavior) => behavior.type === type),
    );
    const others = this.#behaviors.filter((behavior) => !usual.includes(behavior));
    const families = new Set(others.map(({ family }) => family));
    this.element.replaceChildren(
      list(usual),
      ...[...families].map((family) => {
        const own = others.filter((other) => other.family === family);
        // The laws of a scene are what the scene is about.
        const open = family === 'laws';
        const title = make('summary', {}, FAMILIES[family] ?? family);
        title.append(make('small', {}, own.map(({ type }) => behaviorWords(type)).join(', ')));
        return make('details', { open }, title, list(own));
      }),
    );
    this.#tell();
  }

  /** The types of the chosen behaviors. */
  get chosen(): readonly string[] {
    const checked = this.element.querySelectorAll<HTMLInputElement>('input:checked');
    return [...checked].map(({ value }) => value);
  }

  #tell(): void {
    const { chosen } = this;
    this.#onChange(
      this.#behaviors.some((behavior) => takesAim(behavior) && chosen.includes(behavior.type)),
    );
  }
}

function list(behaviors: readonly BehaviorDescription[]): HTMLElement {
  return make(
    'ul',
    {},
    ...behaviors.map((behavior) =>
      make(
        'li',
        {},
        make(
          'label',
          {},
          make('input', { type: 'checkbox', value: behavior.type }),
          make(
            'span',
            {},
            make('strong', {}, behaviorWords(behavior.type)),
            make('small', {}, shortText(behavior.description)),
          ),
        ),
      ),
    ),
  );
}

/** The first sentence of a description, without its formula. */
export function shortText(description: string): string {
  const [sentence = description] = /^.*?[.](?=\s|$)/.exec(description) ?? [];
  return sentence.replace(/: (?:weight|mass|rate) ×.*$/, '.');
}
