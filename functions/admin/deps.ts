import type { UserPool } from '../lib/identity/user-pool.ts';
import type { TimedDeps } from '../timed-deps.ts';

export interface AdminDeps extends TimedDeps {
  readonly userPool: UserPool;
  /** Origin of the site, for links in the preview of an email. */
  readonly siteUrl: string;
  /** Hosts whose pictures a class may show. */
  readonly pictureHosts: readonly string[];
}
