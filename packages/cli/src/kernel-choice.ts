/** The values that the option --kernel accepts. */
export const KERNEL_CHOICES = ['ts', 'simd', 'auto'] as const;
export type KernelChoice = (typeof KERNEL_CHOICES)[number];

/** The values that it accepts in commands that step a world on a team. */
export const TEAM_KERNEL_CHOICES = [...KERNEL_CHOICES, 'gpu'] as const;
export type TeamKernelChoice = (typeof TEAM_KERNEL_CHOICES)[number];
