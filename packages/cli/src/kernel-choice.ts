/** The values that the option --kernel accepts. */
export const KERNEL_CHOICES = ['ts', 'simd', 'auto'] as const;
export type KernelChoice = (typeof KERNEL_CHOICES)[number];
