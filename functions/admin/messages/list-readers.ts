import * as newsletter from '../../data/newsletter/readers.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The readers of the newsletter (FRM-05). The response's schema leaves out the secrets of their links. */
export const listReaders: Operation<'listReaders', AdminDeps> = async (_, { table }) => ({
  readers: await newsletter.listReaders(table),
});
