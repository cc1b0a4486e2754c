import { relative } from 'node:path';
import { Command, CommanderError } from 'commander';
import { makeProject, ownVersion, refusal } from './make-project.ts';
import { packageManager, scriptLine } from './package-manager.ts';
import { TEMPLATES, type Template, templateNamed } from './templates.ts';

/** The exit codes. 1: the folder is refused or cannot be written. 2: the arguments are invalid. */
const EXIT = { ok: 0, refused: 1, usage: 2 } as const;

/**
 * Runs the command and returns its exit code. On a terminal it asks for missing arguments; elsewhere it refuses to run
 * without them.
 */
export async function runCommand(parameters: readonly string[]): Promise<number> {
  const command = new Command('create-skein')
    .description('Creates a project with Skein in an empty folder.')
    .argument('[folder]', 'an empty folder, or a new one')
    .option('-t, --template <name>', TEMPLATES.map(({ name }) => name).join(' or '))
    .version(ownVersion())
    .addHelpText('after', `\n${examples()}`)
    .allowExcessArguments(false)
    .exitOverride();
  try {
    command.parse(parameters, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  const chosen: string | undefined = command.opts().template;
  const template = chosen === undefined ? undefined : templateNamed(chosen);
  const [folder] = command.args;

  const wrong: string[] = [];
  const names = TEMPLATES.map(({ name }) => name).join(', ');
  if (chosen !== undefined && template === undefined) {
    wrong.push(`--template: found "${chosen}", expected one of ${names}`);
  }
  const asks = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (!asks && folder === undefined)
    wrong.push('folder: found none, expected the name of a folder');
  if (!asks && chosen === undefined) wrong.push(`--template: found none, expected one of ${names}`);
  if (wrong.length > 0) return complain(wrong, EXIT.usage);
  const reason = folder === undefined ? undefined : refusal(folder);
  if (reason !== undefined) return complain([reason], EXIT.refused);

  const settled =
    folder !== undefined && template !== undefined
      ? { folder, template }
      : await ask(folder, template);
  return settled === undefined ? EXIT.refused : make(settled.folder, settled.template);
}

async function ask(folder: string | undefined, template: Template | undefined) {
  // Loaded only when it is needed, since it takes longer to load than everything else.
  const { askForRest } = await import('./questions.ts');
  return askForRest(folder, template);
}

function make(folder: string, template: Template): number {
  try {
    makeProject(folder, template);
  } catch (error) {
    return complain([error instanceof Error ? error.message : String(error)], EXIT.refused);
  }
  const manager = packageManager(process.env.npm_config_user_agent);
  const path = relative(process.cwd(), folder);
  const quoted = /^[\w./\\:-]+$/.test(path) ? path : JSON.stringify(path);
  const enter = path === '' ? [] : [`cd ${quoted}`];
  const lines = [...enter, `${manager} install`, scriptLine(manager, template.script)];
  console.log(
    `Created a project in ${folder}. Next:\n\n${lines.map((line) => `  ${line}\n`).join('')}`,
  );
  return EXIT.ok;
}

function complain(lines: readonly string[], code: number): number {
  for (const line of lines) console.error(`create-skein: ${line}`);
  return code;
}

function examples(): string {
  const lines = TEMPLATES.map(({ name }) => `  npm create skein my-flock -- --template ${name}`);
  return ['Examples:', ...lines].join('\n');
}
