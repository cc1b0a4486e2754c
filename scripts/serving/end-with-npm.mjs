/**
 * Ends this process when npm is asked to end. npm passes SIGTERM on to the shell in between, which ends without passing
 * it to this process.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) process.exit(143);
  }, 500).unref();
}
