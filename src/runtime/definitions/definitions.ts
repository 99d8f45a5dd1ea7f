/** Definitions that come from source: integrators and forces that a user has written. Their code is loaded with the first. */

/** One that has joined the registry of the present engine. */
export interface OwnDefinition {
  readonly kind: 'integrator' | 'force';
  readonly id: string;
  /** The text of its module. */
  readonly source: string;
}

/** How a definition does on one law. */
export interface GradedLaw {
  law: string;
  holds: boolean;
  /** A sentence with the number. */
  says: string;
}

/** What the page can do with them. */
export interface OwnDefinitions {
  /** Lets the definition join, in place of an earlier one with its id. Rejects with the message and the line; nothing has changed then. */
  define(source: string): Promise<Pick<OwnDefinition, 'kind' | 'id'>>;
  /** The laws that a definition obeys, measured now. Rejects for an unknown id. */
  grade(id: string): Promise<GradedLaw[]>;
  /** Lets definitions from elsewhere join, if the user agrees. @param from what brings them, as in "This link" */
  adopt(sources: readonly string[], from: string): Promise<boolean>;
}

/** Those that a run with this method needs: forces act in every run. */
export function ownDefinitionsInUse(own: readonly OwnDefinition[], integrator: string): readonly OwnDefinition[] {
  return own.filter(({ kind, id }) => kind === 'force' || id === integrator);
}
