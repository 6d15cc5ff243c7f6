import * as classes from '../data/classes/classes.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { CatalogueDeps } from './deps.ts';

export const listClasses: Operation<'listClasses', CatalogueDeps> = async (_request, { table }) => ({
  classes: await classes.listClasses(table),
});
