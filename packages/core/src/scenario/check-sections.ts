import { checkMeaning as checkCommandMeaning } from '../commands/index.ts';
import { ObstacleRoster } from '../commands/obstacle-roster.ts';
import { type Problem, show } from '../errors.ts';
import { capacityOf } from './capacity-of.ts';
import { checkFields } from './check-fields.ts';
import { checkHeights } from './check-heights.ts';
import { checkMesh } from './check-mesh.ts';
import { checkMotion, checkObstacles } from './check-motions.ts';
import { checkBounds, checkInside, checkMap, checkOnMap } from './check-places.ts';
import { checkReference, type Report } from './check-reference.ts';
import { checkRegions } from './check-reports.ts';
import { checkSpecies } from './check-species.ts';
import { checkRoles } from './check-states.ts';
import { checkColumns } from './merged-columns.ts';
import { LIMITS } from './schema.ts';
import { forEach, type ListKey, type Sections } from './sections.ts';

/**
 * Checks what a schema cannot express, such as references to names, and sizes that depend on several keys. Every part
 * that is valid by itself is checked, so that one wrong number does not hide other problems.
 */
export function checkSections(sections: Sections): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, found, expected) => {
    problems.push({ path, found, expected });
  };
  checkNames('species', sections, report);
  checkNames('paths', sections, report);
  checkMap(sections, report);
  checkHeights(sections, report);
  checkMesh(sections, report);
  checkNames('fields', sections, report);
  checkFields(sections, report);
  checkNames('targets', sections, report);
  forEach(sections, 'targets', (target, path) => {
    checkMotion(target, path, sections, report);
  });
  checkNames('regions', sections, report);
  checkRegions(sections, report);
  checkObstacles(sections, report);
  checkNames('obstacles', sections, report);
  checkObstacleCapacity(sections, report);
  checkNames('launchers', sections, report);
  checkBounds(sections, report);
  sections.species.forEach((species, index) => {
    const path = `$.species[${index}]`;
    if (species) checkSpecies(species, path, sections, report);
    else checkRemains(index, path, sections, report);
  });
  checkRoles(sections, report);
  checkColumns(sections, report);
  checkLaunchers(sections, report);
  forEach(sections, 'commands', (command, path) => {
    checkCommandMeaning(command, sections, (key, found, expected) => {
      report(path + key, found, expected);
    });
  });
  ObstacleRoster.problemsOf(sections, (index, { path, found, expected }) => {
    report(`$.commands[${index}]${path}`, found, expected);
  });
  checkAmounts(sections, report);
  return problems;
}

function checkNames(list: Exclude<ListKey, 'commands'>, sections: Sections, report: Report): void {
  const first = new Map<string, string>();
  forEach(sections, list, ({ name }, path) => {
    if (name === undefined) return;
    const before = first.get(name);
    if (before === undefined) first.set(name, path);
    else report(`${path}.name`, show(name), `a name other than that of ${before}`);
  });
}

/**
 * Checks only the names to which a species that is not valid refers. Other checks could report false problems, because
 * parts of the species were replaced.
 */
function checkRemains(index: number, path: string, sections: Sections, report: Report): void {
  const species = sections.remains.get(index);
  if (species === undefined) return;
  checkSpecies(species, path, sections, (at, found, expected, kind) => {
    if (kind === 'reference') report(at, found, expected);
  });
}

function checkLaunchers(sections: Sections, report: Report): void {
  forEach(sections, 'launchers', ({ position, target, species: name }, path) => {
    checkInside([position], () => `${path}.position`, sections, report);
    checkOnMap([position], () => `${path}.position`, sections, report);
    checkReference(target, `${path}.target`, 'target', sections.targets, report);
    if (!checkReference(name, `${path}.species`, 'species', sections.species, report)) return;
    const { type } = sections.species.find((species) => species?.name === name)!.spawn;
    if (type === 'pool') return;
    report(`${path}.species`, `a species with spawn "${type}"`, 'a species with spawn "pool"');
  });
}

function checkObstacleCapacity(
  { obstacles, obstacleCapacity = 0 }: Sections,
  report: Report,
): void {
  const { length } = obstacles;
  if (length + obstacleCapacity <= LIMITS.obstacles) return;
  const most = `at most ${LIMITS.obstacles - length}, in addition to ${length} obstacles`;
  report('$.obstacleCapacity', String(obstacleCapacity), most);
}

function checkAmounts(sections: Sections, report: Report): void {
  let agents = 0;
  let behaviors = 0;
  for (const species of sections.species) {
    agents += species === undefined ? 0 : capacityOf(species);
    behaviors += species?.behaviors.length ?? 0;
  }
  if (behaviors > LIMITS.behaviors) {
    report('$.species', `${behaviors} behaviors in all`, `at most ${LIMITS.behaviors}`);
  }
  if (agents > LIMITS.agents) {
    report('$.species', `${agents} agents in all`, `at most ${LIMITS.agents}`);
  }
}
