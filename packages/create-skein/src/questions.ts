import { cancel, isCancel, select, text } from '@clack/prompts';
import { refusal } from './make-project.ts';
import { TEMPLATES, type Template, templateNamed } from './templates.ts';

/** Asks on the terminal for the missing arguments. Returns undefined if the user cancels. */
export async function askForRest(
  folder: string | undefined,
  template: Template | undefined,
): Promise<{ folder: string; template: Template } | undefined> {
  const where = folder ?? (await askFolder());
  const what = where === undefined ? undefined : (template ?? (await askTemplate()));
  if (where === undefined || what === undefined) {
    cancel('Canceled; nothing was created.');
    return undefined;
  }
  return { folder: where, template: what };
}

async function askFolder(): Promise<string | undefined> {
  const answer = await text({
    message: 'In which folder?',
    placeholder: 'my-flock',
    defaultValue: 'my-flock',
    validate: (value) => refusal(value === undefined || value === '' ? 'my-flock' : value),
  });
  return isCancel(answer) ? undefined : answer;
}

async function askTemplate(): Promise<Template | undefined> {
  const options = TEMPLATES.map(({ name, title }) => ({ value: name, label: title }));
  const answer = await select({ message: 'What kind of project?', options });
  return isCancel(answer) ? undefined : templateNamed(answer);
}
