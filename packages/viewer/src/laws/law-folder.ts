import type { Command, Scenario, Species } from '@skein/core';
import {
  behaviorParametersOf,
  describeBehaviors,
  type Parameter,
  parameterName,
  SPECIES_PARAMETERS,
} from '@skein/core/describe';
import type GUI from 'lil-gui';
import type { Controller } from 'lil-gui';
import {
  behaviorName,
  type Change,
  changesOf,
  doneBy,
  heldParameter,
  settingsOf,
  valueIn,
} from '../changes.ts';
import { make, makeButton } from '../controls/elements.ts';
import type { Deed } from '../deeds/deed-list.ts';
import { behaviorWords, parameterWords } from '../panel/wording.ts';
import type { Session } from '../session.ts';
import { ableOf } from './able.ts';
import { CountSlider, hasCount } from './count-slider.ts';
import { changesOfIdea, hasIdeas, IDEAS, surprise } from './ideas.ts';
import { sliderRange } from './slider-range.ts';
import { canGrow } from './with-room.ts';

export interface LawActions {
  /** Sets a parameter. The new value takes effect with the next tick. */
  set(change: Change): Promise<unknown>;
  /** Called with the parameters whose values now differ from the scenario. */
  keep(changes: readonly Change[]): void;
  /** Restarts the scene with the parameters that its file contains. */
  startAnew(): void;
  /** Starts a new run with other numbers of agents. `count` has these numbers, by the name of the species. */
  choose(count: Readonly<Record<string, number>>): void;
  /** Called after the visitor has changed parameters. `deed` can undo and redo that change. */
  did(deed: Deed): void;
  /** The buttons "Undo" and "Redo". */
  readonly undoButtons: readonly HTMLButtonElement[];
  fail(error: unknown): void;
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

/** If the run has fewer agents than this, the time of a tick does not show how many agents the machine can step. */
const FEW = 100;

/**
 * The folder of the panel that shows the parameters of each species. It shows only parameters that can change during
 * the run. The most important ones come first, and the others are in subfolders.
 */
export class LawFolder {
  readonly #folder: GUI;
  readonly #actions: LawActions;
  #session: Session | undefined;
  /** The values that the sliders show, by the name of the parameter. */
  #values: Record<string, number> = {};
  /** The values of the sliders when they were last at rest, by the name of the parameter. */
  readonly #settled = new Map<string, number>();
  readonly #controllers = new Map<string, Controller>();
  /** For each parameter, by name, the latest change that the run has not received yet. */
  readonly #wanted = new Map<string, Change>();
  #giving = false;
  /** Whether the sliders are at rest, with changes that have not been reported to the page yet. */
  #rested = false;
  #shownTick = 0;
  /**
   * The values that sliders had when they were last at rest, by the name of the parameter. Only the sliders that have
   * moved since then are listed.
   */
  readonly #before = new Map<string, Change>();
  /** The slider for the number of agents, by species. */
  readonly #counts = new Map<string, CountSlider>();
  readonly #ideas = make('div', { className: 'ideas' });

  constructor(folder: GUI, actions: LawActions) {
    this.#folder = folder;
    this.#folder.domElement.classList.add('laws');
    this.#actions = actions;
  }

  /** Fills the folder for a run that was just opened. */
  describe(session: Session): void {
    this.#session = session;
    const folder = this.#folder;
    // A slider that keys move keeps the focus, although each new number starts another run.
    const held = [...this.#counts].find(([, slider]) => slider.hasFocus)?.[0];
    this.#counts.clear();
    for (const child of [...folder.children]) child.destroy();
    this.#controllers.clear();
    this.#wanted.clear();
    this.#values = {};
    this.#settled.clear();
    this.#before.clear();
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
    const reset = folder.add({ reset: () => this.#reset() }, 'reset').name('Reset laws');
    reset.domElement.title =
      'Sets all parameters back to the values of the scene, from the next tick on';
    this.show(session);
  }

  /** Shows how many agents this machine can step in real time. */
  showAble(session: Session): void {
    const able = ableOf(session);
    const { living } = session.state;
    // With few agents, most of a tick's time is overhead, so nothing follows for many agents.
    if (able === 0 || living < FEW) return;
    for (const slider of this.#counts.values()) slider.showAble(able, living);
  }

  /**
   * Called in each frame. If commands have changed values since the last call, shows the new values. The commands may
   * belong to the scene or to a repeated run.
   */
  frame({ scenario, state, world }: Session): void {
    const { tick } = state;
    if (tick === this.#shownTick) return;
    const [from, to] = [Math.min(tick, this.#shownTick), Math.max(tick, this.#shownTick)];
    this.#shownTick = tick;
    const sets = (one: Command) => one.type === 'set' && one.tick >= from && one.tick < to;
    // The visitor's own changes stay visible until they are given.
    if (this.#giving || this.#wanted.size > 0 || this.#session === undefined) return;
    if (scenario.commands.some(sets) || world.log.some(sets)) this.show(this.#session);
  }

  /** Shows the current parameters of the run: those of the scene, with the changes that commands have made. */
  show(session: Session): void {
    this.#session = session;
    const { scenario, world } = session;
    const tick = Math.max(world.tick, (world.log.at(-1)?.tick ?? -1) + 1);
    const changed = new Map(
      settingsOf(scenario, doneBy(scenario, world.log, tick)).map((one) => [
        parameterName(one),
        one.value,
      ]),
    );
    for (const [key, controller] of this.#controllers) {
      const value = changed.get(key) ?? controller.initialValue;
      if (this.#values[key] === value) continue;
      this.#values[key] = value;
      this.#settled.set(key, value);
      controller.updateDisplay();
    }
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
    this.#values[key] = value;
    this.#settled.set(key, value);
    const { min, max, step } = sliderRange(parameter, value);
    const controller = folder
      .add(this.#values, key, min, max, step)
      .name(label)
      .onChange((wish: number) => this.#want({ ...where, value: wish }))
      .onFinishChange(() => this.#rest());
    controller.domElement.title = `${description} The scene has ${value}; the slider goes from ${min} to ${max}.`;
    this.#controllers.set(key, controller);
  }

  #addIdeas(scenario: Scenario): void {
    const chip = (name: string, title: string, press: () => void) =>
      makeButton({ title }, press, name);
    const ideas = hasIdeas(scenario)
      ? IDEAS.map((idea) =>
          chip(idea.name, idea.tip, () => this.#change(changesOfIdea(scenario, idea))),
        )
      : [];
    // A random choice is allowed here: it only decides on commands, which the log records and replays.
    const surprised = () => this.#change(surprise(scenario, () => Math.random()));
    this.#ideas.replaceChildren(
      ...ideas,
      chip('Surprise me', 'Random weights for all laws', surprised),
      ...this.#actions.undoButtons,
    );
    this.#folder.$children.prepend(this.#ideas);
  }

  /** Sets parameters, and moves their sliders. If `isNew` is true, the change can be undone. */
  #change(changes: readonly Change[], isNew = true): void {
    for (const change of changes) {
      const key = parameterName(change);
      if (this.#values[key] === change.value) continue;
      this.#want(change);
      this.#values[key] = change.value;
      this.#controllers.get(key)?.updateDisplay();
    }
    if (isNew) {
      this.#rest();
      return;
    }
    this.#settle();
    this.#keep();
  }

  /** Called when the sliders come to rest. All movements since the last rest become one change that can be undone. */
  #rest(): void {
    const undo = [...this.#before.values()];
    this.#settle();
    const redo = undo.map((one) => ({ ...one, value: this.#values[parameterName(one)] }));
    if (undo.length > 0) {
      this.#actions.did({
        name: 'Laws changed',
        undo: () => this.#change(undo, false),
        redo: () => this.#change(redo, false),
      });
    }
    this.#keep();
  }

  #settle(): void {
    for (const key of this.#before.keys()) this.#settled.set(key, this.#values[key]);
    this.#before.clear();
  }

  #want(change: Change): void {
    const key = parameterName(change);
    if (!this.#before.has(key))
      this.#before.set(key, { ...change, value: this.#settled.get(key)! });
    this.#wanted.set(key, change);
    if (!this.#giving) void this.#give();
  }

  async #give(): Promise<void> {
    this.#giving = true;
    try {
      for (const [key, change] of this.#wanted) {
        this.#wanted.delete(key);
        await this.#actions.set(change);
      }
    } catch (error) {
      this.#actions.fail(error);
      if (this.#session) this.show(this.#session);
    } finally {
      this.#giving = false;
    }
    if (this.#rested) this.#keep();
  }

  /**
   * Reports the changed parameters to the page. Waits until the sliders are at rest and all commands are given, because
   * browsers limit the number of address changes.
   */
  #keep(): void {
    this.#rested = this.#giving;
    const session = this.#session;
    if (session === undefined || this.#giving) return;
    this.#actions.keep(changesOf(session.scenario, session.world.log));
  }

  #reset(): void {
    const session = this.#session;
    if (session === undefined) return;
    const changes: Change[] = [];
    for (const change of changesOf(session.scenario, session.world.log)) {
      const species = session.scenario.species.find(({ name }) => name === change.species)!;
      const value = valueIn(species, change);
      // No command can remove a limit that the scenario does not have.
      if (value === undefined) {
        this.#actions.startAnew();
        return;
      }
      changes.push({ ...change, value });
    }
    this.#change(changes);
  }
}
