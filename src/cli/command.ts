/** What a command of the command line is: one file defines it, and one line in commands.ts lists it. */
import { type FileHandle, open, readFile } from 'node:fs/promises';

/** An option with a value: `--port 8000` or `--port=8000`. */
export interface CommandOption {
  /** How the help names the value, as in `N`. */
  readonly value: string;
  readonly help: string;
}

export interface CommandInput {
  /** One for each of the command's operands. */
  readonly operands: readonly string[];
  /** Those that were given, by name. */
  readonly options: Readonly<Record<string, string>>;
  /** Address of the built program: its own file. */
  readonly program: URL;
}

export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /** What must follow the name, as the help names it. */
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** @throws CommandFailure for what can't be done */
  act(input: CommandInput): Promise<void>;
}

/** Ends the program with a message for the user. */
export class CommandFailure extends Error {
  /** 2 where the command line is wrong, 1 for all else. */
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The cause of an error of the file system or the network, as in `no such file or directory`. */
export function causeOf(error: unknown): string {
  const { message } = error as Error;
  return /^[A-Z]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

/** Opens a file and leaves its content. @throws CommandFailure if it can't be written */
export function openToWrite(path: string): Promise<FileHandle> {
  return open(path, 'a').catch((error) => {
    throw new CommandFailure(`${path} can't be written: ${causeOf(error)}`);
  });
}

/** @throws CommandFailure for a file that can't be read */
export function readBytes(path: string): Promise<Buffer> {
  return readFile(path).catch((error) => {
    throw new CommandFailure(`${path} can't be read: ${causeOf(error)}`);
  });
}

/** @throws CommandFailure for a file that can't be read, or is not JSON */
export async function readJson(path: string): Promise<unknown> {
  const bytes = await readBytes(path);
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new CommandFailure(`${path} is not JSON: ${(error as Error).message}`);
  }
}
