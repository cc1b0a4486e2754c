/**
 * Keeps Node from warning in this thread that a module has no package.json beside it, which only takes it
 * longer to load. Other warnings stay.
 */
export function quietTypelessWarning(): void {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', (warning: NodeJS.ErrnoException) => {
    if (warning.code === 'MODULE_TYPELESS_PACKAGE_JSON') return;
    for (const one of listeners) one.call(process, warning);
  });
}
