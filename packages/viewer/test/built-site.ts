import type { TestProject } from 'vitest/node';
import { builtSite } from '../../../scripts/serving/site.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the page that `npm start` serves. */
    site: string;
  }
}

/** Builds the page once for all its tests. */
export default function buildSite(project: TestProject): void {
  project.provide('site', builtSite());
}
