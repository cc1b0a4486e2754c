/**
 * Has this process end when npm is asked to: SIGTERM comes to npm, which hands it to the shell between;
 * that goes, and would leave this process behind.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) process.exit(143);
  }, 500).unref();
}
