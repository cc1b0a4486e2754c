import { ScenarioError } from '@skein/core';
import { BODIES } from '@skein/core/internal';
import { POINTER } from '../changes.ts';
import { Dialog } from '../controls/dialog.ts';
import { make, makeButton } from '../controls/elements.ts';
import { messageOf } from '../panel/notices.ts';
import { BehaviorChoice } from './behavior-choice.ts';
import type { Bench } from './bench.ts';
import { withSpecies } from './species.ts';

const COLORS = ['#ff6f91', '#ffd34e', '#7dffb2', '#c59bff', '#ff9e5e', '#6fd6ff'];
const MAX_COUNT = 100_000;

/** The dialog with which the visitor adds a species. The run is then opened again with that species. */
export class SpeciesDialog {
  readonly #bench: Bench;
  readonly #dialog = new Dialog('species', 'Add a species');
  readonly #name = make('input', { required: true, maxLength: 64, name: 'name' });
  readonly #color = make('input', { type: 'color', name: 'color' });
  readonly #body = make('select', { name: 'body' });
  readonly #count = make('input', { type: 'number', min: '1', max: String(MAX_COUNT) });
  readonly #speed = make('input', { type: 'number', min: '0.01', max: '10000', step: 'any' });
  readonly #aim = make('select', { name: 'aim' });
  readonly #aimField = field('Goes after', this.#aim);
  readonly #behaviors = new BehaviorChoice((needsAim) => {
    this.#aimField.hidden = !needsAim;
  });
  readonly #refusal = make('p', { className: 'refusal', role: 'alert' });

  constructor(bench: Bench) {
    this.#bench = bench;
    const bodies = ['as it behaves', ...BODIES];
    this.#body.append(
      ...bodies.map((body, k) => make('option', { value: k === 0 ? '' : body }, body)),
    );
    const form = make(
      'form',
      {},
      make(
        'div',
        { className: 'fields' },
        field('Name', this.#name),
        field('Number', this.#count),
        field('Top speed (m/s)', this.#speed),
        field('Color', this.#color),
        field('Body', this.#body),
      ),
      make(
        'fieldset',
        {},
        make('legend', {}, 'What its agents do'),
        make('p', { className: 'soft' }, 'Choose any number. Together they move the agents.'),
        this.#behaviors.element,
      ),
      this.#aimField,
      this.#refusal,
      make(
        'p',
        { className: 'row' },
        make('button', { type: 'submit', className: 'plain-button' }, 'Add species'),
        makeButton({ className: 'plain-button' }, () => this.#dialog.close(), 'Cancel'),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#add();
    });
    this.#dialog.body.append(form);
  }

  open(): void {
    const { scenario, sight } = this.#bench;
    if (scenario === undefined || sight === undefined) return;
    const { species, targets } = scenario;
    const number = species.length;
    this.#name.value = `species-${number + 1}`;
    this.#color.value = COLORS[number % COLORS.length];
    this.#count.value = '50';
    this.#speed.value = String(species[0].maxSpeed ?? Number((sight.radius / 8).toPrecision(2)));
    this.#refusal.textContent = '';
    const aims = [
      ...targets.filter(({ name }) => name !== POINTER).map(({ name }) => name),
      ...species.map(({ name }) => name),
    ];
    this.#aim.replaceChildren(...aims.map((name) => make('option', { value: name }, name)));
    this.#behaviors.offer(scenario);
    this.#dialog.open();
    this.#name.select();
  }

  #add(): void {
    const { page, scenario } = this.#bench;
    if (scenario === undefined) return;
    try {
      const file = withSpecies(scenario, {
        name: this.#name.value,
        count: Number(this.#count.value),
        maxSpeed: Number(this.#speed.value),
        color: this.#color.value,
        body: this.#body.value || undefined,
        behaviors: this.#behaviors.chosen,
        aim: this.#aim.value || undefined,
      });
      this.#dialog.close();
      const { name } = file.species.at(-1)!;
      void this.#bench.queue(async () => {
        await page.reopen(`Added ${name}`, { file, address: undefined });
        this.#bench.say(`Added ${name}`);
      });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      this.#refusal.textContent = messageOf(error);
    }
  }
}

function field(label: string, control: HTMLElement): HTMLElement {
  return make('label', { className: 'field' }, make('span', {}, label), control);
}
