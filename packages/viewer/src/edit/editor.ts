import './edit.css';
import type { Scenario } from '@skein/core';
import { columnsOf } from '@skein/core/internal';
import { FIELD } from '../controls/elements.ts';
import type { Page } from '../controls/page.ts';
import { undoButtons } from '../deeds/undo-buttons.ts';
import { niceLength } from '../scene/nice-length.ts';
import { Bench } from './bench.ts';
import { MarksLayer } from './marks.ts';
import { Palette, type ToolId } from './palette.ts';
import { SpeciesDialog } from './species-dialog.ts';
import type { Spot, Tool } from './tool.ts';
import { EraseTool } from './tools/erase-tool.ts';
import { GoalTool } from './tools/goal-tool.ts';
import { ObstacleTool } from './tools/obstacle-tool.ts';
import { PaintTool } from './tools/paint-tool.ts';
import { SelectTool } from './tools/select-tool.ts';
import { ThrowTool } from './tools/throw-tool.ts';
import { WallTool } from './tools/wall-tool.ts';

const LABEL =
  'The scene, in the editor. The arrow keys move the crosshair, Enter uses the tool there.';
/**
 * The distance by which a key press moves the crosshair, as a fraction of the scene's radius. With Shift, the distance
 * is a fifth of this value.
 */
const STEP = 0.04;
const FINE = 0.2;
const WAYS: Readonly<Record<string, readonly ['across' | 'up', 1 | -1]>> = {
  ArrowLeft: ['across', -1],
  ArrowRight: ['across', 1],
  ArrowUp: ['up', 1],
  ArrowDown: ['up', -1],
};

/**
 * The editor of the page. It contains the tools, and decides what pointer and keys do in the picture while it is open.
 */
export class Editor {
  readonly #page: Page;
  readonly #canvas: HTMLCanvasElement;
  readonly #bench: Bench;
  readonly #palette: Palette;
  readonly #marks = new MarksLayer();
  readonly #onToggle: (isOpen: boolean) => void;
  readonly #speciesDialog: SpeciesDialog;
  #tools = new Map<ToolId, Tool>();
  #chosen: ToolId = 'select';
  /** The properties of the scene for which the tools were created, as text. */
  #madeFor = '';
  /** The pointer press that the tool is using; undefined when there is none. */
  #pressed: PointerEvent | undefined;
  /** The pointer press that was passed on to the camera; undefined when there is none. */
  #handed: PointerEvent | undefined;
  #spot: Spot | undefined;
  /** The label that the picture had before the editor opened. */
  #label = '';
  /** Whether the tool holds something that it took when the visitor pressed Enter. */
  #holding = false;

  constructor(page: Page, onToggle: (isOpen: boolean) => void) {
    this.#page = page;
    this.#onToggle = onToggle;
    this.#canvas = page.view.canvas;
    this.#palette = new Palette(
      {
        choose: (tool) => this.#choose(tool),
        species: () => this.#speciesDialog.open(),
        close: () => this.toggle(),
      },
      undoButtons(page.deeds),
    );
    page.view.addCover(this.#palette.element);
    this.#bench = new Bench(
      page,
      (text) => this.#palette.say(text),
      (isBusy) => this.#palette.showBusy(isBusy),
    );
    this.#speciesDialog = new SpeciesDialog(this.#bench);
    const on = window.addEventListener.bind(window);
    on('pointerdown', (event) => this.#press(event), { capture: true });
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#release(event));
    on('pointercancel', (event) => this.#cancel(event));
    on('keydown', (event) => this.#key(event), { capture: true });
  }

  get isOpen(): boolean {
    return this.#page.editing;
  }

  toggle(): void {
    const isOpen = !this.isOpen;
    this.#page.editing = isOpen;
    this.#palette.open = isOpen;
    this.#onToggle(isOpen);
    this.#page.deeds.heard = isOpen ? (text) => this.#palette.say(text) : undefined;
    if (isOpen) {
      this.#label = this.#canvas.getAttribute('aria-label') ?? '';
      this.#canvas.setAttribute('aria-label', LABEL);
      this.#update();
      this.#palette.focus();
      requestAnimationFrame(() => this.#frame());
    } else {
      this.#tool?.leave?.();
      this.#tool?.cancel();
      this.#canvas.setAttribute('aria-label', this.#label);
      this.#marks.show({});
      this.#spot = undefined;
    }
  }

  get #tool(): Tool | undefined {
    return this.#tools.get(this.#chosen);
  }

  #choose(id: ToolId): void {
    if (!this.#tools.has(id)) return;
    this.#tool?.leave?.();
    this.#tool?.cancel();
    this.#holding = false;
    this.#chosen = id;
    this.#palette.show(id, this.#tool!);
  }

  #frame(): void {
    if (!this.isOpen) return;
    requestAnimationFrame(() => this.#frame());
    this.#update();
    this.#page.rig.rest();
    this.#tool?.frame?.();
    const marks = this.#tool?.marks(this.#spot) ?? {};
    const { sight, cursor } = this.#bench;
    const cross = document.activeElement === this.#canvas ? sight?.project(cursor) : undefined;
    this.#marks.show({ ...marks, cross });
  }

  /** Creates the tools again if the dimensions, the size of the map, or the names of the species have changed. */
  #update(): void {
    const { scenario, sight } = this.#bench;
    if (scenario === undefined || sight === undefined) return;
    const { dimensions, map, species } = scenario;
    const names = species.map(({ name }) => name);
    const madeFor = JSON.stringify([
      dimensions,
      map?.rows.length,
      map && columnsOf(map.rows),
      names,
    ]);
    if (madeFor === this.#madeFor) return;
    this.#madeFor = madeFor;
    this.#tool?.leave?.();
    this.#tools = toolsFor(this.#bench, scenario);
    this.#palette.tools = [...this.#tools.keys()];
    this.#choose(this.#tools.has(this.#chosen) ? this.#chosen : 'select');
  }

  #press(event: PointerEvent): void {
    if (!this.isOpen || event.target !== this.#canvas || event === this.#handed) return;
    if (this.#pressed !== undefined) {
      // A second finger cancels the action of the first. Both presses go to the camera, which needs them.
      const first = this.#pressed;
      this.#drop();
      this.#handed = new PointerEvent(first.type, first);
      this.#canvas.dispatchEvent(this.#handed);
      return;
    }
    if (event.button !== 0 || !event.isPrimary || event.altKey) return;
    const spot = this.#spotAt(event);
    if (spot === undefined || !this.#tool?.press(spot)) return;
    event.stopPropagation();
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pressed = event;
    this.#holding = false;
    this.#page.rig.held = true;
  }

  #move(event: PointerEvent): void {
    if (!this.isOpen) return;
    if (event.pointerId !== this.#pressed?.pointerId && event.target !== this.#canvas) return;
    if (this.#holding) return;
    const spot = this.#spotAt(event);
    if (spot !== undefined && event.pointerId === this.#pressed?.pointerId) this.#tool?.drag(spot);
  }

  #release(event: PointerEvent): void {
    if (event.pointerId !== this.#pressed?.pointerId) return;
    this.#letGo();
    const spot = this.#spotAt(event) ?? this.#spot;
    if (spot !== undefined) this.#tool?.release(spot);
  }

  #cancel(event: PointerEvent): void {
    if (event.pointerId === this.#pressed?.pointerId) this.#drop();
  }

  #drop(): void {
    this.#letGo();
    this.#tool?.cancel();
  }

  #letGo(): void {
    this.#pressed = undefined;
    this.#page.rig.held = false;
  }

  /** The spot under the pointer; undefined when there is none. Also moves the crosshair to this spot. */
  #spotAt({ clientX, clientY, timeStamp }: PointerEvent): Spot | undefined {
    const place = { clientX, clientY };
    const at = this.#bench.sight?.at(place, this.#bench.cursor);
    if (at === undefined) return undefined;
    this.#bench.cursor = at;
    this.#spot = { at, place, timeMs: timeStamp, byKey: false };
    return this.#spot;
  }

  #key(event: KeyboardEvent): void {
    if (!this.isOpen || document.querySelector('dialog[open]') !== null) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target instanceof Element ? event.target : document.body;
    if (on.closest(FIELD)) return;
    const isInPicture = on === this.#canvas || on === document.body;
    if (this.#chooseByKey(event) || (isInPicture && this.#keyInPicture(event))) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * Chooses the tool whose number was pressed, and focuses the picture, so that it receives the next key. Returns
   * whether the key was the number of a tool.
   */
  #chooseByKey({ key }: KeyboardEvent): boolean {
    const id = /^[1-9]$/.test(key) ? [...this.#tools.keys()][Number(key) - 1] : undefined;
    if (id === undefined) return false;
    this.#choose(id);
    this.#canvas.focus();
    return true;
  }

  #keyInPicture(event: KeyboardEvent): boolean {
    const tool = this.#tool;
    if (tool === undefined) return false;
    if (tool.key?.(event)) return true;
    if (event.key === 'Escape') {
      this.#holding = false;
      tool.cancel();
      return true;
    }
    if (event.key === 'Enter') {
      if (!event.repeat) this.#applyByKey(tool);
      return true;
    }
    return this.#moveCross(event, tool);
  }

  #applyByKey(tool: Tool): void {
    const spot = this.#spotOfCross();
    if (spot === undefined) return;
    this.#canvas.focus();
    if (this.#holding) {
      this.#holding = false;
      tool.release(spot);
    } else if (tool.press(spot)) {
      if (tool.holds) this.#holding = true;
      else tool.release(spot);
    }
  }

  #moveCross(event: KeyboardEvent, tool: Tool): boolean {
    const way = WAYS[event.key];
    const { sight, cursor, scenario } = this.#bench;
    if (way === undefined || sight === undefined) return false;
    const ways = sight.ways();
    const isAway = event.shiftKey && way[0] === 'up' && scenario?.dimensions === 3;
    const { axis, sign } = isAway ? ways.away : ways[way[0]];
    const by = niceLength(sight.radius * STEP) * (event.shiftKey && !isAway ? FINE : 1);
    const to = [...cursor];
    to[axis] += way[1] * sign * by;
    this.#bench.cursor = sight.settle(to);
    this.#canvas.focus();
    const spot = this.#spotOfCross();
    if (spot === undefined) return true;
    this.#spot = spot;
    if (this.#holding) tool.drag(spot);
    return true;
  }

  #spotOfCross(): Spot | undefined {
    const { sight, cursor } = this.#bench;
    const seen = sight?.project(cursor);
    if (seen === undefined) return undefined;
    const place = { clientX: seen[0], clientY: seen[1] };
    return { at: cursor, place, timeMs: performance.now(), byKey: true };
  }
}

function toolsFor(bench: Bench, { map }: Scenario): Map<ToolId, Tool> {
  return new Map<ToolId, Tool>([
    ['select', new SelectTool(bench)],
    ['obstacle', new ObstacleTool(bench)],
    ...(map === undefined ? [] : [['wall', new WallTool(bench)] as const]),
    ['paint', new PaintTool(bench)],
    ['erase', new EraseTool(bench)],
    ['throw', new ThrowTool(bench)],
    ['goal', new GoalTool(bench)],
  ]);
}
