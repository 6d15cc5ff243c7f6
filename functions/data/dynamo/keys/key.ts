import { createHash } from 'node:crypto';

/** Names, addresses and tokens are in keys only as a hash: logs and metrics may contain keys. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A key of the table. Only the files of this folder build keys; docs/data-model.md lists them. */
export interface Key {
  readonly PK: string;
  readonly SK: string;
}

/** A key as text, to compare keys by. */
export const keyText = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): string =>
  `${PK} ${SK}`;

/** The key of an item that was read. */
export const keyOfItem = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): Key => ({
  PK: String(PK),
  SK: String(SK),
});
