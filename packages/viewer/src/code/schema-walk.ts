/** The parts of a JSON Schema that `SchemaWalk` reads. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly unit?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The keys and indices that lead to a value of a document, starting at the outermost value. */
export type Path = readonly (string | number)[];

/** Finds the schemas that apply to each value of a document. */
export class SchemaWalk {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** The schemas of the outermost value of a document. */
  rootOf(document: unknown): readonly Schema[] {
    return this.#fitting(this.#formsOf(this.#root), document);
  }

  /** All schemas that apply to the value at a path. Which schemas apply can depend on other values of the document. */
  formsAt(document: unknown, path: Path): readonly Schema[] {
    let forms = this.rootOf(document);
    let value = document;
    for (const part of path) {
      value = childOf(value, part);
      forms = this.childOf(forms, part, value);
    }
    return forms;
  }

  /** The schemas of a child, given the schemas of its parent, the child's key or index, and the child's value. */
  childOf(forms: readonly Schema[], part: string | number, value: unknown): readonly Schema[] {
    const children = forms.flatMap(({ properties = {}, additionalProperties, ...form }) => {
      const { prefixItems = [], items } = form;
      if (typeof part === 'number') return [prefixItems[part] ?? items];
      return [Object.hasOwn(properties, part) ? properties[part] : additionalProperties];
    });
    const known = children.filter((child) => typeof child === 'object');
    return this.#fitting(
      known.flatMap((child) => this.#formsOf(child)),
      value,
    );
  }

  /**
   * A schema and all its alternatives. If the schema has a reference and a description, the description also applies to
   * alternatives without a description.
   */
  #formsOf(schema: Schema): readonly Schema[] {
    const { $ref, oneOf, anyOf, allOf, ...own } = schema;
    const alternatives = [...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])];
    const referred = $ref === undefined ? [] : [this.#definition($ref)];
    const more = [...referred, ...alternatives]
      .flatMap((schema) => this.#formsOf(schema))
      .map((schema) => ({ ...(own.description && { description: own.description }), ...schema }));
    return Object.keys(own).length > 0 || more.length === 0 ? [own, ...more] : more;
  }

  #definition(reference: string): Schema {
    const name = reference.replace('#/$defs/', '');
    return this.#root.$defs?.[name] ?? {};
  }

  /** Keeps the schemas whose constant properties, such as a type, do not contradict the value. */
  #fitting(forms: readonly Schema[], value: unknown): readonly Schema[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return forms;
    return forms.filter(({ properties = {} }) =>
      Object.entries(properties).every(([key, { const: word }]) => {
        const found = (value as Record<string, unknown>)[key];
        return word === undefined || typeof found !== 'string' || found === word || found === '';
      }),
    );
  }
}

function childOf(value: unknown, part: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
}
