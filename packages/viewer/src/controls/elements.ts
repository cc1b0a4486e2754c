/** Where keys type letters and text is pasted; elsewhere both are the page's. */
export const FIELD =
  'input:not([type="checkbox"], [type="range"]), select, textarea, [contenteditable]';

/** An element with what it is given: properties, `data-` and `aria-` attributes, children. */
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

/**
 * A button. A mouse click leaves the focus where it is, so that the keys of the page continue working
 * as they did before it.
 */
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

/** A picture in one color, drawn in a square of 24. */
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
