/** Contention on an item persisted for as long as a request waits. The write was not stored; API answers 503 (busy). */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
}
