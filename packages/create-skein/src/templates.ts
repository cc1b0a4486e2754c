/** A template: a folder in `templates/`, and its description. */
export interface Template {
  readonly name: string;
  readonly title: string;
  /** The script that runs the project. It is in the package.json of the template. */
  readonly script: string;
}

export const TEMPLATES: readonly Template[] = [
  { name: 'node', title: 'Node: a script that steps a flock on all cores', script: 'start' },
  { name: 'page', title: 'page: a flock on a canvas, with Vite', script: 'dev' },
  { name: 'three', title: 'three: a flock in a three.js scene, with Vite', script: 'dev' },
  { name: 'react', title: 'react: a flock in React Three Fiber, with Vite', script: 'dev' },
];

export function templateNamed(name: string): Template | undefined {
  return TEMPLATES.find((template) => template.name === name);
}
