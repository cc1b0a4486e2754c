/** npm cannot read workspace: dependencies, and corepack is not part of newer Nodes: so `npx` runs it. */
export const pnpm = 'pnpm@12.21.0';
