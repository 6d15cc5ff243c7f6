import * as z from 'zod/mini';

/** How many rows one request of an administrator's list answers with; an export asks for as many as it may. */
export const pageSizes = { usual: 50, most: 200 } as const;

const searchLength = 100;

/** What is searched for (nothing lists all) and how many rows are wanted. Sent as a body: names do not belong in URLs. */
export const searchFields = () => ({
  query: z._default(
    z.string().check(z.trim(), z.maxLength(searchLength, `Use at most ${searchLength} characters`)),
    '',
  ),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageSizes.most)), pageSizes.usual),
});
