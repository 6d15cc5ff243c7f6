import * as z from 'zod/mini';
import { limits, pageSizes } from '#shared/limits';
import { atMost, typedLine } from './values.ts';

/** What a search looks for. */
export const searchTextSchema = typedLine().check(atMost(limits.searchLength));

/** The cursor of a page, opaque to the client. */
export const cursorSchema = z.string().check(z.maxLength(100));

/** Fields of a search in an admin list. They are sent in a body, because URLs are logged and a search may be a name. */
export const searchFields = () => ({
  /** Empty: everything. */
  query: z._default(searchTextSchema, ''),
  /** Number of rows in the answer. */
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageSizes.most)), pageSizes.usual),
});
