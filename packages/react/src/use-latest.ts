import { type RefObject, useInsertionEffect, useRef } from 'react';

/** Returns a ref to the value of the last committed render. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
