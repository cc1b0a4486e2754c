import { useThree } from '@react-three/fiber';
import { type DependencyList, useLayoutEffect, useState } from 'react';
import { useLatest } from './use-latest.ts';

/** What `make` makes, made again when `dependencies` change, and disposed of when it is not shown any more. */
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
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says of what it is made.
  }, dependencies);
  return object;
}
