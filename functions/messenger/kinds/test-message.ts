import { writtenMessageEmail } from '../../lib/email/templates/written-message.ts';
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** A written message as its author alone gets it, before it is sent. */
export const prepareTest: Prepare<'test'> = async ({ audience, facts }, deps) => {
  const email = writtenMessageEmail({ ...facts, subject: `[Test] ${facts.subject}` }, deps.siteUrl);
  return toFamilies([audience.parent_id], deps, () => () => email);
};
