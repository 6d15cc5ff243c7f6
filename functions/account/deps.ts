import type { Pause } from '../clock.ts';
import type { UserPool } from '../lib/identity/user-pool.ts';
import type { TimedDeps } from '../timed-deps.ts';

export interface AccountDeps extends TimedDeps {
  readonly userPool: UserPool;
  /** The client of the site in the user pool. */
  readonly clientId: string;
  readonly pause: Pause;
}
