/**
 * Suppresses, in this thread, the warning of Node that a module has no package.json nearby. The only effect of a
 * missing package.json is that the module loads more slowly. Other warnings are still printed.
 */
export function quietTypelessWarning(): void {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', (warning: NodeJS.ErrnoException) => {
    if (warning.code === 'MODULE_TYPELESS_PACKAGE_JSON') return;
    for (const listener of listeners) listener.call(process, warning);
  });
}
