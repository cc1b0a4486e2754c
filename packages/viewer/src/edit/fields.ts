import { make } from '../controls/elements.ts';

/** A choice of a tool, with its name. */
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

/** A number of a tool, as a slider with its name. */
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
