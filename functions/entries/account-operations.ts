import * as members from '../accounts/members.ts';
import * as visitors from '../accounts/visitors.ts';
import * as adults from '../accounts/visitors-adults.ts';
import * as openings from '../accounts/visitors-openings.ts';
import type { AccountDeps } from '../lib/deps.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';

export const accountOperations: ServiceOperations<'account', AccountDeps> = {
  ...members,
  ...visitors,
  ...adults,
  ...openings,
  probeAccount: probe('account'),
};
