/** The shells for which there is a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
