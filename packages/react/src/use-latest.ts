import { type RefObject, useInsertionEffect, useRef } from 'react';

/** A reference to the value of the last render that was shown. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
