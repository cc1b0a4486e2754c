/**
 * A CSS selector for the fields that take typed or pasted text. Everywhere else, keys and pasted text go to the page.
 */
export const FIELD =
  'input:not([type="checkbox"], [type="range"]), select, textarea, [contenteditable]';

/** Creates an element with properties, `data-` and `aria-` attributes, and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> & Record<string, unknown> = {},
  ...children: Array<Node | string>
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-')) element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  element.append(...children);
  return element;
}

/** Creates a button. A mouse click does not move the focus, so the keys of the page keep working. */
export function makeButton(
  properties: Partial<HTMLButtonElement> & Record<string, unknown>,
  press: () => void,
  ...children: Array<Node | string>
): HTMLButtonElement {
  const button = make('button', { type: 'button', ...properties }, ...children);
  button.addEventListener('click', press);
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}

/** Creates an icon in one color from the SVG path `d`, in a square of 24 by 24 units. */
export function drawIcon(d: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}
