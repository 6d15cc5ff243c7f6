import { type FileLimits, readBook } from './workbook.ts';

/** A browser starts a worker with a file of its own. */
self.addEventListener(
  'message',
  ({ data: { bytes, most } }: MessageEvent<{ readonly bytes: Uint8Array; readonly most: FileLimits }>) => {
    readBook(bytes, most).then((answer) => self.postMessage(answer), reportError);
  },
);
