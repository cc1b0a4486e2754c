import type { DisplayControl } from '@skein/core/describe';
import { behaviorParametersOf, SPECIES_PARAMETERS } from '@skein/core/describe';
import type { Change } from '../changes.ts';
import { make } from '../controls/elements.ts';
import type { LawChanges } from '../laws/law-changes.ts';
import type { Session } from '../session.ts';
import { MatrixControl } from './matrix-control.ts';
import './display.css';

type Slider = Extract<DisplayControl, { type: 'slider' }>;
type Switch = Extract<DisplayControl, { type: 'switch' }>;

/** A slider has a hundred steps, unless the scenario says how long a step is. */
const STEPS = 100;

/** The controls that a scenario names, with which the visitor can answer its question, and one that hides floors. */
export class HeroControls {
  readonly element = make('section', { className: 'hero', 'aria-label': 'Try it' });
  readonly #changes: LawChanges;
  readonly #floors: Made;
  #made: readonly Made[] = [];

  /** @param floors the slider that hides floors */
  constructor(changes: LawChanges, floors: SliderOf) {
    this.#changes = changes;
    this.#floors = slider(floors);
    changes.listen(() => {
      for (const made of this.#made) made.show();
    });
  }

  /** Shows the controls of a run that was just opened. `hasFloors` tells whether there are floors to hide. */
  describe(session: Session, hasFloors: boolean): void {
    const { controls = [] } = session.scenario.display ?? {};
    this.#made = controls.map((control) => this.#make(control, session));
    if (hasFloors) this.#made = [...this.#made, this.#floors];
    this.element.hidden = this.#made.length === 0;
    this.element.replaceChildren(...this.#made.map(({ element }) => element));
    for (const made of this.#made) made.show();
  }

  /** Called in each frame. The panel may have changed the option, too. */
  frame(): void {
    this.#floors.show();
  }

  #make(control: DisplayControl, session: Session): Made {
    if (control.type === 'slider') return this.#slider(control, session);
    if (control.type === 'switch') return this.#switch(control);
    return new MatrixControl(control, session, this.#changes);
  }

  #slider({ label, of, min, max, step, unit }: Slider, session: Session): Made {
    return slider({
      ...{ label, min, max, unit: unit ?? unitOf(of[0], session) },
      step: step ?? Number(((max - min) / STEPS).toPrecision(1)),
      value: () => this.#valueOf(of),
      want: (value) => this.#want(of, value),
      rest: () => this.#changes.rest(),
    });
  }

  #switch({ label, of, on, off }: Switch): Made {
    const box = make('input', { type: 'checkbox', role: 'switch' });
    box.addEventListener('change', () => {
      this.#want(of, box.checked ? on : off);
      this.#changes.rest();
    });
    const show = (): void => {
      box.checked = this.#valueOf(of) === on;
    };
    return { element: make('label', { className: 'switch' }, box, label), show };
  }

  #want(of: readonly Place[], value: number): void {
    for (const place of of) this.#changes.want(changeOf(place, value));
  }

  /** The value of the first parameter, which stands for all that a control sets. */
  #valueOf([place]: readonly Place[]): number | undefined {
    return place && this.#changes.valueOf(changeOf(place, 0));
  }
}

/** What a slider shows and changes. `want` is called while it moves, and `rest` when it rests. */
export interface SliderOf {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string | undefined;
  /** The present value; undefined if it is not known. */
  value(): number | undefined;
  want(value: number): void;
  rest(): void;
}

function slider({ label, min, max, step, unit, value, want, rest }: SliderOf): Made {
  const range = make('input', {
    ...{ type: 'range', min: String(min), max: String(max), step: String(step) },
    'aria-label': label,
  });
  const words = make('span');
  range.addEventListener('input', () => want(Number(range.value)));
  range.addEventListener('change', () => rest());
  let shown: number | undefined;
  const show = (): void => {
    const now = value();
    if (now === undefined) return;
    if (Number(range.value) !== now) range.value = String(now);
    if (now === shown) return;
    shown = now;
    const text = `${Number(now.toPrecision(3))}${unit === undefined ? '' : ` ${unit}`}`;
    words.textContent = text;
    range.setAttribute('aria-valuetext', text);
  };
  const name = make('span', { className: 'name' }, label, words);
  return { element: make('label', {}, name, range), show };
}

/** A control on the page. */
interface Made {
  readonly element: HTMLElement;
  /** Shows the current value. */
  show(): void;
}

type Place = Slider['of'][number];

/** The change that sets a parameter that `display` names. */
export function changeOf({ species, behavior, parameter }: Place, value: number): Change {
  return { species, ...(behavior !== undefined && { behavior }), parameter, value };
}

/** The units that are shown unless the scenario names one. Others, such as kg/s, would say nothing to a visitor. */
const KNOWN_UNITS: readonly (string | undefined)[] = ['m', 's', 'm/s'];

/** The unit of a parameter; undefined if it has none, or one that is not shown. */
function unitOf(place: Place | undefined, { scenario }: Session): string | undefined {
  if (place === undefined) return undefined;
  const { behaviors } = scenario.species.find(({ name }) => name === place.species)!;
  const { behavior } = place;
  const found =
    typeof behavior === 'number'
      ? behaviors[behavior]
      : behaviors.find(({ type }) => type === behavior);
  const parameters =
    found === undefined ? SPECIES_PARAMETERS : behaviorParametersOf(found, scenario.laws);
  const unit = parameters.find(({ name }) => name === place.parameter)?.unit;
  return KNOWN_UNITS.includes(unit) ? unit : undefined;
}
