import type { TimedDeps } from '../timed-deps.ts';

export type FamilyDeps = TimedDeps;
