import { afterAll, afterEach } from 'vitest';
import { checkRequests } from '#functions/lib/aws-requests';
import { checkRole, takeRefusals } from '#infra/local/roles/roles';

// Each function works under its role. What that does not allow is a fault of the test that needs it, also where the code
// goes on without it.
checkRequests(checkRole);

const failOnRefusals = () => {
  const [first, ...more] = new Set(takeRefusals());
  if (first !== undefined) throw new Error([first, ...more].join('\n'));
};
afterEach(failOnRefusals);
afterAll(failOnRefusals);
