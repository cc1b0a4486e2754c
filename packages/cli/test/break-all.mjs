// Loaded into every thread of a command with `node --import`: after some ticks every thread throws, the
// including the calling one, as if the code itself were faulty.
const { add } = Atomics;
let turns = 0;
Atomics.add = (...args) => {
  if (++turns > 500) throw new Error('this code is broken');
  return add(...args);
};
