import type { Entry } from './history.ts';

/** A broken invariant of the product. */
export interface Violation {
  /** The invariant, in a few words. */
  readonly rule: string;
  readonly text: string;
  /** The requests that led to it, up to the first one whose answer has no explanation. */
  readonly entries: readonly Entry[];
}
