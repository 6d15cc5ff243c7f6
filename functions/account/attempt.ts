import type { RouteRequest } from '#shared/contract/route';
import type { Routes } from '#shared/contract/routes';
import type { Source } from '../data/uses/source-limits.ts';

/** One attempt to sign up. */
export interface Attempt {
  /** Distinguishes this attempt from others for the same address. */
  readonly id: string;
  readonly entered: RouteRequest<Routes['signUp']>['body'];
  readonly source: Source;
  readonly now: Date;
}
