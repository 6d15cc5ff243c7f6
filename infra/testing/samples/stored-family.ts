import { createFamily } from '#functions/data/families/families';
import type { Table } from '#functions/data/table';
import type { Family } from '#shared/schemas/profile';
import { sampleFamily } from './samples.ts';

/** Stores a sample family, which can book. */
export const storedFamily = async (
  table: Table,
  ...options: Parameters<typeof sampleFamily>
): Promise<Family> => {
  const family = sampleFamily(...options);
  await createFamily(table, family);
  return family;
};
