import * as classes from '../classes/visitors.ts';
import type { CatalogueDeps } from '../lib/deps.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';

export const catalogueOperations: ServiceOperations<'catalogue', CatalogueDeps> = {
  ...classes,
  probeCatalogue: probe('catalogue'),
};
