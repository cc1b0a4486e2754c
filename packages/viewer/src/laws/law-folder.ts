import type { Scenario, Species } from '@skein/core';
import {
  behaviorParametersOf,
  describeBehaviors,
  type Parameter,
  parameterName,
  SPECIES_PARAMETERS,
} from '@skein/core/describe';
import type GUI from 'lil-gui';
import type { Controller } from 'lil-gui';
import { behaviorName, heldParameter, valueIn } from '../changes.ts';
import { make, makeButton } from '../controls/elements.ts';
import { behaviorWords, parameterWords } from '../panel/wording.ts';
import type { Session } from '../session.ts';
import { ableOf } from './able.ts';
import { CountSlider, hasCount } from './count-slider.ts';
import { changesOfIdea, hasIdeas, IDEAS, surprise } from './ideas.ts';
import type { LawChanges } from './law-changes.ts';
import { sliderRange } from './slider-range.ts';
import { canGrow } from './with-room.ts';

export interface LawActions {
  /** Starts a new run with other numbers of agents. `count` has these numbers, by the name of the species. */
  choose(count: Readonly<Record<string, number>>): void;
  /** The buttons "Undo" and "Redo". */
  readonly undoButtons: readonly HTMLButtonElement[];
}

/** The description of each behavior, by its type. */
function tipsOf({ laws }: Scenario): ReadonlyMap<string, string> {
  return new Map(describeBehaviors(laws).map(({ type, description }) => [type, description]));
}

/** The label of a behavior. If the behavior acts only in some states of the agent, the label ends with these states. */
function wordsOf(species: Species, place: number): string {
  const { states } = species.behaviors[place];
  const words = distinctWords(species, place);
  return states === undefined ? words : `${words} (${states.join(', ')})`;
}

/** The label of a behavior. It includes the target if the species has several behaviors of the same type. */
function distinctWords({ behaviors }: Species, place: number): string {
  const behavior = behaviors[place];
  const words = behaviorWords(behavior.type);
  if (behaviors.filter(({ type }) => type === behavior.type).length < 2) return words;
  const { quarry, target } = behavior as { readonly quarry?: string; readonly target?: string };
  return `${words} ${quarry ?? target ?? place + 1}`;
}

/**
 * The folder of the panel that shows the parameters of each species. It shows only parameters that can change during
 * the run. The most important ones come first, and the others are in subfolders.
 */
export class LawFolder {
  readonly #folder: GUI;
  readonly #changes: LawChanges;
  readonly #actions: LawActions;
  /** The values that the sliders show, by the name of the parameter. */
  #values: Record<string, number> = {};
  readonly #controllers = new Map<string, Controller>();
  /** The slider for the number of agents, by species. */
  readonly #counts = new Map<string, CountSlider>();
  readonly #ideas = make('div', { className: 'ideas' });

  constructor(folder: GUI, changes: LawChanges, actions: LawActions) {
    this.#folder = folder;
    this.#folder.domElement.classList.add('laws');
    this.#changes = changes;
    this.#actions = actions;
    changes.listen((change) => {
      const key = parameterName(change);
      const controller = this.#controllers.get(key);
      // The slider that has just moved shows the value already.
      if (controller === undefined || this.#values[key] === change.value) return;
      this.#values[key] = change.value;
      controller.updateDisplay();
    });
  }

  /** Fills the folder for a run that was just opened. */
  describe(session: Session): void {
    const folder = this.#folder;
    // A slider that keys move keeps the focus, although each new number starts another run.
    const held = [...this.#counts].find(([, slider]) => slider.hasFocus)?.[0];
    this.#counts.clear();
    for (const child of [...folder.children]) child.destroy();
    this.#controllers.clear();
    this.#values = {};
    const { species } = session.scenario;
    for (const one of species) {
      const own = folder.addFolder(`${one.name}, ${one.count.toLocaleString('en-US')}`);
      if (hasCount(one)) {
        const grows = canGrow(session.scenario);
        const slider = new CountSlider(one, grows, (count) =>
          this.#actions.choose({ [one.name]: count }),
        );
        own.$children.append(slider.element);
        if (one.name === held) slider.focus();
        this.#counts.set(one.name, slider);
      }
      this.#addSpecies(own, one, session.scenario);
    }
    for (const each of folder.folders.slice(1)) each.close();
    this.#addIdeas(session.scenario);
    const reset = folder.add({ reset: () => this.#changes.reset() }, 'reset').name('Reset laws');
    reset.domElement.title =
      'Sets all parameters back to the values of the scene, from the next tick on';
  }

  /** Shows how many agents this machine can step in real time. */
  showAble(session: Session): void {
    const able = ableOf(session);
    const { living } = session.state;
    if (able === 0) return;
    for (const slider of this.#counts.values()) slider.showAble(able, living);
  }

  #addSpecies(folder: GUI, species: Species, scenario: Scenario): void {
    const tips = tipsOf(scenario);
    const body = SPECIES_PARAMETERS.filter(({ name }) => name !== 'maxSpeed');
    const speed = SPECIES_PARAMETERS.find(({ name }) => name === 'maxSpeed')!;
    this.#add(folder, species, undefined, speed);
    // A weight that applies only while the pointer is held gets no slider.
    const behaviors = species.behaviors.flatMap((behavior, place) =>
      heldParameter(species, place) === 'weight' ? [] : [{ type: behavior.type, place }],
    );
    for (const { type, place } of behaviors) {
      const parameters = behaviorParametersOf({ type }, scenario.laws);
      const weight = parameters.find(({ name }) => name === 'weight');
      if (weight === undefined) continue;
      const tip = `${tips.get(type)} Its weight is in ${weight.unit}.`;
      this.#add(folder, species, place, weight, wordsOf(species, place), tip);
    }
    const details = folder.addFolder('Details').close();
    for (const { type, place } of behaviors) {
      const own = details.addFolder(wordsOf(species, place));
      const parameters = behaviorParametersOf({ type }, scenario.laws);
      const rest = parameters.filter(({ name }) => name !== 'weight');
      for (const parameter of rest) this.#add(own, species, place, parameter);
      if (own.controllers.length === 0) own.destroy();
    }
    const bodyFolder = details.addFolder('Body');
    for (const parameter of body) {
      const label = parameter.name === 'radius' ? 'Radius (m)' : undefined;
      this.#add(bodyFolder, species, undefined, parameter, label);
    }
  }

  #add(
    folder: GUI,
    species: Species,
    place: number | undefined,
    parameter: Parameter,
    label = parameterWords(parameter.name, parameter.unit),
    description = parameter.description,
  ): void {
    const where = {
      species: species.name,
      parameter: parameter.name,
      ...(place === undefined ? {} : { behavior: behaviorName(species, place) }),
    };
    const value = valueIn(species, { ...where, value: 0 });
    // A parameter that is not given, or at its maximum, which means no limit, gets no slider.
    if (value === undefined || value === parameter.max) return;
    const key = parameterName({ ...where, value });
    this.#values[key] = this.#changes.valueOf({ ...where, value }) ?? value;
    const { min, max, step } = sliderRange(parameter, value);
    const controller = folder
      .add(this.#values, key, min, max, step)
      .name(label)
      .onChange((wish: number) => this.#changes.want({ ...where, value: wish }))
      .onFinishChange(() => this.#changes.rest());
    controller.domElement.title = `${description} The scene has ${value}; the slider goes from ${min} to ${max}.`;
    this.#controllers.set(key, controller);
  }

  #addIdeas(scenario: Scenario): void {
    const chip = (name: string, title: string, press: () => void) =>
      makeButton({ title }, press, name);
    const ideas = hasIdeas(scenario)
      ? IDEAS.map((idea) =>
          chip(idea.name, idea.tip, () => this.#changes.change(changesOfIdea(scenario, idea))),
        )
      : [];
    // A random choice is allowed here: it only decides on commands, which the log records and replays.
    const surprised = () => this.#changes.change(surprise(scenario, () => Math.random()));
    this.#ideas.replaceChildren(
      ...ideas,
      chip('Surprise me', 'Random weights for all laws', surprised),
      ...this.#actions.undoButtons,
    );
    this.#folder.$children.prepend(this.#ideas);
  }
}
