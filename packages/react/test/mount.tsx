import { Canvas, type RootState } from '@react-three/fiber';
import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, vi } from 'vitest';

const { warn } = console;
// React Three Fiber 9 makes one for each canvas, and three.js says so each time.
console.warn = (...parts: unknown[]) => {
  if (!String(parts[0]).startsWith('THREE.Clock:')) warn(...parts);
};

/** Passes on an error thrown below it, and shows nothing from then on. */
class Boundary extends Component<{
  readonly onError: (error: unknown) => void;
  children?: ReactNode;
}> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

export interface Mounted {
  /** Renders other children into the same canvas. */
  show(children: ReactNode): void;
  /** The state of React Three Fiber, available once the canvas is. */
  readonly state: RootState;
  readonly canvas: HTMLCanvasElement;
  /** The errors caught by the boundary around the canvas. */
  readonly errors: unknown[];
  unmount(): void;
}

const mounted = new Set<Mounted>();
afterEach(() => {
  vi.unstubAllGlobals();
  for (const one of mounted) one.unmount();
});

/** A canvas of 160 x 120 pixels in StrictMode, with an error boundary around it. */
export function mount(
  children: ReactNode,
  props: Parameters<typeof Canvas>[0] = { children: null },
): Mounted {
  const container = document.createElement('div');
  Object.assign(container.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    width: '160px',
    height: '120px',
  });
  document.body.append(container);
  const errors: unknown[] = [];
  // Errors that the boundary catches are reported nowhere else.
  const root = createRoot(container, { onCaughtError() {} });
  let state: RootState | undefined;
  const show = (next: ReactNode) =>
    root.render(
      <StrictMode>
        <Boundary onError={(error) => errors.push(error)}>
          <Canvas
            dpr={1}
            {...props}
            onCreated={(created) => {
              state = created;
              props.onCreated?.(created);
            }}
          >
            {next}
          </Canvas>
        </Boundary>
      </StrictMode>,
    );
  show(children);
  const one: Mounted = {
    show,
    errors,
    get state() {
      return state!;
    },
    get canvas() {
      return container.querySelector('canvas')!;
    },
    unmount() {
      mounted.delete(one);
      root.unmount();
      container.remove();
    },
  };
  mounted.add(one);
  return one;
}
