import { join } from 'node:path';
import * as z from 'zod/mini';
import { createJsonWriter, readOrSetAside } from '../json-file.ts';

/** The last settled sequence number of each shard of one stream. */
const positionsSchema = z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) });

export interface StreamPosition {
  settledIn(shardId: string): string | undefined;
  settle(shardId: string, sequenceNumber: string): Promise<void>;
  /** Makes the present position the first one: what came before it is never delivered, also after a loss. */
  keepAsFirst(): Promise<void>;
}

/**
 * Opens the stored delivery position of a stream, so that the next start continues there. Where it is lost, delivery begins
 * again at the first position: what was sent since has its lease, and is not sent again.
 */
export const openStreamPosition = async (dataDir: string, streamArn: string): Promise<StreamPosition> => {
  const path = join(dataDir, 'position.json');
  const firstPath = join(dataDir, 'first-position.json');
  const stored =
    (await readOrSetAside(path, positionsSchema)) ?? (await readOrSetAside(firstPath, positionsSchema));
  // Sequence numbers of another stream are unrelated.
  const shards = new Map(Object.entries(stored?.streamArn === streamArn ? stored.shards : {}));
  const positions = () => ({ streamArn, shards: Object.fromEntries(shards) });
  const save = createJsonWriter(path, positions);
  return {
    settledIn: (shardId) => shards.get(shardId),
    settle: async (shardId, sequenceNumber) => {
      shards.set(shardId, sequenceNumber);
      await save();
    },
    keepAsFirst: createJsonWriter(firstPath, positions),
  };
};
