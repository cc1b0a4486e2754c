import type { AnyDefinition, Ground } from '../behaviors/define-behavior.ts';
import { expressLaw, type LawContext } from '../laws/define-law.ts';
import type { AimKind, Law } from '../laws/law.ts';
import { readsHeading } from '../laws/reads-heading.ts';
import { type BuiltInBehavior, definitionOf } from './behavior-types.ts';
import { parametersOf } from './numeric-parameters.ts';

type Ask<Answer> = (context: LawContext) => Answer;

/** Returns the law of a built-in behavior, or undefined for a behavior that has a hand-written kernel. */
export function builtInLaw(behavior: BuiltInBehavior, ground: Ground): Law | undefined {
  const definition = definitionOf(behavior.type)!;
  const { type, schema } = definition;
  if (definition.force === undefined) return undefined;
  const own: Own = { settings: behavior, ground };
  const steer = withOwn(definition.force, own);
  const wants = definition.wants && withOwn(definition.wants, own);
  const deposit = definition.deposit && withOwn(definition.deposit, own);
  const parameters = Object.fromEntries(
    parametersOf(schema).map(({ name, default: usual = 0, ...rest }) => [
      name,
      { ...rest, default: usual, description: '' },
    ]),
  );
  const law = expressLaw({
    name: type,
    description: '',
    parameters,
    aim: aimOf(definition),
    result: 'force',
    steer,
    wants,
    deposit,
  });
  checkNeeds(definition, law);
  if (readsHeading(law) && !ground.headings) {
    throw new Error(`"${type}" reads headings, so its definition must list "heading" in "reads".`);
  }
  // A law that does not use its aim need not search for it, such as that of a ballistic agent.
  return law.nodes.some(([name]) => name === 'aim') ? law : { ...law, aim: 'none' };
}

function aimOf({ aim, schema }: AnyDefinition): Exclude<AimKind, 'none'> | undefined {
  if (aim !== undefined || !('choose' in schema.shape)) return aim;
  return 'second' in schema.shape ? 'two' : 'one';
}

function withOwn<Answer>(ask: (context: never) => Answer, own: Own): Ask<Answer> {
  return (context) => (ask as Ask<Answer>)(Object.assign(context, own));
}

interface Own {
  readonly settings: BuiltInBehavior;
  readonly ground: Ground;
}

/**
 * Throws if a law reads maxSpeed, but the definition of the law does not list maxSpeed in `needs`. In a species without
 * maxSpeed, the force of such a law would be NaN.
 */
function checkNeeds({ type, needs = [] }: AnyDefinition, { nodes }: Law): void {
  const reads = nodes.some(([node, of]) => node === 'self' && of === 'maxSpeed');
  if (reads && !needs.includes('maxSpeed')) {
    throw new Error(
      `"${type}" reads self.maxSpeed, so its definition must list 'maxSpeed' in "needs".`,
    );
  }
}
