import * as z from 'zod/mini';
import { checkChosen, chosenKeys, encodeChosen } from './chosen-agents.ts';
import { defineCommand } from './define-command.ts';

const removeSchema = z.strictObject({ type: z.literal('remove'), ...chosenKeys });

/** The command `remove`. `places` and `values` encode the chosen agents (see encodeChosen). */
export const remove = defineCommand({
  schema: removeSchema,
  check: checkChosen,
  encode: encodeChosen,
});
