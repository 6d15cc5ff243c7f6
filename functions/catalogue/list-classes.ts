import { listCurrentClasses } from '../data/classes/current-classes.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { CatalogueDeps } from './deps.ts';

export const listClasses: Operation<'listClasses', CatalogueDeps> = async (_request, { table }) => ({
  classes: await listCurrentClasses(table),
});
