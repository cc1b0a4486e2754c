import { make, makeButton } from './elements.ts';

/** After this long without a move the way back fades, ms. */
const FADE_MS = 3000;
const WAY_BACK = 'Show the controls';

let show: HTMLButtonElement | undefined;
let fading: ReturnType<typeof setTimeout> | undefined;

/** Hides all but the picture, or brings the rest back; a button that comes up with any move does so by touch, too. */
export function toggleBare(): void {
  const isBare = document.body.classList.toggle('bare');
  show ??= makeWayBack();
  show.hidden = !isBare;
  if (isBare) wake();
}

/** Full screen, or no longer; iPhones have none for a page. */
export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
  else await document.exitFullscreen();
}

function makeWayBack(): HTMLButtonElement {
  const key = matchMedia('(hover: none)').matches ? [] : [' ', make('kbd', {}, 'H')];
  const button = makeButton({ id: 'show', hidden: true }, toggleBare, WAY_BACK, ...key);
  document.body.append(button);
  for (const move of ['pointermove', 'pointerdown', 'keydown']) window.addEventListener(move, wake);
  return button;
}

function wake(): void {
  if (show === undefined || show.hidden) return;
  show.classList.remove('faded');
  clearTimeout(fading);
  fading = setTimeout(() => show?.classList.add('faded'), FADE_MS);
}
