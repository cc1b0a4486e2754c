import { type ColumnDeclaration, type ColumnType, planeNamesOf } from '../schema/column-types.ts';
import { FloatNode, type Part, UintNode, Vec3Node } from './expressions.ts';
import type { DeclaredColumn } from './node.ts';

/** For each type of column, the class of the expression that reads it. */
interface NodeOfType {
  readonly f32: FloatNode;
  readonly u32: UintNode;
  readonly vec3: Vec3Node;
}

/** The columns that a law declares, by name. */
export type LawColumns = Readonly<Record<string, ColumnDeclaration>>;

/** The expressions that read the declared columns, by name. */
export type ColumnNodes<Columns extends LawColumns> = {
  readonly [Name in keyof Columns]: NodeOfType[Columns[Name]['type'] & ColumnType];
};

/**
 * Makes the expressions that read the declared columns. `leafOf` makes the leaf that reads a single plane, such as
 * "wind.x".
 */
export function columnNodes(
  columns: LawColumns,
  leafOf: (of: DeclaredColumn, kind: 'f32' | 'u32') => Part,
): Readonly<Record<string, FloatNode | UintNode | Vec3Node>> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { type }]) => {
      if (type === 'u32') return [name, new UintNode(leafOf(`column.${name}`, 'u32'))];
      const [x, y, z] = planeNamesOf(name, type).map(
        (plane) => new FloatNode(leafOf(`column.${plane}`, 'f32')),
      );
      return [name, type === 'vec3' ? new Vec3Node(x, y, z) : x];
    }),
  );
}
