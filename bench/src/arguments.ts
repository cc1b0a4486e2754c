import { type KernelName, kernels } from '@skein/core';
import { InvalidArgumentError } from 'commander';

/** Returns a parser for a whole number from `min` to `max`, in decimal digits. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/**
 * Returns a parser for text such as "1,2,8": whole numbers from `min` to `max`, separated by commas. The parser sorts
 * the numbers in ascending order, and drops duplicates.
 */
export function wholeNumbers(min: number, max: number): (text: string) => number[] {
  const one = wholeNumber(min, max);
  return (text) => [...new Set(text.split(',').map(one))].sort((a, b) => a - b);
}

/** Parses names of kernels that are separated by commas. Only kernels that are available here are accepted. */
export function kernelNames(text: string): KernelName[] {
  const here = kernels();
  return text.split(',').map((name) => {
    const kernel = here.find((one) => one === name);
    if (kernel !== undefined) return kernel;
    throw new InvalidArgumentError(`Expected ${here.join(' or ')}.`);
  });
}

/** Parses words that are separated by commas. */
export function words(text: string): string[] {
  const all = text.split(',').map((word) => word.trim());
  if (!all.includes('')) return all;
  throw new InvalidArgumentError('Expected names separated by commas.');
}
