import * as z from 'zod/mini';
import { pageSizes } from '#shared/limits';

const searchLength = 100;

/** Fields of a search in an admin list. They are sent in a body, because URLs are logged and a search may be a name. */
export const searchFields = () => ({
  /** Empty: everything. */
  query: z._default(
    z.string().check(z.trim(), z.maxLength(searchLength, `Use at most ${searchLength} characters`)),
    '',
  ),
  /** Number of rows in the answer. */
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageSizes.most)), pageSizes.usual),
});
