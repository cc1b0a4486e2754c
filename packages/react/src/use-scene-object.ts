import { useThree } from '@react-three/fiber';
import { type DependencyList, useLayoutEffect, useState } from 'react';
import { useLatest } from './use-latest.ts';

/**
 * Creates an object with `make`, and creates it again when `dependencies` change. Disposes of an object that is no
 * longer shown.
 */
export function useSceneObject<Made extends { dispose(): void }>(
  make: () => Made | undefined,
  dependencies: DependencyList,
): Made | undefined {
  const invalidate = useThree((state) => state.invalidate);
  const latest = useLatest(make);
  const [object, setObject] = useState<Made>();
  useLayoutEffect(() => {
    const made = latest.current();
    setObject(made);
    invalidate();
    return () => {
      made?.dispose();
      setObject(undefined);
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller passes the dependencies of `make`.
  }, dependencies);
  return object;
}
