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
import { behaviorWords, parameterWords } from '../panel/wording.ts';
import type { Session } from '../session.ts';
import { sliderRange } from './slider-range.ts';

export interface ParameterActions {
  /** Carried out with the next tick. */
  set(change: Change): Promise<unknown>;
  /** What differs from the scenario has changed. */
  keep(changes: readonly Change[]): void;
  /** The scene anew, as its file has it. */
  startAnew(): void;
  fail(error: unknown): void;
}

/** What behaviors do, by type. */
function tipsOf({ laws }: Scenario): ReadonlyMap<string, string> {
  return new Map(describeBehaviors(laws).map(({ type, description }) => [type, description]));
}

/**
 * A folder of the panel with the numbers of each species that may be changed while it runs: in front
 * what matters most, the rest in folders of its own.
 */
export class ParameterFolder {
  readonly #folder: GUI;
  readonly #actions: ParameterActions;
  #session: Session | undefined;
  /** By key, what the sliders show. */
  #values: Record<string, number> = {};
  readonly #controllers = new Map<string, Controller>();
  /** Asked for and not given yet: of a slider on the move only the last place counts. */
  readonly #wanted = new Map<string, Change>();
  #giving = false;
  /** The slider rests: what was given is to be kept. */
  #rested = false;
  #shownTick = 0;

  constructor(panel: GUI, actions: ParameterActions) {
    this.#folder = panel.addFolder('Parameters').close();
    this.#folder.domElement.classList.add('parameters');
    this.#actions = actions;
  }

  /** Fills the folder for a run that was opened. */
  describe(session: Session): void {
    this.#session = session;
    const folder = this.#folder;
    for (const child of [...folder.children]) child.destroy();
    this.#controllers.clear();
    this.#wanted.clear();
    this.#values = {};
    const { species } = session.scenario;
    for (const one of species) {
      const name = `${one.name}, ${one.count.toLocaleString('en-US')}`;
      this.#addSpecies(folder.addFolder(name), one, session.scenario);
    }
    if (species.length > 1) for (const each of folder.folders) each.close();
    const reset = folder.add({ reset: () => this.#reset() }, 'reset').name('Reset parameters');
    reset.domElement.title = 'All numbers as the scene has them, from now on';
    this.show(session);
  }

  /** Called each frame: shows what the scene, or what is repeated of a run, has set by now. */
  frame({ scenario, state, world }: Session): void {
    const { tick } = state;
    if (tick === this.#shownTick) return;
    const [from, to] = [Math.min(tick, this.#shownTick), Math.max(tick, this.#shownTick)];
    this.#shownTick = tick;
    const sets = (one: Command) => one.type === 'set' && one.tick >= from && one.tick < to;
    // What is under way of the visitor's own stays in sight.
    if (this.#giving || this.#wanted.size > 0 || this.#session === undefined) return;
    if (scenario.commands.some(sets) || world.log.some(sets)) this.show(this.#session);
  }

  /** Shows the parameters as the scene and the commands of the run have left them. */
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
      controller.updateDisplay();
    }
  }

  #addSpecies(folder: GUI, species: Species, scenario: Scenario): void {
    const tips = tipsOf(scenario);
    const body = SPECIES_PARAMETERS.filter(({ name }) => name !== 'maxSpeed');
    const speed = SPECIES_PARAMETERS.find(({ name }) => name === 'maxSpeed')!;
    this.#add(folder, species, undefined, speed);
    // What weighs nothing but while the pointer is held has nothing to set.
    const behaviors = species.behaviors.flatMap((behavior, place) =>
      heldParameter(species, place) === 'weight' ? [] : [{ type: behavior.type, place }],
    );
    for (const { type, place } of behaviors) {
      const parameters = behaviorParametersOf({ type }, scenario.laws);
      const weight = parameters.find(({ name }) => name === 'weight');
      if (weight === undefined) continue;
      const label = `${behaviorWords(type)} (${weight.unit})`;
      this.#add(folder, species, place, weight, label, tips.get(type));
    }
    for (const { type, place } of behaviors) {
      const own = folder.addFolder(behaviorWords(type));
      const parameters = behaviorParametersOf({ type }, scenario.laws);
      const rest = parameters.filter(({ name }) => name !== 'weight');
      for (const parameter of rest) this.#add(own, species, place, parameter);
      if (own.controllers.length === 0) own.destroy();
      else if (rest.length < parameters.length) own.close();
    }
    const bodyFolder = folder.addFolder('Body').close();
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
    // Not given, or without a limit, which is as good.
    if (value === undefined || value === parameter.max) return;
    const key = parameterName({ ...where, value });
    this.#values[key] = value;
    const { min, max, step } = sliderRange(parameter, value);
    const controller = folder
      .add(this.#values, key, min, max, step)
      .name(label)
      .onChange((wish: number) => this.#want({ ...where, value: wish }))
      .onFinishChange(() => this.#keep());
    controller.domElement.title = `${description} The scene has ${value}; from ${min} to ${max}.`;
    this.#controllers.set(key, controller);
  }

  #want(change: Change): void {
    this.#wanted.set(parameterName(change), change);
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

  /** Once the slider rests and all is given: browsers allow the address so many changes in a minute. */
  #keep(): void {
    this.#rested = this.#giving;
    const session = this.#session;
    if (session === undefined || this.#giving) return;
    this.#actions.keep(changesOf(session.scenario, session.world.log));
  }

  #reset(): void {
    const session = this.#session;
    if (session === undefined) return;
    for (const change of changesOf(session.scenario, session.world.log)) {
      const species = session.scenario.species.find(({ name }) => name === change.species)!;
      const value = valueIn(species, change);
      // No command takes a limit away that the scenario does not have.
      if (value === undefined) {
        this.#actions.startAnew();
        return;
      }
      this.#values[parameterName(change)] = value;
      this.#controllers.get(parameterName(change))?.updateDisplay();
      this.#want({ ...change, value });
    }
    this.#keep();
  }
}
