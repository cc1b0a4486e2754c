/** The shells in which command lines can be completed. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
