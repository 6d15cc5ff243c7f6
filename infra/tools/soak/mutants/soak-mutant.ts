import type { SESClient } from '@aws-sdk/client-ses';
import type { Mutant } from '#infra/testing/mutants/mutant';
import type { Request } from '../requests.ts';
import type { Mailer } from '../stream-delivery.ts';
import type { Theme } from '../workload.ts';

/** A defect of the product's requests to the table, its clients or its mailer. */
export interface SoakMutant extends Partial<Pick<Mutant, 'intercept'>>, Omit<Mutant, 'intercept'> {
  /** The theme of runs that reveals the defect soon. */
  readonly theme: Theme;
  readonly retryOf?: (request: Request, attempt: number) => Request;
  readonly mailer?: (mailer: Mailer) => Mailer;
  readonly ses?: () => SESClient;
}
