import type { Command, Option } from 'commander';
import type { SHELLS } from './shells.ts';

/** A word that the shell offers, with its description. */
interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** What the shell offers for the value of an option or for an argument: words, files, or nothing. */
type Values = readonly Candidate[] | 'files' | 'none';

/**
 * A command with its options and arguments. Its name consists of the words that lead to the command, such as "law
 * check"; the name "" stands for the program itself.
 */
interface Completed {
  readonly name: string;
  readonly options: readonly (Candidate & {
    readonly flags: readonly string[];
    readonly values?: Values;
  })[];
  readonly operands: Values;
}

/**
 * Returns a shell script that completes command lines. It is generated from the declarations of the program, so
 * pressing Tab starts no process. The shell itself completes file names. The libraries for this (@bomb.sh/tab,
 * omelette) start a process for each press of Tab, and do not complete files.
 *
 * @param types the types of behaviors, which the shell offers for `skein list`
 */
export function completionScript(
  shell: (typeof SHELLS)[number],
  program: Command,
  types: readonly string[],
): string {
  const commands = completed(program, types);
  if (shell === 'bash') return bashScript(commands);
  return shell === 'zsh' ? zshScript(commands) : fishScript(commands);
}

function completed(program: Command, types: readonly string[]): Completed[] {
  const all: Completed[] = [];
  const add = (command: Command, name: string): void => {
    const help = command.createHelp();
    const inner = help
      .visibleCommands(command)
      .filter((visibleCommand) => visibleCommand !== command);
    const names = inner.map((command) => ({
      word: command.name(),
      description: help.subcommandDescription(command),
    }));
    all.push({
      name,
      options: help.visibleOptions(command).map((option) => ({
        word: option.long ?? option.flags,
        flags: [option.short, option.long].filter((one) => one !== undefined),
        description: help.optionDescription(option),
        ...((option.required || option.optional) && { values: valuesOf(option) }),
      })),
      operands: names.length > 0 ? names : operandsOf(command, name),
    });
    for (const one of inner) {
      const isHelp = one.name() === 'help';
      if (!isHelp) add(one, `${name} ${one.name()}`.trim());
      else all.push({ name: `${name} help`.trim(), options: [], operands: names });
    }
  };
  const operandsOf = (command: Command, name: string): Values => {
    const [argument] = command.registeredArguments;
    if (name === 'list') return types.map((word) => ({ word, description: '' }));
    if (argument?.argChoices !== undefined) return wordsOf(argument.argChoices);
    return argument === undefined || name === 'init' ? 'none' : 'files';
  };
  add(program, '');
  return all;
}

function valuesOf({ argChoices, flags }: Option): Values {
  if (argChoices !== undefined) return wordsOf(argChoices);
  return /[<[](file|folder|out|in|name=out|where)[>\]]/.test(flags) ? 'files' : 'none';
}

function wordsOf(words: readonly string[]): readonly Candidate[] {
  return words.map((word) => ({ word, description: '' }));
}

/**
 * Returns a text for each command except the program itself: the name of the parent command, a space, and the
 * command's last word. If the parent is the program, this name is empty. Examples: " run", "law check".
 */
function steps(commands: readonly Completed[]): string[] {
  return commands
    .filter(({ name }) => name !== '')
    .map(({ name }) => (name.includes(' ') ? name : ` ${name}`));
}

/**
 * Returns the options that take a value. The `place` of an option is the name of its command, then the option itself,
 * such as "run --kernel".
 */
function valued(
  commands: readonly Completed[],
): { readonly place: string; readonly values: Values }[] {
  return commands.flatMap(({ name, options }) =>
    options.flatMap(({ word, values }) =>
      values === undefined ? [] : [{ place: `${name} ${word}`, values }],
    ),
  );
}

function placesWith(commands: readonly Completed[], kind: Values): string[] {
  return valued(commands).flatMap(({ place, values }) => (values === kind ? [place] : []));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function patterns(words: readonly string[]): string {
  return words.map(quoted).join('|');
}

function listed(values: readonly { readonly word: string }[]): string {
  return quoted(values.map(({ word }) => word).join(' '));
}

function bashScript(commands: readonly Completed[]): string {
  const choices = valued(commands).flatMap(({ place, values }) =>
    typeof values === 'string' ? [] : [`    ${quoted(place)}) words=${listed(values)} ;;`],
  );
  const operands = commands.map(({ name, operands: values, options }) => {
    const flags = quoted(options.flatMap((option) => option.flags).join(' '));
    const words = typeof values === 'string' ? "''" : listed(values);
    const isFree = values === 'none' ? ' none=1' : '';
    return `      ${quoted(name)}) options=${flags} words=${words}${isFree} ;;`;
  });
  return `# Completes skein in bash. In ~/.bashrc: source <(skein completion bash)
_skein() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  local command='' options='' words='' none='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${patterns(steps(commands))})
        command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $prev" in
${choices.join('\n')}
    ${patterns(placesWith(commands, 'files'))}) return ;;
    ${patterns(placesWith(commands, 'none'))}) none=1 ;;
    *) case "$command" in
${operands.join('\n')}
    esac ;;
  esac
  [[ $cur == -* ]] && words=$options
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  # Without this, bash goes through the files where there are no words.
  if [[ $none || $words ]]; then compopt +o default 2> /dev/null; fi
}
complete -o default -F _skein skein
`;
}

function zshScript(commands: readonly Completed[]): string {
  const described = (values: readonly Candidate[]): string =>
    values
      .map(({ word, description }) => {
        const name = word.replaceAll(':', '\\:');
        return quoted(description === '' ? name : `${name}:${description}`);
      })
      .join(' ');
  const choices = valued(commands).flatMap(({ place, values }) =>
    typeof values === 'string' ? [] : [`    (${quoted(place)}) words_=(${described(values)}) ;;`],
  );
  const operands = commands.map(({ name, operands: values, options }) => {
    const flags = options.flatMap((option) =>
      option.flags.map((word) => ({ word, description: option.description })),
    );
    const words = typeof values === 'string' ? '' : described(values);
    const kind = typeof values === 'string' ? values : 'words';
    return `      (${quoted(name)}) options_=(${described(flags)}) words_=(${words}) kind=${kind} ;;`;
  });
  return `#compdef skein
# Completes skein in zsh. In ~/.zshrc, after compinit: source <(skein completion zsh)
_skein() {
  local command='' kind=words word
  local -a words_ options_
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    case "$command $word" in
      (${patterns(steps(commands))}) command="\${command:+$command }$word" ;;
    esac
  done
  case "$command \${words[CURRENT - 1]}" in
${choices.join('\n')}
    (${patterns(placesWith(commands, 'files'))}) kind=files ;;
    (${patterns(placesWith(commands, 'none'))}) kind=none ;;
    (*) case "$command" in
${operands.join('\n')}
    esac ;;
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options_
  elif [[ $kind == files ]]; then _files
  elif [[ $kind == words ]]; then _describe value words_
  fi
}
if [[ \${funcstack[1]} == _skein ]]; then _skein "$@"; else compdef _skein skein; fi
`;
}

function fishScript(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, options, operands }) => {
    const here = `-n ${quoted(`__skein_is ${fishQuoted(name)}`)}`;
    const flags = options.map(({ flags, values, description }) => {
      const short = flags
        .filter((flag) => !flag.startsWith('--'))
        .map((flag) => ` -s ${flag.slice(1)}`);
      const long = flags
        .filter((flag) => flag.startsWith('--'))
        .map((flag) => ` -l ${flag.slice(2)}`);
      const after = values === undefined ? '' : fishValues(values);
      return `complete -c skein ${here}${short.join('')}${long.join('')}${after} -d ${fishQuoted(description)}`;
    });
    const words =
      typeof operands === 'string'
        ? operands === 'files'
          ? [`complete -c skein ${here} -F`]
          : []
        : operands.map(
            ({ word, description }) =>
              `complete -c skein ${here} -a ${fishQuoted(word)}${description === '' ? '' : ` -d ${fishQuoted(description)}`}`,
          );
    return [...flags, ...words];
  });
  const names = steps(commands).map(fishQuoted).join(' ');
  return `# Completes skein in fish: skein completion fish > ~/.config/fish/completions/skein.fish
function __skein_is
    set -l command ''
    for word in (commandline -opc)[2..]
        if contains -- "$command $word" ${names}
            set command (string trim -- "$command $word")
        end
    end
    test "$command" = "$argv[1]"
end
complete -c skein -f
${lines.join('\n')}
`;
}

function fishValues(values: Values): string {
  if (values === 'files') return ' -r -F';
  if (values === 'none') return ' -x';
  return ` -x -a ${fishQuoted(values.map(({ word }) => word).join(' '))}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
