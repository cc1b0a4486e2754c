import * as z from 'zod/mini';
import { checkReference } from '../scenario/check-reference.ts';
import { name } from '../schema/quantities.ts';
import { defineCommand } from './define-command.ts';
import { packWords } from './records.ts';

const linkSchema = z.strictObject({ type: z.literal('link'), link: name, open: z.boolean() });

/** The command `link`: opens or closes a link of the ground. */
export const link = defineCommand({
  schema: linkSchema,

  check(command, { ground }, report) {
    checkReference(command.link, '.link', 'link of the ground', ground?.links ?? [], report);
  },

  encode(command, { ground }) {
    const links = ground?.links ?? [];
    const index = links.findIndex(({ name }) => name === command.link);
    return { places: packWords('link', { link: index, open: command.open ? 1 : 0 }), values: [] };
  },
});
