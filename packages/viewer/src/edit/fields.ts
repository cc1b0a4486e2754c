import { make } from '../controls/elements.ts';

/** Creates a select box with a label, with which the visitor chooses an option of a tool. */
export function makeChoice(
  label: string,
  values: Readonly<Record<string, string>>,
  value: string,
  choose: (value: string) => void,
): HTMLElement {
  const select = make(
    'select',
    { title: label },
    ...Object.entries(values).map(([words, key]) => make('option', { value: key }, words)),
  );
  select.value = value;
  select.addEventListener('change', () => choose(select.value));
  return make('label', {}, make('span', {}, label), select);
}

/** Creates a slider with a label, with which the visitor chooses a number for a tool. */
export function makeSlider(
  label: string,
  { min, max, step = 1 }: { min: number; max: number; step?: number },
  value: number,
  choose: (value: number) => void,
): HTMLElement {
  const slider = make('input', { type: 'range', title: label });
  Object.assign(slider, { min, max, step });
  slider.value = String(value);
  slider.addEventListener('input', () => choose(Number(slider.value)));
  return make('label', {}, make('span', {}, label), slider);
}
