import type { Key } from './keys/key.ts';

/** An item of the table. */
export type Item = Readonly<Record<string, unknown>>;

/** Where an item is stored, and how it is read. */
export interface ItemRef<Entity> {
  readonly key: Key;
  /** @throws ZodError for an item that is not as this entity is stored */
  readonly fromItem: (item: Item) => Entity;
}
