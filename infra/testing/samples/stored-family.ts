import type { Table } from '#functions/data/table';
import { putFamily } from '#infra/local/seed/put-family';
import type { Family } from '#shared/schemas/profile';
import { sampleFamily } from './samples.ts';

/** Stores a sample family, which can book. */
export const storedFamily = async (
  table: Table,
  ...options: Parameters<typeof sampleFamily>
): Promise<Family> => {
  const family = sampleFamily(...options);
  await putFamily(table, family);
  return family;
};
